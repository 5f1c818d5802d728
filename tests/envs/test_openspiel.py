"""OpenSpiel's own tests and algorithms on our games, and what its states may reveal."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sommet
from sommet import Game, Position
from sommet.core.errors import OptionError
from sommet.testing import every_game
from tests.envs.game_selection import ALL, GAMES

pyspiel = pytest.importorskip("pyspiel")

openspiel = pytest.importorskip("sommet.envs.openspiel")

SIMULATIONS = 10 if ALL else 1


def openspiel_name(game: Game[Any], **more: str | int) -> str:
    """The string that loads this game in OpenSpiel."""
    chosen = {name: str(value).replace("-", "_") for name, value in game.chosen.items()}
    given = ",".join(f"{name}={value}" for name, value in {**chosen, **more}.items())
    return f"sommet_{game.id}({given})" if given else f"sommet_{game.id}"


def position_before_end(game: Game[Any], seed: int, moves: int) -> Position[Any]:
    """A position this many moves before the end of a random game."""
    chance, way = random.Random(seed), [game.start(seed)]
    while not way[-1].outcome:
        way.append(way[-1].play(chance.choice(way[-1].moves())))
    return way[-1 - moves]


def load_from_position(position: Position[Any], *, hidden: bool = True) -> Any:
    """OpenSpiel's game that starts from this position."""
    shown = position.view(None) if hidden else position
    return pyspiel.load_game(openspiel_name(position.game, position=str(shown).replace(",", ";")))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_openspiel_simulation_test_passes(game: Game[Any]) -> None:
    found = pyspiel.load_game(openspiel_name(game, seed=4))
    assert found.game == game
    pyspiel.random_sim_test(found, num_sims=SIMULATIONS, serialize=True, verbose=False)


@pytest.mark.parametrize("name", sommet.names())
def test_a_generated_playthrough_can_be_replayed(name: str, tmp_path: Path) -> None:
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    flags.FLAGS.mark_as_parsed()
    first = generate_playthrough.playthrough(openspiel_name(sommet.game(name)), None, seed=7)
    file = tmp_path / "playthrough.txt"
    file.write_text(first, encoding="utf-8")
    shown, again = generate_playthrough.replay(str(file))
    assert again == shown
    assert "IsTerminal() = True" in shown


def assert_same_actions(state: Any) -> None:
    """The Python methods of a state agree with OpenSpiel's own."""
    assert state.legal_actions() == pyspiel.State.legal_actions(state)
    for player in range(state.num_players()):
        assert state.legal_actions(player) == pyspiel.State.legal_actions(state, player)


@pytest.mark.parametrize("game", every_game(), ids=str)
def test_an_openspiel_game_is_a_game_by_the_rules(game: Game[Any]) -> None:
    found = pyspiel.load_game(openspiel_name(game, seed=6))
    state, chance = found.new_initial_state(), random.Random(6)
    assert state.is_chance_node() is bool(game.start(6).secrets)
    assert_same_actions(state)
    if state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))
    world = state.at.world
    record = sommet.Record.of(
        Position(game, game.start(6).table, found.worlds[world] if world >= 0 else ())
    )
    path: tuple[str, ...] = ()
    while not state.is_terminal():
        assert state.current_player() == record.turn
        assert_same_actions(state)
        step = chance.choice(state.legal_actions())
        spelled = state.action_to_string(step)
        path = path if spelled == "done" else (*path, spelled)
        state.apply_action(step)
        if state.at.moment.is_turn_start:
            record, path = record.play("".join(path)), ()
    assert_same_actions(state)
    assert record.outcome is not None
    assert state.at.winners == record.outcome.winners
    assert str(state) == str(record.position)


@pytest.mark.parametrize(
    "name", [each for each in sommet.names() if sommet.game(each).start(0).secrets]
)
def test_observations_contain_no_secret_of_others(name: str) -> None:
    for game in every_game():
        if game.id != name or game.seats == 1:
            continue
        found = pyspiel.load_game(openspiel_name(game, seed=2))
        for player in range(game.seats):
            for alike in found.alike[player][:2]:
                states = []
                for world in alike[:3]:
                    state = found.new_initial_state()
                    state.apply_action(world)
                    chance = random.Random(1)
                    for _ in range(9):
                        state.apply_action(chance.choice(state.legal_actions()))
                    states.append(state)
                for tell in (
                    "information_state_string",
                    "information_state_tensor",
                    "observation_string",
                    "observation_tensor",
                ):
                    shown = [getattr(state, tell)(player) for state in states]
                    assert all(each == shown[0] for each in shown), tell


