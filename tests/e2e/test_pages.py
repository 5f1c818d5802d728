"""Every page: accessibility, layout, languages, replay and verification, and download size."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

import sommet
from sommet.server.pages import assets, daily, forms, free_board, home, lessons, my_games, tables
from tests.e2e.actions import (
    open_table,
    play_one_turn,
    play_through_api,
    random_moves,
    resign,
    type_move,
)
from tests.e2e.conftest import People
from tests.e2e.live_server import CHROMIUM, SWITCHES

PAGES = (
    "/",
    "/learn",
    *("/new/pylos", "/new/colorpop", "/rules/triedre", "/rules/kabaleo"),
    *("/learn/pylos", "/learn/pylos/1", "/learn/kabaleo/2", "/learn/colorpop/3"),
    *("/learn/pylos/P3", "/learn/triedre/T3a", "/learn/kabaleo/K8", "/learn/colorpop/C4b"),
    *("/free/triedre", "/free/colorpop"),
    "/local/kabaleo",
    "/daily",
    "/verify",
    "/watch",
    "/mine",
    "/carry/nowhere",
    "/programs",
    "/notices",
    "/offline",
    "/tables/nowhere",
)
"""Every page with a fixed address, some of them for one game and some for another; tables of all
games are checked while they are played."""

NOT_PAGES = (
    *("/static/", "/browser/", "/worker.js", "/manifest", "/favicon"),
    *("/play", "/name", "/language"),
    *("/mine/records.zip", "/mine/forget", "/mine/sign-out", "/programs/tokens", "/docs"),
)
"""Other routes: files, forms, and the docs site, which Sphinx builds."""
PARTS = ("diagrams", "sit")

BOARDLESS = (
    *("/daily", "/verify", "/offline", "/tables/nowhere"),
    *("/watch", "/mine", "/carry/nowhere", "/programs", "/notices"),
)
"""Pages without a live board."""

WITHOUT_GAME = ("/free", "/learn", "/new", "/rules")
"""Without a game these list all games."""

MAX_FIRST_VISIT_BYTES = 150_000

Axe: Any = import_module("axe_playwright_python.sync_playwright").Axe


def _check_accessibility(page: Page, where: str) -> None:
    """Axe finds nothing serious in light and dark themes; only colours differ in the dark one."""
    colours = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
    for scheme, rules in (("light", {}), ("dark", colours)):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        options = {"resultTypes": ["violations"], **rules}
        found = [
            f"{each['id']}: {each['nodes'][0]['html'][:120]}"
            for each in Axe().run(page, options=options).response["violations"]
            if each["impact"] in ("serious", "critical")
        ]
        assert found == [], f"{where}, {scheme}"


def test_every_route_is_covered() -> None:
    addresses = {path for handler in handlers() for path in handler.paths}
    pages = {
        path
        for path in addresses
        if not path.startswith(NOT_PAGES)
        and path not in WITHOUT_GAME
        and not any(f"/{part}" in path for part in PARTS)
    }
    patterns = {re.sub(r"{\w+:str}", "[^/]+", path): path for path in pages}
    for pattern, path in patterns.items():
        assert any(re.fullmatch(pattern, address) for address in PAGES), path


def test_an_address_without_a_game_lists_all_games(people: People) -> None:
    ana = people.open_page()
    for address in WITHOUT_GAME:
        ana.goto(address)
        expect(ana.get_by_role("article")).to_have_count(len(sommet.names()))
        for name in sommet.names():
            expect(ana.locator(f"article a[href='.{address}/{name}']")).to_have_count(1)


def test_doubling_the_font_size_makes_no_page_wider(people: People) -> None:
    large = people.browser.browser_type.launch(
        executable_path=CHROMIUM, args=[*SWITCHES, "--blink-settings=defaultFontSize=32"]
    )
    french, page = (
        large.new_page(
            base_url=people.site,
            viewport={"width": 360, "height": 740},
            reduced_motion="reduce",
            locale=language,
        )
        for language in ("fr", "en")
    )
    for address in ("/", "/free/kabaleo", "/rules/kabaleo", "/new/colorpop"):
        french.goto(address)
        french.locator("main").wait_for()
        assert french.evaluate("document.documentElement.scrollWidth") <= 360, address
    open_table(page, "colorpop", seat=0)
    page.locator("#board .target").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    large.close()


FAULTS = Path(__file__).with_name("faults.js").read_text(encoding="utf-8")
STATIC_PAGES = (
    *(
        "/",
        "/learn",
        "/learn/pylos/1",
        "/daily",
        "/watch",
        "/mine",
        "/rules/pylos",
        "/free/kabaleo",
    ),
    *("/new/kabaleo?option.players=4", "/programs", "/verify", "/carry/nowhere", "/offline"),
    "/tables/nowhere",
)


@pytest.mark.parametrize("font_size", [16, 32])
def test_no_page_cuts_off_or_covers_its_text(people: People, font_size: int) -> None:
    """On phones in portrait and landscape and on a small desktop, in French, which is longer."""
    chromium = people.browser.browser_type.launch(
        executable_path=CHROMIUM, args=[*SWITCHES, f"--blink-settings=defaultFontSize={font_size}"]
    )
    page = chromium.new_page(base_url=people.site, reduced_motion="reduce", locale="fr")
    found = {}
    for address in (*STATIC_PAGES, "settings"):
        if address == "settings":
            page.locator("[data-settings]").click()
        else:
            page.goto(address)
        for width, height in ((360, 740), (740, 360), (1366, 768)):
            page.set_viewport_size({"width": width, "height": height})
            wide = page.evaluate("document.documentElement.scrollWidth") > width
            if faults := [*page.evaluate(FAULTS), *(["wide"] if wide else [])]:
                found[address, width] = faults
    chromium.close()
    assert found == {}


def test_an_empty_list_offers_a_way_forward(people: People) -> None:
    ana = people.open_page()
    open_table(ana, "pylos", seat=0)
    ana.goto("/mine?result=won")
    ana.get_by_role("link", name="Show all").click()
    expect(ana.locator(".game-list a")).to_have_count(1)


def test_verifying_an_unknown_table_is_explained(people: People) -> None:
    ana = people.open_page()
    ana.goto("/verify?table=nonsense")
    expect(ana.locator("#verdict")).to_contain_text("Table not found.")


def test_nothing_is_wider_than_the_smallest_phone(people: People) -> None:
    ana = people.open_page(phone=True, language="fr")
    ana.set_viewport_size({"width": 320, "height": 640})
    for address in ("/", *(f"/free/{game}" for game in sommet.names())):
        ana.goto(address)
        expect(ana.locator("sommet-board .solid").first).to_be_visible()
        assert ana.evaluate("document.documentElement.scrollWidth") <= 320, address


def handlers() -> Iterator[Any]:
    for module in (assets, daily, forms, free_board, home, lessons, my_games, tables):
        yield from module.handlers


@pytest.mark.parametrize("address", PAGES)
def test_axe_finds_nothing_serious_on_any_page(people: People, address: str) -> None:
    ana = people.open_page()
    ana.goto(address)
    if address not in BOARDLESS and "/new/" not in address:
        board = "article.prose" if "/rules/" in address else "sommet-board .solid"
        expect(ana.locator(board).first).to_be_visible()
    if "/rules/" in address:
        ana.get_by_role("button", name="Try it").first.click()
        expect(ana.locator("sommet-board .solid").first).to_be_visible()
    _check_accessibility(ana, address)


def test_axe_finds_nothing_serious_at_any_table(people: People) -> None:
    ana = people.open_page()
    open_table(ana, "pylos", "With a friend")
    expect(ana.locator("#qr svg")).to_be_visible()
    _check_accessibility(ana, "waiting")
    open_table(ana, "kabaleo", "Pass and play")
    expect(ana.locator("#handover")).to_be_visible()
    _check_accessibility(ana, "behind the curtain")
    for game in sommet.names():
        open_table(ana, game)
        play_one_turn(ana, seed=1)
        _check_accessibility(ana, game)
    resign(ana)
    ana.get_by_role("button", name="Find the turning point").click()
    expect(ana.locator("#plot rect").first).to_be_visible()
    _check_accessibility(ana, "over")


def test_the_language_follows_the_browser_and_can_be_changed(people: People) -> None:
    ana = people.open_page(language="fr-FR")
    ana.goto("/")
    expect(ana.locator("html")).to_have_attribute("lang", "fr")
    expect(ana.get_by_role("heading", level=1)).to_contain_text("Empilez")
    ana.get_by_role("button", name="English").click()
    expect(ana.locator("html")).to_have_attribute("lang", "en")
    ana.goto("/rules/pylos")
    expect(ana.locator("article.prose")).to_contain_text("Light starts")
    ana.get_by_role("button", name="Français").click()
    expect(ana).to_have_url(re.compile("/rules/pylos$"))
    expect(ana.locator("html")).to_have_attribute("lang", "fr")


def test_a_finished_game_can_be_replayed_and_reviewed(people: People) -> None:
    ana = people.open_page()
    open_table(ana, "triedre", "Pass and play")
    count = 4
    play_through_api(ana, random_moves("triedre", 2)[:count])
    resign(ana)
    expect(ana.locator("#moves li")).to_have_count(count)
    ana.get_by_role("button", name="First position").click()
    expect(ana.locator("#board .solid")).to_have_count(36 + 15 + 5)  # cubes, cells, boards
    ana.get_by_role("button", name="Next move").click()
    expect(ana.locator("#moves [aria-current]")).to_have_attribute("data-move", "1")
    ana.get_by_role("button", name="Last position").click()
    expect(ana.locator("#moves [aria-current]")).to_have_attribute("data-move", str(count))
    ana.get_by_role("button", name="Find the turning point").click()
    expect(ana.locator("#plot progress")).to_have_class("done")
    expect(ana.locator("#plot svg")).to_have_count(1)  # one curve for both players
    curve = ana.get_by_role("img", name=re.compile("(Light|Dark)’s winning chances, "))
    expect(curve.locator("rect")).not_to_have_count(0)
    third = ana.locator("#plot rect[data-move='3']")
    expect(third).to_have_count(1)
    third.click()
    expect(ana.locator("#moves [aria-current]")).to_have_attribute("data-move", "3")
    expect(ana.locator("#plot .lines .mark")).to_have_text(["played"])
    expect(ana.locator("#plot .lines li").first).to_contain_text(re.compile("%|wins|draw|loses"))
    ana.get_by_role("button", name="Back to the result").click()
    expect(ana.get_by_role("button", name="Play again")).to_be_visible()
    expect(ana.get_by_role("link", name="Verify the deal")).to_have_count(
        0
    )  # this game has no deal


def test_a_deal_can_be_verified_and_a_changed_seed_is_detected(people: People) -> None:
    ana = people.open_page()
    open_table(ana, "kabaleo", seat=0)
    resign(ana)
    ana.get_by_role("link", name="Verify the deal").click()
    expect(ana.locator("#verdict")).to_contain_text("The deal is verified")
    record = ana.locator("#record").input_value()
    seed = re.search(r'\[Seed "(.)', record)
    assert seed is not None
    other = "1" if seed.group(1) != "1" else "2"
    ana.locator("#record").fill(record.replace(seed.group(), f'[Seed "{other}'))
    ana.get_by_role("button", name="Verify", exact=True).click()
    expect(ana.locator("#verdict")).to_contain_text("can’t be verified")


TAMPERED = (
    (r'\[Seed "\w', '[Seed "x', "can’t be verified"),
    (r'\[Salt1 "a', '[Salt1 "b', "doesn’t lead to this deal"),
    (r'\[Seed "[^\n]*\n', "", "revealed when the game is over"),
    (r"(?s).*", "Once upon a time", "isn’t a record with a seed"),
    ("result .*", "", "its result is missing"),
    ("$", "", "The deal is verified"),
)
"""Changes to a record, the last of which changes nothing, and what the page says."""


def test_a_valid_record_is_distinguished_from_tampered_ones(people: People) -> None:
    record = sommet.Record.new(sommet.game("kabaleo"), "seven", salts=("a", "b"))
    while record.outcome is None:
        record = record.play(record.position.moves()[0])
    text = str(record)
    ana = people.open_page()
    ana.goto("/verify")
    for pattern, replacement, words in TAMPERED:
        ana.locator("#record").fill(re.sub(pattern, replacement, text, count=1))
        ana.get_by_role("button", name="Verify", exact=True).click()
        expect(ana.locator("#verdict")).to_contain_text(words)


def test_a_typed_move_is_played_and_an_illegal_one_is_explained(people: People) -> None:
    ana = people.open_page(phone=True)
    open_table(ana, "pylos", seat=0)
    expect(ana.locator("#board .target").first).to_be_visible()
    type_move(ana, "2a1")
    expect(ana.locator("#move-error")).to_contain_text("four balls under")
    expect(ana.locator("#move-error")).to_contain_text("P2b")
    expect(ana.locator("#move-error")).to_be_in_viewport(ratio=1)
    type_move(ana, "1b2")
    expect(ana.locator("#moves li").first).to_contain_text(re.compile(" places a ball on b2. 1b2$"))
    expect(ana.locator("#move-error")).to_be_empty()


def test_a_first_visit_to_a_table_downloads_little(people: People) -> None:
    ana = people.open_page()
    address = open_table(ana, "colorpop")
    ben = people.open_page()
    sizes: list[int] = []

    def record_size(answer: Response) -> None:
        sizes.append(answer.request.sizes()["responseBodySize"])

    ben.on("response", record_size)
    ben.goto(address)
    expect(ben.locator("#board .solid").first).to_be_visible()
    assert 0 < sum(sizes) < MAX_FIRST_VISIT_BYTES, sum(sizes)


PICTURES = """nodes => Promise.all(nodes.map(async (node) => {
  await node.decode();
  const style = getComputedStyle(node);
  return [node.naturalWidth > 0, style.objectFit];
}))"""


def test_pictures_in_my_games_are_not_cropped(people: People) -> None:
    ana = people.open_page()
    for game in sommet.names():
        open_table(ana, game, seat=0)
        expect(ana.locator("#board .solid").first).to_be_visible()
    ana.goto("/mine")
    pictures = ana.locator(".game-list img")
    expect(pictures).to_have_count(len(sommet.names()))
    assert pictures.evaluate_all(PICTURES) == [[True, "contain"]] * len(sommet.names())


def test_changing_the_language_does_not_affect_the_back_button(people: People) -> None:
    ana = people.open_page()
    open_table(ana, "pylos", seat=0)
    table = ana.url
    ana.locator("[data-settings]").click()
    ana.locator("dialog [lang=fr]").click()
    expect(ana.locator("html")).to_have_attribute("lang", "fr")
    assert ana.url == table
    ana.go_back()
    expect(ana).to_have_url(re.compile(r"/new/pylos\?seat=0$"))
    expect(ana.locator("html")).to_have_attribute("lang", "fr")
    expect(ana.locator("[name=seat][value='0']")).to_be_checked()
    ana.locator(".languages [lang=en]").click()
    expect(ana.locator("html")).to_have_attribute("lang", "en")
    expect(ana.locator("[name=seat][value='0']")).to_be_checked()


def test_the_language_can_be_changed_after_submitting_a_form(people: People) -> None:
    ana = people.open_page()
    ana.goto("/programs")
    ana.locator("[name=label]").fill("my bot")
    ana.get_by_role("button", name="Create token").click()
    expect(ana.locator("#token")).to_be_visible()
    ana.locator(".languages [lang=fr]").click()
    expect(ana.get_by_role("heading", level=1)).to_have_text("Pour les développeurs")
    expect(ana.locator(".tokens li")).to_have_count(1)
