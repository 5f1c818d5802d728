"""Push services are named by browsers, so the server must not be led anywhere else."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from sommet.server.auth.signing import Signer
from sommet.server.push.endpoints import Endpoints, is_public
from sommet.server.push.push_client import PushClient
from sommet.server.runtime.settings import PUSH_HOSTS
from sommet.server.runtime.structured_log import StructuredLog
from sommet.server.runtime.system import System
from sommet.server.store.push_subscriptions import Subscription
from sommet.tables.refusals import Refusal
from tests.server.local_server import Guest
from tests.server.push.push_service import Browser, PushService

pytestmark = pytest.mark.anyio

HOST = "push.example.org"


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://fcm.googleapis.com:443/wp/abc",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA_-=",
        "https://web.push.apple.com/QGuQyavXutnMH",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYA%2bx",
    ],
)
def test_the_push_services_of_browsers_are_accepted(endpoint: str) -> None:
    assert endpoint.startswith(Endpoints(PUSH_HOSTS).origin(endpoint))


REFUSED = [
    "http://fcm.googleapis.com/fcm/send/abc",
    "https://example.org/send",
    "https://fcm.googleapis.com.example.org/send",
    "https://example.org/fcm.googleapis.com",
    "https://notfcm.googleapis.com/send",
    "https://push.apple.com/send",
    "https://fcm.googleapis.com:8443/send",
    "https://fcm.googleapis.com@example.org/send",
    "https://user:word@fcm.googleapis.com/send",
    "https://fcm.googleapis.com\\@example.org/send",
    "https://fcm.googleapis.com#@example.org/send",
    "https://fcm.googleapis.com",
    "https://FCM.googleapis.com/send",
    "https://127.0.0.1/send",
    "https://2130706433/send",
    "https://0x7f.1/send",
    "https://10.0.0.1/send",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/send",
    "https://[::ffff:127.0.0.1]/send",
    "https://localhost/send",
    "https://fcm.googleapis.com/send\r\nHost: example.org",
    "https://fcm.googleapis.com/ send",
    "file:///etc/passwd",
    "//fcm.googleapis.com/send",
    "https://fcm.googleapis.com/" + "a" * 1100,
    "",
]


@pytest.mark.parametrize("endpoint", REFUSED)
def test_everything_else_is_refused(endpoint: str) -> None:
    with pytest.raises(Refusal, match="push service"):
        Endpoints(PUSH_HOSTS, "http://127.0.0.1:9").origin(endpoint)


async def test_the_server_refuses_them_too(bob: Guest, service: PushService) -> None:
    for endpoint in (*REFUSED, f"{service.url}.example.org/send"):
        device = service.subscribe().device | {"endpoint": endpoint}
        status, code = await bob.expect_refusal("PUT", "/api/me/push", json=device)
        assert (status, code) in {(403, "unknown_push_service"), (400, "malformed")}


@pytest.mark.parametrize("address", ["142.250.74.10", "2a00:1450:4001:82a::200a", "8.8.8.8"])
def test_public_addresses(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fe80::1%eth0",
        "fd00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "2002:7f00:1::",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "64:ff9b::7f00:1",
        "64:ff9b::a00:1",
    ],
)
def test_addresses_of_this_machine_and_of_private_networks(address: str) -> None:
    assert not is_public(address)


class Listener:
    """Counts the connections to a port of this machine."""

    def __init__(self) -> None:
        self.connections = 0
        self.port = 0

    def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        writer.close()


@asynccontextmanager
async def listener() -> AsyncIterator[Listener]:
    found = Listener()
    server = await asyncio.start_server(found.connected, "127.0.0.1", 0)
    found.port = server.sockets[0].getsockname()[1]
    async with server:
        yield found


def client(endpoints: Endpoints) -> PushClient:
    logger = StructuredLog("test", lambda: None)
    return PushClient(Signer(b"s" * 32), endpoints, "https://example.org", logger, System())


def subscription(endpoint: str) -> Subscription:
    device = Browser(endpoint).device
    return Subscription("bob", endpoint, device["key"], device["auth"], "en")


@pytest.mark.parametrize(
    ("family", "host"),
    [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::ffff:127.0.0.1")],
)
async def test_a_name_that_leads_to_this_machine_is_not_followed(
    monkeypatch: pytest.MonkeyPatch, family: socket.AddressFamily, host: str
) -> None:
    async with listener() as found:
        end = (host, found.port) if family == socket.AF_INET else (host, found.port, 0, 0)

        def resolve(*_: object, **__: object) -> list[Any]:
            return [(family, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", end)]

        monkeypatch.setattr(socket, "getaddrinfo", resolve)
        sender = client(Endpoints((HOST,)))
        assert await sender.send(subscription(f"https://{HOST}/send"), "text", "topic")
        await sender.close()
        assert found.connections == 0
        bracketed = f"[{host}]" if family == socket.AF_INET6 else host
        allowed = client(Endpoints((HOST,), f"http://{bracketed}:{found.port}"))
        assert await allowed.send(subscription(f"https://{HOST}/send"), "text", "topic")
        await allowed.close()
        assert found.connections == 1, "the name leads here, so the test can fail"


async def test_a_service_that_is_not_allowed_any_more_is_forgotten() -> None:
    sender = client(Endpoints((HOST,)))
    assert not await sender.send(subscription("https://example.org/send"), "text", "topic")
    await sender.close()


def test_processes_with_the_same_secret_have_the_same_key() -> None:
    endpoints, logger = Endpoints(()), StructuredLog("test", lambda: None)
    keys = [
        PushClient(Signer(secret), endpoints, "https://a.org", logger, System()).public_key
        for secret in (b"a" * 32, b"a" * 32, b"b" * 32)
    ]
    assert keys[0] == keys[1] != keys[2]
    assert len(keys[0]) == 87
