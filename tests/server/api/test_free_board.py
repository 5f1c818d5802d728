"""The API behind the free board: drafts, lines, and records of what was tried."""

from __future__ import annotations

import pytest

import sommet
from sommet.core.record import Record
from tests.server.local_server import Guest

pytestmark = pytest.mark.anyio

START = "................/........./..../. L"


async def test_a_draft_lists_the_possible_steps_and_the_mistakes(ada: Guest) -> None:
    draft = await ada.request("GET", "/free/pylos/draft", params={"position": START})
    assert (draft["problem"], draft["held"]) == ("", "")
    assert draft["edits"] == {"L": "", "D": ""}
    assert [(mover["name"], mover["now"]) for mover in draft["turns"]] == [
        ("Light", True),
        ("Dark", False),
    ]
    held = await ada.request("GET", "/free/pylos/draft", params={"position": START, "held": "D"})
    text = held["edits"]["1b2"]
    assert text == ".....D........../........./..../. L"
    summit = "LDLDDLDLLDLDDLDL/LDLDLDLDL/DLDL/L L"
    wrong = await ada.request("GET", "/free/pylos/draft", params={"position": summit})
    assert wrong["problem"].startswith("There are 16 light balls")
    asked = {"position": "nonsense"}
    assert await ada.expect_refusal("GET", "/free/pylos/draft", params=asked) == (
        422,
        "bad_position",
    )


async def test_touching_an_illegal_piece_is_refused_with_its_clause(ada: Guest) -> None:
    position = "LD............../........./..../. L"
    asked = {"position": position, "at": "1b1"}
    refused = await ada.browser.get("/free/pylos/explain", params=asked)
    assert (refused.status_code, refused.json()["clause"]) == (422, "P2")
    assert refused.json()["words"] == "The ball on 1b1 is not yours."
    asked = {"position": position, "path": "1c1", "at": "1a1"}
    assert (
        await ada.request("GET", "/free/pylos/explain", params=asked) is None
    )  # the turn is complete
    asked = {"position": position, "at": "nothing"}
    assert await ada.expect_refusal("GET", "/free/pylos/explain", params=asked) == (422, "no_solid")


async def test_a_line_is_played_move_by_move_and_ends_with_the_game(ada: Guest) -> None:
    asked = {"position": START, "moves": "1a1 1b1"}
    line = await ada.request("GET", "/free/pylos/line", params=asked)
    assert [(played["move"], played["seat"]) for played in line] == [("1a1", 0), ("1b1", 1)]
    at = {"code": "at.1", "parameters": {"spot": "a1", "end": "a1"}}
    assert line[0]["description"] == {"code": "ball_placed", "parameters": {"at": at}}
    assert line[1]["text"] == "LD............../........./..../. L"
    assert line[1]["effects"]
    over = "DLDLLDLDDLDLLDLD/LDLDLDLDL/DLDD/. L"  # dark is out of balls (P5)
    asked = {"position": over, "moves": "4a1"}
    assert await ada.request("GET", "/free/pylos/line", params=asked) == []
    asked = {"position": START, "moves": "2a1"}
    assert (await ada.expect_refusal("GET", "/free/pylos/line", params=asked))[1] == "no_support"


async def test_a_line_is_saved_as_a_record_unless_something_is_hidden(ada: Guest) -> None:
    asked = {"position": START, "moves": "1a1 1b1"}
    text = (await ada.browser.get("/free/pylos/record", params=asked)).text
    assert [str(move) for move in Record.parse(text).moves] == ["1a1", "1b1"]
    hidden = str(sommet.game("kabaleo").start(1).view(0))
    asked = {"position": hidden}
    assert await ada.expect_refusal("GET", "/free/kabaleo/record", params=asked) == (
        422,
        "record_hides",
    )
