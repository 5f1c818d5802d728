"""Which push services a server sends to. Browsers choose them, so anyone can name any address."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from sommet.tables.refusals import Refusal

__all__ = ["Endpoints", "is_public"]

MAX_LENGTH = 1024
ENDPOINT = re.compile(r"(https://(?P<host>[a-z0-9.-]+)(:443)?)/[A-Za-z0-9._~%!$&'()*+,;=:@/?-]*")
"""Strict, so that no two parsers read different hosts in it."""
NAT64 = IPv6Network("64:ff9b::/96")
"""IPv4 addresses as networks with IPv6 alone write them."""


@dataclass(frozen=True)
class Endpoints:
    """The push services at these `hosts`. A `test_service`, the beginning of its addresses, may be
    anywhere and needs no TLS."""

    hosts: Sequence[str]
    test_service: str = ""

    def origin(self, endpoint: str) -> str:
        """The origin of an endpoint; refuses one of another service."""
        if self.test_service and endpoint.startswith(f"{self.test_service}/"):
            return self.test_service
        found = ENDPOINT.fullmatch(endpoint) if len(endpoint) <= MAX_LENGTH else None
        if found is None or not any(_matches(found["host"], host) for host in self.hosts):
            raise Refusal(
                "unknown_push_service",
                "This server doesn't send to the push service of this browser.",
                status=403,
            )
        return found[1]


def _matches(name: str, host: str) -> bool:
    return name.endswith(host[1:]) if host.startswith("*.") else name == host


def is_public(address: str) -> bool:
    """Whether an IP address is on the public internet, and not one of this machine or network."""
    found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        if found.sixtofour or found.teredo:
            return False
        embedded = IPv4Address(found.packed[12:]) if found in NAT64 else found.ipv4_mapped
        found = embedded or found
    return found.is_global and not found.is_multicast
