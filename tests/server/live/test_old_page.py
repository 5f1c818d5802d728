"""A page that is open while a newer server takes over names an older version, or none."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
import websockets
from websockets.asyncio.client import ClientConnection

from tests.server.local_server import Guest, Message, settings, table_server

pytestmark = pytest.mark.anyio

NEW = '{"kind":"hello"}'
BACK = '{"kind":"hello","after":1}'
PLAY = '{"kind":"play","position":1,"seat":0,"path":["1b2"],"id":"mi2k3xq1-2-0zt7me"}'


@pytest.fixture
async def ada(tmp_path: Path) -> AsyncIterator[Guest]:
    async with table_server(settings(tmp_path)) as (url, _):
        guest = await Guest.called(url, "Ada")
        yield guest
        await guest.leaves()


async def game(ada: Guest) -> str:
    """Round one screen: both seats are Ada's."""
    return await ada.sets("pylos", first=0, chairs=[{"kind": "me"}, {"kind": "me"}])


def connect(ada: Guest, table: str, **headers: str) -> websockets.connect:
    cookie = "; ".join(f"{name}={value}" for name, value in ada.browser.cookies.items())
    url = f"{ada.url.replace('http', 'ws', 1)}/live/{table}"
    return websockets.connect(url, additional_headers={"Cookie": cookie, **headers})


async def heard(socket: ClientConnection) -> Message:
    message: Message = msgspec.json.decode(await socket.recv())
    return message


@pytest.mark.parametrize("hello", [NEW, BACK])
async def test_it_is_asked_to_reload_in_a_sentence(ada: Guest, hello: str) -> None:
    table = await game(ada)
    async with connect(ada, table, Origin=ada.url) as socket:
        await socket.send(hello)
        refused = await heard(socket)
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await socket.recv()
    assert refused["kind"] == "refused"
    assert "id" not in refused, "the old page shows what answers no question of its own"
    assert refused["refused"]["code"] == "old_page"
    assert refused["refused"]["words"] == "Sommet has been updated. Please reload this page."
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1008, "it does not come back by itself for ever"


async def test_it_is_asked_in_the_language_that_its_reader_chose(ada: Guest) -> None:
    table = await game(ada)
    ada.browser.cookies.set("language", "fr")
    async with connect(ada, table, Origin=ada.url) as socket:
        await socket.send(NEW)
        words = (await heard(socket))["refused"]["words"]
    assert words == "Sommet a été mis à jour. Veuillez recharger cette page."


async def test_a_program_that_names_no_version_goes_on_with_whole_frames(ada: Guest) -> None:
    """Programs have no origin: they are no pages, and need not be renewed."""
    table = await game(ada)
    async with connect(ada, table) as socket:
        for text in (NEW, PLAY):
            await socket.send(text)
        while (message := await heard(socket))["kind"] != "happened":
            assert message["kind"] != "refused", message
    assert message["frame"]["board"]["scene"]["solids"]
    assert "change" not in message


async def test_a_page_of_today_gets_changes(ada: Guest) -> None:
    table = await game(ada)
    async with connect(ada, table, Origin=ada.url) as socket:
        for text in (NEW.replace("}", ',"version":2}'), PLAY):
            await socket.send(text)
        while (message := await heard(socket))["kind"] != "happened":
            assert message["kind"] != "refused", message
    assert message["change"]["onboard"]["scene"]["solids"]
    assert "frame" not in message
