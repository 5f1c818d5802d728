"""Scenes: effects lead from one to the next, secrets are revealed in place, all is valid JSON."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

import sommet
from sommet.core.outcome import Outcome
from sommet.core.scene import (
    Effect,
    EffectKind,
    Kind,
    Label,
    Role,
    Scene,
    Solid,
    Spot,
    apply_effects,
    lift,
    reveal_effects,
    to_plain,
)
from sommet.core.view import seat_label, turn_effects
from tests.scene_helpers import record_of

BALL = Solid("a", Kind.BALL, (0.0, 0.0, 0.0), "L")
TOKEN = Solid("b", Kind.TOKEN, (1.0, 0.0, 0.0), "?")


def test_effects_are_applied_in_order() -> None:
    moved = lift(BALL, (2.0, 0.0, 0.0))
    effects = (
        Effect(EffectKind.ENTER, "c", Solid("c", Kind.CUBE, (0.0, 3.0, 0.0), "D")),
        Effect(EffectKind.MOVE, "a", moved),
        Effect(EffectKind.LEAVE, "c"),
    )
    assert apply_effects([BALL, TOKEN], effects) == {moved, TOKEN}


def test_a_solid_may_reuse_the_id_of_one_that_left() -> None:
    moved = Solid("a", Kind.TOKEN, (0.0, 0.0, 0.0), "?")
    assert apply_effects(
        [BALL, TOKEN], [Effect(EffectKind.LEAVE, "a"), Effect(EffectKind.MOVE, "b", moved)]
    ) == {moved}


def test_two_solids_cannot_share_an_id() -> None:
    with pytest.raises(AssertionError, match="two solids share the id a"):
        apply_effects([BALL], [Effect(EffectKind.ENTER, "a", BALL)])


def test_a_solid_that_is_not_there_cannot_leave() -> None:
    with pytest.raises(KeyError):
        apply_effects([BALL], [Effect(EffectKind.LEAVE, "b")])


def test_only_a_secret_that_became_known_is_revealed() -> None:
    shown = Solid("b", Kind.TOKEN, (1.0, 0.0, 0.0), "G")
    effects = reveal_effects(Scene((BALL, TOKEN)), Scene((BALL, shown)))
    assert effects == (Effect(EffectKind.REVEAL, "b", shown),)


def test_the_effects_of_a_turn_follow_its_steps_and_end_with_the_reveal() -> None:
    text = "p,oGBP,gPO,pO,b,oGP,oB,p,gO,oP,bO,g,gBG,b,p,bPGB -/P 7 2 OB"
    before = record_of("kabaleo", text)
    after = before.play("P13")
    effects = turn_effects(before.view(1), after.moves[-1], after.view(1))
    assert [effect.act for effect in effects] == [
        EffectKind.MOVE,
        EffectKind.MOVE,
        EffectKind.REVEAL,
    ]
    assert effects[-1].solid is not None
    assert (effects[-1].id, effects[-1].solid.colour) == ("objective 0", "O")
    assert apply_effects(before.view(1).scene().solids, effects) == {*after.view(1).scene().solids}


def test_the_label_of_a_seat_shows_whose_turn_it_is_and_who_won() -> None:
    text = "LDDDLDDLDLDLDLDD/DLLDLDLLL/LLLD/. D"
    before = record_of("pylos", text, empty_reserve="may_raise")
    here = (0.0, 0.0, 0.0)
    roles = [seat_label(before.view(None), seat, here).role for seat in (0, 1)]
    assert roles == [Role.SEAT, Role.TURN]
    end = before.play("4a1").view(None)
    assert [seat_label(end, seat, here).role for seat in (0, 1)] == [Role.SEAT, Role.WINNER]
    assert seat_label(end, 1, here).text == "2"
    assert isinstance(end.outcome, Outcome)
    drawn = replace(end, outcome=replace(end.outcome, winners=(0, 1)))
    assert {seat_label(drawn, seat, here).role for seat in (0, 1)} == {Role.SEAT}


def test_the_label_of_a_seat_has_its_colour_unless_secret() -> None:
    here = (0.0, 0.0, 0.0)
    for name, colours in (("pylos", "LD"), ("triedre", "LD"), ("kabaleo", ""), ("colorpop", "")):
        view = sommet.game(name).start(seed=1).view(0)
        labels = (seat_label(view, seat, here) for seat in (0, 1))
        assert "".join(label.colour for label in labels) == colours


def test_nobody_is_marked_as_winner_while_that_depends_on_a_secret() -> None:
    """C7: player 2 takes the last blue tokens, and does not know whose colour blue is."""
    text = (
        "G/B/BGG/YO/OPGYO/P 2 BBBBBBBBBBBBBOOGGGGGGGGPPPPPPPPPPYYYYYYYYYY*/"
        "BBBBOOOOOOOOOOOOOOGGGGGGGPPPPPPPYYYYYYY**** ?/Y"
    )
    view = sommet.game("colorpop").parse_view(text).play("Bb1")
    assert view.outcome is sommet.UNDECIDED
    roles = {label.role for label in view.scene().labels}
    assert roles == {Role.NAME, Role.SEAT, Role.COUNT}


def test_a_plain_scene_omits_default_values() -> None:
    scene = Scene(
        (BALL, TOKEN),
        spots=(Spot("1a1", BALL, "1a1"), Spot("x", "b")),
        labels=(Label((0.0, 0.0, 0.0), "3", Role.COUNT, "L"),),
    )
    data = to_plain(scene)
    assert json.loads(json.dumps(data)) == data
    assert data["solids"][0] == {
        "id": "a",
        "kind": "ball",
        "place": [0.0, 0.0, 0.0],
        "colour": "L",
    }
    assert data["spots"][1] == {"step": "x", "at": "b"}
    assert data["labels"] == [{"place": [0.0, 0.0, 0.0], "text": "3", "colour": "L"}]
    assert "marks" not in data
    assert to_plain(Effect(EffectKind.LEAVE, "a")) == {"act": "leave", "id": "a"}


@pytest.mark.parametrize("name", sommet.names())
def test_scenes_of_every_game_are_valid_json(name: str) -> None:
    data = to_plain(sommet.game(name).start(seed=1).view(0).scene())
    assert json.loads(json.dumps(data)) == data
    assert {"solids", "spots", "labels", "title"} <= data.keys()


@pytest.mark.parametrize("name", sommet.names())
def test_victory_effects_leave_the_board_as_it_is(name: str) -> None:
    chance, record = random.Random(2), sommet.Record.new(sommet.game(name), seed=2)
    assert record.view().victory_effects() == ()
    while not record.outcome:
        record = record.play(chance.choice(record.position.moves()))
    effects = record.view().victory_effects()
    assert len(record.outcome.winners) == 1
    assert effects
    still = apply_effects(record.view().scene().solids, effects)
    if name != "pylos":
        assert still == {*record.view().scene().solids}
    else:
        assert {"4a1"} <= {solid.id for solid in still}, "the summit is crowned"


def test_a_resigned_game_has_no_victory_effects() -> None:
    record = sommet.Record.new(sommet.game("kabaleo"), seed=2).resign(0)
    assert record.outcome
    assert record.view().victory_effects() == ()
