"""Rate limits: token buckets per client, and counts of open connections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv4Address, ip_address, ip_network

from cachetools import LRUCache

from sommet.server.refusals import Refusal, rate_limited
from sommet.server.runtime.settings import Limits

__all__ = ["Bucket", "RateLimiter", "rate_limit_key"]

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

    def charge(self, tokens: float) -> None:
        """Take tokens that were used already. If there are too few, the bucket is in debt."""
        self.level -= tokens


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
            case _:
                rate = self.limits.messages_a_second
        return Bucket(rate, max(4.0, rate * 4, 10.0 if rate < 1 else 0.0))

    def message_buckets(self, client: str) -> tuple[Bucket, Bucket]:
        """The buckets for the messages of one connection: its own, and the one shared by all
        connections of the client."""
        rate = self.limits.messages_a_second
        return Bucket(rate, rate * 4), self._of("messages of all", client)

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
        full = self.sockets.total() >= self.limits.sockets
        if full or self.sockets[client] >= self.limits.sockets_a_client:
            raise Refusal(
                "too_many_connections", "Too many connections. Try again later.", status=503
            )
        self.sockets[client] += 1
        try:
            yield
        finally:
            self.sockets[client] -= 1
            if not self.sockets[client]:
                del self.sockets[client]
