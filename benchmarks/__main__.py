"""`python -m benchmarks`: the speed of the kernels, compared with other libraries."""

from __future__ import annotations

import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from sommet.core.errors import SommetError


def bench(
    quick: Annotated[bool, typer.Option("--quick", help="a short run")] = False,
    peers: Annotated[bool, typer.Option(help="also measure other libraries")] = True,
    gpu: Annotated[bool, typer.Option("--gpu", help="add batch play on the GPU")] = False,
    file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="write all figures to a file")
    ] = None,
) -> None:
    """Measure speed, compared with other libraries."""
    from benchmarks.kernel_speed import Cores, ours
    from benchmarks.measurement import measure
    from benchmarks.peer_process import BENCHMARKS, beside_us
    from benchmarks.report import grid, save, surroundings
    from sommet.cli.console import console, say

    seconds, rounds = (0.1, 5) if quick else (0.5, 7)
    with ExitStack() as stack:
        everything = ours(stack.enter_context(Cores()))
        others = beside_us(say) if peers else None
        if others:
            everything += stack.enter_context(others).series
        about = surroundings(others.versions if others else {}, seconds, rounds)
        for series in measure(everything, seconds, rounds):
            say(f"{series.name} stopped early.")
    console.print(grid("play", everything), "", grid("perft", everything), "", sep="\n")
    say(
        f"{about['processor']}, {about['cores']} cores, load {about['load']} at the start."
        f" Medians of {rounds} rounds of {seconds} s: processor time for one thread, wall time for"
        " several, which other jobs slow down.",
        "quiet",
    )
    if file:
        save(file, about, everything)
    if gpu:
        keep = ["--json", str(file.with_suffix(".gpu.json"))] if file else []
        subprocess.run([sys.executable, BENCHMARKS / "gpu.py", *keep], check=False)


if __name__ == "__main__":
    try:
        typer.run(bench)
    except SommetError as error:
        sys.exit(f"benchmarks: {error}")
