"""Libraries of kernels need next to nothing from the systems that load them."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

from scripts.library_imports import check
from sommet.machine.exports import EXPORTS
from sommet.machine.shipped_library import FOLDER, file_name

CHECKED_IN = (
    *(file_name("Linux", "x86_64"), file_name("Linux", "aarch64")),
    file_name("Emscripten", "wasm32"),
)


@pytest.mark.parametrize("name", CHECKED_IN)
def test_a_library_imports_only_what_is_expected(name: str) -> None:
    assert check(FOLDER / name).exports > len(EXPORTS)


def test_an_unexpected_import_is_named(tmp_path: Path) -> None:
    other = shutil.copy(msgspec._core.__file__, tmp_path / CHECKED_IN[0])
    with pytest.raises(SystemExit, match=r"linux-x86_64\.so must not import .*PyObject_Call"):
        check(Path(other))


def test_other_files_are_refused(tmp_path: Path) -> None:
    other = tmp_path / CHECKED_IN[0]
    other.write_text("Not a library.")
    with pytest.raises(ValueError, match="is not a library"):
        check(other)
