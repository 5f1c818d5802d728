"""Nothing that the server sends before the reveal depends on a secret its reader may not know.

`SOMMET_DRILLS=1 pytest -s tests/server/test_secrets.py` compares more than ten thousand responses.
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
    clearing_script,
    engine_jobs,
    other_deals,
    play,
    responses,
    script,
    viewers_who_cannot_tell,
)
from tests.server.services import fresh_database
from tests.server.timeouts import DRILLS

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["sqlite", "postgresql"] if DRILLS else ["sqlite"])
def new_database(request: pytest.FixtureRequest) -> Iterator[Callable[[], str]]:
    """Returns the URL of a new, empty database at each call; of each kind in turn."""
    with ExitStack() as stack:
        if request.param == "sqlite":
            yield lambda: ""
        else:
            postgres = request.getfixturevalue("postgres")
            yield lambda: stack.enter_context(fresh_database(postgres))


async def compare_worlds(
    folder: Path, scripted: Script, patch: pytest.MonkeyPatch, new_database: Callable[[], str]
) -> int:
    """Compare what every viewer receives in deals they cannot tell apart; returns the number of
    responses."""
    game, people, count = scripted.start.game, scripted.people, 0
    real = await play(folder, scripted, scripted.start.start.secrets, patch, new_database())
    worlds = {world for viewer in scripted.viewers for world in other_deals(scripted, viewer)}
    assert worlds, "there is something to hide"
    for world in sorted(worlds)[: None if DRILLS else 2]:
        other = await play(folder, scripted, world, patch, new_database())
        for viewer in viewers_who_cannot_tell(scripted, world):
            # Named and anonymous spectators see the same.
            for at in range(people, people + 2) if viewer is None else (viewer,):
                for mine, theirs in zip(responses(real, at), responses(other, at), strict=True):
                    assert mine == theirs, f"{viewer} can find out {world}"
                    count += 1
                assert engine_jobs(other, at) == engine_jobs(real, at), f"an engine learns {world}"
        assert sorted(other.logger) == sorted(real.logger), f"the log reveals {world}"
    kinds = {msgspec.json.decode(text)["kind"] for text in real.messages[0]}
    assert {"present", "happened", "welcome", "you", "refused", "listed"} <= kinds
    print(f"\n{game}: {count} answers alike in {len(worlds)} other deals")
    return count


@pytest.mark.parametrize(
    ("name", "options", "leaver"),
    [
        ("kabaleo", {"players": 3}, 1),
        ("colorpop", {"players": 4, "variant": "teams"}, None),
        *(
            [
                ("kabaleo", {"players": 2}, None),
                ("kabaleo", {"players": 4}, 2),
                ("colorpop", {"players": 2}, None),
                ("colorpop", {"players": 3}, 1),
                ("colorpop", {"players": 5}, 3),
                ("colorpop", {"players": 2, "variant": "two_colours"}, None),
            ]
            if DRILLS
            else []
        ),
    ],
)
async def test_nothing_a_viewer_receives_depends_on_what_they_may_not_know(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    new_database: Callable[[], str],
    name: str,
    options: dict[str, Any],
    leaver: int | None,
) -> None:
    scripted = script(sommet.game(name, **options), 24 if DRILLS else 4, leaver)
    assert await compare_worlds(tmp_path, scripted, monkeypatch, new_database) > 100


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("kabaleo", {"players": 3}),
        *([("colorpop", {"players": 3}), ("colorpop", {"players": 5})] if DRILLS else []),
    ],
)
async def test_hints_and_analyses_do_not_depend_on_hidden_secrets(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    new_database: Callable[[], str],
    name: str,
    options: dict[str, Any],
) -> None:
    """A guest plays bots, whose colours are hidden, and asks for a hint at every turn."""
    scripted = script(sommet.game(name, **options), 24 if DRILLS else 6, bots=True)
    assert await compare_worlds(tmp_path, scripted, monkeypatch, new_database) > 100
    real = await play(tmp_path, scripted, scripted.start.start.secrets, monkeypatch, new_database())
    hints = [text for text in real.messages[0] if b'"kind":"hint_given"' in text]
    assert len(hints) == sum(not act.driven for act in scripted.acts) + 1
    assert len(engine_jobs(real, 0)) > len(hints), "an analysis was requested too"
    assert engine_jobs(real, 1), "onlookers may ask for one"


async def test_nothing_reveals_that_a_player_who_left_would_have_won(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new_database: Callable[[], str]
) -> None:
    """C7: a player wins once their colour is gone. If they have left, neither past frames nor the
    legal moves may show it."""
    scripted = clearing_script(sommet.game("colorpop", players=3), 2)
    assert await compare_worlds(tmp_path, scripted, monkeypatch, new_database) > 100


async def test_players_see_their_own_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The comparison above would notice a difference: players whose secret changes see it."""
    scripted = script(sommet.game("kabaleo", players=2))
    own = scripted.start.start.secrets
    mine = next(world for world in other_deals(scripted, None) if world[0] != own[0])
    assert 0 not in viewers_who_cannot_tell(scripted, mine)
    real = await play(tmp_path, scripted, own, monkeypatch)
    other = await play(tmp_path, scripted, mine, monkeypatch)
    assert other.messages[0] != real.messages[0]
    assert other.whole[0] != real.whole[0]
    assert other.responses[0] != real.responses[0]
    view = msgspec.json.decode(real.messages[0][1])["frame"]["board"]["view"]
    assert own[0] in view


async def test_partners_know_only_each_others_colours() -> None:
    """C11: the comparison above keeps a partner's secret fixed, as players know it."""
    scripted = script(sommet.game("colorpop", players=4, variant="teams"))
    own = scripted.start.start.secrets
    for viewer in range(4):
        partner = (viewer + 2) % 4
        for world in other_deals(scripted, viewer):
            differs = {at for at in range(4) if world[at] != own[at]}
            assert differs
            assert differs.isdisjoint({viewer, partner})
