"""The clauses of Trièdre; each test fails if its clause is broken."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

import sommet
from sommet import IllegalMove, Move, OptionError, Outcome, Position, Record
from sommet.core.message import piece
from sommet.core.outcome import Ending
from sommet.games.triedre import Triedre
from sommet.games.triedre.board import ABOVE, BELOW, CELLS, FACES, level
from sommet.games.triedre.rules import TriedreReason, TriedreTable
from tests.positions import moves, refusal
from tests.positions import triedre as position_of

BASE = [cell for cell in CELLS if sum(map(int, cell)) == 4]


# --- the board -----------------------------------------------------------------------------------


def test_the_board_has_thirty_five_cells_ordered_by_level_and_number() -> None:
    assert CELLS[:4] == ("004", "013", "022", "031")
    assert CELLS[15:18] == ("003", "012", "021")
    assert CELLS[-4:] == ("001", "010", "100", "000")
    assert [sum(level(cell) == height for cell in CELLS) for height in range(1, 6)] == [
        15, 10, 6, 3, 1,
    ]  # fmt: skip
    assert len(set(CELLS)) == 35


def test_a_cell_rests_on_the_three_cells_one_step_further_from_a_face() -> None:
    assert set(BELOW["120"]) == {"220", "130", "121"}
    assert set(BELOW["000"]) == {"100", "010", "001"}
    assert BELOW["400"] == ()
    assert set(ABOVE["220"]) == {"120", "210"}
    assert set(ABOVE["211"]) == {"111", "201", "210"}
    assert ABOVE["000"] == ()


def test_each_face_shows_fifteen_squares_and_four_cubes_show_none() -> None:
    assert {face: len(cells) for face, cells in FACES.items()} == {"X": 15, "Y": 15, "Z": 15}
    assert set(FACES["Y"]) == {cell for cell in CELLS if cell[1] == "0"}
    shown = {cell for cells in FACES.values() for cell in cells}
    assert set(CELLS) - shown == {"112", "121", "211", "111"}
    assert all("000" in cells for cells in FACES.values())


# --- T1: the start -------------------------------------------------------------------------------


def test_t1_each_player_has_thirteen_cubes_of_their_colour_and_five_of_the_other() -> None:
    position = sommet.game("triedre").start(seed=7)
    assert position.game.sides == ((0,), (1,))
    assert str(position) == ".............../........../....../.../. L 13L5D/5L13D"
    assert position.outcome is None
    assert position.secrets == ()


def test_t1_light_starts_whatever_the_seed() -> None:
    game = sommet.game("triedre")
    assert {game.start(seed).turn for seed in range(20)} == {0}
    assert game.start(first=0).turn == 0
    with pytest.raises(OptionError) as error:
        game.start(first=1)
    assert error.value.code == "light_starts"


# --- T2: a cube ----------------------------------------------------------------------------------


def test_t2_a_cube_of_either_colour_goes_on_any_free_cell_of_the_base() -> None:
    assert moves(position_of()) == sorted(colour + cell for colour in "LD" for cell in BASE)
    after = position_of().play("D400").play("L004")
    assert (after.table.cube("400"), after.table.cube("004")) == ("D", "L")
    assert after.table.stocks == ((13, 4), (4, 13))
    assert after.turn == 0


def test_t2_a_cube_also_goes_on_a_free_cell_that_rests_on_three_cubes() -> None:
    position = position_of("400 310", "301")
    assert moves(position, "L3") == ["L300"]
    assert refusal(position_of("400 310"), "L300") == ("T2", "no_support", {"cell": "300"})


def test_t2_a_cell_takes_one_cube() -> None:
    assert refusal(position_of("400"), "D400") == ("T2", "occupied", {"cell": "400"})
    assert "D400" not in moves(position_of("400"))


def test_t2_the_cube_comes_from_your_own_stock() -> None:
    position = position_of(stocks=((0, 5), (5, 13)))
    assert {text[0] for text in moves(position)} == {"D"}
    assert refusal(position, "L400") == ("T2", "none_left", {"cube": piece("cube", "L")})
    other = position_of(stocks=((1, 0), (5, 13)))
    assert {text[0] for text in moves(other)} == {"L"}
    assert refusal(other, "D400") == ("T2", "none_left", {"cube": piece("cube", "D")})
    with pytest.raises(IllegalMove, match="You have no dark cube left"):
        other.play("D400")


def test_t2_a_turn_is_a_colour_and_a_cell() -> None:
    table = position_of().table
    for path, code in (((), "no_cube"), (("L",), "no_cell")):
        assert not table.steps(path).end
        with pytest.raises(IllegalMove) as error:
            table.walk(path)
        assert (error.value.clause, error.value.code) == ("T2", code)
    assert table.steps(()).next == ("L", "D")
    assert table.steps(("L",)).next == tuple(BASE)


def test_t2_cubes_never_move_afterwards() -> None:
    position = sommet.game("triedre").start(seed=7)
    for move in ("L400", "D310", "L301", "L300", "D004"):
        cubes = position.table.cubes
        position = position.play(move)
        assert all(now == before for now, before in zip(position.table.cubes, cubes, strict=True)
                   if before != ".")  # fmt: skip


# --- T3: a new cell on three cubes of one colour -------------------------------------------------


@pytest.mark.parametrize("colour", ["L", "D"])
def test_t3_a_new_cell_on_three_cubes_of_one_colour_is_filled_at_once(colour: str) -> None:
    three = {"L": position_of("400 310"), "D": position_of(dark="400 310")}[colour]
    assert moves(three, f"{colour}301") == [f"{colour}301+D300", f"{colour}301+L300"]
    assert refusal(three, f"{colour}301") == ("T3", "must_fill", {"cells": ("300",)})


def test_t3_the_forced_cube_comes_from_the_stock_of_the_opponent() -> None:
    after = position_of("400 310").play("L301+D300")
    assert after.table.stocks == ((12, 5), (5, 12))
    assert after.table.cube("300") == "D"
    assert after.turn == 1
    dark_puts = position_of("400 310", turn=1).play("L301+L300")
    assert dark_puts.table.stocks == ((12, 5), (4, 13))


def test_t3_only_a_colour_that_the_opponent_has_left_is_taken() -> None:
    position = position_of("400 310", stocks=((13, 5), (0, 13)))
    assert moves(position, "L301") == ["L301+D300"]
    assert refusal(position, "L301+L300") == (
        "T3",
        "opponent_has_none",
        {"cube": piece("cube", "L")},
    )
    with pytest.raises(IllegalMove, match="Your opponent has no light cube left"):
        position.play("L301+L300")


def test_t3_three_cubes_of_two_colours_force_nothing() -> None:
    for position in (
        position_of("400", "310"),
        position_of("310", "400"),
        position_of(dark="400 310"),
    ):
        assert moves(position, "L301") == ["L301"]
    assert refusal(position_of("400", "310"), "L301+D300") == ("T3", "nothing_forced", {})


def test_t3_the_forced_cube_goes_on_that_new_cell_and_nowhere_else() -> None:
    position = position_of("400 310 220", "130 121")
    assert refusal(position, "L301+D004") == ("T3", "not_forced", {"cell": "004"})
    assert refusal(position, "L301+D120") == ("T3", "not_forced", {"cell": "120"})
    assert refusal(position, "L301+D310") == ("T2", "occupied", {"cell": "310"})
    assert refusal(position, "L301+D200") == ("T2", "no_support", {"cell": "200"})


def test_t3_an_older_cell_on_three_cubes_of_one_colour_is_not_forced() -> None:
    position = position_of("400 310 301")
    assert moves(position, "L004") == ["L004"]
    assert "L300" in moves(position)


TWO_NEW = "130 121 310 211"
"""With a light cube on 220, both 120 and 210 rest on three light cubes."""


def test_t3a_each_of_several_new_cells_is_filled() -> None:
    position = position_of(TWO_NEW)
    assert moves(position, "L220") == [
        f"L220+{one}120+{two}210" for one in "DL" for two in "DL"
    ]  # fmt: skip
    assert refusal(position, "L220") == ("T3", "must_fill", {"cells": ("120", "210")})
    assert refusal(position, "L220+D210") == ("T3", "must_fill", {"cells": ("120",)})


def test_t3a_forced_cells_are_filled_in_any_order_and_written_in_board_order() -> None:
    position = position_of(TWO_NEW)
    assert position.play("L220+D210+L120") == position.play("L220+L120+D210")
    move = position.view(0).move("L220+D210+L120")
    assert move == Move(("L", "220", "+L", "120", "+D", "210"))
    assert str(move) == "L220+L120+D210"


CHAIN = "310 301 220 211 202 210 201"
"""A light cube on 400 creates 300; a light cube there creates 200."""


def test_t3b_a_forced_cube_may_create_further_forced_cells() -> None:
    position = position_of(CHAIN)
    assert moves(position, "L400") == ["L400+D300", "L400+L300+D200", "L400+L300+L200"]
    assert refusal(position, "L400+L300") == ("T3", "must_fill", {"cells": ("200",)})


def test_t3b_chain_off_forces_only_what_the_first_cube_created() -> None:
    position = position_of(CHAIN, chain="off")
    assert moves(position, "L400") == ["L400+D300", "L400+L300"]
    assert refusal(position, "L400+L300+D200") == ("T3", "nothing_forced", {})
    assert moves(position_of(TWO_NEW, chain="off"), "L220") == moves(position_of(TWO_NEW), "L220")


def test_t3a_old_and_chained_cells_are_filled_in_any_order() -> None:
    # 400 creates 300; 310, if filled first, also creates 210; then 200 depends on both.
    position = position_of("400 301 220 211 202 201")
    texts = moves(position, "L310")
    assert "L310+L210+L300+L200" in texts
    assert "L310+L210+L300+D200" in texts
    assert "L310+D210+L300" in texts
    assert position.play("L310+L300+L210+D200") == position.play("L310+L210+L300+D200")
    assert refusal(position, "L310+L210+L200") == ("T2", "no_support", {"cell": "200"})


def test_t3a_a_chained_cell_may_be_filled_before_an_old_one() -> None:
    # 211 creates 201, 210 and 111; 111 and 210 are old cells when 200 is already possible.
    position = position_of("400 310 301 220 202 121 112 300 130 103")
    texts = moves(position, "L211")
    chained_first = "L211+L201+L210+L200+D111"
    assert position.play(chained_first) == position.play("L211+D111+L201+L210+L200")
    assert "L211+D111+L201+L210+L200" in texts
    assert chained_first not in texts


def test_t3a_moves_are_found_without_trying_every_order(monkeypatch: pytest.MonkeyPatch) -> None:
    put = list[str]()
    with_cube = TriedreTable.with_cube

    def counting_place(table: TriedreTable, cell: str, colour: str, owner: int) -> TriedreTable:
        put.append(cell)
        return with_cube(table, cell, colour, owner)

    monkeypatch.setattr(TriedreTable, "with_cube", counting_place)
    table: Any = Triedre.create().parse(MANY_FORCED).table
    found = table.moves
    assert len(put) < sum(len(move.steps) for move in found)
    assert max(len(move.steps) for move in found) == 20  # one cube and nine forced cubes
    assert len([*every_order(table, ())]) == 6976


MANY_FORCED = "LDDDDLLLLL.LLLL/LDDDD.D..D/D.D.../.../. L 2L0D/5L6D"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (
            ".LLLLL.LLLLLLLL/..LL..LDDD/..D..D/.../. D 0L5D/2L8D",
            4,
        ),  # a chain may or may not use up the stock
        ("LLLDDDDDDD.DDDD/LLLDD.D..D/D.D.../.../. L 7L1D/5L0D", 2),
        (
            ".LDDDDD.DLDDDDD/.D.DL..LLL/.....D/.../. D 12L3D/0L1D",
            20,
        ),  # chained cells before older ones
    ],
)
def test_t3a_every_order_of_forced_cubes_is_one_of_the_moves(text: str, count: int) -> None:
    table: Any = Triedre.create().parse(text).table
    assert len(table.moves) == count
    assert {*table.moves} == {Move(table.canonical(path)) for path in every_order(table, ())}


def every_order(table: TriedreTable, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    steps = table.steps(path)
    if steps.end:
        yield path
    for step in steps.next:
        yield from every_order(table, (*path, step))


def test_t3c_nothing_is_forced_once_the_stock_is_empty() -> None:
    one_left = position_of(TWO_NEW, stocks=((13, 5), (1, 0)))
    assert moves(one_left, "L220") == ["L220+L120", "L220+L210"]
    assert one_left.play("L220+L120") != one_left.play("L220+L210")
    assert refusal(one_left, "L220+L120+L210") == ("T3", "nothing_forced", {})
    none_left = position_of(TWO_NEW, stocks=((13, 5), (0, 0)))
    assert moves(none_left, "L220") == ["L220"]


def test_t3c_a_cell_left_over_is_an_ordinary_cell() -> None:
    after = position_of(TWO_NEW, stocks=((13, 5), (1, 0))).play("L220+L120")
    assert after.turn == 0
    assert {"L210", "D210"} <= set(moves(after))
    assert moves(after, "L400") == ["L400"]


def test_t3_matches_a_known_table() -> None:
    cubes = "DLDLLDDDDDDDDDD/L.LLLLLLLD/..DLDL/..D/.".replace("/", "")
    game = Triedre.create()
    position = Position(game, TriedreTable(game, cubes, 0, ((5, 0), (0, 2))))
    assert str(position) == "DLDLLDDDDDDDDDD/L.LLLLLLLD/..DLDL/..D/. L 5L0D/0L2D"
    assert moves(position, "L012") == ["L012+D002+D011", "L012+D011+D010"]


# --- T4: a player without cubes ------------------------------------------------------------------


def test_t4_a_player_without_cubes_is_skipped() -> None:
    assert position_of(stocks=((13, 5), (0, 0))).play("L400").turn == 0
    assert position_of(turn=1, stocks=((0, 0), (5, 13))).play("L400").turn == 1
    assert position_of(stocks=((13, 5), (0, 1))).play("L400").turn == 1
    assert position_of(stocks=((13, 5), (1, 0))).play("L400").turn == 1


def test_t4_taking_the_last_cube_of_the_opponent_keeps_the_turn() -> None:
    position = position_of("400 310", stocks=((13, 5), (0, 1)))
    assert position.play("L301+D300").turn == 0


def test_t4_placing_your_own_last_cube_passes_the_turn() -> None:
    assert position_of(stocks=((1, 0), (5, 13))).play("L400").turn == 1


# --- T5: the end ---------------------------------------------------------------------------------

EDGE_XY = ["001", "002", "003", "004"]
ONLY_X = ["011", "012", "013", "021", "022", "031"]
ONLY_Y = ["101", "102", "103", "201", "202", "301"]


def complete_pyramid(light: list[str]) -> Any:
    """A complete pyramid with these cells light and all others dark."""
    dark = [cell for cell in CELLS if cell not in light]
    return position_of(" ".join(light), " ".join(dark), stocks=((1, 0), (0, 0)))


def test_t5_the_game_ends_when_the_pyramid_is_complete() -> None:
    dark = " ".join(cell for cell in CELLS if cell != "000")
    position = position_of(dark=dark, stocks=((1, 0), (0, 1)))
    assert position.outcome is None
    assert moves(position) == ["L000"]
    end = position.play("L000")
    assert end.outcome is not None
    assert end.moves() == ()
    assert end.table.steps(()).next == ()


def test_t5_two_faces_with_eight_squares_each_win() -> None:
    end = complete_pyramid([*EDGE_XY, *ONLY_X[:4], *ONLY_Y[:4]])
    figures = (("X", (8, 7)), ("Y", (8, 7)), ("Z", (0, 15)))
    assert end.outcome == Outcome((0,), TriedreReason.FACES, figures)


def test_t5_seven_squares_do_not_hold_a_face() -> None:
    end = complete_pyramid([*EDGE_XY, *ONLY_X[:3], *ONLY_Y[:4]])
    figures = (("X", (7, 8)), ("Y", (8, 7)), ("Z", (0, 15)))
    assert end.outcome == Outcome((1,), TriedreReason.FACES, figures)
    assert end.game.figure_winners(end.outcome) == (("X", 1), ("Y", 0), ("Z", 1))


def test_t5_there_is_no_draw() -> None:
    with pytest.raises(OptionError) as error:
        Record.new(sommet.game("triedre"), seed=7).agree()
    assert error.value.code == "no_draws"
    assert complete_pyramid([]).outcome.winners == (1,)
    assert complete_pyramid(list(CELLS)).outcome.winners == (0,)


def test_t5_a_game_fills_all_cells_with_one_cube_left_over() -> None:
    record: Record[Any] = Record.new(sommet.game("triedre"), seed=7)
    while record.outcome is None:
        moves = record.position.moves()
        record = record.play(moves[len(record.moves) * 7 % len(moves)])
    table = record.position.table
    assert "." not in table.cubes
    assert sum(map(sum, table.stocks)) == 1


# --- options and known answers -------------------------------------------------------------------


def test_the_names_of_the_game_and_its_endings_match_the_spec() -> None:
    game = sommet.game("triedre")
    assert (game.id, game.name) == ("triedre", "Trièdre")
    assert [str(reason) for reason in TriedreReason] == ["faces"]


def test_the_options_and_their_defaults_match_the_spec() -> None:
    (option,) = sommet.game("triedre").options()
    assert (option.name, option.values, option.default) == ("chain", ("on", "off"), "on")


def test_the_opponent_wins_by_resignation_or_on_time() -> None:
    record = Record.new(sommet.game("triedre"), seed=7)
    assert record.resign(0).outcome == Outcome((1,), Ending.RESIGNATION, leavers=(0,))
    assert record.leave(1, Ending.TIME).outcome == Outcome((0,), Ending.TIME, leavers=(1,))


@pytest.mark.parametrize("chain", ["on", "off"])
def test_perft_from_the_start(chain: str) -> None:
    start = sommet.game("triedre", chain=chain).start(seed=7)
    assert [sommet.perft(start, depth) for depth in range(4)] == [1, 30, 840, 21960]


def test_perft_from_the_start_four_moves_deep() -> None:
    # Cells that differ only by the names of the faces have the same count.
    start = sommet.game("triedre").start(seed=7)
    total = 0
    for cell in ("400", "310", "220", "211"):
        alike = {"".join(digits) for digits in permutations(cell)}
        total += sum(len(alike) * sommet.perft(start.play(colour + cell), 3) for colour in "LD")
    assert total == 536400
