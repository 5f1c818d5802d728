"""How well what is read into moves matches the truth: `python -m benchmarks.belief FOLDER`.

FOLDER holds records of one game that are over, as `sommet arena --save` keeps them. An observer
who knows no secret reads the moves; for each level that took part the tables say how far off its
belief is (log-loss, beside that of an even guess), how often what it holds for so likely is true,
and how soon it is nine tenths sure of the right one.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import log
from pathlib import Path
from statistics import fmean, median
from typing import Any

from sommet.arena.working import worked
from sommet.core.record import Record
from sommet.engine.belief.reading import Reader
from sommet.engine.search.manner import TYPED

STAGES = (0.25, 0.5, 0.75, 1.0)
SURE = 0.9
BINS = 10


@dataclass(frozen=True)
class Guess:
    """What is thought of one seat at one stage of one game: how likely each hand is, and which it
    was."""

    level: str
    stage: float
    likely: dict[str, float]
    truth: str


@dataclass(frozen=True)
class Observed:
    """One game: the guesses, and for each seat the share of the game after which the observer was
    sure of the truth and stayed so, or None."""

    guesses: tuple[Guess, ...]
    sure: tuple[tuple[str, float | None], ...]


def observed(record: Record[Any]) -> Observed:
    """What an observer thinks of a game that is over, up to its last move but one."""
    reader, tags, truth = Reader(TYPED.reading), dict(record.tags), record.start.secrets
    seats, moves = range(record.game.seats), len(record.moves) - 1
    guesses: list[Guess] = []
    since: dict[int, int | None] = dict.fromkeys(seats)
    for number in range(1, moves + 1):
        belief = reader.belief(record.at(number).view(None))
        for seat in seats:
            hands: dict[str, float] = defaultdict(float)
            for world, chance in zip(belief.cast.worlds, belief.chances, strict=True):
                hands[world[seat]] += float(chance)
            right = hands[truth[seat]] >= SURE
            since[seat] = (since[seat] or number) if right else None
            guesses.extend(
                Guess(tags[f"Seat{seat + 1}"], stage, dict(hands), truth[seat])
                for stage in STAGES
                if number == max(1, round(stage * moves))
            )
    sure = ((tags[f"Seat{seat + 1}"], number and number / moves) for seat, number in since.items())
    return Observed(tuple(guesses), tuple(sure))


def report(games: list[Observed]) -> Iterator[str]:
    """The tables, in Markdown."""
    guesses = [guess for game in games for guess in game.guesses]
    levels = sorted({guess.level for guess in guesses})
    even = log(len(guesses[0].likely))
    yield f"{len(games)} games. Log-loss about a seat; an even guess has {even:.2f}."
    yield ""
    yield "| level | " + " | ".join(f"{stage:.0%}" for stage in STAGES) + " | sure at | never |"
    yield "| --- |" + " --: |" * (len(STAGES) + 2)
    for level in levels:
        losses = [
            fmean(
                -log(max(guess.likely[guess.truth], 1e-12))
                for guess in guesses
                if (guess.level, guess.stage) == (level, stage)
            )
            for stage in STAGES
        ]
        ends = [end for game in games for of, end in game.sure if of == level]
        sure = [end for end in ends if end is not None]
        when = f"{median(sure):.0%}" if sure else "–"
        never = 1 - len(sure) / len(ends)
        yield (
            f"| {level} | "
            + " | ".join(f"{loss:.2f}" for loss in losses)
            + (f" | {when} | {never:.0%} |")
        )
    yield ""
    yield "| held for | true | so often |"
    yield "| --: | --: | --: |"
    bins: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for guess in guesses:
        for hand, chance in guess.likely.items():
            bins[min(int(chance * BINS), BINS - 1)].append((chance, hand == guess.truth))
    for _, held in sorted(bins.items()):
        chances, right = zip(*held, strict=True)
        yield f"| {fmean(chances):.1%} | {fmean(right):.1%} | {len(held)} |"


def main() -> None:
    folder, jobs = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    records = [Record.parse(file.read_text("utf-8")) for file in sorted(folder.glob("*.txt"))]
    print("\n".join(report(list(worked(observed, records, jobs)))))


if __name__ == "__main__":
    main()
