from __future__ import annotations

import pytest

from sommet.server.auth import rate_limit
from sommet.server.auth.rate_limit import (
    CONNECTIONS_PER_CLIENT,
    LOOP_SECONDS_PER_REQUEST,
    WORKER_SECONDS_PER_REQUEST,
    RateLimiter,
    rate_limit_key,
)
from sommet.server.runtime.settings import Limits
from sommet.tables.refusals import Refusal


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
        budget = rate_limiter.message_budget("192.0.2.7", "")
        taken += sum(budget.take(0.0, player=False) for _ in range(4))
    assert taken == CONNECTIONS_PER_CLIENT * 4
    assert rate_limiter.message_budget("192.0.2.8", "").take(0.0, player=False)


def use_up_messages(rate_limiter: RateLimiter, client: str) -> None:
    """Take all messages that a client's connections may send now."""
    while rate_limiter.message_budget(client, "").take(0.0, player=False):
        pass


def test_a_player_has_a_reserve_of_messages_that_nobody_else_can_use_up() -> None:
    rate_limiter = RateLimiter(Limits(messages_a_second=20.0), lambda: 0.0)
    use_up_messages(rate_limiter, "192.0.2.7")
    budget = rate_limiter.message_budget("192.0.2.7", "ada")
    assert not budget.take(0.0, player=False), "only at their own table"
    assert sum(budget.take(0.0, player=True) for _ in range(40)) == 20
    again = rate_limiter.message_budget("192.0.2.7", "ada")
    assert not again.take(0.0, player=True), "a new connection doesn't refill it"
    assert again.take(0.6, player=True), "but time does"
    assert rate_limiter.message_budget("192.0.2.7", "bob").take(0.0, player=True)


def test_an_answer_is_charged_by_its_size() -> None:
    rate_limiter = RateLimiter(Limits(messages_a_second=20.0), lambda: 0.0)
    budget = rate_limiter.message_budget("192.0.2.7", "")
    assert budget.take(0.0, player=False)
    budget.charge(100 * rate_limit.BYTES_PER_MESSAGE)
    assert not budget.take(0.0, player=False)
    assert not budget.take(1.0, player=False), "20 more are not enough"
    assert budget.take(2.0, player=False)


def test_a_handshake_is_limited_per_address_before_anything_is_known_about_it() -> None:
    rate_limiter = RateLimiter(Limits(messages_a_second=1.0), lambda: 0.0)
    for _ in range(4):
        rate_limiter.check_handshake("192.0.2.7", "", stranger=False)
    with pytest.raises(Refusal, match="Too many requests"):
        rate_limiter.check_handshake("192.0.2.7", "", stranger=False)
    rate_limiter.check_handshake("192.0.2.7", "ada", stranger=False)


def test_a_stranger_from_a_full_address_is_refused_before_anything_is_looked_up() -> None:
    rate_limiter = RateLimiter(Limits(sockets_a_client=1), lambda: 0.0)
    with rate_limiter.connection("192.0.2.7", player=False):
        rate_limiter.check_handshake("192.0.2.7", "", stranger=False)  # may be a player
        with pytest.raises(Refusal, match="Too many connections"):
            rate_limiter.check_handshake("192.0.2.7", "", stranger=True)
    rate_limiter.check_handshake("192.0.2.7", "", stranger=True)


def test_requests_cost_the_processor_time_that_they_used() -> None:
    now = 0.0
    rate_limiter = RateLimiter(Limits(requests_a_second=30.0), lambda: now)
    assert rate_limiter.allow("request", "192.0.2.7")
    rate_limiter.charge_loop("192.0.2.7", LOOP_SECONDS_PER_REQUEST)
    assert sum(rate_limiter.allow("request", "192.0.2.7") for _ in range(200)) == 119, "one each"
    assert not rate_limiter.in_debt("192.0.2.7")
    rate_limiter.charge_loop("192.0.2.7", 11 * LOOP_SECONDS_PER_REQUEST)
    rate_limiter.charge_worker("192.0.2.7", 20 * WORKER_SECONDS_PER_REQUEST)
    assert rate_limiter.in_debt("192.0.2.7")
    assert not rate_limiter.in_debt("192.0.2.8")
    now = 0.9
    assert rate_limiter.in_debt("192.0.2.7"), "30 requests"
    now = 1.1
    assert not rate_limiter.in_debt("192.0.2.7")
    assert rate_limiter.allow("request", "192.0.2.7")


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
