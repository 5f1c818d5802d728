"""A fifth game needs no code outside its folder: Marbles, installed as a package, is played
online in two languages and in the terminal, replayed, verified, drawn and analysed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.cli.fake_terminal import random_game, typed_by_people
from tests.e2e.actions import ask_for_hint, open_table, play_to_the_end, read_table, type_move
from tests.e2e.conftest import People
from tests.e2e.live_server import run_server
from tests.marbles import Marbles

ROOT = Path(__file__).parents[2]
SOMMET = Path(sys.executable).with_name("sommet")


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment with a package installed that adds a game through an entry point."""
    packages = tmp_path_factory.mktemp("packages")
    information = packages / "marbles-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: marbles\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(
        "[sommet.games]\nmarbles = tests.marbles:GAME\nnim = tests.nim:GAME\n"
    )
    known = (str(packages), str(ROOT), os.environ.get("PYTHONPATH", ""))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, known))}


@pytest.fixture(scope="module")
def site(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with run_server(tmp_path_factory.mktemp("table"), environment=environment) as address:
        yield address


def test_two_people_play_it_in_two_languages(people: People) -> None:
    ana, ben = people.open_page(), people.open_page(language="fr")
    open_table(ana, "marbles", "With a friend")
    expect(ana.locator("#qr svg")).to_be_visible()
    ben.goto(ana.locator("#invite-link").input_value())
    ben.locator("#sit button").click()
    expect(ben.locator("#board .solid").first).to_be_visible()
    play_to_the_end([ana, ben])
    for page, who, why in (
        (ana, "win|won|lost|draw", "marble|share the win"),
        (ben, "gagn|nulle|perdu|partag", "bille|partag"),
    ):
        expect(page.locator("#result-title")).to_have_text(re.compile(who))
        expect(page.locator("#result-why")).to_have_text(re.compile(why))
    assert read_table(ana)["moves"] == read_table(ben)["moves"] > 0


def test_three_people_sharing_a_screen_take_two_marbles_each(people: People) -> None:
    ana = people.open_page()
    ana.goto("/new/marbles")
    for option, value in (("players", "3"), ("take", "two")):
        ana.locator(f"[name='option.{option}'][value='{value}']").check()
    expect(ana.locator("[name=seat]:visible")).to_have_count(1 + 3)  # "Random" comes first
    ana.locator("[name=with][value=screen]").check()
    ana.locator("form.choices button.main").click()
    ana.wait_for_url("**/tables/*")
    expect(ana.locator("#handover")).to_be_visible()
    ana.locator("#reveal").click()
    expect(ana.locator("#handover")).to_be_hidden()
    ana.locator("#board .target .hit").first.click()
    expect(ana.locator("#undo-step")).to_be_visible()
    assert not read_table(ana)["finish"], "a turn of two marbles doesn't end after one"
    play_to_the_end([ana], seed=2)
    assert read_table(ana)["moves"] > 0


def test_the_machine_plays_it_and_finds_the_turning_point(
    people: People, environment: dict[str, str]
) -> None:
    ana = people.open_page()
    open_table(ana, "marbles")
    play_to_the_end([ana], seed=4)
    with ana.expect_download() as download:
        ana.locator("#download").click()
    assert "commitment" in run(environment, "verify", download.value.path())
    ana.get_by_role("button", name="Find the turning point").click()
    expect(ana.locator("#plot svg").first).to_be_visible()


@pytest.mark.parametrize(("language", "name"), [("en", "Marbles"), ("fr", "Billes")])
def test_its_rules_exercises_and_free_board_work(people: People, language: str, name: str) -> None:
    ana = people.open_page(language=language)
    ana.goto("/learn")
    ana.locator("article:has(#game-marbles) a.main").click()
    ana.wait_for_url("**/learn/marbles")
    ana.goto("/rules/marbles")
    expect(ana.locator("article.prose h1")).to_have_text(name)
    expect(ana.locator("article.prose figure")).to_have_count(1)
    ana.goto("/learn/marbles/1")
    ana.locator("figure .target .hit").nth(1).click()  # green, of orange and green
    ana.locator("figure button.main").click()  # end the turn after one of two possible marbles
    expect(ana.locator("figure.right")).to_be_visible()
    ana.goto("/free/marbles")
    expect(ana.locator("#board .target").first).to_be_visible()
    ana.locator("#ask").click()
    expect(ana.locator("#lines li").first).to_be_visible()


def test_a_turn_can_be_typed_step_by_step(people: People) -> None:
    ana = people.open_page()
    ana.goto("/new/marbles?with=screen&option.take=two")
    ana.locator("form.choices button.main").click()
    ana.wait_for_url("**/tables/*")
    ana.locator("#reveal").click()
    first, second, *_ = ana.locator("#board .target").evaluate_all(
        "targets => targets.map(({ dataset }) => dataset.at)"
    )
    type_move(ana, first)
    expect(ana.locator("#undo-step")).to_be_visible()
    expect(ana.locator("#typed")).to_have_value("")
    type_move(ana, second)
    expect(ana.locator("#moves li")).to_have_count(1)


@pytest.mark.parametrize("phone", [False, True])
def test_a_game_in_one_file_shows_a_labelled_button_for_each_step(
    people: People, phone: bool
) -> None:
    ana = people.open_page(phone=phone)
    ana.goto("/new/nim?with=screen")
    expect(ana.get_by_text("wins", exact=True)).to_be_visible()
    expect(ana.get_by_text("last.wins")).to_have_count(0)
    ana.locator("form.choices button.main").click()
    ana.wait_for_url("**/tables/*")
    labels = ana.locator("#board .labels text")
    expect(labels).to_have_text(
        [
            f"{heap}{n}"
            for heap, left in zip("abc", (3, 4, 5), strict=True)
            for n in range(1, left + 1)
        ]
    )
    expect(labels.first).to_be_visible()
    expect(ana.locator(".how-to-play")).to_have_count(0)
    wood, button = (ana.locator(at).first.bounding_box() for at in ("#board .wood", "#board .hit"))
    assert wood
    assert button
    share = 12 * button["width"] * button["height"] / (wood["width"] * wood["height"])
    assert share > 0.4, "the board is no larger than its buttons need"
    ana.locator("#board .target .hit").last.click()  # c5
    expect(labels).to_have_count(7)


def test_a_hint_is_given(people: People) -> None:
    ana = people.open_page()
    over = True
    while over:  # the machine may start and win with its first move
        open_table(ana, "marbles")
        expect(ana.locator("#board .target, #result:not([hidden])").first).to_be_visible()
        over = read_table(ana)["over"]
    ask_for_hint(ana)


def run(environment: dict[str, str], *words: str | Path, typed: Iterable[str] = ()) -> str:
    """Run `sommet` in a separate process and return its output."""
    done = subprocess.run(
        [SOMMET, *words],
        input="".join(f"{line}\n" for line in typed),
        capture_output=True,
        encoding="utf-8",
        env={**environment, "PYTHONUTF8": "1", "COLUMNS": "100"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_played_saved_and_replayed_in_the_terminal(
    environment: dict[str, str], tmp_path: Path
) -> None:
    environment = {**environment, "XDG_STATE_HOME": str(tmp_path)}
    assert re.search(r"^marbles +Marbles +2–3 +5\+ +1–2 ", run(environment, "games"), re.M)
    for language, name in (("en", "Marbles"), ("fr", "Billes")):
        rules = run(environment, "rules", "marbles", "--lang", language)
        assert name in rules
        assert "BY:" in rules, "its diagram is drawn as a board"
    played = random_game(Marbles(players=3, take="two"))
    options = ("marbles", "players=3", "take=two")
    words = ("play", *options, "--seed", "1", "--people", "3")
    assert " ● " in run(environment, *words, typed=typed_by_people(played))
    (file,) = (tmp_path / "sommet").iterdir()
    replay = run(environment, "replay", file, "--all")
    assert all(f": {move}\n" in replay for move in played.moves)
    assert re.search("A player’s marble is gone|.* share the win", replay)
    assert run(environment, "verify", file)
    assert run(environment, "draw", "--record", file).startswith("<svg ")
    assert run(environment, "draw", *options).startswith("<svg ")
    assert run(environment, "perft", "marbles", "2", "take=two").split() == ["1", "10", "2", "9"]
    assert "4 games" in run(environment, "arena", "marbles", "gentle", "random", "--games", "4")
