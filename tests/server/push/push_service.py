"""A push service and the browsers that use it, in this process."""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import http_ece
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

__all__ = ["Browser", "PushService", "push_service"]


@dataclass
class Browser:
    """The subscription of a browser, and its own keys."""

    endpoint: str
    private_key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    auth: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    @property
    def device(self) -> dict[str, str]:
        """What the page tells the server."""
        public = self.private_key.public_key()
        point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "key": _encode(point), "auth": _encode(self.auth)}

    def decrypt(self, body: bytes) -> dict[str, Any]:
        text = http_ece.decrypt(
            body, private_key=self.private_key, auth_secret=self.auth, version="aes128gcm"
        )
        message: dict[str, Any] = json.loads(text)
        return message


@dataclass(frozen=True)
class Delivery:
    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """Answers with `status`; `deliveries` are the requests so far."""

    def __init__(self) -> None:
        self.url = ""
        self.status = 201
        self.deliveries: list[Delivery] = []

    def subscribe(self) -> Browser:
        return Browser(f"{self.url}/send/{secrets.token_urlsafe(16)}")

    async def answer(self, request: web.Request) -> web.Response:
        headers = {name.lower(): value for name, value in request.headers.items()}
        self.deliveries.append(Delivery(request.path, headers, await request.read()))
        return web.Response(status=self.status, headers={"Location": f"{self.url}/elsewhere"})


def _encode(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    service, app = PushService(), web.Application()
    app.router.add_route("*", "/{path:.*}", service.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    service.url = f"http://{host}:{port}"
    yield service
    await runner.cleanup()
