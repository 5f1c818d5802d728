"""The public address of a server behind a proxy."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import ip_network
from urllib.parse import urlsplit

from sommet.core.errors import OptionError

__all__ = ["PublicUrl", "parse_proxies"]

HOST = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\]")
PATH = re.compile(r"(/(?!\.{1,2}(/|$))[A-Za-z0-9._~-]+)*")
"""A path that needs no escapes, so that it has only one spelling."""
DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class PublicUrl:
    """A public address: the `origin`, as browsers write it, and the `path` before every address of
    the server, which is empty or like `/games/sommet`. Without a public address both are empty."""

    origin: str = ""
    path: str = ""

    @classmethod
    def parse(cls, text: str) -> PublicUrl:
        """Parse the value of `--url`. Raises OptionError for anything but an origin and a path."""
        if not text:
            return cls()
        scheme, found, rest = text.partition("://")
        if not found or scheme.lower() not in DEFAULT_PORTS:
            raise OptionError(
                "bad_url_scheme",
                "The public address must start with https:// or http://, as in "
                "https://play.example.org: {url!r}.",
                url=text,
            )
        if set(rest) & set("?#@\\") or not rest.isprintable():
            raise OptionError(
                "bad_url_parts",
                "The public address can only be a host and a path, as in "
                "https://example.org/games/sommet, without a user, a query or a fragment: {url!r}.",
                url=text,
            )
        scheme = scheme.lower()
        try:
            parts = urlsplit(f"{scheme}://{rest}")
            host, _, _ = parts.netloc.lower().partition(f":{parts.port}")
            port = "" if parts.port in (None, DEFAULT_PORTS[scheme]) else f":{parts.port}"
        except ValueError:
            host = port = ""
        if not HOST.fullmatch(host):
            raise OptionError(
                "bad_url_host",
                "The public address needs a host name, and a port if it isn't the usual one, as in "
                "https://play.example.org:8443: {url!r}.",
                url=text,
            )
        path = parts.path.rstrip("/")
        if not PATH.fullmatch(path):
            raise OptionError(
                "bad_url_path",
                "The path of the public address can contain only letters, digits, and . _ ~ - "
                "between single slashes, as in https://example.org/games/sommet: {url!r}.",
                url=text,
            )
        return cls(f"{scheme}://{host}{port}", path)

    def __str__(self) -> str:
        return f"{self.origin}{self.path}"

    @property
    def secure(self) -> bool:
        """Whether it uses TLS."""
        return self.origin.startswith("https://")

    @property
    def home(self) -> str:
        """The path of the home page, which ends with a slash."""
        return f"{self.path}/"


def parse_proxies(text: str) -> tuple[str, ...]:
    """Parse the value of `--proxy`: addresses and networks, separated by commas."""
    proxies = tuple(each.strip() for each in text.split(",") if each.strip())
    for each in proxies:
        try:
            ip_network(each)
        except ValueError as error:
            raise OptionError(
                "bad_proxy",
                "A proxy must be named by its IP address or network, such as 192.0.2.7 or "
                "172.16.0.0/12: {why}.",
                why=str(error),
            ) from None
    return proxies
