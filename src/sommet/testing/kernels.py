"""Rules and kernel side by side: what the kernel says must be what the rules say.

`walk` plays one game in both. `make conformance` walks 10,000 random games of each game, spread
over its options. Needs the extra `fast`.
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

from sommet.core.extras import missing_extra

if fault := missing_extra("sommet.testing.kernels", "fast", "numba", "numpy"):
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
    MOST_STEPS,
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
from sommet.machine.self_check import PLAYOUTS
from sommet.testing.perft_tables import Row
from sommet.testing.random_games import every_option, random_game, some

__all__ = [
    "End",
    "Twins",
    "ending",
    "figured",
    "follow",
    "moves",
    "self_check_table",
    "spelled",
    "walk",
]

End: TypeAlias = tuple[tuple[int, ...], Reason]
"""The winners and the reason."""

GAMES = 10_000
"""Random games for each game."""
AT_A_TIME = 20
"""Games that a worker walks before it says so."""
CHECKED_GAMES, CHECKED_SEQUENCES = 3, 1_000
"""Combinations of options in the self-check, and sequences that are counted from a position."""
IN_FULL = 0.01
"""The share of positions where everything is compared that can come next."""
LEAVE = 0.02
"""How likely somebody leaves before a move, where the others then go on."""
LONGEST = 500
"""Moves after which a game is given up: where only repetition ends some games."""
COMPARED = ("games", "moves", "positions", "successors", "half_turns", "left")
"""What is counted beside the ways in which games end."""


def spelled(state: State, canonical: bool = False) -> dict[str, int]:
    """The possible steps by their text; the text of a step that ends the turn is empty."""
    room = np.empty(MOST_STEPS, np.int16)
    found = canonical_steps(state, room) if canonical else steps(state, room)
    texts = {str(kernel_of(state).spell(state, int(step))): int(step) for step in room[:found]}
    assert len(texts) == found, f"two steps of {state} have one text: {texts}"
    return texts


def moves(state: State, path: Path = ()) -> Iterator[tuple[Path, State]]:
    """Every whole turn once: its canonical path, and the state it leads to."""
    for text, step in spelled(state, canonical=True).items():
        after, longer = play(state, step), (*path, text) if text else path
        if is_turn_start(after):
            yield longer, after
        else:
            yield from moves(after, longer)


def ending(kernel: ModuleType, code: int) -> End | None:
    """What an outcome of the kernel says: winners and reason, or None while the game goes on."""
    if code == RUNNING:
        return None
    return tuple(seat for seat in range(8) if code >> seat & 1), kernel.REASONS[code >> 9]


def figured(state: State, game: Game[Any]) -> Figures:
    """The kernel's figures as an outcome tells them."""
    names = kernel_of(state).FIGURES
    numbers = np.zeros((len(names), game.seats), np.int16)
    figures(state, numbers)
    return tuple(zip(names, map(tuple, numbers.tolist()), strict=True))


@dataclass(frozen=True)
class Twins:
    """One moment of a game: a position of the rules and the state of the kernel that equals it."""

    position: Position[Any]
    state: State
    out: frozenset[int] = frozenset()

    @classmethod
    def of(cls, position: Position[Any], out: frozenset[int] = frozenset()) -> Twins:
        """Both, from the position."""
        kernel = kernel_for(position.game)
        return cls(position, kernel.encode(position.table, position.secrets, out), out)

    @property
    def ending(self) -> End | None:
        """What the rules say of the end."""
        found = self.position.game.judge(self.position.table, self.position.secrets, self.out)
        return (found.winners, found.reason) if found else None

    def agree(self, what: str, rules: object, kernel: object) -> None:
        """AssertionError when the two do not say the same."""
        if rules != kernel:
            gone = f", gone {sorted(self.out)}" if self.out else ""
            raise AssertionError(
                f"{self.position.game}{gone}\n{self.position}\n"
                f"{what}\n    by the rules   {rules}\n    in the kernel  {kernel}"
            )

    def compare(self) -> None:
        """The table, the seat to move and the end."""
        table, kernel = self.position.table, kernel_of(self.state)
        self.agree("table", table, kernel.decode(table.game, self.state))
        self.agree("words", Twins.of(self.position, self.out).state, self.state)
        self.agree("seat to move", table.turn, turn(self.state))
        self.agree("end", self.ending, ending(kernel, outcome(self.state)))
        if self.ending:
            by_rules = self.position.game.judge(table, self.position.secrets, self.out)
            self.agree("figures", by_rules and by_rules.figures, figured(self.state, table.game))

    def compare_moves(self) -> None:
        """The possible moves."""
        by_rules = {move.steps for move in self.position.table.moves}
        in_kernel = [path for path, _ in moves(self.state)]
        self.agree("moves", by_rules, set(in_kernel))
        self.agree("number of moves", len(by_rules), len(in_kernel))

    def compare_turns(self, path: Path = (), state: State | None = None) -> tuple[int, int]:
        """Everything that can come next: each half-made turn, in every playable order, and each
        successor. Returns how many there were of both."""
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
        """The steps that can come next in a half-made turn, which are returned."""
        texts = spelled(state)
        by_rules = self.position.table.steps(path)
        where = f"steps after {' '.join(path) or 'nothing'}"
        self.agree(where, {*by_rules.next, *([""] if by_rules.end else [])}, {*texts})
        self.agree("seat to act", self.position.turn, turn(state))
        return texts

    def step(self, path: Path, state: State, text: str, step: int) -> tuple[Path, State]:
        """A half-made turn with one step more; a turn that ends there must end by the rules."""
        after, longer = play(state, step), (*path, text) if text else path
        if is_turn_start(after) and text:
            offered = self.position.table.steps(longer)
            self.agree(f"what comes after {' '.join(longer)}", offered, Steps((), True))
        return longer, after

    def after(self, path: Path, state: State) -> Twins:
        """The moment after a whole turn."""
        table = self.position.table.after(path)
        return replace(self, position=replace(self.position, table=table), state=state)

    def played(self, choose: Callable[[list[str]], str]) -> Twins:
        """The moment after a turn, its steps chosen one by one in any playable order."""
        path: Path = ()
        state = self.state
        while True:
            texts = self.compare_steps(path, state)
            text = choose(sorted(texts))
            path, state = self.step(path, state, text, texts[text])
            if is_turn_start(state):
                twins = self.after(path, state)
                twins.compare()
                return twins

    def left(self, chance: random.Random) -> Twins:
        """The moment once a seat has left, if enough sides stay."""
        staying = [side for side in self.position.game.sides if self.out.isdisjoint(side)]
        if len(staying) < 3:
            return self
        return Twins.of(self.position, self.out.union(chance.choice(staying)))


