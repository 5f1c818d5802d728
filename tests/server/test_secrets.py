"""Nothing that leaves the house before the reveal depends on a secret that its reader may not know.

`SOMMET_DRILLS=1 pytest -s tests/server/test_secrets.py` compares more than ten thousand answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sommet
from tests.server.noninterference import (
    Script,
    alike,
    answers,
    asked,
    clearing,
    deals,
    play,
    script,
)
from tests.server.services import fresh_database
from tests.server.timeouts import ALL

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["sqlite", "postgresql"] if ALL else ["sqlite"])
def empty(request: pytest.FixtureRequest) -> Iterator[Callable[[], str]]:
    """Gives an empty database of each kind in turn, as often as it is asked."""
    with ExitStack() as stack:
        if request.param == "sqlite":
            yield lambda: ""
        else:
            postgres = request.getfixturevalue("postgres")
            yield lambda: stack.enter_context(fresh_database(postgres))


async def compared(
    folder: Path, scripted: Script, patch: pytest.MonkeyPatch, empty: Callable[[], str]
) -> int:
    """How many answers were alike, to everyone who may not know the difference."""
    game, people, count = scripted.start.game, scripted.people, 0
    real = await play(folder, scripted, scripted.start.start.secrets, patch, empty())
    worlds = {world for viewer in scripted.viewers for world in deals(scripted, viewer)}
    assert worlds, "there is something to hide"
    for world in sorted(worlds)[: None if ALL else 2]:
        other = await play(folder, scripted, world, patch, empty())
        for viewer in alike(scripted, world):
            # Who has no seat sees what the spectator sees, whether we know their name or not.
            for at in range(people, people + 2) if viewer is None else (viewer,):
                for mine, theirs in zip(answers(real, at), answers(other, at), strict=True):
                    assert mine == theirs, f"{viewer} can find out {world}"
                    count += 1
                assert asked(other, at) == asked(real, at), f"an engine is told {world}"
        assert sorted(other.logger) == sorted(real.logger), f"the log tells {world}"
    kinds = {msgspec.json.decode(text)["kind"] for text in real.messages[0]}
    assert {"present", "happened", "welcome", "you", "refused", "listed"} <= kinds
    print(f"\n{game}: {count} answers alike in {len(worlds)} other deals")
    return count


@pytest.mark.parametrize(
    ("name", "options", "leaver"),
    [
        ("kabaleo", {"players": 2}, None),
        ("kabaleo", {"players": 3}, 1),
        ("colorpop", {"players": 2}, None),
        ("colorpop", {"players": 4, "variant": "teams"}, None),
        *(
            [
                ("kabaleo", {"players": 4}, 2),
                ("colorpop", {"players": 3}, 1),
                ("colorpop", {"players": 5}, 3),
                ("colorpop", {"players": 2, "variant": "two_colours"}, None),
            ]
            if ALL
            else []
        ),
    ],
)
async def test_what_a_viewer_gets_does_not_depend_on_what_they_may_not_know(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    empty: Callable[[], str],
    name: str,
    options: dict[str, Any],
    leaver: int | None,
) -> None:
    scripted = script(sommet.game(name, **options), 24 if ALL else 4, leaver)
    assert await compared(tmp_path, scripted, monkeypatch, empty) > 100


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("kabaleo", {"players": 3}),
        *([("colorpop", {"players": 3}), ("colorpop", {"players": 5})] if ALL else []),
    ],
)
async def test_hints_and_analyses_do_not_depend_on_what_the_asker_may_not_know(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    empty: Callable[[], str],
    name: str,
    options: dict[str, Any],
) -> None:
    """Somebody plays bots, whose colours are not theirs to know, and asks for a hint every time."""
    scripted = script(sommet.game(name, **options), 24 if ALL else 6, bots=True)
    assert await compared(tmp_path, scripted, monkeypatch, empty) > 100
    real = await play(tmp_path, scripted, scripted.start.start.secrets, monkeypatch, empty())
    hints = [text for text in real.messages[0] if b'"kind":"hint_given"' in text]
    assert len(hints) == sum(not act.driven for act in scripted.acts) + 1
    assert len(asked(real, 0)) > len(hints), "an analysis was asked for, too"
    assert asked(real, 1), "onlookers may ask for one"


async def test_nobody_is_told_that_a_leaver_would_have_won(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, empty: Callable[[], str]
) -> None:
    """C7: once a colour is gone its holder has won; of one who left it must not be seen, neither in
    past frames nor in the moves that there are."""
    scripted = clearing(sommet.game("colorpop", players=3), 2)
    assert await compared(tmp_path, scripted, monkeypatch, empty) > 100


async def test_one_s_own_secret_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison above would notice a difference: whose secret changes sees it."""
    scripted = script(sommet.game("kabaleo", players=2))
    own = scripted.start.start.secrets
    mine = next(world for world in deals(scripted, None) if world[0] != own[0])
    assert 0 not in alike(scripted, mine)
    real = await play(tmp_path, scripted, own, monkeypatch)
    other = await play(tmp_path, scripted, mine, monkeypatch)
    assert other.messages[0] != real.messages[0]
    assert other.whole[0] != real.whole[0]
    assert other.answers[0] != real.answers[0]
    view = msgspec.json.decode(real.messages[0][1])["frame"]["board"]["view"]
    assert own[0] in view


async def test_partners_share_their_colours_and_nobody_else_s() -> None:
    """C11: the comparison above holds a partner's secret still, as it is theirs too."""
    scripted = script(sommet.game("colorpop", players=4, variant="teams"))
    own = scripted.start.start.secrets
    for viewer in range(4):
        partner = (viewer + 2) % 4
        for world in deals(scripted, viewer):
            differs = {at for at in range(4) if world[at] != own[at]}
            assert differs
            assert differs.isdisjoint({viewer, partner})
