"""`sommet operate`: wrong databases and ids, questions, locked databases, shrinking."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest
import typer

from sommet.server.store import Log, LogEntry, Store, open_store, sqlite_driver
from sommet.server.store.log_entry import GameIndexFields, NewGame
from sommet.server.store.people import People, Person
from tests.cli.fake_terminal import Result, Terminal


def fill(file: Path, work: Callable[[Store], Awaitable[None]]) -> None:
    async def open_and_work() -> None:
        store = await open_store(str(file))
        await work(store)
        await store.close()

    asyncio.run(open_and_work())


async def add_ada(store: Store) -> None:
    await People(store).add(Person("ada", "Ada"), 1.0)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with one person, Ada."""
    file = tmp_path / "table.db"
    fill(file, add_ada)
    return file


class Operate:
    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal

    def __call__(
        self, database: Path | str, *words: str | Path, typed: tuple[str, ...] = ()
    ) -> Result:
        options = (f"--database={database}", f"--secret={self._terminal.home / 'secret'}")
        return self._terminal("operate", *options, *words, typed=typed)


@pytest.fixture
def operate(terminal: Terminal) -> Operate:
    return Operate(terminal)


@pytest.mark.parametrize(
    "command",
    [
        *("reports", "quarantined", "who table", "close table", "ban ada", "unban ada"),
        *("forget ada", "retain 1", "retain 1 --yes", "vacuum", "backup {folder}/copy.db"),
        "move --to postgresql://127.0.0.1:1/new",
    ],
)
def test_a_database_that_does_not_exist_is_not_created(
    operate: Operate, tmp_path: Path, command: str
) -> None:
    typo = tmp_path / "typo.db"
    result = operate(typo, *command.format(folder=tmp_path).split())
    assert result.status == 2
    assert str(typo) in result.err or "copy.db" in result.err
    assert [file for file in tmp_path.iterdir() if ".db" in file.name] == []


def test_the_database_that_does_not_exist_is_named(operate: Operate, tmp_path: Path) -> None:
    typo = tmp_path / "typo.db"
    assert operate(typo, "reports").err == (
        f"sommet: There is no database of Sommet at {typo}. Check the path or URL; `sommet serve` "
        "creates a new one.\n"
    )


def test_an_empty_file_is_not_a_database(operate: Operate, tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    assert "There is no database" in operate(tmp_path / "empty.db", "reports").err


def test_people_are_banned_by_an_id_that_exists(operate: Operate, database: Path) -> None:
    for command in ("ban", "forget"):
        result = operate(database, command, "nobody")
        assert result.status == 2
        assert "Nobody has the id nobody." in result.err
    assert "Nobody with the id ada is banned." in operate(database, "unban", "ada").err
    for _ in range(2):
        assert operate(database, "ban", "ada").out == "This person is banned.\n"
    assert operate(database, "unban", "ada").out == "This person is no longer banned.\n"
    assert operate(database, "forget", "ada").out == "This person's data is deleted.\n"


async def add_games(store: Store) -> None:
    """Ten finished games, of 400 KB each."""
    for number in range(10):
        opening = NewGame("seed", "pylos", True, "process")
        fields = GameIndexFields("over")
        await Log(store).append(
            LogEntry(str(number), 1, 1.0, b"x" * 400_000, fields, opening=opening)
        )


def count_games(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("SELECT count(*) FROM game").fetchone()[0])


def test_games_are_deleted_after_a_question(operate: Operate, database: Path) -> None:
    fill(database, add_games)
    refused = operate(database, "retain", "0", typed=("n",))
    assert "no move for 0 days: 10. Delete them?" in refused.out
    assert refused.out.endswith("Games deleted: 0.\n")
    unanswered = operate(database, "retain", "0")
    assert unanswered.status == 2
    assert "Nothing was deleted: nobody answered." in unanswered.err
    assert count_games(database) == 10
    assert operate(database, "retain", "0", typed=("y",)).out.endswith("Games deleted: 10.\n")
    assert operate(database, "retain", "0").out == "Games deleted: 0.\n"
    fill(database, add_games)
    assert operate(database, "retain", "0", "--yes").out == "Games deleted: 10.\n"
    assert count_games(database) == 0


def test_vacuum_shrinks_the_file(operate: Operate, database: Path) -> None:
    fill(database, add_games)
    operate(database, "retain", "0", "--yes")
    assert database.stat().st_size > 4_000_000
    result = operate(database, "vacuum")
    assert result.out.startswith("The database file had 4.")
    assert database.stat().st_size < 400_000
    assert operate(database, "ban", "ada").status == 0


def test_postgresql_needs_no_vacuum(operate: Operate) -> None:
    result = operate("postgresql://nobody@nowhere/x", "vacuum")
    assert "PostgreSQL reuses and frees space itself." in result.err


@pytest.mark.parametrize("to", ["other.db", "sqlite:///other.db"])
def test_a_database_moves_to_postgresql_only(
    operate: Operate, database: Path, monkeypatch: pytest.MonkeyPatch, to: str
) -> None:
    monkeypatch.chdir(database.parent)
    result = operate(database, "move", "--to", to)
    assert result.status == 2
    assert "Only an SQLite database can be moved, and to PostgreSQL." in result.err
    assert not (database.parent / "other.db").exists()


def test_a_locked_database_is_waited_for(
    operate: Operate, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_driver, "BUSY_TIMEOUT_S", 0.1)
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    echo = typer.echo

    def unlock_on_warning(words: str, *, err: bool = False) -> None:
        if err:
            other.rollback()
        echo(words, err=err)

    monkeypatch.setattr(typer, "echo", unlock_on_warning)
    result = operate(database, "ban", "ada")
    assert result.err == "The database is locked by another process. Waiting…\n"
    assert result.out == "This person is banned.\n"
    other.close()


def test_operate_reads_while_others_write(operate: Operate, database: Path) -> None:
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    result = operate(database, "reports")
    assert (result.status, result.out) == (0, "")
    other.close()
