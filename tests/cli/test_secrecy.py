"""Before the end, a player's secret is never printed on another player's screen."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
from codecs import getincrementaldecoder
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sommet import Game, Record
from sommet.cli.arguments import parse_game
from sommet.cli.seats import PERSON, Seats
from sommet.drawing.palette import COLOURS
from tests.cli.fake_terminal import CURTAIN, Terminal, random_game, typed_by_people


def screens(out: str) -> list[tuple[str, str]]:
    """What was printed between curtains, paired with the player it was for."""
    parts = re.split(rf"{CURTAIN}\n(Player \d), press Enter", out)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def deals_consistent_with(record: Record[Any], seat: int) -> list[Record[Any]]:
    """The same game with every deal of the secrets that this seat considers possible."""
    return [
        replace(record, start=replace(record.start, secrets=secrets), deal=None, commitment=None)
        for secrets in record.start.view(seat).worlds()
    ]


def test_opponents_cannot_be_predicted_from_public_information() -> None:
    seating, predicted = Seats(("random", "random")), 0
    for seed in range(60):
        record: Record[Any] = Record.new(parse_game(["kabaleo"]), seed)
        public = replace(record, deal=None)
        assert public.commitment == record.commitment is not None
        view = record.view(record.turn)
        real, replayed = (
            seating.opponents(seen)[record.turn].choose(view) for seen in (record, public)
        )
        predicted += real == replayed
        assert seating.opponents(record)[record.turn].choose(view) == real, "the seed determines it"
    assert predicted < 20, "chance alone gives about one in twenty"


@pytest.mark.parametrize(
    "words",
    ["kabaleo", "kabaleo players=3", "colorpop players=3", "colorpop players=4 variant=teams"],
)
def test_a_different_hidden_deal_looks_the_same_to_a_player(
    terminal: Terminal, tmp_path: Path, words: str
) -> None:
    game: Game[Any] = parse_game(words.split())
    record = Record.new(game, 6)
    played = random_game(game, 6).moves[:6]
    typed = [line for move in played for line in ("", str(move))]
    seating = Seats((PERSON,) * game.seats)
    for seat in range(game.seats):
        seen = set()
        for deal in deals_consistent_with(record, seat)[::5]:
            file = tmp_path / "game"
            file.write_text(str(seating.tag_record(deal)))
            out = terminal("play", "--resume", file, typed=[*typed, ""]).out
            assert len(screens(out)) == len(played) + 1
            seen.add("".join(text for name, text in screens(out) if name == f"Player {seat + 1}"))
        assert len(seen) == 1


def test_a_player_sees_only_their_own_secret(terminal: Terminal) -> None:
    record = random_game(parse_game(["kabaleo", "players=3"]))
    typed = typed_by_people(record)[:12]
    out = terminal("play", "kabaleo", "players=3", "--seed", "1", "--people", "3", typed=typed).out
    names = [COLOURS[letter].name for letter in record.start.secrets]
    shown = screens(out)
    assert len(shown) == 7
    for player, screen in shown[:-1]:  # nobody presses Enter at the last curtain
        for seat, name in enumerate(names):
            assert (name in screen) == (player == f"Player {seat + 1}")


def test_partners_see_the_colours_of_each_other(terminal: Terminal) -> None:
    words = ("colorpop", "players=4", "variant=teams")
    record = Record.new(parse_game(words), 1, first=0)
    out = terminal("play", *words, "--seed", "1", "--first", "1", "--people", "4", typed=[""]).out
    ((_, screen),) = screens(out)
    for seat, secret in enumerate(record.start.secrets):
        (row,) = (line for line in screen.splitlines() if f" Player {seat + 1} " in line)
        assert (COLOURS[secret].name in row) == (seat in (0, 2))


def test_at_the_end_all_secrets_are_shown(terminal: Terminal) -> None:
    record = random_game(parse_game(["kabaleo", "players=4"]))
    out = terminal(
        "play",
        "kabaleo",
        "players=4",
        "--seed",
        "1",
        "--people",
        "4",
        typed=typed_by_people(record),
    ).out
    _, last = screens(out)[-1]
    final_board = last.split("Kabaleo players=4")[-1]
    for letter in record.start.secrets:
        assert COLOURS[letter].name in final_board


def test_no_curtain_without_secrets_or_with_one_person(terminal: Terminal) -> None:
    assert CURTAIN not in terminal("play", "pylos", "--people", "2", typed=["1a1", "1b1"]).out
    assert CURTAIN not in terminal("play", "kabaleo", "players=4", typed=["moves"]).out


def test_a_replay_of_an_unfinished_game_shows_no_secret(terminal: Terminal) -> None:
    terminal("play", "kabaleo", "--seed", "1", "--people", "2", typed=["", "quit"])
    out = terminal("replay", terminal.kept()).out
    assert not any(colour.name in out for colour in COLOURS.values())


def run_in_pty(home: Path, *words: str, keys: list[tuple[str, bytes]]) -> str:
    """Run `sommet` in a real terminal and press each key once its text has appeared."""
    master, slave = pty.openpty()
    environment = {
        **os.environ,
        "XDG_STATE_HOME": str(home),
        "TERM": "xterm-256color",
        "COLUMNS": "80",
    }
    # A session leader that opens a terminal gets it as its controlling terminal, so Control-C
    # reaches it even if the parent of the tests ignores SIGINT.
    program = (
        "import os, signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "os.open(os.ttyname(0), os.O_RDWR); from sommet.cli import main; main()"
    )
    command = [sys.executable, "-c", program, *words]
    process = subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True
    )
    os.close(slave)
    out, read, last, silent = "", 0, b"", 0
    reader = getincrementaldecoder("utf-8")()  # a read may end inside a character
    for text, pressed in [*keys, ("", b"")]:
        while text not in out[read:] or not text:
            if not select.select([master], [], [], 10)[0]:
                if silent == 6:
                    process.kill()
                    process.wait()
                    raise AssertionError(f"{text!r} did not appear:\n{out}")
                silent += 1
                if last == b"\x03":  # press a lost Control-C again
                    os.write(master, last)
                continue
            try:
                out += reader.decode(os.read(master, 65536))
            except OSError:  # the other end closed the terminal
                break
        read, last = len(out), pressed
        os.write(master, pressed)
    os.close(master)
    assert process.wait(60) == 0
    return out


def test_the_curtain_clears_the_screen_and_the_scrollback(tmp_path: Path) -> None:
    keys = [(CURTAIN, b"\r"), ("> ", b"resign\r"), ("[y/N]", b"y\r")]
    out = run_in_pty(tmp_path, "play", "kabaleo", "--people", "2", keys=keys)
    before, after = out.split(CURTAIN)
    assert before.endswith("\x1b[H\x1b[2J\x1b[3J")
    assert after.index("\x1b[3J") < after.index("Kabaleo")
    assert "resigned." in after


def test_control_c_exits_cleanly_and_clears_the_screen(tmp_path: Path) -> None:
    keys = [(CURTAIN, b"\r"), ("> ", b"\x03")]
    out = run_in_pty(tmp_path, "play", "kabaleo", "--people", "2", keys=keys)
    assert "Traceback" not in out
    assert out.count("\x1b[3J") == 3
    assert "sommet play --resume" in out[out.rindex("\x1b[3J") :]
