"""Sends encrypted messages to push services."""

from __future__ import annotations

import socket
from base64 import urlsafe_b64encode
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from sommet.core.errors import missing_extra

if fault := missing_extra("Web Push", "push", "pywebpush"):
    raise fault

import aiohttp
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from pywebpush import WebPusher
from yarl import URL

from sommet.server.auth.signing import Signer
from sommet.server.push.endpoints import Endpoints, is_public
from sommet.server.runtime.structured_log import StructuredLog
from sommet.server.runtime.system import System
from sommet.server.store.push_subscriptions import Subscription
from sommet.tables.refusals import Refusal

__all__ = ["PushClient"]

TIMEOUT_S = 10.0
KEPT_FOR_S = 86400
"""How long a push service keeps a message for a device that is off."""
SIGNED_FOR_S = 12 * 3600
"""How long a signature is valid; services accept a day at most."""
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)


class PushClient:
    """Signs with a key that follows from the installation's secret, so that all its processes have
    the same. `contact` is the address of the server, for the operators of the services."""

    def __init__(
        self,
        signer: Signer,
        endpoints: Endpoints,
        contact: str,
        logger: StructuredLog,
        system: System,
    ) -> None:
        self._endpoints = endpoints
        self._logger = logger
        self._contact = contact
        self._system = system
        self._vapid = Vapid02(_private_key(signer), {"no-strict": True})  # any https address
        self._session: aiohttp.ClientSession | None = None

    @property
    def public_key(self) -> str:
        """The key that browsers pass to their push service."""
        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(point).rstrip(b"=").decode()

    async def send(self, device: Subscription, text: str, topic: str) -> bool:
        """Send a text, which replaces an undelivered one about the same topic. False if messages
        can never reach the device: its service doesn't know it any more, or isn't one of ours."""
        try:
            origin = self._endpoints.origin(device.endpoint)
            body = _encrypt(device, text)
        except (Refusal, ValueError):
            return False
        try:
            status = await self._post(device.endpoint, body, self._headers(origin, topic))
        except (OSError, TimeoutError, aiohttp.ClientError) as error:
            self._logger.info("push_failed", error=type(error).__name__)
            return True
        if status >= HTTPStatus.MULTIPLE_CHOICES and status not in GONE:
            self._logger.info("push_failed", status=status)
        return status not in GONE

    def _headers(self, origin: str, topic: str) -> dict[str, str]:
        expires = int(self._system.now()) + SIGNED_FOR_S
        claims = {"aud": origin, "exp": expires, "sub": self._contact}
        return {
            **self._vapid.sign(claims),
            "Content-Encoding": "aes128gcm",
            "TTL": str(KEPT_FOR_S),
            "Topic": topic,
        }

    async def _post(self, endpoint: str, body: bytes, headers: dict[str, str]) -> int:
        """The status of the answer; the rest is not read."""
        async with self._open_session().post(
            URL(endpoint, encoded=True),
            data=body,
            headers=headers,
            allow_redirects=False,  # it could lead anywhere
        ) as answer:
            return answer.status

    def _open_session(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(socket_factory=self._socket),
                cookie_jar=aiohttp.DummyCookieJar(),
                timeout=aiohttp.ClientTimeout(total=TIMEOUT_S),
            )
        return self._session

    def _socket(self, address: Any) -> socket.socket:
        """A socket for an address that a name led to. This is the last moment to refuse it: a name
        can lead elsewhere each time it's looked up."""
        family, kind, protocol, _, (host, port, *_) = address
        test = urlsplit(self._endpoints.test_service)
        if not is_public(host) and (host, port) != (test.hostname, test.port):
            raise PermissionError(f"{host} is not a public address")
        return socket.socket(family, kind, protocol)

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()


def _encrypt(device: Subscription, text: str) -> bytes:
    """The text as only the device can read it. Raises ValueError for invalid keys."""
    keys = {"p256dh": device.key, "auth": device.auth}
    pusher = WebPusher({"endpoint": device.endpoint, "keys": keys})
    encrypted: bytes = pusher.encode(text.encode())["body"]
    return encrypted


def _private_key(signer: Signer) -> ec.EllipticCurvePrivateKey:
    """The key pair that identifies the installation to push services (VAPID). Two digests together
    are so much longer than the key that every key is equally likely."""
    number = int.from_bytes(
        "".join(signer.digest("push", part) for part in ("first", "second")).encode()
    )
    return ec.derive_private_key(number % (P256_ORDER - 1) + 1, ec.SECP256R1())
