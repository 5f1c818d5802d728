"""The public API and the examples in the docs work as documented."""

from __future__ import annotations

import ast
import json
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

import sommet
from sommet import gamekit
from sommet.core import registry
from tests.new_interpreter import run_code

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")))
TOYS = [
    file.read_text(encoding="utf-8")
    for folder in ("tests/nim", "tests/marbles", "examples/noughts/noughts")
    for file in (ROOT / folder).glob("*.py")
]


def test_the_public_api_works_as_documented() -> None:
    game = sommet.game("pylos", variant="expert")
    position = game.start(seed=7)
    position = game.parse("LD............../........./..../. L")
    assert position.turn == 0
    assert [str(move) for move in position.moves()][:2] == ["1a2", "1a3"]
    position = position.play("1c3")
    assert position.outcome is None
    view = position.view(0)
    assert view.moves() == position.moves()
    assert view.steps(()).next
    assert view.scene().spots
    assert str(view) == "LD........L...../........./..../. D"
    assert view._repr_svg_().startswith("<svg")
    assert sommet.perft(position, 2) == 13 * 12
    record = sommet.Record.new(game, seed=7).play("1b2").play("1c3")
    assert str(record.position) == ".....L....D...../........./..../. L"
    assert [str(move) for move in record.view(1).history] == ["1b2", "1c3"]
    assert record.outcome is None
    assert sommet.Record.parse(str(record)).verify().ok
    player = sommet.player("pylos", level="gentle")
    assert player.choose(record.view(0)) in record.position.moves()
    assert isinstance(player.analyse(record.view(0)), sommet.Analysis)


def test_each_mistake_has_its_own_error_with_a_common_base() -> None:
    game = sommet.game("pylos")
    with pytest.raises(sommet.OptionError):
        sommet.game("pylos", variant="grand")
    with pytest.raises(sommet.TextError):
        game.parse("LD")
    with pytest.raises(sommet.IllegalMove):
        game.start().play("2a1")
    with pytest.raises(sommet.GameOver):
        sommet.Record.new(game).resign(0).play("1a1")
    kinds = (
        *(sommet.OptionError, sommet.TextError, sommet.IllegalMove, sommet.GameOver),
        sommet.MissingExtra,
    )
    assert all(issubclass(kind, sommet.SommetError) for kind in kinds)


def test_every_public_name_exists() -> None:
    for name in sommet.__all__:
        assert getattr(sommet, name) is not None
    assert not hasattr(sommet, "no_such_name")


def test_importing_sommet_loads_only_the_standard_library() -> None:
    code = "import sys; before = {*sys.modules}; import sommet; print(*{*sys.modules} - before)"
    loaded = {name.split(".")[0] for name in run_code(code).split()}
    assert loaded - {"sommet"} <= sys.stdlib_module_names


def test_importing_sommet_is_fast() -> None:
    code = (
        "from time import process_time as now; start = now(); import sommet; print(now() - start)"
    )
    assert min(float(run_code(code)) for _ in range(3)) < 0.2


def test_the_rules_work_without_other_packages() -> None:
    code = """
import sys
for name in ("hypothesis", "numba", "numpy", "rich", "typer"):
    sys.modules[name] = None
import sommet
from sommet.testing import conform
for name in sommet.names():
    conform(sommet.game(name), games=1)
try:
    import sommet.testing.strategies
except ModuleNotFoundError as error:
    print(error)
"""
    assert (
        run_code(code).strip()
        == "sommet.testing.strategies needs Hypothesis: pip install hypothesis"
    )


def blocks(page: Path, language: str = "python") -> list[tuple[int, str]]:
    """The code blocks of a page in one language, each with the number of the line before it."""
    text = page.read_text(encoding="utf-8")
    return [
        (text[: block.start(2)].count("\n"), block[2])
        for block in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
        if block[1] == language
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_examples_of_a_page_run(
    page: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    monkeypatch.chdir(tmp_path)
    example = ModuleType("example")
    for line, block in blocks(page):
        if any(block in file for file in TOYS):
            continue  # quoted from a toy game with its own tests
        if "sommet.machine" in block:
            pytest.importorskip("numba")
        exec(compile("\n" * line + block, str(page), "exec"), vars(example))


def test_the_page_on_adding_a_game_quotes_the_toy_games() -> None:
    quoted = [
        any(block in file for file in TOYS) for _, block in blocks(ROOT / "docs/adding-a-game.md")
    ]
    says = "all but a button, a piece that moves, and the last block of each game, which checks it"
    expected = [True] * 6 + [False] * 2 + [True] * 5 + [False] + [True] * 4 + [False]
    assert quoted == expected, says


def test_the_page_on_adding_a_game_shows_nim_whole() -> None:
    (_, shown), *_ = blocks(ROOT / "docs/adding-a-game.md")
    nim = (ROOT / "tests/nim/__init__.py").read_text(encoding="utf-8")
    assert shown == nim
    page = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
    assert f"in {len(nim.splitlines())} lines" in page


def test_the_game_kit_has_all_that_the_files_of_a_game_import() -> None:
    parts = {"rules", "text", "scene", "editor", "descriptions", "terminal", "words"}
    games = (ROOT / "src/sommet/games", ROOT / "tests/marbles", ROOT / "examples/noughts")
    found = set()
    for file in (file for folder in games for file in folder.rglob("*.py") if file.stem in parts):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.ImportFrom(str(home), names) if re.match(r"sommet\.(core|terminal)", home):
                    found |= {each.name for each in names}
    assert found <= {*gamekit.__all__}, "one import line is enough"
    assert all(hasattr(gamekit, name) for name in gamekit.__all__)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_between_pages_are_not_broken(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.S | re.M)
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_notation_page_shows_the_same_record_as_text_and_json() -> None:
    ((_, text),) = blocks(ROOT / "docs/notation.md", "")
    ((_, plain),) = blocks(ROOT / "docs/notation.md", "json")
    record = sommet.Record.parse(text)
    assert record.to_json() == json.loads(plain)
    assert sommet.Record.from_json(json.loads(plain)) == record
    assert record.verify().ok


def test_the_deal_on_the_fairness_page_matches_the_library() -> None:
    page = (ROOT / "docs/fairness.md").read_text(encoding="utf-8")
    record = sommet.Record.new(sommet.game("kabaleo"), "7", salts=("alpha", "beta"))
    assert record.deal is not None
    stream = record.deal.random_stream("kabaleo")
    words = re.findall(r"\| first words \| (.*) \|", page)[0].split(", ")
    assert [str(stream.below(2**32)) for _ in words] == words
    for name in ("kabaleo", "colorpop"):
        assert f"`{sommet.game(name).start('7', salts=('alpha', 'beta'))}`" in page
    assert f"`{record.commitment}`" in page
