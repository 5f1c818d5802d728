"""`sommet operate`: administer a server's tables, people and database."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from sommet.cli.config import SharedConfig
from sommet.cli.console import confirm
from sommet.cli.echo import echo
from sommet.cli.language import format_number, localize
from sommet.cli.serve import Database, Secret, storage_paths
from sommet.core.errors import OptionError

if TYPE_CHECKING:
    from sommet.server.app.container import Container

__all__ = ["operate"]

T = TypeVar("T")

LOCK_TIMEOUT_S = 60.0
"""How long to wait for a locked database."""

Person = Annotated[str, typer.Argument(help="the person's id, as `who` shows it")]
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="the table's id")]

operate = typer.Typer(help="Administer a server: tables, people, games, backups.")


@operate.callback()
def _operate(
    context: typer.Context,
    database: Database = "",
    secret: Secret = "",
    config: SharedConfig = None,
) -> None:
    import_module("sommet.server")  # reports missing packages before the command runs
    context.obj = (database, secret)


def _with_container(context: typer.Context, work: Callable[[Container], Awaitable[T]]) -> T:
    """Run `work` in a container that serves nobody, on the server's database. Wait if it is
    locked."""
    from sommet.server.app.container import Container
    from sommet.server.runtime.settings import Settings
    from sommet.server.store import StoreError, open_store

    settings = Settings(*storage_paths(*context.obj))

    async def open_and_work() -> T:
        store = await open_store(settings.database, create=False)
        try:
            return await work(Container(settings, store))
        finally:
            await store.close()

    deadline, reported = time.monotonic() + LOCK_TIMEOUT_S, False
    while True:
        try:
            return asyncio.run(open_and_work())
        except StoreError as error:  # a locked transaction left nothing behind
            if error.code != "store_locked" or time.monotonic() > deadline:
                raise
            if not reported:
                echo(localize("store_waits"), err=True)
            reported = True


@operate.command()
def close(context: typer.Context, table: TableId) -> None:
    """Close an open, running or quarantined table."""
    from sommet.server.app import admin

    closed = _with_container(context, lambda container: admin.close_table(container, table))
    echo(localize("table_closed" if closed else "table_had_ended"))


@operate.command()
def quarantined(context: typer.Context) -> None:
    """List the games that can no longer be read, and why."""
    from sommet.server.app import admin

    for line in _with_container(context, admin.list_quarantined):
        echo(line)


@operate.command()
def who(context: typer.Context, table: TableId) -> None:
    """Show who is at a table, with their ids."""
    from sommet.server.app import admin

    for line in _with_container(context, lambda container: admin.list_seats(container, table)):
        echo(line)


@operate.command()
def ban(context: typer.Context, person: Person) -> None:
    """Ban a person."""
    from sommet.server.app import admin

    if not _with_container(context, lambda container: admin.ban(container, person)):
        raise _unknown_person(person)
    echo(localize("banned"))


@operate.command()
def unban(context: typer.Context, person: Person) -> None:
    """Lift a ban."""
    from sommet.server.app import admin

    if not _with_container(context, lambda container: admin.unban(container, person)):
        raise OptionError("not_banned", "Nobody with the id {person} is banned.", person=person)
    echo(localize("unbanned"))


@operate.command()
def forget(context: typer.Context, person: Person) -> None:
    """Delete a person's data: name, chat, tokens. Their games stay, without the name."""
    from sommet.server.app import admin

    if not _with_container(context, lambda container: admin.delete_person(container, person)):
        raise _unknown_person(person)
    echo(localize("person_deleted"))


def _unknown_person(person: str) -> OptionError:
    return OptionError(
        "no_such_person",
        "Nobody has the id {person}. `sommet operate who TABLE` shows the ids of the people at a "
        "table.",
        person=person,
    )


@operate.command()
def retain(
    context: typer.Context,
    days: Annotated[float, typer.Argument(min=0, metavar="DAYS")],
    yes: Annotated[bool, typer.Option("--yes", help="delete without asking")] = False,
) -> None:
    """Delete games older than DAYS days that are over or never started."""
    from sommet.server.app import admin

    if not yes:
        old = _with_container(context, lambda container: admin.count_old_games(container, days))
        try:
            agreed = old and confirm(localize("retain_asks", games=old, days=format_number(days)))
        except EOFError:
            raise OptionError(
                "not_confirmed",
                "Nothing was deleted: nobody answered. With --yes, there is no question.",
            ) from None
        if not agreed:
            echo(localize("games_deleted", games=0))
            return
    gone = _with_container(context, lambda container: admin.delete_old_games(container, days))
    echo(localize("games_deleted", games=gone))


@operate.command()
def reports(context: typer.Context) -> None:
    """List the players' reports, newest first."""
    from sommet.server.app import admin

    for report in _with_container(context, admin.reports):
        echo(
            localize(
                "reported",
                id=report.id,
                table=report.game,
                person=report.about,
                words=report.words,
            )
        )


@operate.command()
def backup(context: typer.Context, file: Annotated[Path, typer.Argument(metavar="FILE")]) -> None:
    """Back up an SQLite database to a new file, even while the server runs."""
    from sommet.server.store.backup import back_up

    back_up(storage_paths(*context.obj)[0], file)
    echo(localize("backed_up", file=file))


@operate.command()
def vacuum(context: typer.Context) -> None:
    """Shrink an SQLite database after deleting games. Nobody can play meanwhile."""
    from sommet.server.store.vacuum import vacuum as shrink

    before, after = shrink(storage_paths(*context.obj)[0])
    sizes = (format_number(size / 2**20, ",.1f") for size in (before, after))
    echo(localize("vacuumed", before=next(sizes), after=next(sizes)))


@operate.command()
def move(
    context: typer.Context,
    to: Annotated[str, typer.Option(metavar="URL", help="an empty database: postgresql://…")],
) -> None:
    """Move a stopped server's SQLite database to PostgreSQL, and replay every game there."""
    from sommet.server.app import admin

    database = storage_paths(*context.obj)[0]
    moved = asyncio.run(admin.move(database, to))
    for table, count in moved.rows.items():
        echo(f"{table:10}{format_number(count, ',')}")
    echo(localize("moved", games=moved.replayed))
    if moved.unreadable:
        echo(localize("moved_unreadable", tables=" ".join(moved.unreadable)))
    echo(localize("moved_next", database=database))
