"""`sommet serve`: run the server."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sommet.cli.config import Config
from sommet.cli.language import language
from sommet.core.errors import OptionError

if TYPE_CHECKING:
    from sommet.server.runtime.settings import ExternalEngineSettings, Limits

__all__ = ["Database", "Secret", "serve", "storage_paths"]

ENGINE_NAME = re.compile(r"\w[\w .-]{0,29}")
"""Valid names of external engines."""
PUSH_HOST = re.compile(r"(\*\.)?([a-z0-9-]+\.)+[a-z][a-z0-9-]*")
"""Valid names of push services."""
ORIGIN = re.compile(r"https?://[a-z0-9.-]+(:[0-9]{1,5})?")

Database = Annotated[str, typer.Option(metavar="URL", help="a path, or postgresql://…")]
Secret = Annotated[str, typer.Option(metavar="FILE", help="file that holds the server's secret")]


def _data_folder() -> Path:
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "sommet"


def storage_paths(database: str, secret: str) -> tuple[str, str]:
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


def _external_engines(
    words: list[str], private: tuple[str, ...]
) -> tuple[ExternalEngineSettings, ...]:
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
        player = ExternalEngine(command, private=private)
        player.close()
        found[name] = ExternalEngineSettings(name, command, player.games)
    return tuple(found.values())


def _push_hosts(text: str) -> tuple[str, ...]:
    hosts = tuple(each.strip().lower() for each in text.split(",") if each.strip())
    for host in hosts:
        if not PUSH_HOST.fullmatch(host):
            raise OptionError(
                "bad_push_host",
                "A push service must be named by its host, such as push.example.org, or "
                "*.example.org for all below it: {host!r}.",
                host=host,
            )
    return hosts


def _push_test_service(text: str) -> str:
    if text and not ORIGIN.fullmatch(text):
        raise OptionError(
            "bad_push_test_service",
            "A push service for tests must be an address without a path, such as "
            "http://127.0.0.1:9000: {url!r}.",
            url=text,
        )
    return text


def serve(
    host: Annotated[str, typer.Option(help="address to listen on; 0.0.0.0 for all")] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            help="default: 8000, or a free port if that is taken and a browser opens",
        ),
    ] = None,
    browser: Annotated[
        bool | None,
        typer.Option(help="open the page in the browser; default: when started in a terminal"),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="number of worker processes")] = 1,
    database: Database = "",
    broker: Annotated[str, typer.Option(metavar="URL", help="redis://…")] = "",
    url: Annotated[
        str, typer.Option(metavar="URL", help="public address, behind a proxy: https://…")
    ] = "",
    proxy: Annotated[
        str,
        typer.Option(
            metavar="ADDRESSES",
            help="addresses or networks of the proxies, separated by commas; default: this machine",
        ),
    ] = "",
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
    push_hosts: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help="hosts of push services, separated by commas; default: those of the browsers",
        ),
    ] = "",
    push_test_service: Annotated[
        str, typer.Option(metavar="URL", help="a push service for tests, at any address")
    ] = "",
    secret: Secret = "",
    config: Config = None,
) -> None:
    """Start the server: play in the browser and over the network. Options can also come from the
    environment, such as SOMMET_PORT, or from a file."""
    from sommet.server.app.browser import is_at_hand
    from sommet.server.app.run import serve as serve_tables
    from sommet.server.runtime.settings import PUSH_HOSTS, Settings

    storage = storage_paths(database, secret)
    settings = Settings(
        *storage,
        broker=broker,
        url=url,
        proxy=proxy,
        workers=workers,
        engines=engines,
        retention=retention,
        max_pages=max_pages,
        limits=_limits(limit or []),
        external_engines=_external_engines(engine or [], storage),
        push_hosts=_push_hosts(push_hosts) or PUSH_HOSTS,
        push_test_service=_push_test_service(push_test_service),
    )
    opens = is_at_hand(settings, host) if browser is None else browser
    serve_tables(settings, host, port, language(), browser=opens)
