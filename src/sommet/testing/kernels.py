"""Compares each game's kernel with its rules: both must agree on everything.

`walk` plays one game in both. `make conformance` walks 10,000 random games of each game, spread
over its options, with the kernel on every leg: by the JIT, in the library and as WebAssembly. Needs
the extra `fast`.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, TypeAlias

from sommet.core.errors import missing_extra

if fault := missing_extra("sommet.testing.kernels", "jit", "numba", "numpy"):
    raise fault

import numpy as np
from rich.console import Console
from rich.progress import track

from sommet.core.game import Game
from sommet.core.move import Path, Steps
from sommet.core.outcome import Figures, Reason
from sommet.core.position import Position
from sommet.core.registry import kind, names
from sommet.machine.kernel_interface import (
    MAX_STEPS,
    RUNNING,
    State,
    canonical_steps,
    figures,
    is_turn_start,
    kernel_for,
    kernel_of,
    outcome,
    play,
    steps,
    turn,
)
from sommet.machine.playout import playouts
from sommet.machine.self_check import PLAYOUTS_PER_STATE
from sommet.testing.legs import compare_state, compare_step, legs
from sommet.testing.perft_tables import Row
from sommet.testing.random_games import every_option, random_game, some

__all__ = [
    "End",
    "PairedState",
    "ending",
    "follow",
    "kernel_figures",
    "moves",
    "self_check_table",
    "steps_by_text",
    "walk",
]

End: TypeAlias = tuple[tuple[int, ...], Reason]
"""The winners and the reason."""

GAMES = 10_000
"""Random games for each game."""
GAMES_PER_TASK = 20
"""Games that a worker walks before it reports progress."""
CHECKED_GAMES, CHECKED_SEQUENCES = 3, 1_000
"""Combinations of options in the self-check, and sequences counted from each position."""
FULL_CHECK_SHARE = 0.01
"""The share of positions whose successors are all compared."""
LEGS_SHARE = 0.05
"""The share of states of which all that compiled code derives is compared on every leg."""
LEAVE_CHANCE = 0.02
"""The probability that a player leaves before a move, in games that continue without them."""
MAX_MOVES = 500
"""Longer games are abandoned: some can only end by repetition."""
COMPARED = ("games", "moves", "positions", "successors", "half_turns", "left")
"""What is counted besides the reasons for ends."""


def steps_by_text(state: State, canonical: bool = False) -> dict[str, int]:
    """The possible steps by their text; a step that ends the turn has an empty text."""
    room = np.empty(MAX_STEPS, np.int16)
    found = canonical_steps(state, room) if canonical else steps(state, room)
    texts = {str(kernel_of(state).spell(state, int(step))): int(step) for step in room[:found]}
    assert len(texts) == found, f"two steps of {state} have one text: {texts}"
    return texts


def moves(state: State, path: Path = ()) -> Iterator[tuple[Path, State]]:
    """Every whole turn once: its canonical path and the resulting state."""
    for text, step in steps_by_text(state, canonical=True).items():
        after, longer = play(state, step), (*path, text) if text else path
        if is_turn_start(after):
            yield longer, after
        else:
            yield from moves(after, longer)


def ending(kernel: ModuleType, code: int) -> End | None:
    """The winners and the reason of a kernel's outcome, or None while the game is running."""
    if code == RUNNING:
        return None
    return tuple(seat for seat in range(8) if code >> seat & 1), kernel.REASONS[code >> 9]


def kernel_figures(state: State, game: Game[Any]) -> Figures:
    """The kernel's figures in the form of `Outcome.figures`."""
    names = kernel_of(state).FIGURES
    numbers = np.zeros((len(names), game.seats), np.int16)
    figures(state, numbers)
    return tuple(zip(names, map(tuple, numbers.tolist()), strict=True))


