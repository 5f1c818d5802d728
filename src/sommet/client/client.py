"""Somebody at a server: who they are, and the tables that they set and find."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlencode

from sommet.client.connection import AsyncPlace
from sommet.client.http_api import Asking
from sommet.client.models import Card, GameCard, TokenCard
from sommet.core import registry
from sommet.core.game import Game
from sommet.core.notation import from_json
from sommet.core.record import Record

__all__ = ["AsyncClient"]

CHAIRS = ("me", "open", "invited")


class AsyncClient:
    """Somebody, by a token that was made on the page or by `AsyncClient.guest`."""

    def __init__(self, url: str, token: str = "") -> None:
        self._asking = Asking(url, token)

    @classmethod
    async def guest(cls, url: str, name: str, *, label: str = "bot") -> AsyncClient:
        """Somebody new, who comes in with a name and takes a token."""
        client = cls(url)
        await client._ask("POST", "/api/me", {"name": name})
        client._asking.token = await client.new_token(label)
        return client

    @property
    def url(self) -> str:
        """The address of the server."""
        return self._asking.url

    @property
    def token(self) -> str:
        """What makes us who we are: keep it to come back, and to yourself."""
        return self._asking.token

    async def _ask(self, method: str, path: str, body: object = None) -> Any:
        return await self._asking.ask(method, path, body)

    async def name(self) -> str:
        """What we are called."""
        return str((await self._ask("GET", "/api/me"))["name"])

    # --- tokens --------------------------------------------------------------------------------

    async def new_token(self, label: str = "bot") -> str:
        """Another token; nobody is shown it again."""
        return str((await self._ask("POST", "/api/tokens", {"label": label}))["token"])

    async def tokens(self) -> tuple[TokenCard, ...]:
        """Our tokens, the newest first."""
        return tuple(map(TokenCard.of, await self._ask("GET", "/api/tokens")))

    async def revoke(self, token: TokenCard) -> None:
        """Make a token worthless."""
        await self._ask("DELETE", f"/api/tokens/{quote(token.id)}")

    # --- tables --------------------------------------------------------------------------------

    async def games(self) -> tuple[GameCard, ...]:
        """The games that the server has, those of ours and others."""
        return tuple(map(GameCard.of, await self._ask("GET", "/api/games")))

    async def tables(self, stage: str = "open", game: str | None = None) -> tuple[Card, ...]:
        """Public tables: `open` ones to sit at, `running` ones to watch."""
        asked = {"stage": stage, **({"game": game} if game else {})}
        return tuple(map(Card.of, await self._ask("GET", f"/api/tables?{urlencode(asked)}")))

    async def mine(self) -> tuple[Card, ...]:
        """The tables at which we sit or sat, the latest first."""
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
        """The id of a new table.

        A chair is `me`, `open`, `invited` or the level of a bot; without chairs we sit where the
        lot falls and the others are open. A clock is as the protocol has it.
        """
        setup: dict[str, Any] = {**_named(game), "public": public}
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
        """The id of a table with a stranger who wants the same, or where one may come."""
        wish = {**_named(game), **({"clock": dict(clock)} if clock else {})}
        return str((await self._ask("POST", "/api/pairing", wish))["table"]["id"])

    def at(self, table: str, *, lift: int | None = None) -> AsyncPlace:
        """A live place at a table, for `async with`; `lift` is the seat whose view we want, where
        we hold several."""
        return AsyncPlace(self._asking, table, lift)

    async def record(self, table: str) -> Record[Any]:
        """The record of a game; while secrets are hidden there, TextError."""
        return from_json(await self._ask("GET", f"/api/tables/{quote(table)}/record.json"))


def _named(game: str | Game[Any]) -> dict[str, Any]:
    rules = registry.game(game) if isinstance(game, str) else game
    return {"game": rules.id, "options": rules.settings}


def _chair(word: str) -> dict[str, str]:
    return {"kind": word} if word in CHAIRS else {"kind": "bot", "level": word}
