"""Build a table on the CPU: interrupt it, resume it, and measure the time.

    python -m benchmarks.solver_cpu FOLDER --variant children --stop 60
    python -m benchmarks.solver_cpu FOLDER --variant children

The first command stops after the given seconds, the second resumes, as
`sommet solve pylos variant=children` does after Ctrl-C. Each prints its progress and the processor
time used; the checksum must equal the one in docs/solving.md.
"""

from __future__ import annotations

import argparse
import os
import signal
import threading
import time
from pathlib import Path

from benchmarks.solver_choices import pylos
from sommet.engine.solve import Request, Stopped, list_solved, solve


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--variant", default="children")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--stop", type=float, help="seconds after which to stop")
    arguments = parser.parse_args()
    stopped, printed = threading.Event(), [""]
    signal.signal(signal.SIGINT, lambda number, frame: stopped.set())
    if arguments.stop:
        threading.Timer(arguments.stop, stopped.set).start()
    begin, used = time.perf_counter(), time.process_time()

    def spent() -> str:
        return f"{time.perf_counter() - begin:.0f} s, {time.process_time() - used:.0f} s processor"

    def report(done: float, doing: str) -> None:
        if doing != printed[0]:
            printed[0] = doing
            print(f"{spent()}: {doing}", flush=True)

    request = Request(threads=arguments.threads, report=report, stop=stopped.is_set)
    try:
        solved = solve(pylos(arguments.variant), arguments.folder, request)
        print(f"{spent()}: done, sha256 {solved.checksum}", flush=True)
    except Stopped:
        problem = [one.problem for one in list_solved(arguments.folder)]
        print(f"{spent()}: stopped. {' '.join(problem)}", flush=True)


if __name__ == "__main__":
    main()
