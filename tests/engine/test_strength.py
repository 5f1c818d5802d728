"""Moves that every searching player must find, in games with any number of players."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import sommet
from sommet import Record, View

pytest.importorskip("numba")

SIMULATIONS = 2000

ONE_WAY_TO_WIN = (
    # Pylos: raising the next ball leads to the summit.
    ("pylos empty_reserve=may_raise", ".LLLLDDLDDDLLLLL/.LL.LDDLL/...D/. D", "3b1"),
    # Trièdre: the last cubes decide the last face.
    ("triedre", "LDDLLLDLDLDLDDD/LDDLLDLDLL/LDDLLD/LDD/. D 0L0D/1L1D", "D000"),
    ("triedre", "LLDLLLDLLDLLLLD/DDLDDDLDLD/LDLLDD/D.D/. D 1L1D/0L1D", "D010+D000"),
    # Kabaleo: the last piece wins, whatever the others' objectives.
    ("kabaleo", "pB,p,gO,gBGP,pO,oPB,bG,bG,oGB,p,gB,gOP,o,oBG,b,bOG -/P 12 2 ?G", "P4"),
    (
        "kabaleo players=4",
        "vPV,o,vO,pB,vYB,gVG,bOPVY,oG,oY,v,pY,bVP,yOB,gV,bO,y,oB,bP,yBG,g,gY,p,pOGO,yBV"
        " -/-/Y/- 12 3 ??B?",
        "Y11",
    ),
    # Color Pop: the last group of your own colour, or your partner's.
    (
        "colorpop",
        "PG/P/OGB/O/OBOPP/YYP/BYB/BB/GO 2 BBBBBBOOOOGGGGGGGGGPPPPPYYYYYYYYYYYYYY/"
        "BBBBBBBOOOOOOOOOOGGGGGGGPPPPPPPPPYY***** ?/Y",
        "Yf1",
    ),
    (
        "colorpop players=5",
        "GPGGGG/PPYYYY/OO/OOG/OBOGO/PGO/GOGOPO/B 1 BBBBBOOYYYY*/BBBBBBBOOPP*/OOGGGGGGGPP**/"
        "PPPPYYYYY*/BBBBBOOGGPPPPPPYYYYYY Y/?/?/?/?",
        "Yb3",
    ),
    (
        "colorpop players=4 variant=teams",
        "POBYPB/GOPOP/G/G/BG/PB 3 BBBBBBBOOOOGGYYY*/BBBBBBOOOOOYYYYYYYYY**/"
        "BBGGGGGGGPPPPPPPPPPYYYY**/OOOOOOOGGGGGGPPPPYY Y/?/G/?",
        "Gb1",
    ),
    (
        "colorpop players=1",
        "GG/PGY/GG/OPYP/G/GPO/GYYB/GGPB/OYY/YP 1 "
        "BBBBBBBBBBBBBBBBBOOOOOOOOOOOOOOOOGGGGGGGGGPPPPPPPPPPPPPYYYYYYYYYYYY***** B",
        "Bg4",
    ),
)


def view_of(game: str, text: str) -> View[Any]:
    view = sommet.game(game).parse_view(text)
    return view.seen_by(view.turn)


def analysed(view: View[Any], simulations: int = SIMULATIONS) -> sommet.engine.Analysis:
    return sommet.player(view.game, "master", simulations=simulations).analyse(view)


@pytest.mark.parametrize(("game", "text", "move"), ONE_WAY_TO_WIN)
def test_the_only_move_that_wins_is_found(game: str, text: str, move: str) -> None:
    assert str(analysed(view_of(game, text)).best) == move


def test_a_lost_game_is_prolonged() -> None:
    """P5: placing the last ball of the reserve loses at once, raising one loses later."""
    analysis = analysed(view_of("pylos variant=children", "DDL.LLDDLLLLDLLL/DD.DLLLDD/...L/. L"))
    assert len(analysis.lines) == 4
    assert all((line.value, line.proven) == (0, True) for line in analysis.lines)
    assert str(analysis.best) == "2a3-3a1"


def test_the_third_occurrence_of_a_position_is_a_draw() -> None:
    """P7: both players complete a square and take the same ball back, again and again."""
    start = sommet.game("pylos").parse("LL..L......D..DD/........./..../. L")
    once = Record.of(start).play("1b2x1b2")
    twice = once.play("1c3x1c3").play("1b2x1b2")
    before, now = (analysed(record.view(1), 4000).lines for record in (once, twice))
    assert not any(line.proven for line in before)
    assert [(str(line.move), line.value) for line in now if line.proven] == [("1c3x1c3", 0.5)]


def test_a_seat_that_left_is_ignored() -> None:
    """The third player would win but has left, so one move wins for the first."""
    position = sommet.game("kabaleo", players=3).parse(
        "gPY,yG,b,gOPG,oBP,gB,o,oBO,pY,b,bG,pOB,y,oG,bY,yBPOP,yPY,gYGOBO,p,pG Y/-/- 5 1 BYG"
    )
    everyone = replace(position.view(0), secrets=position.secrets)
    assert analysed(everyone).value == 0
    left = analysed(replace(everyone, out=frozenset({2})))
    assert left.value == 1
    after = position.play(left.best)
    outcome = after.game.judge(after.table, after.secrets, frozenset({2}))
    assert outcome
    assert outcome.winners == (0,)
