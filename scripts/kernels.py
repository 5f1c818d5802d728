"""Compile the exported functions of all kernels into libraries: `python -m scripts.kernels`.

`make kernels` writes them to `src/sommet/machine/libraries`, with a digest of each and of the
sources. The same sources, versions and kind of machine (x86-64 Linux) give the same bytes.

    python -m scripts.kernels            # those that are checked in: Linux and the browser
    python -m scripts.kernels --all      # also those for macOS and Windows
    python -m scripts.kernels --check    # build again and compare with what is there

Numba translates each function to LLVM's language, without optimizing it; from there on, LLVM and
the linker of the package `ziglang` do the same for every target.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types
from numba.core.bytecode import FunctionIdentity
from numba.extending import intrinsic

import sommet
from scripts import library_imports
from sommet.engine import belief
from sommet.engine.mcts import node_pool, uct
from sommet.engine.solo import solver
from sommet.engine.solve import (
    adapter_interface,
    alphabeta,
    book,
    distilled_network,
    retrograde_pass,
    search_interface,
)
from sommet.machine import batch, kernel_interface, perft, playout, stepper
from sommet.machine.bits import extract_bits_portable, lowest, nth_portable
from sommet.machine.exports import (
    EXPORTS,
    Array,
    Export,
    Frame,
    Group,
    Scalar,
    dtype_of,
    slot_count,
)
from sommet.machine.kernel_interface import start
from sommet.machine.shipped_library import FOLDER, LEVELS, MANIFEST, digest, file_name

llvm: Any = import_module("llvmlite.binding")  # it has no type information

EXPORTING = (
    *(batch, kernel_interface, perft, playout, stepper),
    *(adapter_interface, alphabeta, belief, book, distilled_network, node_pool),
    *(retrograde_pass, search_interface, solver, uct),
)
"""The modules whose exported functions are compiled."""

RUNTIME = Path(__file__).with_name("kernels_runtime.c")
CACHE = Path(__file__).parents[1] / "build" / "zig"
"""Zig's cache."""

ENVIRONMENT = {
    "NUMBA_OPT": "0",  # Numba would optimize for this machine
    "NUMBA_CPU_NAME": "x86-64-v3",
    "NUMBA_CPU_FEATURES": "+bmi2",  # see PORTABLE
    "NUMBA_DISABLE_JIT": "0",
}
"""How Numba translates."""

PORTABLE = {"llvm.x86.bmi.pdep.64": "portable_pdep", "llvm.x86.bmi.pext.64": "portable_pext"}
"""Instructions of BMI2, and what replaces them on other processors."""


INSTRUCTIONS = {"sqrt": "llvm.sqrt.f64", "sqrtf": "llvm.sqrt.f32"}
"""Functions of the C library that every target has as an instruction."""

AVAILABLE = {
    "NRT_MemInfo_alloc_aligned",
    "NRT_MemInfo_call_dtor",
    "log",
}
"""What compiled code may call: it is in RUNTIME or in the C library."""


class Target(NamedTuple):
    """A kind of machine, and how to compile and link for it."""

    file: str
    triple: str
    zig: str
    """The target's name for Zig."""
    cpu: str = ""
    features: str = ""
    level: str = ""
    """The suffix of the functions for this level of the processor."""

    @property
    def has_bmi2(self) -> bool:
        return self.level == "v3"


def _x86_64(system: str, triple: str, zig: str) -> tuple[Target, ...]:
    """A target for each level of an x86-64 processor."""
    file = file_name(system, "x86_64")
    return tuple(Target(file, triple, zig, f"x86-64-{v}", "", v) for v in LEVELS["x86_64"])


LINUX = (
    *_x86_64("linux", "x86_64-unknown-linux-gnu", "x86_64-linux-gnu"),
    Target(
        file_name("linux", "aarch64"), "aarch64-unknown-linux-gnu", "aarch64-linux-gnu", "generic"
    ),
)
BROWSER = (
    Target(
        file_name("emscripten", "wasm32"),
        "wasm32-unknown-emscripten",
        "wasm32-emscripten",
        "generic",
        "+bulk-memory,+simd128,+sign-ext,+nontrapping-fptoint,+mutable-globals",
    ),
)
OTHERS = (
    Target(file_name("darwin", "arm64"), "arm64-apple-macosx11.0.0", "aarch64-macos", "apple-m1"),
    *_x86_64("darwin", "x86_64-apple-macosx11.0.0", "x86_64-macos"),
    *_x86_64("windows", "x86_64-pc-windows-gnu", "x86_64-windows-gnu"),
)


