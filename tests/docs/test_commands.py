"""Commands mentioned in the docs exist: `make` targets, and `sommet` commands with options."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from sommet.cli.app import app

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")))
FENCED = re.compile(r"^```(?:sh)?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
QUOTED = re.compile(r"(?<!`)`(?!`)([^`\n]+)`")
NOT_A_COMMAND = "deal 1"
"""The prefix of what a deal hashes, see `docs/fairness.md`; not a command."""
COMMAND = re.compile(r"(?:[A-Z_]+=\S* )*(make|sommet) ([a-z]+\b.*)")


def commands(page: Path, program: str) -> set[str]:
    """The arguments after a program's name wherever a page quotes it as code."""
    text = page.read_text(encoding="utf-8")
    quoted = [*QUOTED.findall(FENCED.sub("", text))]
    quoted += [line for block in FENCED.findall(text) for line in block.splitlines()]
    found = (COMMAND.fullmatch(line.split("#")[0].strip()) for line in quoted)
    return {match[2] for match in found if match and match[1] == program} - {NOT_A_COMMAND}


@cache
def options_by_command() -> dict[str, set[str]]:
    """The options of every command, including those of its subcommands."""

    def options(command: Any) -> set[str]:
        own = {flag for each in command.params for flag in (*each.opts, *each.secondary_opts)}
        return own.union(*(options(each) for each in getattr(command, "commands", {}).values()))

    root: Any = get_command(app)
    return {name: options(command) for name, command in root.commands.items()}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_commands_mentioned_on_a_page_exist(page: Path) -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert {words.split()[0] for words in commands(page, "make")} <= {*targets}
    for words in commands(page, "sommet"):
        name, *rest = words.split()
        assert name in options_by_command(), words
        flags = {word.split("=")[0].rstrip("]") for word in rest if word.startswith("--")}
        assert flags <= options_by_command()[name] | {"--help"}, words


def test_the_check_finds_commands() -> None:
    found = commands(ROOT / "docs" / "terminal.md", "sommet")
    assert {"play", "solve", "analyse"} <= {words.split()[0] for words in found}
    assert "test" in {words.split()[0] for words in commands(ROOT / "CONTRIBUTING.md", "make")}
