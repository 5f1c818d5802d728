"""Every command except `play`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.cells import cell_len

import sommet
from sommet import Record
from sommet.cli import fast_perft
from sommet.cli.fast_perft import fastest_perft
from sommet.cli.screen import render_piece
from sommet.core import registry
from sommet.drawing.palette import COLOURS, MATERIALS
from sommet.drawing.picture import svg
from sommet.terminal import Piece
from tests import nim
from tests.cli.fake_terminal import Terminal, random_game
from tests.new_interpreter import run_code
from tests.nim import Nim


def write_record(tmp_path: Path, record: Record[Any]) -> Path:
    file = tmp_path / "game.txt"
    file.write_text(str(record))
    return file


def test_perft_counts_up_to_the_depth(terminal: Terminal) -> None:
    assert terminal("perft", "pylos", "3", "variant=expert").out == "1 16\n2 240\n3 3360\n"
    assert terminal("perft", "triedre", "2").out == "1 30\n2 840\n"
    assert terminal("perft", "pylos", "0").out == "0 1\n"


def test_perft_divides_by_first_move(terminal: Terminal) -> None:
    *moves, total = terminal("perft", "triedre", "2", "--divide").out.splitlines()
    assert total == "2 840"
    assert len(moves) == 30
    assert sum(int(line.split()[1]) for line in moves) == 840


def test_perft_counts_from_a_position(terminal: Terminal) -> None:
    position = random_game(sommet.game("kabaleo")).positions[-4]
    count = terminal("perft", "kabaleo", "1", "--position", str(position)).out
    assert count == f"1 {len(position.moves())}\n"
    refused = terminal("perft", "kabaleo", "1", "--position", str(position.view(None)))
    assert (refused.status, refused.err) == (
        2,
        "sommet: This needs a position without hidden pieces (?): name all of them.\n",
    )


@pytest.mark.parametrize("name", sommet.names())
def test_a_position_after_the_game_may_be_one_argument_or_several(
    terminal: Terminal, name: str
) -> None:
    position = random_game(sommet.game(name)).positions[3]
    text, count = str(position), f"1 {len(position.moves())}\n"
    for words in ((text,), text.split(), ("--position", text)):
        assert terminal("perft", name, *words, "1").out == count
        assert terminal("perft", name, "--depth", "1", *words).out == count
        assert terminal("perft", "--depth", "1", name, *words).out == count
    drawn = {
        terminal("draw", name, *words).out
        for words in ((text,), text.split(), ("--position", text))
    }
    assert len(drawn) == 1
    assert drawn != {terminal("draw", name, "--seed", "1").out}


def test_game_options_may_come_anywhere_after_the_game(terminal: Terminal) -> None:
    text = str(sommet.game("pylos", variant="expert").start().play("1a1"))
    places = (
        ("variant=expert", *text.split(), "1"),
        (*text.split(), "variant=expert", "1"),
        (text, "1", "variant=expert"),
    )
    assert {terminal("perft", "pylos", *words).out for words in places} == {"1 15\n"}


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("perft", "Specify what to count: a GAME and a DEPTH."),
        ("perft pylos", "Specify the depth in moves"),
        ("perft pylos deep", "Specify the depth in moves"),
        ("perft pylos expert 2", "'expert' is neither an option (name=value) nor a"),
        ("perft pylos variant=best 2", "variant=best is not possible in Pylos"),
        ("draw pylos LX/. L", "nor a position in Pylos: The board must have 4 levels"),
        (
            "draw pylos expert --position L",
            "The position is given twice: as 'expert' and with --position.",
        ),
        ("draw pylos --positon L", "Unknown option --positon. See --help."),
        ("draw pilos", "There is no game 'pilos'. Did you mean pylos?"),
    ],
)
def test_perft_and_draw_name_the_argument_they_refuse(
    terminal: Terminal, command: str, answer: str
) -> None:
    refused = terminal(*command.split())
    assert refused.status == 2
    assert answer in refused.err


@pytest.mark.parametrize("name", sommet.names())
def test_draw_writes_a_well_formed_picture(terminal: Terminal, tmp_path: Path, name: str) -> None:
    picture = tmp_path / "board.svg"
    assert terminal("draw", name, "--seed", "1", "-o", picture).status == 0
    start = ElementTree.parse(picture).getroot()
    assert start.tag == "{http://www.w3.org/2000/svg}svg"
    file = write_record(tmp_path, random_game(sommet.game(name)))
    later = terminal("draw", "--record", file, "--move", "4").out
    assert ElementTree.fromstring(later).tag == start.tag
    assert later != picture.read_text()


def test_draw_shows_only_what_the_viewer_may_know(terminal: Terminal) -> None:
    text = str(sommet.game("kabaleo").start(1))
    pictures = {
        terminal("draw", "kabaleo", "--position", text, *viewer).out
        for viewer in ((), ("--viewer", "1"), ("--viewer", "2"))
    }
    assert len(pictures) == 3


def test_draw_says_what_is_missing(terminal: Terminal, tmp_path: Path) -> None:
    file = write_record(tmp_path, random_game(sommet.game("pylos")))
    assert "Specify what to draw" in terminal("draw").err
    assert "the game has " in terminal("draw", "--record", file, "--move", "999").err
    assert "There is no player 9" in terminal("draw", "pylos", "--viewer", "9").err
    assert "A position must have 2 fields" in terminal("draw", "pylos", "--position", "nothing").err


@pytest.mark.parametrize("name", sommet.names())
def test_replay_prints_every_position_and_the_result(
    terminal: Terminal, tmp_path: Path, name: str
) -> None:
    record = random_game(sommet.game(name))
    out = terminal("replay", write_record(tmp_path, record), "--all").out
    last = len(record.moves)
    for moves in (0, 1, last):
        assert f" · {moves} of {last} ─" in out
    assert f": {record.moves[0]}\n" in out
    assert "win" in out or "a draw." in out


def test_replay_can_show_the_view_of_one_player(terminal: Terminal, tmp_path: Path) -> None:
    record = random_game(sommet.game("kabaleo"))
    file = write_record(tmp_path, record)
    everything, one = (terminal("replay", file, *more).out for more in ((), ("--viewer", "1")))
    start = {out.split(" · 1 of ")[0] for out in (everything, one)}
    assert ["?" in out for out in sorted(start, key=len)].count(True) == 1


def test_draw_can_show_the_view_of_one_player_of_a_record(
    terminal: Terminal, tmp_path: Path
) -> None:
    record = random_game(sommet.game("kabaleo"))
    file = write_record(tmp_path, record)
    for viewer, view in ((), record.view(None, move=3)), (("--viewer", "1"), record.at(3).view(0)):
        out = terminal("draw", "--record", file, "--move", "3", *viewer).out
        assert out == f"{svg(view.scene())}\n"


def test_verify_says_whether_a_deal_is_fair_and_why_not(terminal: Terminal, tmp_path: Path) -> None:
    text = str(random_game(sommet.game("kabaleo")))
    file = tmp_path / "game.txt"

    def verify(content: str) -> tuple[object, str]:
        file.write_text(content)
        result = terminal("verify", file)
        return result.status, result.out + result.err

    assert verify(text) == (0, "The deal matches its commitment.\n")
    assert verify(text.replace('[Seed "1"]', '[Seed "2"]')) == (
        1,
        "The seed doesn't match the commitment.\n",
    )
    lines = text.splitlines()
    status, words = verify("\n".join(lines[:-1]))
    assert status == 2
    assert f"Line {len(lines) - 1}: The record is incomplete: its result is missing." in words
    status, words = verify(re.sub(r"  2\. \S+", "  2. Z99", text))
    assert status == 2
    assert re.search(r"Line \d+: Entry 2, Z99: ", words)
    assert verify("")[0] == 2
    assert verify("{")[0] == 2


def test_verify_reads_json_too(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(random_game(sommet.game("colorpop")).to_json()))
    assert terminal("verify", file).status == 0


def test_a_file_that_cannot_be_read_is_named(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    assert (
        "This is not a Sommet record: it isn't UTF-8 text."
        in terminal("verify", tmp_path / "bytes").err
    )
    missing = terminal("verify", tmp_path / "missing")
    assert (missing.status, missing.err) == (
        2,
        f"sommet: {tmp_path / 'missing'}: No such file or directory.\n",
    )
    assert terminal("replay", tmp_path).status == 2


@pytest.mark.parametrize("name", sommet.names())
@pytest.mark.parametrize(("language", "word"), [("en", "Your turn"), ("fr", "Votre tour")])
def test_rules_show_their_diagrams_as_boards(
    terminal: Terminal, name: str, language: str, word: str
) -> None:
    out = terminal("rules", name, "--lang", language).out
    assert word in out
    assert ".svg" not in out
    assert " | " not in out
    marks = {"pylos": ">○<", "triedre": ">○<", "kabaleo": "(●)", "colorpop": "on the board"}
    assert marks.get(name, "") in out


def test_rules_follow_the_language_of_the_terminal(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert "Votre tour" in terminal("rules", "pylos").out
    for language in ("xx", "../xx"):
        refused = terminal("rules", "pylos", "--lang", language).err
        assert refused == f"sommet: Les règles de Pylos ne sont pas disponibles en {language!r}.\n"


def test_games_lists_players_age_minutes_and_options(terminal: Terminal) -> None:
    out = terminal("games").out
    for words in ("1–5", "2–4", "variant=standard|children|expert", "chain=on|off", "Trièdre"):
        assert words in out
    kabaleo = next(line for line in out.splitlines() if line.startswith("kabaleo"))
    assert kabaleo.split()[1:5] == ["Kabaleo", "2–4", "8+", "15"]
    triedre = next(line for line in out.splitlines() if line.startswith("triedre"))
    assert triedre.split()[1:4] == ["Trièdre", "2", "10–20"], "its rule sheet gives no age"


def test_version_prints_the_package_version(terminal: Terminal) -> None:
    assert terminal("--version").out == f"sommet {sommet.__version__}\n"


def test_help_loads_no_game_and_no_heavy_module() -> None:
    program = (
        "import sys; sys.argv = ['sommet', '--help']\n"
        "from sommet.cli import main\n"
        "try: main()\n"
        "except SystemExit: print(sorted(sys.modules))"
    )
    loaded = run_code(program).splitlines()[-1]
    assert "sommet.cli" in loaded
    for heavy in ("sommet.games", "sommet.server", "sommet.machine", "numba", "numpy"):
        assert f"'{heavy}" not in loaded


@pytest.mark.parametrize(("environment", "mark"), [({}, "●"), ({"PYTHONIOENCODING": "ascii"}, "B")])
def test_boards_need_neither_colour_nor_unicode(environment: dict[str, str], mark: str) -> None:
    program = "from sommet.cli import main; main()"
    command = [sys.executable, "-c", program, "play", "kabaleo", "--seed", "1"]
    plain = {"NO_COLOR": "1", "PATH": "/usr/bin", "HOME": "/nonexistent", **environment}
    result = subprocess.run(command, capture_output=True, text=True, env=plain, input="")
    assert result.returncode == 0, result.stderr
    assert f"({mark})" in result.stdout
    assert "\x1b" not in result.stdout


def test_a_record_is_converted_to_json_and_back(terminal: Terminal, tmp_path: Path) -> None:
    record = random_game(sommet.game("kabaleo"), 3).with_comment("well played")
    text, as_json = tmp_path / "game.txt", tmp_path / "game.json"
    text.write_text("\ufeff" + str(record), "utf-8")  # some editors write a byte order mark
    assert terminal("convert", text, "-o", as_json).status == 0
    assert Record.from_json(json.loads(as_json.read_text("utf-8"))) == record
    assert terminal("convert", as_json).out == str(record)
    assert terminal("convert", text, "--text").out == str(record)
    assert json.loads(terminal("convert", as_json, "--json").out) == record.to_json()


def test_verify_judges_a_tampered_record_and_other_commands_refuse_it(
    terminal: Terminal, tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    record = Record.new(sommet.game("kabaleo"), seed=3)
    other = Record.new(sommet.game("kabaleo"), seed=4)
    file.write_text(str(record).replace(str(record.start), str(other.start)), "utf-8")
    checked = terminal("verify", file)
    assert (checked.status, checked.out) == (
        1,
        "The seed and the salts don't lead to this start.\n",
    )
    refused = terminal("convert", file)
    assert refused.status == 2
    assert "The Start is not what the Seed deals" in refused.err


def test_shells_can_complete_commands() -> None:
    program = [sys.executable, "-c", "from sommet.cli import main; main()"]
    completion = {
        "_SOMMET_COMPLETE": "complete_bash",
        "COMP_WORDS": "sommet are",
        "COMP_CWORD": "1",
    }
    checked = subprocess.run(
        program, capture_output=True, text=True, env={**os.environ, **completion}, timeout=60
    )
    assert checked.stdout.split() == ["arena"], checked.stderr


def test_python_m_sommet_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sommet", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"sommet {sommet.__version__}\n"


def test_warming_a_game_without_a_kernel_says_so(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_registered", {"nim": Nim})
    assert terminal("warm", "nim").out.endswith(
        "nim: has no kernel, so there is nothing to compile.\n"
    )


def test_every_piece_is_one_column_wide_whatever_it_is_made_of() -> None:
    materials = [*MATERIALS, "driftwood"]
    marks = [render_piece(Piece(material)).plain for material in (*materials, *COLOURS)]
    assert {cell_len(mark) for mark in marks} == {3}
    assert len({*marks[: len(materials)]}) == len(materials), "each has a symbol of its own"


def test_a_defective_game_of_another_package_is_reported_without_a_traceback(
    tmp_path: Path,
) -> None:
    source = Path(nim.__file__).read_text(encoding="utf-8").replace("def judge(", "def jugde(")
    (tmp_path / "bad_nim.py").write_text(source, encoding="utf-8")
    package = tmp_path / "bad_nim-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: bad_nim\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[sommet.games]\nnim = bad_nim:GAME\n")
    for command, status in ((("games",), 0), (("play", "nim"), 2)):
        done = subprocess.run(
            [sys.executable, "-m", "sommet", *command],
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == status, done.stderr
        assert "Traceback" not in done.stderr
        assert "skipped the game nim (bad_nim:GAME): Nim lacks judge\n" in done.stderr


def test_perft_uses_the_kernel_of_a_game_that_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    position = sommet.game("kabaleo").start(seed=1).play("B1")
    by_kernel = fastest_perft(position.game)
    assert by_kernel is not sommet.perft
    assert [by_kernel(position, depth) for depth in range(3)] == [
        sommet.perft(position, depth) for depth in range(3)
    ]
    assert fastest_perft(Nim()) is sommet.perft
    monkeypatch.setattr(fast_perft, "can_run_kernel", lambda *_: False)
    assert fastest_perft(position.game) is sommet.perft