@dataclass(frozen=True)
class PairedState:
    """A position of the rules with the equal state of the kernel."""

    position: Position[Any]
    state: State
    out: frozenset[int] = frozenset()

    @classmethod
    def of(cls, position: Position[Any], out: frozenset[int] = frozenset()) -> PairedState:
        """The pair for a position."""
        kernel = kernel_for(position.game)
        return cls(position, kernel.encode(position.table, position.secrets, out), out)

    @property
    def ending(self) -> End | None:
        """The winners and the reason by the rules, or None while the game is running."""
        found = self.position.game.judge(self.position.table, self.position.secrets, self.out)
        return (found.winners, found.reason) if found else None

    def agree(self, what: str, rules: object, kernel: object) -> None:
        """Raise AssertionError if the two differ."""
        if rules != kernel:
            gone = f", gone {sorted(self.out)}" if self.out else ""
            raise AssertionError(
                f"{self.position.game}{gone}\n{self.position}\n"
                f"{what}\n    by the rules   {rules}\n    in the kernel  {kernel}"
            )

    def compare(self) -> None:
        """Compare the table, the seat to move and the outcome."""
        table, kernel = self.position.table, kernel_of(self.state)
        self.agree("table", table, kernel.decode(table.game, self.state))
        self.agree("words", PairedState.of(self.position, self.out).state, self.state)
        self.agree("seat to move", table.turn, turn(self.state))
        self.agree("end", self.ending, ending(kernel, outcome(self.state)))
        if self.ending:
            by_rules = self.position.game.judge(table, self.position.secrets, self.out)
            self.agree(
                "figures", by_rules and by_rules.figures, kernel_figures(self.state, table.game)
            )

    def compare_moves(self) -> None:
        """Compare the legal moves."""
        by_rules = {move.steps for move in self.position.table.moves}
        in_kernel = [path for path, _ in moves(self.state)]
        self.agree("moves", by_rules, set(in_kernel))
        self.agree("number of moves", len(by_rules), len(in_kernel))

    def compare_turns(self, path: Path = (), state: State | None = None) -> tuple[int, int]:
        """Compare every unfinished turn, in every legal order, and every successor. Returns how
        many there were of each."""
        state = self.state if state is None else state
        half_turns, successors = 1, 0
        for text, step in self.compare_steps(path, state).items():
            longer, after = self.step(path, state, text, step)
            if is_turn_start(after):
                self.after(longer, after).compare()
                successors += 1
            else:
                more_half_turns, more_successors = self.compare_turns(longer, after)
                half_turns += more_half_turns
                successors += more_successors
        return half_turns, successors

    def compare_steps(self, path: Path, state: State) -> dict[str, int]:
        """Compare the next steps of an unfinished turn and return them."""
        texts = steps_by_text(state)
        by_rules = self.position.table.steps(path)
        where = f"steps after {' '.join(path) or 'nothing'}"
        self.agree(where, {*by_rules.next, *([""] if by_rules.end else [])}, {*texts})
        self.agree("seat to act", self.position.turn, turn(state))
        return texts

    def step(self, path: Path, state: State, text: str, step: int) -> tuple[Path, State]:
        """An unfinished turn with one more step; if it ends the turn, the rules must agree."""
        after, longer = play(state, step), (*path, text) if text else path
        if is_turn_start(after) and text:
            offered = self.position.table.steps(longer)
            self.agree(f"what comes after {' '.join(longer)}", offered, Steps((), True))
        return longer, after

    def after(self, path: Path, state: State) -> PairedState:
        """The pair after a whole turn."""
        table = self.position.table.after(path)
        return replace(self, position=replace(self.position, table=table), state=state)

    def play_with(
        self,
        choose: Callable[[list[str]], str],
        each_step: Callable[[State, int, State], None] | None = None,
    ) -> PairedState:
        """The pair after a turn whose steps are chosen one by one. `each_step` is called with the
        state before a step, the step, and the state after it."""
        path: Path = ()
        state = self.state
        while True:
            texts = self.compare_steps(path, state)
            text = choose(sorted(texts))
            before = state
            path, state = self.step(path, state, text, texts[text])
            if each_step:
                each_step(before, texts[text], state)
            if is_turn_start(state):
                pair = self.after(path, state)
                pair.compare()
                return pair

    def leave_at_random(self, chance: random.Random) -> PairedState:
        """The pair after a random side has left, if at least two others stay."""
        staying = [side for side in self.position.game.sides if self.out.isdisjoint(side)]
        if len(staying) < 3:
            return self
        return PairedState.of(self.position, self.out.union(chance.choice(staying)))


def follow(start: Position[Any], choices: Iterable[int]) -> PairedState:
    """Play in both, with one number to choose each step, and compare everything at the end."""
    pair, rest = PairedState.of(start), deque(choices)
    pair.compare()
    while rest and not pair.ending:
        pair = pair.play_with(lambda texts: texts[(rest.popleft() if rest else 0) % len(texts)])
    if not pair.ending:
        pair.compare_moves()
        pair.compare_turns()
    return pair


