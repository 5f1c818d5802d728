"""How Color Pop looks: tokens on a slope, groups to click, trays for what was taken."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest

import sommet
from sommet.core.outcome import Outcome
from sommet.core.scene import EffectKind, Kind, Role, Scene
from sommet.games.colorpop import ColorPop
from sommet.games.colorpop.scene import secret, taken, tray
from tests.scene_helpers import solid, view_of

CLOSING = (
    "YO/GGOY/PB/P/B/BBY 2 BBBBBBBBBBBBOOOOGGGGGGPPPPPPPPPPYYYYYY**/"
    "BBBOOOOOOOOOOOOOGGGGGGGGGGGPPPPPPPYYYYYYYYYY*** G/Y"
)
JOKERS = (
    "YB/PG*/BY*O/GPG/GB 1 BBBBBBBOOOOOOOOOOOGGGGGGGGGGPPPPPPYYYYYYYY**/"
    "BBBBBBBBBOOOOOOOGGGGGPPPPPPPPPPPYYYYYYYYY* O/P"
)
THROUGH = (
    "OG/G/OOPY/O/OP/PPYY/PYBGOBP/PY*YO 1 BBBBBBBBOOOOOOOGGGGGGGGGGPPPPYYYYYY***/"
    "BBBBBBBBBOOOOOGGGGGGPPPPPPPPYYYYYYY* B/Y"
)

FEWEST_LEFT = (
    "GPGO/Y/P/OY/GBP/BPYO/YOB/O 2 BBBBBBBBOOOOOOOOOOOOGGGGPPPPPYYYYYYYYY****/"
    "BBBBBBBBOOGGGGGGGGGGGGPPPPPPPPPPYYYYYY* O/G"
)
FEWEST_TAKEN = (
    "G/Y/PG/OB/GOBPYP/P/GBP 1 BBBBBBBBBBBBBOOOOOOOGGGGGGGGGGPPPPPPY**/"
    "BBBOOOOOOOOOOGGGGGPPPPPPPPYYYYYYYYYYYYYYYY*** O/Y"
)
CLEARED = (
    "BGBGOBOG/G/OG/Y/YOY 1 BBBBBBBBBBGGGPPPPPPPPPYYYYYYYYYYYYYY***/"
    "BBBBBBOOOOOOOOOOOOOOOGGGGGGGGGGGPPPPPPPPPPYY** G/P"
)


def tokens(scene: Scene) -> dict[str, str]:
    """The tokens on the slides, by cell."""
    return {
        solid.id: solid.colour
        for solid in scene.solids
        if solid.kind is Kind.TOKEN and " " not in solid.id
    }


def test_slides_go_uphill_and_are_ordered_from_left_to_right() -> None:
    scene = sommet.game("colorpop").start(seed=1).view(0).scene()
    low, high, right = (solid(scene, cell).place for cell in ("a1", "a10", "b1"))
    assert high[2] > low[2]
    assert high[1] > low[1]
    assert right[0] == low[0] + 1
    assert len(tokens(scene)) == 100


def test_every_token_of_a_group_is_a_target() -> None:
    """C4a: the joker and what is reached through it belong to the group."""
    spots = view_of("colorpop", THROUGH).scene().spots
    assert {spot.at for spot in spots if spot.step == "Yg2"} == {"g2", "h2", "h3", "h4"}


def test_jokers_alone_can_be_clicked() -> None:
    """C4b"""
    spots = view_of("colorpop", JOKERS).scene().spots
    assert {spot.at for spot in spots if spot.step == "*b3"} == {"b3", "c3"}


def test_a_group_goes_to_the_tray_and_the_others_slide_down() -> None:
    """C5, C6"""
    view = view_of("colorpop", THROUGH)
    effects = view.effects(("Yg2",))
    taken = [effect for effect in effects if effect.solid and effect.solid.id.startswith("taken")]
    assert [effect.id for effect in taken] == ["g2", "h2", "h3", "h4"]
    piled = [effect.solid.id for effect in taken if effect.solid]
    assert piled == ["taken 0Y6", "taken 0Y7", "taken 0*3", "taken 0Y8"]
    slid = {effect.id: effect.solid.id for effect in effects[4:] if effect.solid}
    assert slid == {"g3": "g2", "g4": "g3", "g5": "g4", "g6": "g5", "g7": "g6", "h5": "h2"}
    assert {effect.act for effect in effects} == {EffectKind.MOVE}


def test_slides_close_up_and_tokens_move_around_corners() -> None:
    """C5"""
    view = view_of("colorpop", CLOSING)
    slid = {effect.id: effect for effect in view.effects(("Pc1",))[2:]}
    assert {name: effect.solid.id for name, effect in slid.items() if effect.solid} == {
        "c2": "c1",
        "e1": "d1",
        "f1": "e1",
        "f2": "e2",
        "f3": "e3",
    }
    assert slid["c2"].via == (solid(view.scene(), "c1").place,)
    after = tokens(view.scene(("Pc1",)))
    assert [after[cell] for cell in ("c1", "d1", "e1", "e2")] == ["B"] * 4


def test_taken_tokens_are_piled_and_counted() -> None:
    scene = view_of("colorpop", CLOSING).scene()
    pile = [solid for solid in scene.solids if solid.id.startswith("taken 0P")]
    assert len(pile) == 10
    assert len({(token.place[0], token.place[1]) for token in pile}) == 1
    assert len({token.place[2] for token in pile}) == 10
    counts = [label.text for label in scene.labels if label.role is Role.COUNT]
    assert counts == ["12", "4", "6", "10", "6", "2", "3", "13", "11", "7", "10", "3"]


def test_the_last_move_is_marked_in_the_tray_and_on_emptied_cells() -> None:
    before, after = view_of("colorpop", THROUGH), view_of("colorpop", THROUGH, "Yg2").scene()
    there = {each.cell for each in after.solids}
    popped = [cell for cell in ("g2", "h2", "h3", "h4") if cell not in there]
    assert popped
    marks = ("taken 0Y8", "taken 0*3", *(solid(before.scene(), cell) for cell in popped))
    assert after.marks == marks
    assert before.scene(("Yg2",)).marks == marks
    assert view_of("colorpop", THROUGH).scene().marks == ()


def test_the_deciding_tokens_are_highlighted() -> None:
    """C7: the tokens of their colour that the winner took. C8: what is left of everyone's colour,
    or what everyone took of it after a tie. The winner's tokens hop, the others' stay."""
    board = r"[a-j]\d+"
    for text, ids, winners, others in (
        (FEWEST_LEFT, board, "G", "O"),
        (FEWEST_TAKEN, r"taken \d.*", "O", "Y"),
        (CLEARED, r"taken 1P\d+", "P", ""),
    ):
        view = view_of("colorpop", text)
        secrets, effects = "".join(view.secrets), view.victory_effects()
        lit = [effect.solid for effect in effects if effect.solid]
        shown = [solid for solid in lit if not solid.id.startswith("secret")]
        assert all(re.fullmatch(ids, solid.id) for solid in shown)
        assert isinstance(view.outcome, Outcome)
        counts = dict(view.outcome.figures)["left" if ids == board else "taken"]
        expected = {letter: counts[secrets.index(letter)] for letter in winners + others}
        if ids != board:  # only the top of a pile
            expected = {letter: min(1, count) for letter, count in expected.items()}
        assert Counter(solid.colour for solid in shown) == expected
        assert {effect.solid.colour for effect in effects if effect.solid and effect.via} == {
            winners
        }


def test_secret_tokens_are_shown_only_to_those_who_may_see_them() -> None:
    """C2, C11: in teams, to the partner too."""
    position = sommet.game("colorpop", players=4, variant="teams").start(seed=1)
    for viewer in range(4):
        scene = position.view(viewer).scene()
        hidden = [solid(scene, f"secret {seat}.0").colour == "?" for seat in range(4)]
        assert hidden == [(seat - viewer) % 2 == 1 for seat in range(4)]


@pytest.mark.parametrize(
    "options",
    [
        {"players": 5},
        {"variant": "two_colours"},
        {"players": 1, "colours": 5},
        {"players": 4, "variant": "teams"},
    ],
    ids=str,
)
def test_trays_have_space_for_all_their_tokens(options: dict[str, str | int]) -> None:
    game = ColorPop.create(**options)
    assert isinstance(game, ColorPop)
    for seat in range(game.seats):
        wood = tray(game, seat)
        held = [secret(game, seat, index, "B") for index in range(game.hand)]
        held += [taken(game, seat, colour, 0) for colour in "BOGPY*"]
        places = [token.place[0] for token in held]
        assert places == sorted(places)
        for token in held:
            assert abs(token.place[0] - wood.place[0]) <= (wood.size[0] - token.size[0]) / 2
        assert all(right - left > 0.53 for left, right in pairwise(places))
