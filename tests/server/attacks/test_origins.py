"""A page of another site could act here if its name pointed to this server."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
import websockets

from tests.server.attacks.attacker import attacked_server, new_address
from tests.server.clients import Guest
from tests.server.services import Process

pytestmark = pytest.mark.anyio

REBOUND = ("evil.example:8000", "127.0.0.1.evil.example", "evil.example.", "localhost.evil.example")
LOCAL = ("localhost:8000", "127.0.0.1", "[::1]:8000", "nas", "nas.local:8000", "sommet.internal")


async def test_a_rebound_name_is_refused(server: Process) -> None:
    async with httpx.AsyncClient(base_url=server.url) as browser:
        for host in REBOUND:
            headers = {"Host": host, "Origin": f"http://{host}", "Sec-Fetch-Site": "same-origin"}
            answer = await browser.post("/api/me", json={"name": "Eve"}, headers=headers)
            assert answer.status_code == 403, f"a page of {host} signed in"
            assert answer.json()["code"] == "unknown_host"
            assert f"--url http://{host}" in answer.json()["words"]
            assert (await browser.get("/metrics", headers=headers)).status_code == 403
    ada = await Guest.create(server.url, "Ada", new_address())
    address = f"ws://{REBOUND[0]}/live/{await ada.create_table('pylos')}"
    origin = websockets.Origin(f"http://{REBOUND[0]}")
    async with websockets.connect(
        address, origin=origin, host="127.0.0.1", port=server.port
    ) as connection:
        assert "unknown_host" in str(await connection.recv())
    await ada.close()


async def test_local_names_need_no_option(server: Process) -> None:
    for host in LOCAL:
        async with httpx.AsyncClient(
            base_url=server.url,
            transport=httpx.AsyncHTTPTransport(local_address=new_address()),
            headers={"Host": host, "Origin": f"http://{host}"},
        ) as browser:
            assert (await browser.post("/api/me", json={"name": "Ada"})).is_success, host


async def test_cookies_over_tls_belong_to_this_host_alone(tmp_path: Path) -> None:
    """Another host of the domain could set a cookie of its own."""
    with attacked_server(tmp_path, "", "--url=https://play.example") as server:
        async with httpx.AsyncClient(base_url=server.url) as browser:
            made = await browser.post("/api/me", json={"name": "Ada"})
            name, _, rest = made.headers["set-cookie"].partition("=")
            value, *attributes = (part.strip() for part in rest.split(";"))
            assert name == "__Host-sommet"
            assert {"Secure", "Path=/", "HttpOnly"} <= set(attributes)
            assert not any(part.startswith("Domain") for part in attributes)
            browser.cookies.clear()
            me = await browser.get("/api/me", headers={"Cookie": f"__Host-sommet={value}"})
            assert me.json() == {"name": "Ada"}
            tossed = await browser.get("/api/me", headers={"Cookie": f"sommet={value}"})
            assert tossed.status_code == 401
            gone = await browser.post("/mine/forget", headers={"Cookie": f"__Host-sommet={value}"})
            assert "Secure" in gone.headers["set-cookie"], "browsers would keep the cookie"


async def test_cookies_below_a_path_are_not_sent_to_the_rest_of_the_host(tmp_path: Path) -> None:
    with attacked_server(tmp_path, "", "--url=https://play.example/games") as server:
        async with httpx.AsyncClient(base_url=f"{server.url}/games") as browser:
            made = await browser.post("/api/me", json={"name": "Ada"})
            name, _, rest = made.headers["set-cookie"].partition("=")
            assert name == "__Secure-sommet"
            assert {"Secure", "Path=/games/", "HttpOnly"} <= {
                part.strip() for part in rest.split(";")
            }
