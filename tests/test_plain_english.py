"""Plain English: retired module names and words do not come back."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from sommet.testing.catalogues import error_sentences

ROOT = Path(__file__).parents[1]

RETIRED_NAMES = """
    abreast able alone analysing arranging asking aside attention beside bells brush carrying
    chores cloth compiling curtain days deciding deepening desk doorbell ending entrance erasing
    everywhere fate fitting foreign foreigners forgetting furniture garbage growing guiding halfway
    hands hearing helping hosting house ink judging keeping knowing launching laying learned led
    lending loupe manner measures mine moments naming operating pace patience playing pointing
    reading reception salting scanning seating seeing serving shelf shown simulating sitting
    solving speaking stacking standing stem stepping story sure sweeping telling thinking thoughts
    timber told touching trial turnstile twins typed unreadable verifying visitor weighing who
    whole wood working worth
"""
RETIRED_MODULES = frozenset(RETIRED_NAMES.split())
"""Participles, metaphors and riddles that used to name modules."""

RETIRED_PATHS = frozenset(
    (
        *("core/notation", "core/tags", "core/text", "server/store/sqlite", "client/client"),
        *("web/static/board/drag", "web/static/board/menu"),
    )
)
"""Names that say too little in their own package, but fit elsewhere."""

RETIRED_WORDS = re.compile(
    r"""\b(
        anew | mend(?:s|ed|ing)? | lest | betray(?:s|ed|ing)?
        | hangs?\ on | hung\ on | so\ many | of\ its\ own\ accord | by\ lot
        | who(?:ever)?\ asks | (?:is|are|was|were)\ told(?!\ apart)
        | round\ one\ screen | say\ the\ version | whomever | afresh | hush
        | the\ house
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)

PAGES = (
    *ROOT.glob("*.md"),
    *ROOT.glob("docs/**/*.md"),
    *ROOT.glob("benchmarks/*.md"),
    *ROOT.glob("examples/**/*.md"),
    *ROOT.glob("src/sommet/games/**/*.md"),
    *ROOT.glob("src/sommet/**/*.html"),
    *ROOT.glob("src/sommet/**/*.po"),
    *ROOT.glob("src/sommet/**/*.toml"),
    *ROOT.glob("src/sommet/web/static/**/*.js"),
    *ROOT.glob("src/sommet/web/static/**/*.css"),
)
SOURCES = tuple(
    path
    for folder in ("src/sommet", "scripts", "benchmarks")
    for path in (ROOT / folder).rglob("*.py")
)

TESTS = tuple(path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__))
RETIRED_IN_NAMES = re.compile(r"test_(?:who|whoever|whomever)_|_told(?:_|$)")
"""Openings and words of test names that turn them into riddles."""


def modules() -> Iterator[Path]:
    """Every module and package: Python, and the page's JavaScript."""
    for folder in ("src/sommet", "scripts", "benchmarks", "tests"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".js", ".toml") or (path / "__init__.py").is_file():
                yield path


def retired_words(text: str) -> list[str]:
    """The retired words in a text, even across line breaks."""
    return [" ".join(found[0].split()) for found in RETIRED_WORDS.finditer(" ".join(text.split()))]


def prose(source: Path) -> str:
    """The strings and comments of a Python file."""
    text = source.read_text("utf-8")
    strings = (
        node.value
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    comments = (token.string.lstrip("# ") for token in tokens if token.type == tokenize.COMMENT)
    return " ".join((*strings, *comments))


def defined_names(source: Path) -> set[str]:
    """The functions, classes, parameters and variables that a Python file defines."""
    names = set[str]()
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                names.add(name)
            case ast.ClassDef(name=name) | ast.arg(arg=name):
                names.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                names.add(name)
    return names


def test_no_module_has_a_retired_name() -> None:
    named = {path for path in modules() if path.stem.removeprefix("test_") in RETIRED_MODULES}
    assert not {str(path.relative_to(ROOT)) for path in named}


def test_no_module_has_a_retired_path() -> None:
    package = ROOT / "src" / "sommet"
    paths = {str(path.relative_to(package).with_suffix("")) for path in package.rglob("*.py")}
    assert not paths & RETIRED_PATHS


def faults(paths: Iterable[Path], find: Callable[[Path], Iterable[str]]) -> dict[str, list[str]]:
    """What `find` finds in each of these files, by path; nothing for those without a fault."""
    found = {str(path.relative_to(ROOT)): sorted(find(path)) for path in paths}
    return {path: words for path, words in found.items() if words}


def test_pages_have_no_retired_words() -> None:
    assert not faults(PAGES, lambda path: retired_words(path.read_text("utf-8")))


def test_docstrings_comments_and_messages_have_no_retired_words() -> None:
    assert not faults(SOURCES, lambda path: retired_words(prose(path)))


def test_tests_have_no_retired_words() -> None:
    assert not faults(TESTS, lambda path: retired_words(prose(path)))
    assert not faults(TESTS, lambda path: filter(has_retired_word, defined_names(path)))


def has_retired_word(name: str) -> bool:
    return bool(retired_words(name.replace("_", " ")) or RETIRED_IN_NAMES.search(name))


def test_error_sentences_have_no_retired_words() -> None:
    assert not {
        error.code: found for error in error_sentences() if (found := retired_words(error.words))
    }


def test_retired_words_are_found_across_line_breaks() -> None:
    assert retired_words("It is mended,\nand hangs\n  on nothing. Amended.") == [
        "mended",
        "hangs on",
    ]
