"""Players: names of machines and people, invitations, and moving games to another browser."""

from __future__ import annotations

import io
import re
import zipfile

from playwright.sync_api import Page, expect

from sommet.web.strings import GROUPS
from tests.e2e.actions import open_table
from tests.e2e.conftest import People


def _names(page: Page) -> list[str]:
    """The names of the players, without levels and marks."""
    names: list[str] = page.locator("#players .name").evaluate_all(
        "nodes => nodes.map((node) => node.firstChild.textContent)"
    )
    return names


def test_four_machines_have_different_names_and_your_secret_is_shown(people: People) -> None:
    ana = people.open_page()
    ana.goto("/new/colorpop?option.players=5&level=novice&seat=0")
    ana.locator("form.choices button.main").click()
    expect(ana.locator("#players .level")).to_have_count(4)
    names = {*_names(ana)} & {*GROUPS["bots"].values()}
    assert len(names) == 4
    expect(ana.locator("#players .level").first).to_have_text("Novice")
    expect(ana.locator("#own-secret")).to_have_text(
        re.compile(r"^You are (blue|orange|green|pink|yellow)\.$")
    )
    expect(ana.locator("#own-secret svg")).to_have_count(1)
    expect(ana.locator("#peek")).to_be_hidden()
    ana.reload()
    expect(ana.locator("#players .level")).to_have_count(4)
    assert names < {*_names(ana)}, "names don't change after a reload"
    ana.locator("[data-settings]").click()
    ana.get_by_role("switch", name="Hide my secret").click()
    ana.get_by_role("button", name="Done").click()
    expect(ana.locator("#own-secret")).to_be_hidden()
    expect(ana.locator("#peek")).to_be_visible()


def test_names_typed_once_are_remembered_and_shown_on_the_curtain(people: People) -> None:
    ana = people.open_page(language="fr")
    ana.goto("/new/colorpop?with=screen")
    ana.locator("label:has([name='option.variant'][value='teams'])").click()
    expect(ana.locator("[name='option.players'][value='4']")).to_be_checked()
    family = ("Anne", "Benoît", "Chloé", "Maximiliane-Dorothée")
    for seat, name in enumerate(family):
        ana.locator(f"[name='name.{seat}']").fill(name)
    expect(ana.locator("[name='name.4']")).to_be_hidden()
    ana.locator("form.choices button.main").click()
    curtain = ana.locator("#handover-text")
    expect(curtain).to_be_visible()
    assert any(name in str(curtain.text_content()) for name in family)
    assert {*_names(ana)} == {*family}
    for partner in ("Anne", "Chloé"):
        expect(ana.locator("#players [data-team='1']", has_text=partner)).to_be_attached()
    ana.locator("#reveal").click()
    expect(curtain).to_be_hidden()
    cut = "nodes => nodes.filter(node => node.scrollWidth > node.clientWidth + 1).length"
    assert ana.locator("#players .name").evaluate_all(cut) == 0, "no name is cut off"
    ana.goto("/new/kabaleo?with=screen")
    expect(ana.locator("[name='name.0']")).to_have_value("Anne")
    expect(ana.locator("[name='name.2']")).to_be_hidden()


FIGURES = """async (outcome) => {
  const page = document.querySelector("script[src$='page/table.js']").src;
  const { showFigures, sidesOf } = await import(page.replace("table.js", "result.js"));
  const table = document.getElementById("figures");
  const sides = sidesOf([{ team: 1 }, { team: 2 }, { team: 1 }, { team: 2 }]);
  showFigures(table, outcome, sides, (seat) => "Anne Ben Cléo Dan".split(" ")[seat]);
  return [...table.rows].map((row) =>
    [...row.cells].map((cell) => [cell.textContent, cell.colSpan, cell.rowSpan]));
}"""


