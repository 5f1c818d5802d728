"""Beliefs: exact over all worlds, by Bayes' rule."""

from __future__ import annotations

from typing import Any

import pytest

import sommet
from sommet import Record, View
from sommet.core.hidden_state import mask_secret

pytest.importorskip("numba")

from sommet.engine.belief import Belief, WorldSet


def view_of(game: str, viewer: int = 0) -> View[Any]:
    return Record.new(sommet.game(game), 1, first=0).view(viewer)


@pytest.mark.parametrize(
    ("game", "worlds", "roles"),
    [
        ("pylos", 1, 1),
        ("kabaleo", 12, 4),
        ("kabaleo players=4", 360, 6),
        ("colorpop players=5", 120, 5),
        ("colorpop variant=two_colours", 30, 10),
        ("colorpop players=4 variant=teams", 120, 10),
        ("colorpop players=1 colours=3", 1, 1),
    ],
)
def test_a_world_set_contains_every_world_and_every_role(
    game: str, worlds: int, roles: int
) -> None:
    world_set = WorldSet.of(view_of(game))
    assert (len(world_set.worlds), len(set(world_set.worlds)), len(world_set.role_letters)) == (
        worlds,
        worlds,
        roles,
    )


def test_partners_share_a_role_because_they_see_each_other() -> None:
    world_set = WorldSet.of(view_of("colorpop players=4 variant=teams"))
    for world, roles in zip(world_set.worlds, world_set.roles, strict=True):
        assert roles[0] == roles[2] != roles[1] == roles[3]
        assert world_set.role_letters[roles[0]] == "".join(sorted(world[0] + world[2]))


def test_a_known_secret_excludes_all_other_worlds() -> None:
    view = view_of("kabaleo players=3", 1)
    belief = Belief.uniform(WorldSet.of(view)).given(view.secrets)
    believed = {
        world
        for world, chance in zip(belief.world_set.worlds, belief.probabilities, strict=True)
        if chance > 0
    }
    assert believed == set(view.worlds())
    assert belief.letter_probabilities(1)[view.secrets[1]] == pytest.approx(1)


def test_an_update_matches_bayes_rule_by_hand() -> None:
    """One role plays the move three times as often as each of the other three."""
    world_set = WorldSet.of(view_of("kabaleo"))
    likely = [0.3 if letters == "O" else 0.1 for letters in world_set.role_letters]
    after = Belief.uniform(world_set).updated(0, likely)
    assert after.letter_probabilities(0) == pytest.approx(
        {"B": 1 / 6, "G": 1 / 6, "O": 1 / 2, "P": 1 / 6}
    )
    # What the first player probably holds, the others probably don't.
    assert after.letter_probabilities(1)["O"] == pytest.approx(1 / 6)
    assert sum(after.probabilities) == pytest.approx(1)
    assert after.overlap(after) == pytest.approx(1)
    assert after.overlap(Belief.uniform(world_set)) == pytest.approx(3 / 4)


def test_a_spectator_lacks_only_hidden_information() -> None:
    view = view_of("kabaleo")
    spectator = Record.new(view.game, 1, first=0).view(None)
    assert spectator.secrets == tuple(map(mask_secret, view.secrets))
    assert WorldSet.of(spectator) is WorldSet.of(view)