# --- from Python to LLVM's language --------------------------------------------------------------


def _to_pointer(typing: Any, number: Any) -> Any:
    """The address in a slot, as a pointer."""
    kind = types.voidptr
    return kind(number), lambda context, builder, signature, args: builder.inttoptr(
        args[0], context.get_value_type(kind)
    )


def _to_double(typing: Any, bits: Any) -> Any:
    """The number in a slot that holds a double."""
    return types.float64(bits), lambda context, builder, signature, args: builder.bitcast(
        args[0], context.get_value_type(types.float64)
    )


def _to_bits(typing: Any, number: Any) -> Any:
    """What a slot holds for a double."""
    return types.int64(number), lambda context, builder, signature, args: builder.bitcast(
        args[0], context.get_value_type(types.int64)
    )


_pointer, _double, _bits = map(intrinsic, (_to_pointer, _to_double, _to_bits))


def _argument(at: int, kind: Any, words: int, scope: dict[str, Any]) -> str:
    """Python that reads an argument from its frame."""
    match kind:
        case Array():
            scope[f"dtype_{at}"] = dtype_of(kind.element)
            shape = "".join(f"frame[{at + 1 + axis}], " for axis in range(kind.dimensions))
            view = "carray" if kind.order == "C" else "farray"
            return f"{view}(pointer(frame[{at}]), ({shape}), dtype_{at})"
        case Group():
            name, fields = f"Group_{len(scope)}", []
            scope[name] = kind.type
            for field in kind.fields:
                fields.append(_argument(at, field, words, scope))
                at += slot_count(field, words)
            made = "".join(f"{field}, " for field in fields)
            return f"({made})" if kind.type is tuple else f"{name}({made})"
        case Scalar.FLOAT:
            return f"double(frame[{at}])"
        case Scalar.BOOL:
            return f"frame[{at}] != 0"
        case Scalar.LIKE:
            return f"State({', '.join(['u64(0)'] * words)})"
        case Scalar.STATE:
            return f"State({', '.join(f'u64(frame[{at + word}])' for word in range(words))})"
        case Scalar.WORD:
            return f"u64(frame[{at}])"
        case _:
            return f"frame[{at}]"


def _entry(export: Export, state: type | None) -> Any:
    """The function that a library exports: it takes a frame and calls the compiled function."""
    frame = Frame.of(export, state)
    words = frame.words
    scope: dict[str, Any] = {
        "function": export.compiled,
        "State": state,
        "u64": np.uint64,
        "i64": np.int64,
        "f64": np.float64,
        "carray": numba.carray,
        "farray": numba.farray,
        "pointer": _pointer,
        "double": _double,
        "bits": _bits,
    }
    arguments = []
    for at, kind in frame.arguments:
        arguments.append(_argument(at, kind, words, scope))
    lines = [f"found = function({', '.join(arguments)})"]
    for number, (at, kind) in enumerate(frame.results):
        found = f"found[{number}]" if len(frame.results) > 1 else "found"
        for word in range(words if kind is Scalar.STATE else 1):
            value = f"{found}[{word}]" if kind is Scalar.STATE else found
            slot = f"bits(f64({value}))" if kind is Scalar.FLOAT else f"i64({value})"
            lines.append(f"frame[{at + word}] = {slot}")
    name = export.symbol(state)
    exec(f"def {name}(frame):\n    " + "\n    ".join(lines), scope)
    return scope[name]


def _translate(function: Any, *arguments: Any) -> tuple[str, str]:
    """A function in LLVM's language, with all that it calls, and its name there."""
    dispatcher = numba.njit(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)(
        function
    )
    dispatcher.compile(arguments)
    (compiled,) = dispatcher.overloads.values()
    return compiled.library.get_llvm_str(), compiled.fndesc.llvm_func_name


_nth, _extract_bits = numba.njit(nth_portable), numba.njit(extract_bits_portable)


def _portable_pdep(bit: Any, word: Any) -> Any:
    """For a `bit` that is a single one, as `bits.nth` uses it."""
    return np.uint64(1) << _nth(word, lowest(bit))


