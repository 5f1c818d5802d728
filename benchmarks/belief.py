"""How well what is read into moves matches the truth: `python -m benchmarks.belief RECORDS`.

RECORDS is a folder of records of one game that are over, as `sommet arena --save` keeps them, or a
file of `benchmarks.strength` (then `--game` says which of its games). An observer who knows no
secret reads the moves; for each level that took part the tables say how far off its belief is
(log-loss, beside that of an even guess), how often what it holds for so likely is true, how soon it
is nine tenths sure of the right one, and how likely it holds the truth after each move. `--plots
STEM` draws the last three; `--minutes` ends in time, with as many games as were read by then.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import log
from pathlib import Path
from random import Random
from statistics import fmean, median
from time import monotonic
from typing import Any

from benchmarks.charts import Point, chart
from sommet.arena import Crew
from sommet.core.record import Record
from sommet.engine.belief.reading import Reader

STAGES = (0.25, 0.5, 0.75, 1.0)
SIMULATIONS = 1000
"""For each role that may have played a move."""
SURE = 0.9
BINS = 10
EVERY = 4
"""Moves between two rows of the last table."""


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
    truths: tuple[tuple[str, int, float], ...]
    """The level of a seat, a move's number, and how likely the truth was held after it."""


def observed(record: Record[Any], simulations: int = SIMULATIONS) -> Observed:
    """What an observer thinks of a game that is over, up to its last move but one."""
    reader, tags, truth = Reader(simulations), dict(record.tags), record.start.secrets
    seats, moves = range(record.game.seats), len(record.moves) - 1
    guesses: list[Guess] = []
    truths: list[tuple[str, int, float]] = []
    since: dict[int, int | None] = dict.fromkeys(seats)
    for number in range(1, moves + 1):
        belief = reader.belief(record.at(number).view(None))
        for seat in seats:
            hands: dict[str, float] = defaultdict(float)
            for world, chance in zip(belief.cast.worlds, belief.chances, strict=True):
                hands[world[seat]] += float(chance)
            truths.append((tags[f"Seat{seat + 1}"], number, hands[truth[seat]]))
            right = hands[truth[seat]] >= SURE
            since[seat] = (since[seat] or number) if right else None
            guesses.extend(
                Guess(tags[f"Seat{seat + 1}"], stage, dict(hands), truth[seat])
                for stage in STAGES
                if number == max(1, round(stage * moves))
            )
    sure = ((tags[f"Seat{seat + 1}"], number and number / moves) for seat, number in since.items())
    return Observed(tuple(guesses), tuple(sure), tuple(truths))


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
    for held, true, often in calibration(guesses):
        yield f"| {held:.1%} | {true:.1%} | {often} |"
    yield ""
    yield "| truth held for, after move | " + " | ".join(levels) + " |"
    yield "| --: |" + " --: |" * len(levels)
    curves = certainty(games)
    for number in range(EVERY, max(len(curve) for curve in curves.values()) + 1, EVERY):
        cells = (
            f"{curves[level][number - 1][1]:.0%}" if number <= len(curves[level]) else ""
            for level in levels
        )
        yield f"| {number} | " + " | ".join(cells) + " |"


def calibration(guesses: Sequence[Guess]) -> list[tuple[float, float, int]]:
    """What is held for about so likely, how often it is true, and of how many."""
    bins: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for guess in guesses:
        for hand, chance in guess.likely.items():
            bins[min(int(chance * BINS), BINS - 1)].append((chance, hand == guess.truth))
    found = []
    for _, held in sorted(bins.items()):
        chances, right = zip(*held, strict=True)
        found.append((fmean(chances), fmean(right), len(held)))
    return found


def certainty(games: Sequence[Observed]) -> dict[str, list[Point]]:
    """For each level, how likely the truth is held after each move, on the average."""
    found: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for game in games:
        for level, number, held in game.truths:
            found[level][number].append(held)
    return {
        level: [(float(number), fmean(held)) for number, held in sorted(moves.items())]
        for level, moves in sorted(found.items())
    }


def draw(games: Sequence[Observed], stem: Path) -> None:
    """The plots: how often what is held for so likely is true, and the truth move by move."""
    guesses = [guess for game in games for guess in game.guesses]
    levels = sorted({guess.level for guess in guesses})
    by_level = {
        level: [
            (held, true)
            for held, true, _ in calibration([guess for guess in guesses if guess.level == level])
        ]
        for level in levels
    }
    curves = certainty(games)
    longest = max(curve[-1][0] for curve in curves.values())
    pictures = {
        "calibration": chart(by_level, "Calibration", "held for", "true", even=True),
        "certainty": chart(
            curves, "What an observer knows", "moves", "truth held for", most=(longest, 1.0)
        ),
    }
    for name, picture in pictures.items():
        stem.with_name(f"{stem.name}-{name}.svg").write_text(picture, "utf-8")


def records_of(source: Path, game: str, each: int | None = None) -> list[Record[Any]]:
    """The records of a folder, or those of a game in a file of matches: of each match all, or so
    many from its beginning to its end, of one match between those of the others: all matches have
    the same deals, and a deal that is looked at twice says little more."""
    if source.is_dir():
        texts = [file.read_text("utf-8") for file in sorted(source.glob("*.txt"))]
    else:
        matches: dict[str, list[str]] = defaultdict(list)
        for line in map(json.loads, source.read_text("utf-8").splitlines()):
            if line["match"].startswith(f"{game}: "):
                matches[line["match"]].append(line["record"])
        texts = []
        for number, records in enumerate(matches.values()):
            step = max(1.0, len(records) / (each or len(records)))
            first = step * number / len(matches)
            places = (int(first + step * place) for place in range(int(len(records) / step)))
            texts += [records[place] for place in places]
    return [Record.parse(text) for text in texts]


def read_until(
    end: float, records: Sequence[Record[Any]], jobs: int, simulations: int = SIMULATIONS
) -> list[Observed]:
    """What an observer thinks of these games, or of those that were read by then."""
    games = []
    for game in Crew(jobs).worked(partial(observed, simulations=simulations), records):
        games.append(game)
        if monotonic() > end:
            break
    return games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", type=Path)
    parser.add_argument("--game", default="", help="of a file of matches, as kabaleo players=3")
    parser.add_argument("--each", type=int, help="of a file of matches, so many games of each")
    parser.add_argument(
        "--simulations", type=int, default=SIMULATIONS, help="for each role and move"
    )
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=600.0)
    parser.add_argument("--plots", type=Path, metavar="STEM")
    asked = parser.parse_args()
    records = records_of(asked.records, asked.game, asked.each)
    Random(1).shuffle(records)  # who ends before the last has some of each
    games = read_until(monotonic() + 60 * asked.minutes, records, asked.jobs, asked.simulations)
    if not games:
        parser.error(f"There is no game in {asked.records} that could be read.")
    print("\n".join(report(games)))
    if asked.plots:
        draw(games, asked.plots)


if __name__ == "__main__":
    main()
