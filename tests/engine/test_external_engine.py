"""External engines: they play, and every fault is reported."""

from __future__ import annotations

import gc
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

import sommet
from sommet import Record
from sommet.arena import Contender, Match
from sommet.core.outcome import Ending
from sommet.engine import external_engine
from sommet.engine.external_engine import (
    EngineFault,
    ExternalEngine,
    create_player,
    play_next_move,
)
from sommet.testing import random_game
from tests.engine.fake_engines import NODE, PREAMBLE, ROOT, fake_engine

PACKAGES = str(Path(sommet.__file__).parents[1])
START = f"import sys; sys.path.insert(0, {PACKAGES!r}); from sommet.cli import main; main()"
OURS = shlex.join((sys.executable, "-c", START, "engine", "--level", "gentle"))


@pytest.fixture(autouse=True)
def long_grace_period(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait long enough that a busy machine doesn't look like a silent engine."""
    monkeypatch.setattr(external_engine, "GRACE_S", 60.0)


def view() -> sommet.View[Any]:
    return Record.new(sommet.game("pylos"), seed=1).play("1b2").view(1)


def test_our_own_engine_plays_like_the_same_player_in_process() -> None:
    player, own = ExternalEngine(OURS, seed=4), sommet.player("pylos", "gentle", seed=4)
    assert player.name == f"sommet {sommet.__version__}"
    assert player.games == sommet.names()
    record = Record.new(sommet.game("pylos"), seed=1)
    for _ in range(3):
        move = own.choose(record.view(record.turn))
        assert player.choose(record.view(record.turn)) == move
        record = record.play(move)
    there, here = (each.analyse(record.view(record.turn)) for each in (player, own))
    assert [(line.move, line.value) for line in there.lines] == [
        (line.move, line.value) for line in here.lines
    ]
    player.close()


def test_an_engine_in_another_language_plays_a_match() -> None:
    match = Match(sommet.game("triedre"), Contender("random"), Contender(f"engine:{NODE}"), 2)
    for played in match.run():
        assert played.record.outcome is not None
        assert not isinstance(played.record.outcome.reason, Ending)
        seat = 1 - match.side(played.number)[0]
        for number, move in enumerate(played.record.moves):
            earlier = played.record.at(number)
            if earlier.turn == seat:
                assert move == earlier.position.moves()[0]


@pytest.mark.parametrize(
    ("answers", "code", "ending", "words"),
    [
        ("time.sleep(60)", "engine_silent", Ending.TIME, "did not answer within 1.1 seconds"),
        ("raise SystemExit('out of ideas')", "engine_died", Ending.ABANDONMENT, "out of ideas"),
        ("print('hm', flush=True)", "engine_garbled", Ending.ABANDONMENT, "an invalid answer: 'hm"),
        ("say(**choice, move='4a1')", "engine_illegal", Ending.ABANDONMENT, "not valid"),
        ("say(**choice, move=['x'])", "engine_illegal", Ending.ABANDONMENT, "not valid"),
        (
            "say(**{**choice, 'is': 'refusal'}, words='Not today.')",
            "engine_refused",
            Ending.ABANDONMENT,
            "Not today.",
        ),
        (
            "sys.stdout.write('x' * 10**7); sys.stdout.flush()",
            "engine_garbled",
            Ending.ABANDONMENT,
            "an invalid answer: 'xxx",
        ),
        ("say(**{**choice, 'id': 77}, move='1a1')", "engine_silent", Ending.TIME, "within 1.1"),
    ],
)
def test_any_fault_is_reported_and_the_seat_leaves(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    answers: str,
    code: str,
    ending: Ending,
    words: str,
) -> None:
    if ending is Ending.TIME:
        monkeypatch.setattr(external_engine, "GRACE_S", 1.0)
    player = ExternalEngine(fake_engine(tmp_path, answers), seconds=0.1)
    with pytest.raises(EngineFault) as fault:
        player.choose(view())
    assert (fault.value.code, fault.value.ending) == (code, ending)
    assert words in str(fault.value)
    assert player._process.poll() is not None, "the process was stopped"
    record = Record.new(sommet.game("pylos"), seed=1)
    after = play_next_move(record, ExternalEngine(fake_engine(tmp_path, answers), seconds=0.1))
    assert after.outcome is not None
    assert (after.outcome.reason, after.outcome.winners) == (ending, (1,))


def test_with_three_or_more_sides_a_stand_in_plays_on(tmp_path: Path) -> None:
    game = sommet.game("kabaleo", players=3)
    command = fake_engine(tmp_path, "raise SystemExit")
    match = Match(game, Contender(f"engine:{command}", 0.1), Contender("random"), 1)
    played = match.play(0)
    assert played.share == 0
    assert played.record.outcome is not None
    assert not isinstance(played.record.outcome.reason, Ending), "the game was played out"
    assert played.record.out == {0}


@pytest.mark.skipif(sys.platform != "linux", reason="memory can only be limited on Linux")
def test_the_memory_of_an_engine_is_limited(tmp_path: Path) -> None:
    player = ExternalEngine(fake_engine(tmp_path, "x = bytearray(10**9)"), memory=0.5)
    with pytest.raises(EngineFault, match="MemoryError"):
        player.choose(view())


def test_stop_is_passed_on(tmp_path: Path) -> None:
    """This engine answers only when it is asked to stop."""
    waiting = "if asked['do'] == 'choose': first = asked['id']\n"
    waiting += "else: say(**{'is': 'choice', 'id': first}, move='1c3')"
    preamble = PREAMBLE.replace('asked["id"]}', 'asked.get("id")}')
    player = ExternalEngine(fake_engine(tmp_path, waiting, preamble), seconds=30)
    assert str(player.choose(view(), stop=lambda: True)) == "1c3"
    player.close()


def test_an_engine_that_cannot_start_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EngineFault, match="can't be started"):
        ExternalEngine("/no/such/program --quiet")
    with pytest.raises(EngineFault, match="can't be started"):
        ExternalEngine("")
    other = PREAMBLE.replace('"protocol": 1', '"protocol": 99')
    with pytest.raises(EngineFault, match="speaks protocol version 99"):
        ExternalEngine(fake_engine(tmp_path, "pass", other))


