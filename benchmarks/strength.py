"""Playing strength: `python -m benchmarks.strength LIST... --into FILE --minutes 8`.

Plays the matches of the lists (`benchmarks/match_lists.py`) in parallel until each is decided or
the time is over. Every finished game is appended to FILE at once: its match, its number, the first
player's share and its record. The same command resumes. `--report` plays nothing and prints the
tables. `--processor` counts processor time, so that other jobs on the machine do not matter.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, thread_time
from typing import Any

from benchmarks.match_lists import LISTS, Entry
from sommet.arena import Contender, Ratings, Score, Sprt, SprtVerdict
from sommet.arena.plackett_luce import Result as GameResult
from sommet.arena.plackett_luce import rate, save_level_ratings
from sommet.core.game import Game
from sommet.engine.mcts.player import SearchPlayer
from sommet.engine.players import Player, win_share

__all__ = ["MatchResult", "read", "table"]

MAX_MOVES = 30
"""Upper estimate of one player's moves in a long game."""
RESERVED_S = 10.0
"""Seconds reserved for everything else."""


@dataclass
class MatchResult:
    """The results of a match so far."""

    entry: Entry
    shares: dict[int, float] = field(default_factory=dict)
    """The first player's share of each game, by number."""
    by_side: dict[int, list[float]] = field(default_factory=dict)
    """Each side's share of each game, whoever played it."""
    begun: int = 0

    def plus(self, line: Mapping[str, Any]) -> None:
        """Add one recorded game."""
        self.shares[line["number"]] = line["share"]
        self.by_side[line["number"]] = line.get("sides", [])

    @property
    def score(self) -> Score:
        score = Score()
        for had in self.shares.values():
            score = score.plus(had)
        return score

    @property
    def test(self) -> Sprt:
        """The sequential test over complete rounds."""
        sides = len(self.entry.match().game.sides)
        rounds: dict[int, list[float]] = defaultdict(list)
        for number, had in sorted(self.shares.items()):
            rounds[number // sides].append(had)
        test = Sprt(sides)
        for shares in rounds.values():
            if len(shares) == sides:
                test = test.plus(sum(shares) / sides)
        return test

    @property
    def over(self) -> bool:
        played = len(self.shares)
        if played < self.entry.least:
            return False
        return played >= self.entry.most or self.test.verdict is not SprtVerdict.OPEN

    @property
    def open(self) -> bool:
        """Whether there is a game to start."""
        return self.begun < self.entry.most and not self.over


class ProcessorTimed(Contender):
    """A player whose time per move is processor time."""

    def create_player(self, game: Game[Any], seed: int) -> Player:
        player = super().create_player(game, seed)
        if isinstance(player, SearchPlayer):
            player.clock = thread_time
        return player


def warm_up(entry: Entry) -> None:
    """Compile the code a match needs."""
    entry.match().prepare()


def play(entry: Entry, number: int, kind: type[Contender] = Contender) -> dict[str, Any]:
    """Play one game of a match; returns the line to record."""
    match = entry.match(kind)
    played = match.play(number)
    outcome = played.record.outcome
    assert outcome
    sides = [win_share(match.game, outcome.winners, seats[0]) for seats in match.game.sides]
    return {
        "match": entry.name,
        "number": number,
        "share": played.share,
        "sides": sides,
        "record": str(played.record),
    }


def read(file: Path, entries: Sequence[Entry]) -> list[MatchResult]:
    """The recorded games of these matches."""
    results = {entry.name: MatchResult(entry) for entry in entries}
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        game = json.loads(line)
        if game["match"] in results:
            results[game["match"]].plus(game)
    for result in results.values():
        result.begun = max(result.shares, default=-1) + 1
    return list(results.values())


def run(
    results: Sequence[MatchResult],
    file: Path,
    jobs: int,
    seconds: float,
    kind: type[Contender] = Contender,
) -> None:
    """Play until everything is decided or the time is over; the match furthest from its minimum
    comes first."""
    slowest = max(
        one.seconds or 0.0
        for result in results
        for one in (result.entry.match().first, result.entry.match().second)
    )
    end = monotonic() + seconds - RESERVED_S - MAX_MOVES * slowest
    cores = {result.entry.name: result.entry.cores for result in results}
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context) as pool, file.open("a", encoding="utf-8") as kept:
        kinds = {result.entry.game.split()[0]: result.entry for result in results}
        for compiled in [pool.submit(warm_up, entry) for entry in kinds.values()]:
            compiled.result()
        under_way: dict[Future[dict[str, Any]], MatchResult] = {}
        while True:
            waiting = [result for result in results if result.open]
            while waiting and monotonic() < end:
                result = min(waiting, key=lambda one: one.begun / one.entry.least)
                busy = sum(cores[other.entry.name] for other in under_way.values())
                if under_way and busy + cores[result.entry.name] > jobs:
                    break
                under_way[pool.submit(play, result.entry, result.begun, kind)] = result
                result.begun += 1
                waiting = [result for result in waiting if result.open]
            if not under_way:
                return
            done, _ = wait(under_way, return_when=FIRST_COMPLETED)
            for future in done:
                line = future.result()
                under_way.pop(future).plus(line)
                kept.write(json.dumps(line) + "\n")
                kept.flush()


def table(results: Sequence[MatchResult]) -> Iterator[str]:
    """The scores, in Markdown."""
    yield "| game | match | score | 95 % | games | fair share | 0 against +20 Elo |"
    yield "| --- | --- | --: | --: | --: | --: | --- |"
    for result in results:
        if result.shares:
            entry, score, test = result.entry, result.score, result.test
            low, high = score.interval
            yield (
                f"| {entry.game} | {entry.first} – {entry.second} | {score.rate:.1%}"
                f" | {low:.1%}–{high:.1%} | {score.games} | {1 / test.sides:.1%}"
                f" | {test.verdict.value} ({test.log_likelihood_ratio:+.1f}) |"
            )


def rate_games(results: Sequence[MatchResult]) -> dict[str, Ratings]:
    """For each game, the ratings from its two-player matches."""
    found = {}
    for game in {result.entry.game for result in results if result.shares}:
        own = [result for result in results if result.entry.game == game]
        names = sorted({name for one in own for name in (one.entry.first, one.entry.second)})
        played = []
        for one in own:
            first, second = names.index(one.entry.first), names.index(one.entry.second)
            for number, had in one.shares.items():
                pair, shares = (first, second), (had, 1 - had)
                turned = number % 2
                played.append(
                    GameResult(pair[::-1] if turned else pair, shares[::-1] if turned else shares)
                )
        found[game] = rate(names, played)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lists", nargs="+", choices=sorted(LISTS))
    parser.add_argument("--into", type=Path, required=True, help="file of games")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--processor", action="store_true", help="count processor time")
    parser.add_argument("--report", action="store_true", help="play nothing, print the tables")
    parser.add_argument("--write", action="store_true", help="write the ratings of the levels")
    arguments = parser.parse_args()
    entries = [entry for name in arguments.lists for entry in LISTS[name]]
    results = read(arguments.into, entries)
    if not arguments.report:
        run(
            results,
            arguments.into,
            arguments.jobs,
            arguments.minutes * 60,
            ProcessorTimed if arguments.processor else Contender,
        )
    print("\n".join(table(results)))
    if arguments.write:
        for game, ratings in rate_games(results).items():
            print(save_level_ratings(game, ratings))


if __name__ == "__main__":
    main()
