"""Link previews: what sites and apps show next to a link, by the tags of the page it leads to."""

from __future__ import annotations

import io
import re
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from PIL import Image

import sommet
from sommet.server.app.container import Container
from sommet.web.link_pictures import position_png
from tests.server.local_server import Guest, running_server, settings
from tests.server.noninterference import other_deals, script

pytestmark = pytest.mark.anyio

TAG = re.compile(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">')


async def preview_of(guest: Guest, page: str, language: str = "en") -> dict[str, str]:
    """The tags of a page by name."""
    found = await guest.browser.get(page, headers={"Accept-Language": language})
    assert found.is_success, found.text
    return {name: unescape(content) for name, content in TAG.findall(found.text)}


async def picture_of(guest: Guest, page: str) -> bytes:
    """The picture of a page, fetched as a site does that nobody is signed in to."""
    address = (await preview_of(guest, page))["og:image"]
    assert address.startswith(f"{guest.url}/")
    stranger = Guest(guest.url)
    found = await stranger.browser.get(address)
    await stranger.close()
    assert found.is_success, found.text
    assert found.headers["content-type"] == "image/png"
    return found.content


async def public_table(ada: Guest, bob: Guest, game: str = "pylos", **setup: object) -> str:
    table = await ada.create_table(game, public=True, **setup)
    await bob.send_command(table, "sit")
    return table


async def test_a_public_game_is_shown_with_its_players_and_its_position(
    ada: Guest, bob: Guest
) -> None:
    table = await public_table(ada, bob)
    tags = await preview_of(ada, f"/tables/{table}")
    assert tags["og:title"] == "Ada, Bob · Pylos"
    assert tags["og:description"] == tags["description"] == "0 moves · standard rules · no clock"
    assert tags["twitter:card"] == "summary_large_image"
    before = await picture_of(ada, f"/tables/{table}")
    with Image.open(io.BytesIO(before)) as image:
        assert (image.format, image.size) == ("PNG", (1200, 630))
        assert len(image.convert("RGB").getcolors(1 << 20) or ()) > 1000
    shown = (await ada.request("GET", f"/api/tables/{table}"))["frame"]
    await ada.send_command(table, "play", position=shown["position"], move="1b2")
    assert (await preview_of(ada, f"/tables/{table}"))["og:image"] != tags["og:image"]
    assert await picture_of(ada, f"/tables/{table}") != before


async def test_previews_are_in_the_language_of_the_page(ada: Guest, bob: Guest) -> None:
    table = await public_table(ada, bob)
    tags = await preview_of(ada, f"/tables/{table}", "fr")
    assert tags["og:description"] == "0 coup · règles standard · sans limite de temps"
    rules = await preview_of(ada, "/rules/triedre", "fr")
    assert rules["og:title"] == "Règles · Trièdre"
    assert (await preview_of(ada, "/daily", "fr"))["og:title"].startswith("Défi du jour · ")


async def test_an_invitation_says_who_invites_only_at_a_public_table(ada: Guest) -> None:
    for public, title in (True, "Ada invites you to play Pylos"), (False, "Play Pylos"):
        table = await ada.create_table("pylos", public=public)
        tags = await preview_of(ada, f"/tables/{table}")
        assert tags["og:title"] == title
        assert "og:url" not in tags, "it would lead away from the invitation"


async def test_a_private_table_shows_no_names_and_no_position(ada: Guest, bob: Guest) -> None:
    table = await ada.create_table("pylos")
    await bob.send_command(table, "sit")
    pictures = [await picture_of(ada, f"/tables/{table}")]
    for move in "1b2", "1c3":
        frame = (await ada.request("GET", f"/api/tables/{table}"))["frame"]
        player = ada if frame["turn"] == 0 else bob
        await player.send_command(table, "play", position=frame["position"], move=move)
        pictures += [
            await picture_of(ada, f"/tables/{table}"),
            (await ada.browser.get(f"/tables/{table}/picture.png")).content,
        ]
    assert len(set(pictures)) == 1
    assert pictures[0] == (await ada.browser.get("/games/pylos/picture.png")).content
    tags = await preview_of(ada, f"/tables/{table}")
    assert tags["og:title"] == "Pylos"
    assert "moves" not in " ".join(tags.values())
    assert not {"Ada", "Bob"} & set(re.findall(r"\w+", " ".join(tags.values())))


@pytest.mark.parametrize("game", ["kabaleo", "colorpop"])
def test_positions_that_differ_only_in_hidden_colours_have_the_same_picture(game: str) -> None:
    """The same over the network, with everything else that a server sends: `test_secrets.py`."""
    scripted = script(sommet.game(game), 4)
    real, *others = (
        scripted.with_secrets(world)
        for world in (scripted.start.start.secrets, *other_deals(scripted, None))
    )
    assert others
    assert others[0].start.secrets != real.start.secrets
    assert {position_png(other.view(None)) for other in others} == {position_png(real.view(None))}


async def test_a_site_that_has_the_picture_does_not_get_it_again(ada: Guest, bob: Guest) -> None:
    table = await public_table(ada, bob)
    address = f"/tables/{table}/picture.png"
    first = await ada.browser.get(address)
    assert first.headers["cache-control"] == "public, no-cache"
    assert first.headers["cross-origin-resource-policy"] == "cross-origin"
    known = {"If-None-Match": f'"other", W/{first.headers["etag"]}'}
    again = await ada.browser.get(address, headers=known)
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    frame = (await ada.request("GET", f"/api/tables/{table}"))["frame"]
    await ada.send_command(table, "play", position=frame["position"], move="1b2")
    assert (await ada.browser.get(address, headers=known)).status_code == 200


async def test_pages_and_pictures_answer_head_without_a_body(ada: Guest) -> None:
    for address in "/", "/rules/pylos", "/games/pylos/picture.png":
        whole, head = await ada.browser.get(address), await ada.browser.head(address)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-type"] == whole.headers["content-type"]


@pytest.mark.parametrize(
    "address", ["/games/chess/picture.png", "/tables/nothing/picture.png", "/daily/picture.jpg"]
)
async def test_what_does_not_exist_has_no_picture(ada: Guest, address: str) -> None:
    assert (await ada.browser.get(address)).status_code == 404


async def test_the_daily_shows_the_deal_without_its_secret(
    ada: Guest, server: tuple[str, Container]
) -> None:
    picture = await picture_of(ada, "/daily")
    deal = (await server[1].daily_deals.today()).record
    assert deal.view(None) != deal.view(0)
    assert picture == position_png(deal.view(None))


async def test_addresses_begin_with_the_public_one(tmp_path: Path) -> None:
    public = "https://example.org/games"
    async with running_server(settings(tmp_path, url=public)) as (url, _):
        visitor = Guest(url)
        for page in "/", "/rules/kabaleo", "/learn/kabaleo", "/daily":
            address = (await preview_of(visitor, page))["og:image"]
            assert address.startswith(f"{public}/")
            path = urlsplit(address)
            assert (await visitor.browser.get(f"{path.path}?{path.query}")).is_success
        await visitor.close()
