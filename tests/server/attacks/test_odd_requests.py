"""Odd requests used to end in status 500 or in no response at all. Each gets a clear message."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest

from tests.server.attacks.attacker import metric, new_address
from tests.server.services import Process

pytestmark = pytest.mark.anyio

JSON = {"content-type": "application/json"}
FORM = {"content-type": "application/x-www-form-urlencoded"}
LONG_NUMBER = "9" * 4_400
TABLE = "/api/tables/TABLE"
"""The path of an existing table."""


@dataclass
class OddRequest:
    method: str
    path: str
    content: bytes = b""
    headers: dict[str, Any] = field(default_factory=dict)


def json_post(path: str, text: str | bytes) -> OddRequest:
    content = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    return OddRequest("POST", path, content, JSON)


def form_post(path: str, form: bytes) -> OddRequest:
    return OddRequest("POST", path, form, FORM)


BODIES = ("/api/me", "/api/tables", "/api/analysis", "/record", f"{TABLE}/commands")
STEPS = ("x", "9z9", "(1a1)", "%2B", "0", "%C3%A9", "1a1,1b1", "1a1%20x", "%ED%9F%BF")
GAMES = ("pylos", "triedre", "kabaleo", "colorpop")

ODD_REQUESTS = [
    *(json_post(path, "[" * 20_000 + "]" * 20_000) for path in BODIES),
    *(json_post(path, b'{"name": "\xff", "game": "\xff"}') for path in BODIES),
    *(
        json_post(path, '{"name": "\\ud800", "game": "\\ud800", "record": "\\ud800"}')
        for path in BODIES
    ),
    json_post("/api/tables", '{"game": "pylos", "options":' + '{"a":' * 5_000 + "1" + "}" * 5_001),
    *(
        json_post("/api/tables", f'{{"game": "pylos", "clock": {clock}}}')
        for clock in (
            f'{{"kind": "total", "seconds": {LONG_NUMBER}}}',
            '{"kind": "total", "seconds": 1e999}',
            f'{{"kind": "per_move", "seconds": {LONG_NUMBER}}}',
            f'{{"kind": "days", "days": {LONG_NUMBER}}}',
        )
    ),
    json_post(
        "/api/pairing",
        f'{{"game": "pylos", "clock": {{"kind": "total", "seconds": {LONG_NUMBER}}}}}',
    ),
    json_post("/api/tables", f'{{"game": "pylos", "first": {LONG_NUMBER}}}'),
    json_post("/api/tables", f'{{"game": "pylos", "options": {{"variant": {LONG_NUMBER}}}}}'),
    json_post("/api/tables", '{"game": "pylos", "options": {"self": 1, "name": 2}}'),
    json_post(
        f"{TABLE}/commands",
        f'{{"kind": "play", "id": "a", "move": "1a1", "position": {LONG_NUMBER}}}',
    ),
    json_post(
        "/record", f'{{"record": "[Game \\"pylos\\"]\\n[First \\"{LONG_NUMBER}\\"]\\n\\nresult *"}}'
    ),
    *(OddRequest("GET", f"/tables/TABLE/frames/{move}") for move in ("-1", "99", "9" * 30)),
    *(OddRequest("GET", f"{TABLE}/picture.svg?move={move}") for move in ("-1", "9" * 30, "%FF")),
    *(
        OddRequest("POST", "/api/me", b'{"name": "Eve"}', {**JSON, "origin": origin})
        for origin in ("http://[", "http://[::1", b"http://\x80", "http://" + "a" * 5_000)
    ),
    *(
        form_post(path, b"name=Ada&language=fr&back=" + back)
        for path in ("/name", "/language")
        for back in (
            b"/a%0D%0AX:%20y",
            b"/%E2%80%A8",
            b"/%00",
            b"/%09/elsewhere",
            b"/%FF",
            b"/\xff",
        )
    ),
    *(
        form_post(path, b"game=%FF&game=%FF&invitation=%FF")
        for path in ("/play", "/tables/TABLE/sit")
    ),
    *(
        OddRequest("POST", f"{TABLE}/invitations", b"{}", {**JSON, "host": host})
        for host in ("a" * 4_000, "[::1", "a:b", b"\xff")
    ),
    OddRequest("GET", "/", headers={"host": "[::1", "accept": "text/html"}),
    OddRequest("GET", f"/rules/pylos/diagrams/{'a' * 300}"),
    OddRequest("GET", f"/rules/pylos/diagrams/{'a' * 300}.svg"),
    *(OddRequest("GET", f"/free/{game}/sketch?path={path}") for game in GAMES for path in STEPS),
    *(
        OddRequest("GET", f"/free/{game}/explain?at=1a1&path={path}")
        for game in GAMES
        for path in STEPS
    ),
    OddRequest("GET", "/free/pylos/sketch?path=1a1&wanted=zz"),
    OddRequest("GET", f"/free/pylos/sketch?path=1a1&exercise={'9' * 30}"),
    OddRequest("GET", "/api/tables?limit=%FF&game=%FF"),
    OddRequest("GET", "/static/x/%FF"),
    OddRequest("GET", "/api/me", headers={"authorization": b"Bearer \xff\xfe"}),
    OddRequest(
        "GET",
        "/",
        headers={"cookie": b"sommet=\xff; language=\xfe", "accept-language": b"\xff;q=x"},
    ),
]


@pytest.fixture(scope="module")
def browser_and_table(server: Process) -> Iterator[tuple[httpx.Client, str]]:
    """A guest's browser, and the id of a table of theirs."""
    wires = httpx.HTTPTransport(local_address=new_address())
    with httpx.Client(base_url=server.url, timeout=60, transport=wires) as browser:
        browser.post("/api/me", json={"name": "Ada"}).raise_for_status()
        setup = {"game": "pylos", "chairs": [{"kind": "me"}] * 2}
        table = browser.post("/api/tables", json=setup).json()["table"]["id"]
        yield browser, table


@pytest.mark.parametrize(
    "odd",
    ODD_REQUESTS,
    ids=[f"{number} {odd.path[:40]}" for number, odd in enumerate(ODD_REQUESTS)],
)
def test_an_odd_request_gets_a_clear_message(
    browser_and_table: tuple[httpx.Client, str], odd: OddRequest
) -> None:
    browser, table = browser_and_table
    path = odd.path.replace("TABLE", table)
    answer = browser.request(odd.method, path, content=odd.content, headers=odd.headers)
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400 and "text/html" not in answer.headers["content-type"]:
        assert answer.json()["words"][-1] in ".!?'" or answer.json()["code"] == "malformed"
    assert "elsewhere" not in answer.headers.get("location", "").partition("/%09")[0]


async def test_no_odd_request_counted_as_a_server_error(server: Process) -> None:
    assert await metric(server.url, "sommet_errors_total") == 0
