"""The commands `sommet serve`, to run the server, and `sommet operate`, to administer it."""

from __future__ import annotations

import asyncio
import os
import re
import time
from collections.abc import Awaitable, Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from sommet.cli.language import language, localize
from sommet.core.errors import OptionError

if TYPE_CHECKING:
    from sommet.server.app.container import Container
    from sommet.server.runtime.settings import ExternalEngineSettings, Limits

__all__ = ["operate", "serve"]

T = TypeVar("T")

ENGINE_NAME = re.compile(r"\w[\w .-]{0,29}")
"""Valid names of external engines."""
LOCK_TIMEOUT_S = 60.0
"""How long `sommet operate` waits for a locked database."""

Database = Annotated[
    str, typer.Option(metavar="URL", help="a path, or postgresql://…", envvar="SOMMET_DATABASE")
]
Secret = Annotated[
    str,
    typer.Option(
        metavar="FILE", help="file that holds the server's secret", envvar="SOMMET_SECRET_FILE"
    ),
]
Person = Annotated[str, typer.Argument(help="the person's id, as `who` shows it")]
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="the table's id")]


def _data_folder() -> Path:
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "sommet"


def _storage_paths(database: str, secret: str) -> tuple[str, str]:
    """The database and the secret file; by default, in the user's data folder."""
    home = _data_folder()
    return database or str(home / "table.db"), secret or str(home / "secret")


def _limits(words: list[str]) -> Limits:
    import msgspec

    from sommet.server.runtime.settings import Limits

    try:
        return msgspec.convert(dict(word.split("=") for word in words), Limits, strict=False)
    except ValueError as error:
        raise OptionError(
            "bad_serve_limit", "A limit must be NAME=NUMBER: {why}", why=str(error)
        ) from None


def _external_engines(words: list[str]) -> tuple[ExternalEngineSettings, ...]:
    """Parse external engines. Each is started once to ask for its games, so a broken one fails
    now."""
    from sommet.engine.external_engine import ExternalEngine
    from sommet.server.runtime.settings import ExternalEngineSettings

    found: dict[str, ExternalEngineSettings] = {}
    for word in words:
        name, given, command = word.partition("=")
        if not given or not ENGINE_NAME.fullmatch(name) or name in found:
            raise OptionError(
                "bad_engine",
                "Invalid engine {word!r}. Use NAME=COMMAND, with a unique name of up to 30 "
                "letters, digits, spaces, dots and hyphens.",
                word=word,
            )
        player = ExternalEngine(command)
        player.close()
        found[name] = ExternalEngineSettings(name, command, player.games)
    return tuple(found.values())


def serve(
    host: Annotated[str, typer.Option(help="address to listen on; 0.0.0.0 for all")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535)] = 8000,
    workers: Annotated[int, typer.Option(min=1, help="number of worker processes")] = 1,
    database: Database = "",
    broker: Annotated[
        str, typer.Option(metavar="URL", help="redis://…", envvar="SOMMET_BROKER")
    ] = "",
    url: Annotated[str, typer.Option(help="public address, behind a proxy: https://…")] = "",
    engines: Annotated[int, typer.Option(min=1, help="engine processes per worker")] = 1,
    retention: Annotated[
        float | None, typer.Option(metavar="DAYS", help="delete finished games after DAYS days")
    ] = None,
    max_pages: Annotated[
        int | None, typer.Option(min=1, help="maximum number of pages in the SQLite file")
    ] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=NUMBER", help="change a limit; docs/operating.md lists them"),
    ] = None,
    engine: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=COMMAND", help="offer an external engine as an opponent"),
    ] = None,
    secret: Secret = "",
) -> None:
    """Start the server: play in the browser and over the network."""
    from sommet.server.app.run import serve as open_table
    from sommet.server.runtime.settings import Settings

    settings = Settings(
        *_storage_paths(database, secret),
        broker=broker,
        url=url,
        workers=workers,
        engines=engines,
        retention=retention,
        max_pages=max_pages,
        limits=_limits(limit or []),
        foreign=_external_engines(engine or []),
    )
    open_table(settings, host, port, language())


operate = typer.Typer(help="Administer a server: tables, people, games, backups.")


@operate.callback()
def _operate(context: typer.Context, database: Database = "", secret: Secret = "") -> None:
    import_module("sommet.server")  # reports missing packages before the command runs
    context.obj = (database, secret)


def _with_container(context: typer.Context, work: Callable[[Container], Awaitable[T]]) -> T:
    """Run `work` in a container that serves nobody, on the server's database. Wait if it is
    locked."""
    from sommet.server.app.container import Container
    from sommet.server.runtime.settings import Settings
    from sommet.server.store import StoreError, open_store

    settings = Settings(*_storage_paths(*context.obj))

    async def open_and_work() -> T:
        store = await open_store(settings.database)
        try:
            return await work(Container(settings, store))
        finally:
            await store.close()

    end, told = time.monotonic() + LOCK_TIMEOUT_S, False
    while True:
        try:
            return asyncio.run(open_and_work())
        except StoreError as trouble:  # a locked transaction left nothing behind
            if trouble.code != "store_locked" or time.monotonic() > end:
                raise
            if not told:
                typer.echo(localize("store_waits"), err=True)
            told = True


@operate.command()
def close(context: typer.Context, table: TableId) -> None:
    """Close an open, running or quarantined table."""
    from sommet.server.app import admin

    closed = _with_container(context, lambda container: admin.close_table(container, table))
    typer.echo(localize("table_closed" if closed else "table_had_ended"))


@operate.command()
def aside(context: typer.Context) -> None:
    """List the games that can no longer be read, and why."""
    from sommet.server.app import admin

    for line in _with_container(context, admin.list_quarantined):
        typer.echo(line)


@operate.command()
def who(context: typer.Context, table: TableId) -> None:
    """Show who is at a table, with their ids."""
    from sommet.server.app import admin

    for line in _with_container(context, lambda container: admin.list_seats(container, table)):
        typer.echo(line)


@operate.command()
def ban(context: typer.Context, person: Person) -> None:
    """Ban a person."""
    from sommet.server.app import admin

    _with_container(context, lambda container: admin.ban(container, person))
    typer.echo(localize("banned"))


@operate.command()
def unban(context: typer.Context, person: Person) -> None:
    """Lift a ban."""
    from sommet.server.app import admin

    _with_container(context, lambda container: admin.unban(container, person))
    typer.echo(localize("unbanned"))


@operate.command()
def forget(context: typer.Context, person: Person) -> None:
    """Delete a person's data: name, chat, tokens. Their games stay, without the name."""
    from sommet.server.app import admin

    known = _with_container(context, lambda container: admin.delete_person(container, person))
    typer.echo(localize("person_deleted" if known else "person_unknown"))


@operate.command()
def retain(
    context: typer.Context, days: Annotated[float, typer.Argument(min=0, metavar="DAYS")]
) -> None:
    """Delete games older than DAYS days that are over or never started."""
    from sommet.server.app import admin

    gone = _with_container(context, lambda container: admin.delete_old_games(container, days))
    typer.echo(localize("games_deleted", games=gone))


@operate.command()
def reports(context: typer.Context) -> None:
    """List the players' reports, newest first."""
    from sommet.server.app import admin

    for report in _with_container(context, admin.reports):
        typer.echo(
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

    back_up(_storage_paths(*context.obj)[0], file)
    typer.echo(localize("backed_up", file=file))
