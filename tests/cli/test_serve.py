"""`sommet serve` and `sommet operate`: missing extras, bad engines."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.fake_terminal import Terminal
from tests.missing_extras import needs

# Without the extra every module is missing; a single one may be missing too.
CASES = [
    *(("serve --port 0", module) for module in ("msgspec", "litestar", "uvicorn", "jinja2")),
    *(("operate reports", module) for module in ("msgspec", "sqlalchemy")),
    ("operate who a-table", "msgspec"),
]


@pytest.mark.parametrize(("command", "module"), CASES)
def test_the_error_names_the_missing_module_and_the_extra(command: str, module: str) -> None:
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
        f"sommet: {needs('sommet.server', module, 'server')}\n",
    )


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("no command", "Use NAME=COMMAND"),
        ("=true", "Use NAME=COMMAND"),
        ("<b>=true", "Use NAME=COMMAND"),
        ("Gone=/no/such/program", "Engine '/no/such/program' can't be started"),
    ],
)
def test_an_unusable_engine_is_refused_before_the_server_starts(
    terminal: Terminal, word: str, why: str
) -> None:
    result = terminal("serve", "--port", "0", "--engine", word)
    assert result.status == 2
    assert why in result.err