def walk(
    start: Position[Any],
    chance: random.Random,
    full_check_share: float = FULL_CHECK_SHARE,
    longest: int = MAX_MOVES,
    on_legs: bool = False,
) -> Counter[str]:
    """Play a random game in both, comparing all the way; with `on_legs`, the kernel on every leg
    (`sommet.testing.legs`). Returns what was compared, as counts."""
    tally = Counter(games=1)
    pair = PairedState.of(start)
    pair.compare()
    seats = start.game.seats

    def compare_legs(before: State, step: int, after: State) -> None:
        compare_step(before, step, after, seats)
        if chance.random() < LEGS_SHARE:
            compare_state(after, seats)

    while not pair.ending and tally["moves"] < longest:
        pair.compare_moves()
        if chance.random() < full_check_share:
            half_turns, successors = pair.compare_turns()
            tally.update(positions=1, successors=successors, half_turns=half_turns)
        if chance.random() < LEAVE_CHANCE:
            pair = pair.leave_at_random(chance)
            pair.compare()
        pair = pair.play_with(chance.choice, compare_legs if on_legs else None)
        tally["moves"] += 1
    tally["left"] = len(pair.out)
    tally[f"by {pair.ending[1]}" if pair.ending else "given up"] += 1
    return tally


# --- `make conformance` --------------------------------------------------------------------------


def walk_some(name: str, numbers: range) -> Counter[str]:
    """Walk the random games with these numbers, which cycle through all options of the game."""
    options = every_option(kind(name))
    tally = Counter[str]()
    for number in numbers:
        start = options[number % len(options)].start(number)
        tally += walk(start, random.Random(number), on_legs=len(legs()) > 1)
    return tally


def conform(name: str, games: int, pool: Executor, console: Console) -> None:
    """Walk `games` games of one game with a progress bar, and print what was compared."""
    parts = [
        range(first, min(first + GAMES_PER_TASK, games))
        for first in range(0, games, GAMES_PER_TASK)
    ]
    tally = Counter[str]()
    walked = as_completed(pool.submit(walk_some, name, part) for part in parts)
    quiet = not console.is_terminal
    for done in track(walked, name, len(parts), console=console, transient=True, disable=quiet):
        tally += done.result()
    ends = ", ".join(f"{tally[end]:,} {end}" for end in sorted(tally) if end not in COMPARED)
    console.print(
        f"{name}: no difference between the rules and the kernel by {', '.join(legs())} in "
        f"{tally['games']:,} games over {len(every_option(kind(name)))} "
        f"sets of options ({ends}; {tally['left']:,} players left), {tally['moves']:,} moves, all "
        f"{tally['successors']:,} successors and {tally['half_turns']:,} half-made turns of "
        f"{tally['positions']:,} positions",
        highlight=False,
        soft_wrap=True,
    )


def self_check_table(kind: type[Game[Any]]) -> str:
    """The `perft.json` of a game with a kernel; see `sommet.machine.self_check`. Of some random
    games it has the position in the middle and the one with the most moves, counted with the
    rules."""
    rows = []
    for game in some(every_option(kind), CHECKED_GAMES):
        positions = [record.position for record in random_game(game, 0)[:-1]]
        richest = max(positions[1:], key=lambda position: len(position.moves()))
        for position in (positions[len(positions) // 2], richest):
            state = kernel_for(game).encode(position.table, position.secrets)
            counts = Row.count(position, CHECKED_SEQUENCES).counts
            row = {
                "game": str(game),
                "position": str(position),
                "state": [int(word) for word in state],
                "counts": counts,
                "playouts": [sum(numbers) for numbers in playouts(state, PLAYOUTS_PER_STATE)],
            }
            rows.append(json.dumps(row, ensure_ascii=False))
    return "[\n" + ",\n".join(rows) + "\n]\n"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m sommet.testing.kernels",
        description="Walk random games in rules and kernel side by side.",
    )
    parser.add_argument("games", nargs="*", default=[*names()], help="ids of games; all when none")
    parser.add_argument("--number", type=int, default=GAMES, help="random games for each game")
    parser.add_argument("--each", type=int, help="instead, random games for each set of options")
    given = parser.parse_args()
    workers = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(mp_context=workers) as pool:
        try:
            for name in given.games:
                sets = len(every_option(kind(name)))
                conform(name, given.each * sets if given.each else given.number, pool, Console())
        except AssertionError as difference:
            pool.shutdown(cancel_futures=True)
            sys.exit(str(difference))


if __name__ == "__main__":
    main()
