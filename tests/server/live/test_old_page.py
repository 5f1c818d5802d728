"""A page of an older version is open while the server is replaced. It says hello without the
current version."""

from __future__ import annotations

import msgspec
import pytest
import websockets
from websockets.asyncio.client import ClientConnection

from sommet.wire.client_messages import VERSION
from tests.server.local_server import Guest, Message

pytestmark = pytest.mark.anyio

NEW = '{"kind":"hello"}'
BACK = '{"kind":"hello","after":1}'
VERSION_3 = '{"kind":"hello","version":3,"after":1,"lift":null}'
"""A hello of the previous version, with a field that has been renamed since."""
PLAY = '{"kind":"play","position":1,"seat":0,"path":["1b2"],"id":"mi2k3xq1-2-0zt7me"}'


async def game(ada: Guest) -> str:
    """A pass-and-play table: both seats are Ada's."""
    return await ada.create_table("pylos", first=0, chairs=[{"kind": "me"}, {"kind": "me"}])


def connect(ada: Guest, table: str, **headers: str) -> websockets.connect:
    cookie = "; ".join(f"{name}={value}" for name, value in ada.browser.cookies.items())
    url = f"{ada.url.replace('http', 'ws', 1)}/live/{table}"
    return websockets.connect(url, additional_headers={"Cookie": cookie, **headers})


async def receive(socket: ClientConnection) -> Message:
    message: Message = msgspec.json.decode(await socket.recv())
    return message


@pytest.mark.parametrize("hello", [NEW, BACK, VERSION_3])
async def test_an_old_page_is_asked_to_reload(ada: Guest, hello: str) -> None:
    table = await game(ada)
    async with connect(ada, table, Origin=ada.url) as socket:
        await socket.send(hello)
        refused = await receive(socket)
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await socket.recv()
    assert refused["kind"] == "refused"
    assert "id" not in refused, "the old page shows messages that answer none of its requests"
    assert refused["refused"]["code"] == "old_page"
    assert refused["refused"]["words"] == "Sommet has been updated. Please reload this page."
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1008, "it does not reconnect forever"


async def test_an_old_page_is_asked_in_the_readers_language(ada: Guest) -> None:
    table = await game(ada)
    ada.browser.cookies.set("language", "fr")
    async with connect(ada, table, Origin=ada.url) as socket:
        await socket.send(NEW)
        words = (await receive(socket))["refused"]["words"]
    assert words == "Sommet a été mis à jour. Veuillez recharger cette page."


async def test_an_old_program_is_refused(ada: Guest) -> None:
    """Programs send no origin: they are not pages, and a reload doesn't help."""
    table = await game(ada)
    async with connect(ada, table) as socket:
        await socket.send(NEW)
        refused = (await receive(socket))["refused"]
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await socket.recv()
    assert refused["code"] == "old_program"
    assert refused["parameters"] == {"version": VERSION}
    assert refused["words"] == (
        f"This server uses version {VERSION} of the protocol. Please update your program."
    )
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1008


async def test_a_current_page_gets_patches(ada: Guest) -> None:
    table = await game(ada)
    async with connect(ada, table, Origin=ada.url) as socket:
        for text in (NEW.replace("}", f',"version":{VERSION}}}'), PLAY):
            await socket.send(text)
        while (message := await receive(socket))["kind"] != "happened":
            assert message["kind"] != "refused", message
    assert message["patch"]["board"]["scene"]["solids"]
