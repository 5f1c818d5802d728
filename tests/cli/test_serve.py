"""`sommet serve` and `sommet operate` where a part of their extra is missing."""

from __future__ import annotations

import subprocess
import sys

import pytest

# Without the extra nothing is there; a part of it may be missing on its own.
CASES = [
    *(("serve --port 0", module) for module in ("msgspec", "litestar", "uvicorn", "jinja2")),
    *(("operate reports", module) for module in ("msgspec", "sqlalchemy")),
    ("operate who a-table", "msgspec"),
]


@pytest.mark.parametrize(("command", "module"), CASES)
def test_without_the_extra_the_missing_module_and_the_extra_are_named(
    command: str, module: str
) -> None:
    program = (
        f"import sys; sys.modules[{module!r}] = None; sys.argv = {['sommet', *command.split()]!r}\n"
        "from sommet.cli import main\n"
        "main()"
    )
    refused = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    assert (refused.returncode, refused.stdout, refused.stderr) == (
        2,
        "",
        f"sommet: The table needs {module}, which comes with sommet[server].\n",
    )
