"""Build a game's opening book: prove its start, every first move, every answer, and as many later
positions as time allows, and keep the expensive ones.

    python scripts/book.py triedre chain=on --plies 3 --seconds 600 --rows 250000
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

import sommet
from sommet import Game, Position
from sommet.engine.solve import proof
from sommet.engine.solve.book import costly_rows, load_rows, read_book, read_header, write_book
from sommet.engine.solve.prover import Prover, available_cores, stop_after, table_bits
from sommet.engine.solve.search_interface import LOSS, OPEN, WIN, identity, move_score
from sommet.machine.kernel_interface import kernel_for, start

WORDS = {WIN: "win", 0: "draw", LOSS: "loss", OPEN: "open"}


def prepare_answers(prover: Prover, game: Game[Any], value: str, answers: int) -> int:
    """Prove a winning move after every sequence of `answers` answers, following known winning moves
    in between; returns the number of answers."""
    encode, level, number = kernel_for(game).encode, {"": game.start()}, 0
    winner = game.start().turn if value == "win" else 1 - game.start().turn
    for _ in range(answers + 1):
        waiting, level = level, {}
        while waiting:
            _, position = waiting.popitem()
            after = [position.play(move) for move in position.moves()]
            if position.turn != winner:
                number += len(after)
                met = {str(identity(encode(each.table))): each for each in after}
                level |= {key: each for key, each in met.items() if not each.outcome}
                continue
            root = encode(position.table)
            prover.value(root)
            ahead = sorted(after, key=lambda each: -move_score(root, encode(each.table)))
            known = [each for each in ahead if each.turn != winner and _is_lost(prover, each)]
            if known:
                waiting[str(known[0])] = known[0]
    return number


def _is_lost(prover: Prover, position: Position[Any]) -> bool:
    return prover.known_value(kernel_for(position.game).encode(position.table)) == LOSS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("options", nargs="*", help="such as chain=off")
    parser.add_argument("--plies", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--rows", type=int, default=250_000)
    parser.add_argument(
        "--dear", type=int, default=10, help="keep positions that took 2^DEAR nodes or more"
    )
    parser.add_argument("--threads", type=int, default=available_cores())
    parser.add_argument("--bits", type=int, default=table_bits())
    parser.add_argument("--salt", type=int, default=0)
    parser.add_argument("--answers", type=int, default=2, help="number of answers to prepare for")
    parser.add_argument("--onto", type=Path, help="book to start from")
    parser.add_argument("--out", type=Path, help="output folder (default: the game's own)")
    given = parser.parse_args()
    game = sommet.game(given.game, **dict(option.split("=") for option in given.options))
    prover = Prover(start(game), bits=given.bits, threads=given.threads, salt=given.salt)
    before = {"seconds": 0.0, "nodes": 0}
    if given.onto:
        before = read_header(given.onto)
        load_rows(prover.table, prover.salt, read_book(given.onto, **proof.expected_header(game)))
    begin, late, encode = perf_counter(), stop_after(given.seconds), kernel_for(game).encode
    found = {"": game.start()}
    values = {"": WORDS[prover.value(start(game), stop=late)]}
    print(f"start: {values['']}, {prover.nodes} nodes, {perf_counter() - begin:.1f} s", flush=True)
    moves = {"": values[""]}
    for ply in range(1, given.plies + 1):
        counted, since, seen, level = prover.nodes, perf_counter(), set(), {}
        for path, position in found.items():
            for move in position.moves():
                after = position.play(move)
                if not after.outcome and (known := identity(encode(after.table))) not in seen:
                    seen.add(known)
                    level[f"{path} {move}".strip()] = after
        found = level
        proven = prover.values([encode(each.table) for each in found.values()], stop=late)
        words = {path: WORDS[value] for path, value in zip(found, proven, strict=True)}
        values |= words
        if ply == 1:  # value of a first move for the player who makes it
            moves |= {
                path: WORDS.get(-value, "open") for path, value in zip(found, proven, strict=True)
            }
        each_word = {word: list(words.values()).count(word) for word in WORDS.values()}
        spent = perf_counter() - since
        print(
            f"after {ply}: {each_word}, {prover.nodes - counted} nodes, {spent:.1f} s", flush=True
        )
        if late():
            break
    if given.answers and values[""] in ("win", "loss"):
        print(
            f"ready for {prepare_answers(prover, game, values[''], given.answers)} answers",
            flush=True,
        )
    work = given.dear
    while len(rows := costly_rows(prover.table, prover.salt, work, given.threads)) > given.rows:
        work += 1
    header = {
        **proof.expected_header(game),
        "moves": moves,
        "complete": "open" not in moves.values(),
        "seconds": before["seconds"] + perf_counter() - begin,
        "nodes": before["nodes"] + prover.nodes,
        "machine": f"{given.threads} threads, 2^{given.bits} entries",
    }
    path = proof.path_of(game, given.out) if given.out else proof.shipped_path(game)
    write_book(path, rows, header)
    values_path = path.with_suffix(".json")
    if given.out:
        values_path.write_text(json.dumps(values, indent=0))
    full = float(np.mean(prover.table[: 1 << 16, 1] != 0))
    print(
        f"{path.name}: {len(rows)} rows from 2^{work} nodes, {path.stat().st_size} bytes; {full=}"
    )


if __name__ == "__main__":
    main()
