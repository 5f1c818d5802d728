"""How well an observer infers hidden colours: `python -m benchmarks.belief RECORDS`.

RECORDS is a folder of finished records of one game, as `sommet arena --save` writes them, or a file
of `benchmarks.strength` (then `--game` selects one of its games). An observer who knows no secret
reads the moves. For each level the tables show the observer's log-loss (a uniform guess is given
for comparison), its calibration, how soon it is 90 % sure of the true colour, and the probability
it gives to the truth after each move. `--plots STEM` draws the last three; `--minutes` stops in
time, with the games read so far.
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
from sommet.arena import Executor
from sommet.core.record import Record
from sommet.engine.mcts.inference import RoleInference

STAGES = (0.25, 0.5, 0.75, 1.0)
SIMULATIONS = 1000
"""Per role that may have played a move."""
SURE_PROBABILITY = 0.9
BINS = 10
MOVES_PER_ROW = 4
"""Moves between two rows of the last table."""


@dataclass(frozen=True)
class Guess:
    """The belief about one seat at one stage of one game: the probability of each hand, and the
    true one."""

    level: str
    stage: float
    likely: dict[str, float]
    truth: str


@dataclass(frozen=True)
class ObservedGame:
    """One game: the guesses, and for each seat the share of the game after which the observer was
    sure of the truth to the end, or None."""

    guesses: tuple[Guess, ...]
    sure: tuple[tuple[str, float | None], ...]
    truths: tuple[tuple[str, int, float], ...]
    """The level of a seat, a move's number, and the probability given to the truth after it."""


def observe_game(record: Record[Any], simulations: int = SIMULATIONS) -> ObservedGame:
    """An observer's beliefs about a finished game, up to its last move but one."""
    inference, tags, truth = RoleInference(simulations), dict(record.tags), record.start.secrets
    seats, moves = range(record.game.seats), len(record.moves) - 1
    guesses: list[Guess] = []
    truths: list[tuple[str, int, float]] = []
    since: dict[int, int | None] = dict.fromkeys(seats)
    for number in range(1, moves + 1):
        belief = inference.belief(record.at(number).view(None))
        for seat in seats:
            hands: dict[str, float] = defaultdict(float)
            for world, chance in zip(belief.world_set.worlds, belief.probabilities, strict=True):
                hands[world[seat]] += float(chance)
            truths.append((tags[f"Seat{seat + 1}"], number, hands[truth[seat]]))
            right = hands[truth[seat]] >= SURE_PROBABILITY
            since[seat] = (since[seat] or number) if right else None
            guesses.extend(
                Guess(tags[f"Seat{seat + 1}"], stage, dict(hands), truth[seat])
                for stage in STAGES
                if number == max(1, round(stage * moves))
            )
    sure = ((tags[f"Seat{seat + 1}"], number and number / moves) for seat, number in since.items())
    return ObservedGame(tuple(guesses), tuple(sure), tuple(truths))


def report(games: list[ObservedGame]) -> Iterator[str]:
    """The tables, in Markdown."""
    guesses = [guess for game in games for guess in game.guesses]
    levels = sorted({guess.level for guess in guesses})
    even = log(len(guesses[0].likely))
    yield f"{len(games)} games. Log-loss per seat; a uniform guess has {even:.2f}."
    yield ""
    yield (
        "| level | "
        + " | ".join(f"{stage:.0%}" for stage in STAGES)
        + " | 90 % sure after | never sure |"
    )
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
    yield "| belief | true | cases |"
    yield "| --: | --: | --: |"
    for held, true, often in calibration(guesses):
        yield f"| {held:.1%} | {true:.1%} | {often} |"
    yield ""
    yield "| after move | " + " | ".join(levels) + " |"
    yield "| --: |" + " --: |" * len(levels)
    curves = certainty(games)
    for number in range(
        MOVES_PER_ROW, max(len(curve) for curve in curves.values()) + 1, MOVES_PER_ROW
    ):
        cells = (
            f"{curves[level][number - 1][1]:.0%}" if number <= len(curves[level]) else ""
            for level in levels
        )
        yield f"| {number} | " + " | ".join(cells) + " |"


def calibration(guesses: Sequence[Guess]) -> list[tuple[float, float, int]]:
    """Calibration: mean belief, how often it is true, and the number of cases."""
    bins: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for guess in guesses:
        for hand, chance in guess.likely.items():
            bins[min(int(chance * BINS), BINS - 1)].append((chance, hand == guess.truth))
    found = []
    for _, held in sorted(bins.items()):
        probabilities, right = zip(*held, strict=True)
        found.append((fmean(probabilities), fmean(right), len(held)))
    return found


def certainty(games: Sequence[ObservedGame]) -> dict[str, list[Point]]:
    """For each level, the mean probability given to the truth after each move."""
    found: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for game in games:
        for level, number, held in game.truths:
            found[level][number].append(held)
    return {
        level: [(float(number), fmean(held)) for number, held in sorted(moves.items())]
        for level, moves in sorted(found.items())
    }


def draw(games: Sequence[ObservedGame], stem: Path) -> None:
    """The plots: calibration, and the probability of the truth move by move."""
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
        "calibration": chart(by_level, "Calibration", "belief", "true", even=True),
        "certainty": chart(
            curves, "What an observer knows", "moves", "belief in the truth", most=(longest, 1.0)
        ),
    }
    for name, picture in pictures.items():
        stem.with_name(f"{stem.name}-{name}.svg").write_text(picture, "utf-8")


def records_of(source: Path, game: str, each: int | None = None) -> list[Record[Any]]:
    """The records of a folder, or of one game in a file of matches: all of each match, or `each` of
    them evenly spaced and offset between matches, since all matches share the same deals."""
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
) -> list[ObservedGame]:
    """The observer's beliefs about these games, or about those read before the time is over."""
    games = []
    for game in Executor(jobs).run(partial(observe_game, simulations=simulations), records):
        games.append(game)
        if monotonic() > end:
            break
    return games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", type=Path)
    parser.add_argument(
        "--game", default="", help="game in a file of matches, such as kabaleo players=3"
    )
    parser.add_argument("--each", type=int, help="games per match in a file of matches")
    parser.add_argument(
        "--simulations", type=int, default=SIMULATIONS, help="simulations per role and move"
    )
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=600.0)
    parser.add_argument("--plots", type=Path, metavar="STEM")
    arguments = parser.parse_args()
    records = records_of(arguments.records, arguments.game, arguments.each)
    Random(1).shuffle(records)  # a run that stops early has some of each
    games = read_until(
        monotonic() + 60 * arguments.minutes, records, arguments.jobs, arguments.simulations
    )
    if not games:
        parser.error(f"{arguments.records} has no readable game.")
    print("\n".join(report(games)))
    if arguments.plots:
        draw(games, arguments.plots)


if __name__ == "__main__":
    main()
