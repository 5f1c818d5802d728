"""The settings of `sommet serve`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from sommet.engine.external_engine import ENGINE_PREFIX

__all__ = [
    "ENVIRONMENT",
    "PUSH_HOSTS",
    "ExternalEngineSettings",
    "Limits",
    "Settings",
    "external_levels",
]

ENVIRONMENT = "SOMMET_SERVE"
"""The environment variable that passes the settings to worker processes."""
PUSH_HOSTS = (
    "fcm.googleapis.com",
    "*.push.services.mozilla.com",
    "*.push.apple.com",
    "*.notify.windows.com",
)
"""The push services of Chrome, Firefox, Safari and Edge; `*.` stands for one or more parts."""


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Limits per client, per table and per process. `body` is in bytes, `engine_memory` in MiB."""

    tables_a_minute: float = 30.0
    guests_a_minute: float = 30.0
    requests_a_second: float = 30.0
    messages_a_second: float = 20.0
    analyses_a_minute: float = 60.0
    commands_a_minute: float = 40.0
    words_a_minute: float = 30.0
    connections_a_client: int = 256
    sockets_a_client: int = 64
    visitors_a_table: int = 500
    sockets: int = 5000
    body: int = 64 * 1024
    engine_memory: int = 2048


class ExternalEngineSettings(msgspec.Struct, frozen=True):
    """An external engine that the operator allows at tables: the `name` that players see, the
    `command` that starts it, and the `games` it says it plays (empty: any)."""

    name: str
    command: str
    games: tuple[str, ...] = ()

    @property
    def level(self) -> str:
        """The level that selects this engine in a table's setup."""
        return f"{ENGINE_PREFIX}{self.name}"


def external_levels(
    external_engines: Iterable[ExternalEngineSettings], game: str
) -> tuple[str, ...]:
    """The levels of the external engines that play a game."""
    return tuple(each.level for each in external_engines if not each.games or game in each.games)


class Settings(msgspec.Struct, frozen=True):
    """`url` is the public address when the server is behind a proxy, and `proxy` the addresses that
    requests then come from (empty: this machine's). Finished games are deleted after `retention`
    days. Notices are sent only to the push services at `push_hosts`, and to the
    `push_test_service`, which may be anywhere and needs no TLS."""

    database: str
    secret_file: str
    broker: str = ""
    url: str = ""
    proxy: str = ""
    workers: int = 1
    engines: int = 1
    retention: float | None = None
    max_pages: int | None = None
    limits: Limits = Limits()
    external_engines: tuple[ExternalEngineSettings, ...] = ()
    push_hosts: tuple[str, ...] = PUSH_HOSTS
    push_test_service: str = ""

    @property
    def secret(self) -> Path:
        return Path(self.secret_file)

    def to_environment(self) -> str:
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_environment(cls, text: str) -> Settings:
        return msgspec.json.decode(text, type=cls)
