"""Drafts and edits in every game: no piece is lost, and there is always something to edit."""

from __future__ import annotations

import random
from typing import Any

import pytest

import sommet
from sommet.core.editor import draft_scene, edits_of, next_secret, parse_draft, with_turn
from sommet.core.errors import TextError
from sommet.core.game import Game
from sommet.core.view import View

GAMES = [
    sommet.game(name, **chosen)
    for name in sommet.names()
    for chosen in type(sommet.game(name)).sizes().values()
]
"""Every game, for every number of players."""


def steps(view: View[Any], path: tuple[str, ...]) -> set[str]:
    return {edit.spot.step for edit in edits_of(view, path)}


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_edit_leads_to_a_draft_that_can_be_drawn_and_edited(game: Game[Any]) -> None:
    chance = random.Random(str(game))
    view = parse_draft(game, str(game.start(1)))
    for _ in range(12):
        path: tuple[str, ...] = ()
        while not (edit := chance.choice(edits_of(view, path))).text:
            path = (*path, edit.spot.step)
            assert len(path) == 1, "an edit picks up one piece and puts it down"
            assert draft_scene(view, path).marks, "the piece in hand is marked"
        view = parse_draft(game, edit.text)
        scene = draft_scene(view)
        ids = {solid.id for solid in scene.solids}
        assert len(ids) == len(scene.solids)
        assert {spot.at for spot in scene.spots if isinstance(spot.at, str)} <= ids
        assert str(view) == edit.text


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_click_is_never_ambiguous(game: Game[Any]) -> None:
    view = parse_draft(game, str(game.start(1)))
    takes = {edit.spot.step for edit in edits_of(view, ()) if not edit.text}
    for path in ((), *((step,) for step in sorted(takes)[:8])):
        leads: dict[str, str] = {}
        for edit in edits_of(view, path):
            assert " " not in edit.spot.step, "spaces separate the steps of a path"
            assert leads.setdefault(edit.spot.step, edit.text) == edit.text


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_any_player_can_be_set_to_move(game: Game[Any]) -> None:
    view = parse_draft(game, str(game.start(1)))
    for seat in range(game.seats):
        assert parse_draft(game, with_turn(view, seat)).turn == seat


def test_a_real_position_can_be_set_up_by_hand() -> None:
    game = sommet.game("pylos")
    view = parse_draft(game, str(game.start()))
    for colour, cell in (("L", "1a1"), ("D", "1b1"), ("D", "1a2"), ("L", "1b2"), ("L", "2a1")):
        [text] = {edit.text for edit in edits_of(view, (colour,)) if edit.spot.step == cell}
        view = parse_draft(game, text)
    assert str(view) == "LD..DL........../L......../..../. L"
    assert "1a1" not in steps(view, ()), "it carries another ball"
    assert game.parse(str(view)).table.turn == 0


def test_a_draft_need_not_be_a_valid_position() -> None:
    game = sommet.game("kabaleo", players=2)
    view = parse_draft(game, str(game.start(3)))
    [text] = {edit.text for edit in edits_of(view, ("0B",)) if edit.spot.step == "1B"}
    assert parse_draft(game, text).table != view.table
    with pytest.raises(TextError, match="cannot be player 1"):
        game.parse(text)


def test_a_pair_made_by_hand_leaves_the_board() -> None:
    game = sommet.game("kabaleo", players=2)
    view = parse_draft(game, "gO,b,g,o,p,b,g,o,p,b,g,o,p,b,o,p BO/GG - 1 PO")
    [text] = {edit.text for edit in edits_of(view, ("0O",)) if edit.spot.step == "1"}
    assert text.startswith("g,b,")


def test_a_token_goes_to_a_tray_and_back() -> None:
    game = sommet.game("colorpop", players=2)
    start = parse_draft(game, str(game.start(1)))
    [tray] = {edit.text for edit in edits_of(start, ("a1",)) if edit.spot.step[0] == "1"}
    token = start.table.slides[0][0]
    assert parse_draft(game, tray).table.taken == ("", token)
    back = parse_draft(game, tray)
    [text] = {e.text for e in edits_of(back, (f"1{token}",)) if e.spot.step == "a10"}
    assert sorted(parse_draft(game, text).table.slides[0]) == sorted(start.table.slides[0])


def test_secrets_cycle_and_skip_those_of_other_players() -> None:
    assert [next_secret(each, "O", "BOG") for each in "BG?"] == ["G", "?", "B"]
    game = sommet.game("colorpop", players=2, variant="two_colours")
    view = parse_draft(game, str(game.start(1)))
    for _ in range(30):
        step = random.Random(str(view)).choice(["secret0.0", "secret1.1"])
        [text] = {edit.text for edit in edits_of(view, ()) if edit.spot.step == step}
        view = parse_draft(game, text)
        game.parse_view(text)
