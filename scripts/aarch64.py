"""Compare the library for Linux on AArch64 with the JIT: `python -m scripts.aarch64`.

It is emulated. Runs the tests of all legs (`tests/machine/test_legs.py`) and random games of each
set of options with one leg more. It needs `ziglang` (`make kernels` installs it) and from Debian's
packages `qemu-user-static` and `libc6-arm64-cross`.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sommet.machine.shipped_library import FOLDER, file_name, is_current
from sommet.testing import every_game
from sommet.testing.kernels import walk
from sommet.testing.legs import add_leg, compare_batch
from sommet.testing.webassembly import RemoteLibrary

ROOT = Path(__file__).parents[1]
EMULATORS = ("qemu-aarch64-static", "qemu-aarch64")
C_LIBRARY = Path("/usr/aarch64-linux-gnu")
LIBRARY = file_name("Linux", "aarch64")
ZIG_CACHES = ("ZIG_LOCAL_CACHE_DIR", "ZIG_GLOBAL_CACHE_DIR")


def build_runner() -> Path:
    """The program that calls the library, for AArch64."""
    folder = ROOT / "build" / "aarch64"
    folder.mkdir(parents=True, exist_ok=True)
    runner = folder / "runner"
    source = Path(__file__).with_suffix(".c")
    zig = [sys.executable, "-m", "ziglang", "cc", "-target", "aarch64-linux-gnu.2.36", "-O2"]
    caches = {name: str(ROOT / "build" / "zig") for name in ZIG_CACHES}
    command = [*zig, str(source), "-o", str(runner)]
    subprocess.run(command, env=os.environ | caches, check=True)
    return runner


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m scripts.aarch64", description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="random games of each set of options")
    given = parser.parse_args()
    emulator = next(filter(None, map(shutil.which, EMULATORS)), None)
    if not (emulator and C_LIBRARY.is_dir() and is_current(LIBRARY)):
        sys.exit("aarch64: needs qemu-user-static, libc6-arm64-cross and current libraries")
    command = [emulator, "-L", str(C_LIBRARY), str(build_runner()), str(FOLDER / LIBRARY)]
    add_leg("AArch64", RemoteLibrary(command))
    walked = batched = 0
    for game in every_game():
        for seed in range(given.games):
            walk(game.start(seed), random.Random(seed), full_check_share=0, on_legs=True)
            walked += 1
        batched += compare_batch(game, games=64, ended=10 * given.games)
        print(f"{game}: the same", flush=True)
    print(f"{walked:,} games walked step by step, {batched:,} played in batches")
    tests = str(ROOT / "tests" / "machine" / "test_legs.py")
    sys.exit(pytest.main(["-q", "-n", "0", "-k", "not test_all_legs_run_here", tests]))


if __name__ == "__main__":
    main()
