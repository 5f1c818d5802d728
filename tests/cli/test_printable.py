"""Text from strangers can't control the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

import sommet
from sommet import Record
from sommet.cli.console import console, print_text
from sommet.core.printable import printable
from tests.cli.fake_terminal import Terminal

TITLE, CLEAR, C1, BIDI = "\x1b]0;gotcha\x07", "\x1b[2J\x1b[H", "\x9b2J", "\u202etxt.exe\u2069"
NASTY = f"{TITLE}{CLEAR}{C1}{BIDI}\r\b"


def assert_harmless(text: str) -> None:
    assert not set(text) & set("\x00\x07\x08\r\x1b\x7f\x9b\x9d\u202e\u2069"), repr(text)


@pytest.mark.parametrize("command", ["verify", "replay", "analyse", "convert", "draw --record"])
@pytest.mark.parametrize(
    ("found", "replaced"),
    [
        ('[Rules "1"]', f'[Rules "{NASTY}"]'),
        ('[Game "pylos"]', f'[Game "{NASTY}"]'),
        ('[variant "standard"]', f'[variant "{NASTY}"]'),
        ("result *", f"1. {NASTY}\n\nresult *"),
        ('[Seed "x"]', f'[{NASTY} "x"]'),
    ],
    ids=("rules", "game", "option", "move", "tag"),
)
def test_a_strangers_record_is_printed_without_control_characters(
    terminal: Terminal, tmp_path: Path, command: str, found: str, replaced: str
) -> None:
    text = str(Record.new(sommet.game("pylos"), "x"))
    assert found in text
    file = tmp_path / "game.txt"
    file.write_text(text.replace(found, replaced), newline="")
    result = terminal(*command.split(), file)
    assert_harmless(result.err)
    if command not in ("convert", "draw --record"):  # a pipe gets the data as it is
        assert_harmless(result.out)


def test_printed_text_keeps_its_lines_and_loses_control_characters(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_text(f"Ada{NASTY}\nBob\té")
    console.print(NASTY, style="error")
    out = capsys.readouterr().out
    assert_harmless(out)
    assert "Ada" in out
    assert "\nBob" in out
    assert printable("a\tb\nc – é 漢 👍🏽") == "a\tb\nc – é 漢 👍🏽"
