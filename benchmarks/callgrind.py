"""Where the time goes: instructions per move in each part of a random game, by callgrind.

    python benchmarks/callgrind.py

A random game is `random_step`, `play` and `outcome` in a loop, which the compiler merges. So the
states of some random games are recorded first, and each part then runs alone over all of them; the
remainder is the loop itself. Parts alone can overlap in the processor, so their times need not add
up; their instructions do.

The code is compiled before valgrind starts, for a processor that valgrind supports. Mispredicted
branches are by callgrind's simple model. Time is measured without valgrind.
"""

from __future__ import annotations

import ctypes
import json
import mmap
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import thread_time
from typing import Any

import numpy as np

import sommet
from sommet.machine.batch import kernel_for
from sommet.machine.bits import Word, u64
from sommet.machine.jit import njit
from sommet.machine.kernel_interface import (
    RUNNING,
    State,
    is_turn_start,
    load,
    outcome,
    play,
    random_step,
    store,
)
from sommet.machine.perft import perft
from sommet.machine.playout import playouts

GAMES, LEAVES, REPEATS = 1_000, 20_000, 9
KNOWN = {"NUMBA_CPU_NAME": "haswell", "NUMBA_CPU_FEATURES": "+popcnt,+bmi,+bmi2,+lzcnt,+avx2"}
Figures = dict[str, Any]


# --- the parts -----------------------------------------------------------------------------------


@njit
def record_games(start: State, chance: Word, acting: Any, steps: Any, turns: Any) -> Any:
    """Record random games: every state to act in, the step taken, and every state at the end of a
    turn. Returns the number of each."""
    acted = ended = 0
    for _ in range(GAMES):
        state = start
        while outcome(state) == RUNNING:
            within = True
            while within:
                step, chance = random_step(state, chance)
                store(state, acting, acted)
                steps[acted] = step
                acted += 1
                state = play(state, step)
                within = not is_turn_start(state)
            store(state, turns, ended)
            ended += 1
    return acted, ended


@njit
def read(like: State, words: Any, steps: Any) -> Word:
    """The overhead that the other parts share."""
    found = u64(0)
    for index in range(words.shape[1]):
        for word in load(like, words, index):
            found ^= word
    return found


@njit
def draw(like: State, words: Any, steps: Any) -> Word:
    found = chance = u64(1)
    for index in range(words.shape[1]):
        step, chance = random_step(load(like, words, index), chance)
        found ^= u64(step)
    return found


@njit
def move(like: State, words: Any, steps: Any) -> Word:
    found = u64(0)
    for index in range(words.shape[1]):
        for word in play(load(like, words, index), steps[index]):
            found ^= word
    return found


@njit
def judge(like: State, words: Any, steps: Any) -> Word:
    found = u64(0)
    for index in range(words.shape[1]):
        found ^= u64(outcome(load(like, words, index)))
    return found


def measure_parts(name: str) -> Figures:
    """Run one game whole and in parts under valgrind, if present. Returns the seconds of each and
    the numbers to divide by."""
    game = sommet.game(name)
    position = game.start(1)
    start = kernel_for(game).encode(position.table, position.secrets)
    most = GAMES * 128
    acting, turns = (np.empty((len(start), most), np.uint64) for _ in range(2))
    steps = np.empty(most, np.int64)
    acted, moves = record_games(start, u64(7), acting, steps, turns)
    acting, turns = acting[:, :acted].copy(), turns[:, :moves].copy()
    plies = 1
    while (leaves := perft(start, plies)) < LEAVES:
        plies += 1
    runs: dict[str, Callable[[], Any]] = {
        "whole": lambda: playouts(start, GAMES),
        "perft": lambda: perft(start, plies),
        "read": lambda: read(start, acting, steps),
        "random_step": lambda: draw(start, acting, steps),
        "play": lambda: move(start, acting, steps),
        "read turns": lambda: read(start, turns, steps),
        "outcome": lambda: judge(start, turns, steps),
    }
    seconds = {part: measure_instructions(f"{name} {part}", run) for part, run in runs.items()}
    played = sum(playouts(start, GAMES)[1])
    return {"seconds": seconds, "steps": acted, "moves": moves, "played": played, "leaves": leaves}


# --- under valgrind ------------------------------------------------------------------------------

TOOL = ord("C") << 24 | ord("T") << 16
DUMP_AT, START, STOP, ON_VALGRIND = TOOL + 3, TOOL + 4, TOOL + 5, 0x1001
# mov rax, rdi; xor edx, edx; four rotations of rdi that do nothing; xchg rbx, rbx; mov rax, rdx;
# ret: valgrind knows this sequence as a request, which rax points to, and answers in rdx.
CODE = bytes.fromhex("4889f8 31d2 48c1c703 48c1c70d 48c1c73d 48c1c733 4887db 4889d0 c3")
MEMORY = mmap.mmap(-1, len(CODE), prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
MEMORY.write(CODE)
ENTRY = ctypes.addressof(ctypes.c_char.from_buffer(MEMORY))
CALL = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)(ENTRY)


