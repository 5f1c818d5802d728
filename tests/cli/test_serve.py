"""`sommet serve` and `sommet operate`: what they need, and what they wait for."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from sommet.cli import serve
from sommet.server.store import database
from tests.cli.fake_terminal import Terminal

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
        f"sommet: sommet.server needs {module}: install sommet[server].\n",
    )


def operate(file: Path, *words: str) -> str:
    told = CliRunner().invoke(serve.operate, [f"--database={file}", f"--secret={file}.key", *words])
    assert not told.exit_code, told.output
    return told.output


def test_the_operator_s_hand_waits_for_a_locked_database_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_TIMEOUT_S", 0.1)
    file = tmp_path / "table.db"
    operate(file, "unban", "nobody")
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    echo = typer.echo

    def heard(words: str, *, err: bool = False) -> None:
        if err:
            other.rollback()
        echo(words, err=err)

    monkeypatch.setattr(typer, "echo", heard)
    assert operate(file, "ban", "nobody").splitlines() == [
        "The database is locked by another process. Waiting…",
        "This person is banned.",
    ]
    other.close()


def test_the_operator_s_hand_reads_while_others_write(tmp_path: Path) -> None:
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
def test_an_engine_that_cannot_be_seated_is_refused_before_the_table_opens(
    terminal: Terminal, word: str, why: str
) -> None:
    told = terminal("serve", "--port", "0", "--engine", word)
    assert told.status == 2
    assert why in told.err