def _portable_pext(word: Any, chosen: Any) -> Any:
    return _extract_bits(word, chosen)


class Code(NamedTuple):
    """An exported function with all that it calls."""

    name: str
    text: str
    """In LLVM's language, for BMI2."""
    symbols: dict[str, str]
    """The functions to keep by name, and their names in the code."""


def translate(name: str) -> Iterator[Code]:
    """Translate the exported functions of a game, or those that need no state if the name is empty.
    Each has a copy of what it calls, because LLVM inlines less of what several functions call."""
    state = type(start(sommet.game(name))) if name else None
    for export in EXPORTS.values():
        if export.serves(state):
            entry = _entry(export, state)
            text, symbol = _translate(entry, types.CPointer(types.int64))
            yield Code(entry.__name__, text, {entry.__name__: symbol})


def _portable_code() -> Code:
    """The replacements of BMI2's instructions."""
    linked, symbols = llvm.parse_assembly(""), {}
    for function in (_portable_pdep, _portable_pext):
        text, symbol = _translate(function, types.uint64, types.uint64)
        linked.link_in(llvm.parse_assembly(text))
        symbols[function.__name__.removeprefix("_")] = symbol
    return Code("portable", str(linked), symbols)


# --- from there to libraries ---------------------------------------------------------------------

ENTRY = """
declare i32 @{symbol}(ptr, ptr, ptr)
define{export} i32 @{name}(ptr %frame) #{number} {{
  %nothing = alloca i64
  %error = alloca ptr
  %status = call i32 @{symbol}(ptr %nothing, ptr %error, ptr %frame)
  %returned = icmp eq i32 %status, 0
  %returned_none = icmp eq i32 %status, -2
  %fine = or i1 %returned, %returned_none
  %failed = xor i1 %fine, true
  %found = zext i1 %failed to i32
  ret i32 %found
}}
attributes #{number} = {{ {attributes} }}
"""
"""An exported function, around Numba's: 0 if it returned, 1 if it raised an exception."""

REPLACEMENT = """
declare i32 @{symbol}(ptr, ptr, i64, i64)
define i64 @{name}(i64 %first, i64 %second) alwaysinline {{
  %found = alloca i64
  %error = alloca ptr
  %status = call i32 @{symbol}(ptr %found, ptr %error, i64 %first, i64 %second)
  %value = load i64, ptr %found
  ret i64 %value
}}
"""


def _entries(code: Code, target: Target) -> str:
    """The exported functions, in LLVM's language."""
    parts = []
    for number, (name, symbol) in enumerate(code.symbols.items()):
        name += f"_{target.level}" if target.level else ""
        parts.append(
            ENTRY.format(
                name=name,
                symbol=symbol,
                number=number,
                export=" dllexport" if target.file.endswith(".dll") else "",
                attributes="nounwind",
            )
        )
    return "\n".join(parts)


def compile_for(code: Code, portable: Code, target: Target) -> bytes:
    """The code as an object file for a target."""
    entries, text = _entries(code, target), code.text
    for called, better in (INSTRUCTIONS if target.has_bmi2 else INSTRUCTIONS | PORTABLE).items():
        text = text.replace(f"@{called}(", f"@{better}(")
    module = llvm.parse_assembly(text)
    if not target.has_bmi2:
        module.link_in(llvm.parse_assembly(portable.text))
        for name, symbol in portable.symbols.items():
            module.link_in(llvm.parse_assembly(REPLACEMENT.format(name=name, symbol=symbol)))
    module.link_in(llvm.parse_assembly(entries))
    exported = set(re.findall(r"define(?: dllexport)? i32 @(\w+)\(ptr %frame", entries))
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name not in exported:
            value.linkage = "internal"
    machine = llvm.Target.from_triple(target.triple).create_target_machine(
        target.cpu, target.features, opt=3, reloc="pic", codemodel="default"
    )
    module.triple, module.data_layout = target.triple, str(machine.target_data)
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    for _ in range(2):  # the second time, more is worth inlining
        with llvm.create_pass_builder(machine, tuning) as builder:
            passes = builder.getModulePassManager()
            passes.add_refprune_pass()  # reference counts of arrays
            passes.run(module, builder)
    needed = {
        value.name
        for value in (*module.functions, *module.global_variables)
        if value.is_declaration and not value.name.startswith("llvm.")
    }
    if missing := sorted(needed - AVAILABLE):
        raise SystemExit(f"{code.name} needs {', '.join(missing)}, which libraries don't have.")
    found: bytes = machine.emit_object(module)
    return found