def request(kind: int, label: bytes = b"") -> int:
    """Send valgrind a request; 0 when it is not running."""
    text = ctypes.cast(ctypes.c_char_p(label), ctypes.c_void_p)
    words = (ctypes.c_uint64 * 6)(kind, text.value or 0)
    return int(CALL(ctypes.addressof(words)))


def measure_instructions(label: str, run: Callable[[], Any]) -> float:
    """Count one run under valgrind, or time several without it."""
    run()
    if request(ON_VALGRIND):
        request(START)
        run()
        request(DUMP_AT, label.encode())
        request(STOP)
        return 0
    times = []
    for _ in range(REPEATS):
        began = thread_time()
        run()
        times.append(thread_time() - began)
    return statistics.median(times)


def parse_dump(dump: str) -> tuple[str, tuple[int, int]]:
    """The label of a dump, its instructions and mispredicted branches."""
    found = re.search(r"^desc: Trigger: Client Request: (.+)$", dump, re.MULTILINE)
    events = re.search(r"^events: (.+)$", dump, re.MULTILINE)
    totals = re.search(r"^totals: (.+)$", dump, re.MULTILINE)
    if not (found and events and totals):
        return "", (0, 0)
    figures = dict(zip(events[1].split(), map(int, totals[1].split()), strict=False))
    return found[1], (figures["Ir"], figures["Bcm"] + figures["Bim"])


# --- the report ----------------------------------------------------------------------------------


def run_child(*before: str, **environment: str) -> Figures:
    """The results of `measure_parts` for every game, each in its own process."""
    command = [*before, sys.executable, __file__, "--inside"]
    out = subprocess.run(command, env=os.environ | environment, check=True, stdout=subprocess.PIPE)
    found: Figures = json.loads(out.stdout)
    return found


def figures_per_move(
    name: str, found: Figures, counts: dict[str, tuple[int, int]]
) -> dict[str, Any]:
    """Instructions, mispredicted branches and nanoseconds of each part per move, perft per leaf."""

    def figures(part: str, less: str, divisor: float) -> np.ndarray[Any, Any]:
        more, base = (
            np.array([*counts[f"{name} {run}"], found["seconds"][run] * 1e9]) if run else 0
            for run in (part, less)
        )
        return np.asarray((more - base) / divisor)

    moves = found["moves"]
    whole = figures("whole", "", found["played"])
    parts = {
        "`random_step`": figures("random_step", "read", moves),
        "`play`": figures("play", "read", moves),
        "`outcome`": figures("outcome", "read turns", moves),
    }
    rest = {"the loop": whole - sum(parts.values())}
    perft = {"a leaf of perft": figures("perft", "", found["leaves"])}
    return {"a move": whole, **parts, **rest, **perft}


def report(timed: Figures, counts: dict[str, tuple[int, int]]) -> None:
    """Tables in Markdown, one column per game."""
    games = [figures_per_move(name, timed[name], counts) for name in timed]
    steps = [f"{found['steps'] / found['moves']:.2f} steps" for found in timed.values()]
    for kind, title in enumerate(("instructions", "mispredicted branches", "nanoseconds")):
        print(f"| {title} | {' | '.join(timed)} |\n| --- |{' --: |' * len(games)}")
        for row in games[0]:
            cells = []
            for game, step in zip(games, steps, strict=True):
                figure = f"{game[row][kind]:.{1 if kind else 0}f}"
                if kind == 0 and row == "a move":
                    figure += f" ({step})"
                elif kind == 0 and row != "a leaf of perft":
                    figure += f" ({game[row][0] / game['a move'][0]:.0%})"
                cells.append(figure)
            if kind < 2 or row != "the loop":
                print(f"| {row} | {' | '.join(cells)} |")
        print()


def main() -> None:
    if "--inside" in sys.argv:
        print(json.dumps({name: measure_parts(name) for name in sommet.names()}))
        return
    timed = run_child()
    run_child(**KNOWN)
    with tempfile.TemporaryDirectory() as folder:
        options = ["--tool=callgrind", "--branch-sim=yes", "--instr-atstart=no"]
        run_child("valgrind", "-q", *options, f"--callgrind-out-file={folder}/out", **KNOWN)
        counts = dict(parse_dump(dump.read_text()) for dump in Path(folder).iterdir())
    report(timed, counts)


if __name__ == "__main__":
    main()
