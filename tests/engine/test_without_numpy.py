"""Everything that a player needs runs on the standard library and the shipped library alone, and
gives the same results as with NumPy and Numba installed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sommet.machine import shipped_library
from tests.new_interpreter import run_code

pytestmark = pytest.mark.skipif(
    not shipped_library.loaded(), reason="there is no library for this machine"
)

WITHOUT = """
import sys
for name in ("filelock", "llvmlite", "numba", "numpy"):
    sys.modules[name] = None
"""

CHOICES = """
import json, sys
import sommet
from sommet.engine.analysis import review_record

# Like a game's options, so that few games meet much: two, three and four players, teams, a leaver.
GAMES = {
    "pylos": "variant=expert",
    "triedre": "",
    "kabaleo": "players=3",
    "colorpop": "players=4 variant=teams",
}

def choices(name):
    game = sommet.game(f"{name} {GAMES[name]}".strip())
    record, found = sommet.Record.new(game, 5), []
    levels = [level for level in sommet.levels(game) if level != "perfect"]
    players = [
        sommet.player(game, level, seed=3, simulations=150, cores=1 + (level == "master"))
        for level in levels
    ]
    while not record.outcome and len(record.moves) < 40:
        player = players[len(record.moves) % len(players)]
        move = player.choose(record.view(record.turn))
        found.append(str(move))
        record = record.play(move)
        if len(record.moves) == 6 and len(game.sides) > 2:
            record = record.resign(record.turn)
            record = record.play(record.stand_in())
    short = sommet.Record.new(game, 5)
    for move in record.moves[:3]:
        short = short.play(move)
    analyst = sommet.player(game, "strong", seed=1, simulations=100)
    for review in review_record(short, analyst):
        found.append([str(review.best.move), str(review.played.move), round(review.loss, 6)])
    analysis = analyst.analyse(short.view(short.turn))
    found += [[str(line.move), line.visits, round(line.value, 6)] for line in analysis.lines]
    return found

print(json.dumps(choices(sys.argv[1])))
"""

PERFECT = """
import json, random
import sommet
from sommet.engine.solve import probe

def lines(analysis):
    return sorted([str(line.move), line.value] for line in analysis.lines if line.proven)

def won(position):
    view = position.view(position.turn)
    player = sommet.player(position.game, "perfect", seconds=600)
    chosen = player.choose(view)
    analysis = player.analyse(view)
    assert chosen in [line.move for line in analysis.lines if line.value == analysis.value]
    return [analysis.value, lines(analysis)]

pylos = sommet.game("pylos").parse("LDDLDDLDLLLLLLD./LLDDDDD../L.../. D")
triedre = sommet.game("triedre").start()
first = probe(triedre).value
chance = random.Random(4)
for _ in range(14):
    triedre = triedre.play(chance.choice(triedre.moves()))
print(json.dumps([won(pylos), first, won(triedre)]))
"""

SOLO = """
import json
from datetime import date
import sommet
from sommet.engine.solo.daily import find_daily, solo_game
from sommet.engine.solo.solver import solve
from sommet.machine.kernel_interface import start
from sommet.machine.perft import perft
from sommet.machine.playout import playouts

found = []
for seed in range(3):
    *_, solved = solve(sommet.game("colorpop", players=1).start(seed).view(0), widths=(1, 8, 64))
    found.append([solved.status.value, solved.width, solved.positions, *map(str, solved.moves)])
daily = find_daily(solo_game(), date(2031, 1, 1))
found.append([daily.number, daily.width, *daily.solution])
for name in sommet.names():
    state = start(sommet.game(name), 3)
    found.append([perft(state, 2), *map(list, playouts(state, 5))])
print(json.dumps(found))
"""

WHOLE_GAMES = """
import sommet
for name in sommet.names():
    for level in (*sommet.levels(name), "random"):
        game = sommet.game(name)
        record = sommet.Record.new(game, 2)
        player = sommet.player(game, level, seconds=0.02)
        while not record.outcome and len(record.moves) < 100:
            record = record.play(player.choose(record.view(record.turn)))
        print(name, level)
"""

LOADED = """
import sommet
sommet.player("kabaleo", "master", simulations=50).choose(sommet.game("kabaleo").start(1).view(0))
import sys
print("numpy" in sys.modules)
"""


def same_with_and_without(code: str, *arguments: str) -> Any:
    """The results of some code, which NumPy and Numba don't change."""
    without, whole = run_code(WITHOUT + code, *arguments), run_code(code, *arguments)
    assert without == whole
    return json.loads(without)


@pytest.mark.parametrize("name", ["pylos", "triedre", "kabaleo", "colorpop"])
def test_players_choose_and_analyse_alike_without_numpy(name: str) -> None:
    assert len(same_with_and_without(CHOICES, name)) > 20


def test_proofs_are_found_without_numpy() -> None:
    (pylos, pylos_lines), first, (triedre, triedre_lines) = same_with_and_without(PERFECT)
    assert (pylos, first) == (1.0, "win")
    assert pylos_lines
    assert triedre_lines
    assert triedre in (0.0, 1.0)


def test_solo_deals_perft_and_random_games_need_no_numpy() -> None:
    assert [row[0] for row in same_with_and_without(SOLO)[:3]].count("won") > 0


def test_every_level_plays_whole_games_without_numpy() -> None:
    played = run_code(WITHOUT + WHOLE_GAMES).splitlines()
    assert len(played) == 4 * 6 + 2


def test_numpy_is_not_loaded_where_it_is_not_needed() -> None:
    """It is installed here, but without Numba nothing uses it."""
    hidden = WITHOUT.replace(', "numpy"', "")
    assert run_code(hidden + LOADED) == "False\n"
