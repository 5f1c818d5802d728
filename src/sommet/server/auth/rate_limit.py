"""Rate limits: token buckets per client, and counts of open connections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv4Address, ip_address, ip_network

from cachetools import LRUCache

from sommet.server.refusals import rate_limited
from sommet.server.runtime.settings import Limits
from sommet.tables.refusals import Refusal

__all__ = ["Bucket", "MessageBudget", "RateLimiter", "rate_limit_key"]

MAX_BUCKETS = 20_000
"""Number of buckets kept; the least recently used is dropped first."""

EXPLAINED_REFUSALS_PER_S = 1.0
"""Refused requests per second that still get a full error message."""
FILES_PER_REQUEST = 6
"""Static files that count as one request: a first visit loads all of them at once, and several
people may share one address."""
LOOP_SECONDS_PER_REQUEST = 0.002
"""Processor time of the event loop that a request may use; more counts as further requests."""
WORKER_SECONDS_PER_REQUEST = 0.01
"""The same for worker processes, which delay nobody's moves."""
CONNECTIONS_PER_CLIENT = 8
"""Number of connections from one client that may send messages at the full rate."""
BYTES_PER_MESSAGE = 4096
"""An answer of this size costs as much as a message."""
RESERVED_MESSAGES = 0.1
"""The part of the message rate that each player has apart from everyone else at their address."""


@lru_cache(maxsize=10_000)
def rate_limit_key(address: str) -> str:
    """The key that an address is counted under: IPv6 clients have a whole /64 network each."""
    try:
        found = ip_address(address)
    except ValueError:
        return address[:80]
    if isinstance(found, IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))


class Bucket:
    """A token bucket: `rate` per second on average, and `burst` at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self.at = 0.0

    def refill(self, now: float) -> float:
        """The tokens in the bucket now."""
        self.level = min(self.burst, self.level + max(0.0, now - self.at) * self.rate)
        self.at = now
        return self.level

    def take(self, now: float) -> bool:
        if self.refill(now) < 1:
            return False
        self.level -= 1
        return True

    def charge(self, cost: float) -> None:
        """Take tokens for something that can't be refused any more; the level may get negative."""
        self.level -= cost


class MessageBudget:
    """What one connection may send. Each message takes a token from the connection's own bucket and
    from the one that all connections of its address share, and its answer takes more by its size.

    When the address has none left, a player at the table still has a reserve of their own, so that
    others at their address can't keep them from moving.
    """

    def __init__(self, own: Bucket, shared: Bucket, reserve: Bucket) -> None:
        self._own = own
        self._shared = shared
        self._reserve = reserve

    def take(self, now: float, *, player: bool) -> bool:
        return self._own.take(now) and (
            self._shared.take(now) or (player and self._reserve.take(now))
        )

    def charge(self, answer_bytes: int) -> None:
        for bucket in (self._own, self._shared):
            bucket.charge(answer_bytes / BYTES_PER_MESSAGE)


class RateLimiter:
    """The limits of one process, per client: a person or an address."""

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        self.limits = limits
        self._now = now
        self._buckets: LRUCache[tuple[str, str], Bucket] = LRUCache(MAX_BUCKETS)
        self.sockets: Counter[str] = Counter()
        self.players = 0

    def check(self, what: str, *clients: str) -> None:
        """Refuse if one of the clients exceeds its limit. A request can count for several clients:
        a person and an address."""
        if not all(self.allow(what, client) for client in clients):
            raise rate_limited()

    def allow(self, what: str, client: str) -> bool:
        """Whether a client is within its limit for an action; this counts as one."""
        return self._of(what, client).take(self._now())

    def charge_loop(self, client: str, seconds: float) -> None:
        """Charge a client for a request that used the event loop for this long."""
        extra = seconds - LOOP_SECONDS_PER_REQUEST  # it has paid for one request already
        if extra > 0:
            self._of("request", client).charge(extra / LOOP_SECONDS_PER_REQUEST)

    def charge_worker(self, client: str, seconds: float) -> None:
        """Charge a client for the processor time of a worker process."""
        self._of("request", client).charge(seconds / WORKER_SECONDS_PER_REQUEST)

    def in_debt(self, client: str) -> bool:
        """Whether a client's requests have used more than their limit since they were let in."""
        return self._of("request", client).refill(self._now()) < 0

    def _of(self, what: str, client: str) -> Bucket:
        key = (what, client)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = self._bucket(what)
        return bucket

    def _bucket(self, what: str) -> Bucket:
        match what:
            case "request":
                rate = self.limits.requests_a_second
            case "file":
                rate = self.limits.requests_a_second * FILES_PER_REQUEST
            case "polite":
                rate = EXPLAINED_REFUSALS_PER_S
            case "table":
                rate = self.limits.tables_a_minute / 60
            case "guest":
                rate = self.limits.guests_a_minute / 60
            case "analysis":
                rate = self.limits.analyses_a_minute / 60
            case "command":
                rate = self.limits.commands_a_minute / 60
            case "words" | "report":
                rate = self.limits.words_a_minute / 60
            case "messages of all":
                rate = self.limits.messages_a_second * CONNECTIONS_PER_CLIENT
            case "reserve":
                rate = self.limits.messages_a_second
                return Bucket(rate * RESERVED_MESSAGES, rate)
            case _:
                rate = self.limits.messages_a_second
        return Bucket(rate, max(4.0, rate * 4, 10.0 if rate < 1 else 0.0))

    def message_budget(self, client: str, person: str) -> MessageBudget:
        """The budget for the messages of one connection."""
        rate = self.limits.messages_a_second
        own, shared = Bucket(rate, rate * 4), self._of("messages of all", client)
        return MessageBudget(own, shared, self._of("reserve", person))

    def check_handshake(self, client: str, player: str, *, stranger: bool) -> None:
        """Refuse a handshake if its address sends too many, before anything is looked up. `player`
        is the id of a person who is known to play at the table, or empty; a `stranger` has neither
        a cookie nor a token."""
        if not self.allow("handshake", client) and not (player and self.allow("reserve", player)):
            raise rate_limited()
        if stranger:
            self._check_connections(client)

    @property
    def connections(self) -> int:
        """Number of open connections, of players and others."""
        return self.players + self.sockets.total()

    @contextmanager
    def connection(self, client: str, *, player: bool) -> Iterator[None]:
        """Count a connection while it is open; refuses when there are too many.

        Players at their own table are counted separately and never refused.
        """
        if player:
            self.players += 1
            try:
                yield
            finally:
                self.players -= 1
            return
        self._check_connections(client)
        self.sockets[client] += 1
        try:
            yield
        finally:
            self.sockets[client] -= 1
            if not self.sockets[client]:
                del self.sockets[client]

    def _check_connections(self, client: str) -> None:
        full = self.sockets.total() >= self.limits.sockets
        if full or self.sockets[client] >= self.limits.sockets_a_client:
            raise Refusal(
                "too_many_connections", "Too many connections. Try again later.", status=503
            )
