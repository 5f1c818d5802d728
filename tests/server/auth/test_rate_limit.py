from __future__ import annotations

import pytest

from sommet.server.auth import rate_limit
from sommet.server.auth.rate_limit import CONNECTIONS_PER_CLIENT, RateLimiter, rate_limit_key
from sommet.server.refusals import Refusal
from sommet.server.runtime.settings import Limits


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("here", "here"),
    ],
)
def test_an_address_counts_as_the_network_of_one_client(address: str, counted: str) -> None:
    assert rate_limit_key(address) == counted


def test_people_and_addresses_are_limited_separately() -> None:
    rate_limiter = RateLimiter(Limits(tables_a_minute=1.0), lambda: 0.0)
    for number in range(10):
        rate_limiter.check("table", f"guest {number}", "192.0.2.7")
    with pytest.raises(Refusal, match="Too many requests"):
        rate_limiter.check("table", "another guest", "192.0.2.7")
    rate_limiter.check("table", "another guest", "192.0.2.8")
    rate_limiter.check("table", "guest 1", "192.0.2.8")


def test_messages_of_all_connections_from_one_address_count_together() -> None:
    rate_limiter = RateLimiter(Limits(messages_a_second=1.0), lambda: 0.0)
    taken = 0
    for _ in range(CONNECTIONS_PER_CLIENT * 3):
        buckets = rate_limiter.message_buckets("192.0.2.7")
        taken += sum(all(bucket.take(0.0) for bucket in buckets) for _ in range(4))
    assert taken == CONNECTIONS_PER_CLIENT * 4
    assert all(bucket.take(0.0) for bucket in rate_limiter.message_buckets("192.0.2.8"))


def test_the_least_recently_seen_client_is_forgotten_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rate_limit, "MAX_BUCKETS", 2)
    rate_limiter = RateLimiter(Limits(tables_a_minute=1.0), lambda: 0.0)

    def use_up(client: str) -> None:
        while rate_limiter.allow("table", client):
            pass

    use_up("192.0.2.1")
    use_up("192.0.2.2")
    assert not rate_limiter.allow("table", "192.0.2.1"), "seen again"
    assert rate_limiter.allow("table", "192.0.2.3")
    assert not rate_limiter.allow("table", "192.0.2.1")
    assert rate_limiter.allow("table", "192.0.2.2")