def link(objects: list[Path], target: Target, into: Path) -> None:
    """Link object files and the runtime to a library."""
    zig = [sys.executable, "-m", "ziglang"]
    caches = {"ZIG_LOCAL_CACHE_DIR": str(CACHE), "ZIG_GLOBAL_CACHE_DIR": str(CACHE)}
    run = partial(subprocess.run, env=os.environ | caches, check=True)
    parts, flags = [*map(str, objects), str(RUNTIME)], ["-target", target.zig, "-O2", "-fPIC"]
    if target in BROWSER:  # the linker alone: Zig has no C library for it
        parts[-1] = str(into.with_suffix(".o"))
        run([*zig, "cc", *flags, "-c", "-o", parts[-1], str(RUNTIME)])
        flags = ["-shared", "--experimental-pic", "--unresolved-symbols=import-dynamic"]
        run([*zig, "wasm-ld", *flags, "--strip-all", "-o", str(into), *parts])
        library_imports.check(into)
        return
    if "linux" in target.zig:
        # Python has the C library already, whichever it is.
        flags += ["-nostdlib", "-Wl,--build-id=none", "-Wl,-z,undefs"]
    if "macos" in target.zig:
        flags += [f"-Wl,-install_name,@rpath/{target.file}"]  # not the folder where it is linked
    flags += ["-s", "-shared", "-fvisibility=hidden"]
    run([*zig, "cc", *flags, "-o", str(into), *parts])
    library_imports.check(into)


def compile_game(name: str, targets: tuple[Target, ...]) -> list[list[bytes]]:
    """For each target, the object files of a game, or of the functions that need no state if the
    name is empty. For a process of its own, so that games don't influence one another."""
    warnings.filterwarnings("ignore", category=numba.errors.NumbaWarning)
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    FunctionIdentity._unique_ids = itertools.count(1)  # it begins at random; see `machine/jit.py`
    codes, portable = [*translate(name)], _portable_code()
    return [[compile_for(code, portable, target) for code in codes] for target in targets]


def build(targets: tuple[Target, ...], games: Iterable[str]) -> dict[str, bytes]:
    """The libraries for these targets, by file name."""
    os.environ.update(ENVIRONMENT)
    workers = ProcessPoolExecutor(os.cpu_count(), get_context("spawn"), max_tasks_per_child=1)
    with workers, tempfile.TemporaryDirectory() as temporary:
        folder, objects = Path(temporary), dict[str, list[Path]]()
        codes = [(name, workers.submit(compile_game, name, targets)) for name in ("", *games)]
        for name, compiled in codes:
            for target, found in zip(targets, compiled.result(), strict=True):
                for number, part in enumerate(found):
                    file = folder / f"{target.file}-{target.level}-{name or 'shared'}-{number}.o"
                    file.write_bytes(part)
                    objects.setdefault(target.file, []).append(file)
        by_name = {target.file: target for target in targets}
        for name, target in by_name.items():
            link(objects[name], target, folder / name)
        return {name: (folder / name).read_bytes() for name in by_name}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m scripts.kernels", description=__doc__)
    parser.add_argument("--all", action="store_true", help="also macOS and Windows")
    parser.add_argument("--check", action="store_true", help="compare; write nothing")
    parser.add_argument("--into", type=Path, default=FOLDER, help="where to write")
    given = parser.parse_args()
    targets = (*LINUX, *BROWSER, *(OTHERS if given.all else ()))
    libraries = build(targets, sommet.names())
    digests = {name: hashlib.sha256(found).hexdigest() for name, found in libraries.items()}
    manifest = json.dumps({"sources": digest(), "libraries": digests}, indent=2, sort_keys=True)
    libraries[MANIFEST] = manifest.encode() + b"\n"
    for name, found in libraries.items():
        file = given.into / name
        state = "same as before" if file.is_file() and file.read_bytes() == found else "different"
        print(f"{name}: {len(found):,} bytes, {state}")
        if given.check and state == "different":
            sys.exit(f"{file} differs from what these sources give: run `make kernels`.")
        if not given.check:
            given.into.mkdir(parents=True, exist_ok=True)
            file.write_bytes(found)


if __name__ == "__main__":
    main()