def follow(start: Position[Any], choices: Iterable[int]) -> Twins:
    """Play in both as the numbers say, one for each step, and compare all there is at the end."""
    twins, rest = Twins.of(start), deque(choices)
    twins.compare()
    while rest and not twins.ending:
        twins = twins.played(lambda texts: texts[(rest.popleft() if rest else 0) % len(texts)])
    if not twins.ending:
        twins.compare_moves()
        twins.compare_turns()
    return twins


def walk(
    start: Position[Any], chance: random.Random, in_full: float = IN_FULL, longest: int = LONGEST
) -> Counter[str]:
    """Play a random game in both, comparing all the way; what was compared, in numbers."""
    tally = Counter(games=1)
    twins = Twins.of(start)
    twins.compare()
    while not twins.ending and tally["moves"] < longest:
        twins.compare_moves()
        if chance.random() < in_full:
            half_turns, successors = twins.compare_turns()
            tally.update(positions=1, successors=successors, half_turns=half_turns)
        if chance.random() < LEAVE:
            twins = twins.left(chance)
            twins.compare()
        twins = twins.played(chance.choice)
        tally["moves"] += 1
    tally["left"] = len(twins.out)
    tally[f"by {twins.ending[1]}" if twins.ending else "given up"] += 1
    return tally


# --- `make conformance` --------------------------------------------------------------------------


def walk_some(name: str, numbers: range) -> Counter[str]:
    """Walk the random games of these numbers, which go round all options of the game."""
    options = every_option(kind(name))
    tally = Counter[str]()
    for number in numbers:
        start = options[number % len(options)].start(number)
        tally += walk(start, random.Random(number))
    return tally


def conform(name: str, games: int, pool: Executor, console: Console) -> None:
    """Walk so many games of one game, with a bar, and say in a line what was compared."""
    parts = [range(first, min(first + AT_A_TIME, games)) for first in range(0, games, AT_A_TIME)]
    tally = Counter[str]()
    walked = as_completed(pool.submit(walk_some, name, part) for part in parts)
    quiet = not console.is_terminal
    for done in track(walked, name, len(parts), console=console, transient=True, disable=quiet):
        tally += done.result()
    ends = ", ".join(f"{tally[end]:,} {end}" for end in sorted(tally) if end not in COMPARED)
    console.print(
        f"{name}: no difference in {tally['games']:,} games over {len(every_option(kind(name)))} "
        f"sets of options ({ends}; {tally['left']:,} players left), {tally['moves']:,} moves, all "
        f"{tally['successors']:,} successors and {tally['half_turns']:,} half-made turns of "
        f"{tally['positions']:,} positions",
        highlight=False,
        soft_wrap=True,
    )


def self_check_table(kind: type[Game[Any]]) -> str:
    """The `perft.json` of a game with a kernel; see `sommet.machine.self_check`. Positions from
    the middle of random games, counted by the rules."""
    rows = []
    for game in some(every_option(kind), CHECKED_GAMES):
        stages = random_game(game, 0)
        for part in (1, 2):
            position = stages[len(stages) * part // 3].position
            state = kernel_for(game).encode(position.table, position.secrets)
            counts = Row.count(position, CHECKED_SEQUENCES).counts
            row = {
                "game": str(game),
                "position": str(position),
                "state": [int(word) for word in state],
                "counts": counts,
                "playouts": [int(numbers.sum()) for numbers in playouts(state, PLAYOUTS)],
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
    given = parser.parse_args()
    workers = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(mp_context=workers) as pool:
        try:
            for name in given.games:
                conform(name, given.number, pool, Console())
        except AssertionError as difference:
            pool.shutdown(cancel_futures=True)
            sys.exit(str(difference))


if __name__ == "__main__":
    main()