def test_the_result_shows_the_figures_of_each_partner_and_their_team(people: People) -> None:
    ana = people.open_page()
    open_table(ana, "colorpop", seat=0)
    expect(ana.locator("#board .target").first).to_be_visible()
    figures = {"left": [9, 7, 9, 7], "taken": [4, 6, 4, 6]}
    parts = {"left": [5, 3, 4, 4]}
    outcome = {"winners": [1, 3], "decided": "left", "figures": figures, "parts": parts}
    assert ana.evaluate(FIGURES, outcome) == [
        [["", 1, 1], ["left on the board", 2, 1], ["own colour taken", 1, 1]],
        [["Anne", 1, 1], ["5", 1, 1], ["9", 1, 2], ["4", 1, 2]],
        [["Cléo", 1, 1], ["4", 1, 1]],
        [["Ben", 1, 1], ["3", 1, 1], ["7", 1, 2], ["6", 1, 2]],
        [["Dan", 1, 1], ["4", 1, 1]],
    ]
    # A phone in landscape has space only for the deciding figure.
    ana.set_viewport_size({"width": 740, "height": 360})
    ana.evaluate("() => { document.getElementById('result').hidden = false; }")
    expect(ana.locator("#figures tbody td:visible")).to_have_text(["9", "7"])


def test_an_invite_link_shows_the_host_and_the_game(people: People) -> None:
    ana, ben = people.open_page(), people.open_page(phone=True, language="fr")
    ana.goto("/")
    ana.locator("#name").fill("Ana")
    ana.get_by_role("button", name="Save").click()
    ana.locator("#play-pylos .terms summary").click()
    ana.locator("#play-pylos [name=clock]").select_option("3+2")
    terms = ana.locator("#play-pylos .terms summary")
    expect(terms).to_contain_text("3 minutes + 2 seconds per move")
    ana.locator("article:has(#game-pylos) .menu summary").click()
    ana.locator("[form=play-pylos][value=friend]").click()
    expect(ana.locator("#waiting")).to_contain_text("You’ve been waiting")
    expect(ana.get_by_role("button", name="Play the machine while you wait")).to_be_visible()
    expect(ana.locator("#qr svg")).to_be_visible()
    ben.goto(ana.locator("#invite-link").input_value())
    expect(ben.get_by_role("heading", level=2)).to_have_text("Ana vous invite à jouer à Pylos")
    expect(ben.locator(".waiting-room .nutshell li")).to_have_count(3)
    expect(ben.locator(".waiting-room .facts")).to_contain_text("3 minutes")
    ben.get_by_label("Votre nom").fill("Ben")
    ben.get_by_role("button", name="Rejoindre et jouer").click()
    expect(ben.locator("#board .solid").first).to_be_visible()
    expect(ana.locator("#players .name", has_text="Ben")).to_be_visible()
    expect(ana.locator("#players .clock").first).to_have_text("3:00")


def test_your_games_can_be_filtered_and_moved_to_another_browser(people: People) -> None:
    ana, ben = people.open_page(), people.open_page(language="fr")
    open_table(ana, "pylos", "Pass and play")
    expect(ana.locator("#board .solid").first).to_be_visible()
    address = ana.url
    open_table(ana, "triedre")
    ana.goto("/mine")
    expect(ana.locator(".game-list a")).to_have_count(2)
    expect(ana.locator(".game-list img").first).to_have_js_property("complete", True)
    ana.get_by_label("Game").select_option("pylos")
    expect(ana.locator(".game-list a")).to_have_count(1)
    ana.get_by_label("Result").select_option("won")
    expect(ana.locator(".game-list a")).to_have_count(0)
    archive = ana.context.request.get("/mine/records.zip").body()
    assert len(zipfile.ZipFile(io.BytesIO(archive)).namelist()) == 2
    ana.locator("[data-device-link]").click()
    expect(ana.locator("#device-link-qr svg")).to_be_visible()
    link = ana.locator("#device-link-address").input_value()
    ben.goto(link)
    ben.get_by_role("button", name="Les récupérer ici").click()
    expect(
        ben.locator(f".game-list a[href='.{address.removeprefix(people.site)}']")
    ).to_be_visible()
    eve = people.open_page()
    eve.goto(link)
    eve.get_by_role("button", name="Use my games here").click()
    expect(eve.get_by_role("heading", level=1)).to_contain_text("already been used")
    ben.locator("[data-delete-all]").click()
    ben.get_by_role("button", name="Tout supprimer", exact=True).click()
    ben.goto("/mine")
    expect(ben.locator(".game-list a")).to_have_count(0)
