"""The asyncio client: sign in, manage tokens, find, create and join tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlencode

from sommet.client.connection import AsyncTableConnection
from sommet.client.http_api import HttpApi
from sommet.client.models import Card, GameCard, TokenCard
from sommet.core import registry
from sommet.core.game import Game
from sommet.core.record import Record

__all__ = ["AsyncClient"]

CHAIRS = ("me", "open", "invited")


class AsyncClient:
    """A signed-in person, by a token created on the server's page or by `AsyncClient.guest`."""

    def __init__(self, url: str, token: str = "") -> None:
        self._api = HttpApi(url, token)

    @classmethod
    async def guest(cls, url: str, name: str, *, label: str = "bot") -> AsyncClient:
        """Sign in as a new guest with a name, and create a token."""
        client = cls(url)
        await client._ask("POST", "/api/me", {"name": name})
        client._api.token = await client.new_token(label)
        return client

    @property
    def url(self) -> str:
        """The address of the server."""
        return self._api.url

    @property
    def token(self) -> str:
        """The token that signs us in: keep it for next time, and keep it secret."""
        return self._api.token

    async def _ask(self, method: str, path: str, body: object = None) -> Any:
        return await self._api.ask(method, path, body)

    async def name(self) -> str:
        """Our name."""
        return str((await self._ask("GET", "/api/me"))["name"])

    # --- tokens --------------------------------------------------------------------------------

    # A token can't manage tokens. Guests still have the cookie that they signed in with.

    async def new_token(self, label: str = "bot", *, scope: str = "play") -> str:
        """Create another token: `play`, or `read` for a program that only looks. The server never
        shows it again."""
        wanted = {"label": label, "scope": scope}
        made = await self._api.ask("POST", "/api/tokens", wanted, prefer_cookie=True)
        return str(made["token"])

    async def tokens(self) -> tuple[TokenCard, ...]:
        """Our tokens, newest first."""
        found = await self._api.ask("GET", "/api/tokens", prefer_cookie=True)
        return tuple(map(TokenCard.of, found))

    async def revoke(self, token: TokenCard | None = None) -> None:
        """Revoke a token; without one, the token that signs us in."""
        if token is None:
            await self._ask("DELETE", "/api/token")
        else:
            path = f"/api/tokens/{quote(token.id)}"
            await self._api.ask("DELETE", path, prefer_cookie=True)

    # --- tables --------------------------------------------------------------------------------

    async def games(self) -> tuple[GameCard, ...]:
        """The games on the server, with the levels of their bots."""
        return tuple(map(GameCard.of, await self._ask("GET", "/api/games")))

    async def tables(self, stage: str = "open", game: str | None = None) -> tuple[Card, ...]:
        """Public tables: `open` ones to join, `running` ones to watch."""
        asked = {"stage": stage, **({"game": game} if game else {})}
        return tuple(map(Card.of, await self._ask("GET", f"/api/tables?{urlencode(asked)}")))

    async def mine(self) -> tuple[Card, ...]:
        """Tables where we have or had a seat, newest first."""
        return tuple(map(Card.of, await self._ask("GET", "/api/tables/mine")))

    async def create_table(
        self,
        game: str | Game[Any],
        *,
        chairs: Sequence[str] = (),
        clock: Mapping[str, Any] | None = None,
        first: int | None = None,
        public: bool = False,
    ) -> str:
        """Create a table and return its id.

        A chair is `me`, `open`, `invited` or the level of a bot; without chairs we get a random
        seat and the others are open. A clock is a clock of the protocol.
        """
        setup: dict[str, Any] = {**_game_fields(game), "public": public}
        if chairs:
            setup["chairs"] = [_chair(chair) for chair in chairs]
        if clock:
            setup["clock"] = dict(clock)
        if first is not None:
            setup["first"] = first
        return str((await self._ask("POST", "/api/tables", setup))["table"]["id"])

    async def find_opponent(
        self, game: str | Game[Any], *, clock: Mapping[str, Any] | None = None
    ) -> str:
        """Join a stranger who wants the same game, or wait for one; the id of the table."""
        wish = {**_game_fields(game), **({"clock": dict(clock)} if clock else {})}
        return str((await self._ask("POST", "/api/pairing", wish))["table"]["id"])

    def connect(self, table: str, *, view_as: int | None = None) -> AsyncTableConnection:
        """A live connection to a table, for `async with`. If we hold several seats, `view_as` is
        the one whose view we want."""
        return AsyncTableConnection(self._api, table, view_as)

    async def record(self, table: str) -> Record[Any]:
        """The record of a game. Raises TextError while it hides secrets."""
        return Record.from_json(await self._ask("GET", f"/api/tables/{quote(table)}/record.json"))


def _game_fields(game: str | Game[Any]) -> dict[str, Any]:
    rules = registry.game(game) if isinstance(game, str) else game
    return {"game": rules.id, "options": rules.settings}


def _chair(word: str) -> dict[str, str]:
    return {"kind": word} if word in CHAIRS else {"kind": "bot", "level": word}
