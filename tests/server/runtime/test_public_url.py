"""The public address: what `--url` and `--proxy` accept, and what they say about anything else."""

from __future__ import annotations

import pytest

from sommet.core.errors import OptionError
from sommet.server.runtime.public_url import PublicUrl, parse_proxies

GOOD = {
    "": PublicUrl(),
    "https://play.example.org": PublicUrl("https://play.example.org"),
    "https://play.example.org/": PublicUrl("https://play.example.org"),
    "HTTPS://Play.Example.org:443": PublicUrl("https://play.example.org"),
    "http://localhost:8000": PublicUrl("http://localhost:8000"),
    "http://[2001:db8::7]:8000": PublicUrl("http://[2001:db8::7]:8000"),
    "https://example.org/games/sommet/": PublicUrl("https://example.org", "/games/sommet"),
    "https://example.org:8443/~ada": PublicUrl("https://example.org:8443", "/~ada"),
}
BAD = {
    "play.example.org": "must start with https:// or http://",
    "//play.example.org": "must start with https:// or http://",
    "ftp://play.example.org": "must start with https:// or http://",
    "javascript:alert(1)": "must start with https:// or http://",
    "https://play.example.org?a=b": "without a user, a query or a fragment",
    "https://play.example.org/#top": "without a user, a query or a fragment",
    "https://ada@play.example.org": "without a user, a query or a fragment",
    "https://play.example.org\n": "without a user, a query or a fragment",
    "https://": "needs a host name",
    "https:///sommet": "needs a host name",
    "https://play.example.org:0x50": "needs a host name",
    "https://play.example.org:": "needs a host name",
    "https://play example.org": "needs a host name",
    "https://*.example.org": "needs a host name",
    "https://[::1": "needs a host name",
    "https://example.org/a//b": "between single slashes",
    "https://example.org/a/../b": "between single slashes",
    "https://example.org/%73ommet": "between single slashes",
    "https://example.org/jeux d'été": "between single slashes",
}


@pytest.mark.parametrize("text", GOOD)
def test_an_origin_and_a_path_are_written_as_browsers_write_them(text: str) -> None:
    assert PublicUrl.parse(text) == GOOD[text]


@pytest.mark.parametrize("text", BAD)
def test_anything_else_is_refused_with_what_would_be_right(text: str) -> None:
    with pytest.raises(OptionError) as refused:
        PublicUrl.parse(text)
    assert BAD[text] in str(refused.value)
    assert "https://" in str(refused.value)


def test_proxies_are_addresses_and_networks() -> None:
    assert parse_proxies("") == ()
    assert parse_proxies("10.0.0.1, 172.16.0.0/12,2001:db8::/32") == (
        "10.0.0.1",
        "172.16.0.0/12",
        "2001:db8::/32",
    )
    for text in ("*", "proxy.example.org", "10.0.0.1/8"):
        with pytest.raises(OptionError, match=r"such as 192\.0\.2\.7 or 172\.16\.0\.0/12"):
            parse_proxies(text)