@pytest.mark.parametrize("name", ["kabaleo", "colorpop"])
def test_resampling_keeps_the_information_set(name: str) -> None:
    game = sommet.game(name, players=3)
    found = pyspiel.load_game(openspiel_name(game, seed=2))
    state, chance = found.new_initial_state(), random.Random(2)
    state.apply_action(7)
    uniform = random.Random(3).random
    while not state.is_terminal():
        player = state.current_player()
        drawn = [state.resample_from_infostate(player, uniform) for _ in range(8)]
        for other in drawn:
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.legal_actions() == state.legal_actions()
            assert other.history()[1:] == state.history()[1:]
            assert other.history()[0] == other.at.world
            again = found.new_initial_state()
            for action in other.history():
                assert not again.is_terminal(), "with those secrets the game had ended before"
                again.apply_action(action)
            assert str(again) == str(other)
            assert again.current_player() == player
        if len(state.history()) < 8:
            assert len({other.at.world for other in drawn}) > 1
        state.apply_action(chance.choice(state.legal_actions()))


def test_copies_are_independent_and_share_immutable_state() -> None:
    state = pyspiel.load_game("sommet_triedre").new_initial_state()
    copy = state.clone()
    assert copy.at is state.at
    copy.apply_action(copy.legal_actions()[0])
    assert copy.history() != state.history()
    assert copy.at is not state.at


def evaluator(seed: int) -> Any:
    from open_spiel.python.algorithms import mcts

    return mcts.RandomRolloutEvaluator(1, np.random.RandomState(seed))


@pytest.mark.parametrize("name", ["pylos", "triedre"])
def test_the_openspiel_mcts_bot_plays_a_whole_game(name: str) -> None:
    from open_spiel.python.algorithms import mcts

    found = pyspiel.load_game(openspiel_name(sommet.game(name)))
    chance = np.random.RandomState(1)
    bot = mcts.MCTSBot(found, 1.4, 4, evaluator(1), random_state=chance)
    state = found.new_initial_state()
    while not state.is_terminal():
        state.apply_action(int(bot.step(state)))
    assert sum(state.returns()) == 0


@pytest.mark.parametrize(
    "game", [sommet.game("kabaleo", players=3), sommet.game("colorpop")], ids=str
)
def test_the_openspiel_ismcts_bot_plays_a_whole_game(game: Game[Any]) -> None:
    from open_spiel.python.algorithms import ismcts

    found = pyspiel.load_game(openspiel_name(game, seed=1))
    chance = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(found, evaluator(1), 1.4, 4, random_state=chance)
    state = found.new_initial_state()
    state.apply_action(2)
    while not state.is_terminal():
        state.apply_action(int(bot.step(state)))
    assert sum(state.returns()) == pytest.approx(0)


def test_the_openspiel_minimax_value_agrees_with_the_rules_and_the_solver() -> None:
    from open_spiel.python.algorithms import minimax

    game = sommet.game("triedre")
    solver = sommet.player(game, "perfect")
    values = set()
    for seed in range(4):
        position = position_before_end(game, seed, 3)
        seat = position.turn
        value, _ = minimax.alpha_beta_search(
            load_from_position(position), maximizing_player_id=seat
        )
        assert value == minimax_value(position, seat)
        assert value == 2 * solver.analyse(position.view(seat)).value - 1
        values.add(value)
    assert values == {1, -1}


def test_open_secrets_mean_no_chance_node() -> None:
    from open_spiel.python.algorithms import minimax

    position = position_before_end(sommet.game("kabaleo"), 1, 2)
    found = load_from_position(position, hidden=False)
    assert found.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert not found.new_initial_state().is_chance_node()
    value, _ = minimax.alpha_beta_search(found, maximizing_player_id=position.turn)
    assert value == minimax_value(position, position.turn)


def minimax_value(position: Position[Any], seat: int) -> float:
    """The value that one of two seats can force, by the rules alone."""
    if position.outcome:
        winners = position.outcome.winners
        return 0.0 if len(winners) == 2 else 1.0 if winners == (seat,) else -1.0
    best = max if position.turn == seat else min
    return best(minimax_value(position.play(move), seat) for move in position.moves())


def test_counterfactual_regret_decreases_on_a_small_endgame() -> None:
    from open_spiel.python.algorithms import cfr, exploitability

    found = load_from_position(position_before_end(sommet.game("kabaleo"), 4, 2))
    assert len(found.worlds) == 12
    solver = cfr.CFRPlusSolver(found)
    first = exploitability.exploitability(found, solver.average_policy())
    for _ in range(8):
        solver.evaluate_and_update_policy()
    last = exploitability.exploitability(found, solver.average_policy())
    assert 0 <= last < first


def test_unknown_options_are_refused() -> None:
    with pytest.raises(OptionError, match="variant=grand is not possible"):
        pyspiel.load_game("sommet_pylos(variant=grand)")


def test_every_game_is_registered_once() -> None:
    openspiel.register_all()
    known = pyspiel.registered_names()
    assert [name for name in known if name.startswith("sommet_")] == [
        f"sommet_{name}" for name in sommet.names()
    ]