def test_the_process_ends_with_its_player(tmp_path: Path) -> None:
    player = ExternalEngine(fake_engine(tmp_path, "pass"))
    process = player._process
    del player
    gc.collect()
    assert process.poll() is not None


def test_only_the_engine_prefix_starts_a_command() -> None:
    with pytest.raises(sommet.OptionError, match="no level"):
        sommet.player("pylos", "engine:true")
    assert create_player(sommet.game("pylos"), "gentle").choose(view()) in view().moves()


def test_an_engine_is_not_asked_once_the_game_is_over(tmp_path: Path) -> None:
    ended = random_game(sommet.game("pylos"), 1)[-1]
    player = ExternalEngine(fake_engine(tmp_path, "pass"))
    with pytest.raises(sommet.GameOver):
        player.choose(ended.view(0))
    player.close()


def test_the_docs_show_the_example_engine_verbatim() -> None:
    page = (ROOT / "docs/engine-protocol.md").read_text(encoding="utf-8")
    code = (ROOT / "examples/engine.mjs").read_text(encoding="utf-8")
    assert code.partition("import")[2] in page


def test_an_engine_that_says_nothing_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent = fake_engine(tmp_path, "", "import time\nwhile True:\n    time.sleep(1)\n")
    with pytest.raises(EngineFault, match=r"did not answer within 0\.2 seconds"):
        ExternalEngine(silent, hello_timeout=0.2)
    monkeypatch.setenv(external_engine.HELLO_VARIABLE, "0.3")
    with pytest.raises(EngineFault, match=r"did not answer within 0\.3 seconds"):
        ExternalEngine(silent)
    for wrong in ("soon", "0", "-1", "inf", "nan"):
        monkeypatch.setenv(external_engine.HELLO_VARIABLE, wrong)
        with pytest.raises(sommet.OptionError, match="must be a number of seconds above 0"):
            ExternalEngine(silent)
