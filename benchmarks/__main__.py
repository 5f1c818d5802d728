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
    from benchmarks.kernel_speed import Cores, sommet_series
    from benchmarks.measurement import measure
    from benchmarks.peer_process import BENCHMARKS, start_peers
    from benchmarks.report import environment_info, result_table, save
    from sommet.cli.console import console, print_text

    seconds, rounds = (0.1, 5) if quick else (0.5, 7)
    with ExitStack() as stack:
        all_series = sommet_series(stack.enter_context(Cores()))
        others = start_peers(print_text) if peers else None
        if others:
            all_series += stack.enter_context(others).series
        about = environment_info(others.versions if others else {}, seconds, rounds)
        for series in measure(all_series, seconds, rounds):
            print_text(f"{series.name} stopped early.")
    console.print(
        result_table("play", all_series), "", result_table("perft", all_series), "", sep="\n"
    )
    print_text(
        f"{about['processor']}, {about['cores']} cores, load {about['load']} at the start."
        f" Medians of {rounds} rounds of {seconds} s: processor time for one thread, wall time for"
        " several, which other jobs slow down.",
        "quiet",
    )
    if file:
        save(file, about, all_series)
    if gpu:
        keep = ["--json", str(file.with_suffix(".gpu.json"))] if file else []
        subprocess.run([sys.executable, BENCHMARKS / "gpu.py", *keep], check=False)


if __name__ == "__main__":
    try:
        typer.run(bench)
    except SommetError as error:
        sys.exit(f"benchmarks: {error}")
