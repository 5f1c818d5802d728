"""`sommet serve` and `sommet operate`: missing extras, locked databases, bad engines."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from sommet.cli import operate as operate_commands
from sommet.server.store import sqlite_driver
from tests.cli.fake_terminal import Terminal

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
        f"sommet: sommet.server needs {module}: install sommet[server].\n",
    )


def operate(file: Path, *words: str) -> str:
    result = CliRunner().invoke(
        operate_commands.operate, [f"--database={file}", f"--secret={file}.key", *words]
    )
    assert not result.exit_code, result.output
    return result.output


def test_operate_waits_for_a_locked_database_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_driver, "BUSY_TIMEOUT_S", 0.1)
    file = tmp_path / "table.db"
    operate(file, "unban", "nobody")
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    echo = typer.echo

    def unlock_on_warning(words: str, *, err: bool = False) -> None:
        if err:
            other.rollback()
        echo(words, err=err)

    monkeypatch.setattr(typer, "echo", unlock_on_warning)
    assert operate(file, "ban", "nobody").splitlines() == [
        "The database is locked by another process. Waiting…",
        "This person is banned.",
    ]
    other.close()


def test_operate_reads_while_others_write(tmp_path: Path) -> None:
    file = tmp_path / "table.db"
    operate(file, "unban", "nobody")
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert not operate(file, "reports")
    other.close()


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
