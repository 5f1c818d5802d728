"""Terminal drawings, before colours are applied."""

from __future__ import annotations

from sommet.core.message import Message
from sommet.core.scene import Kind, Label, Role, Scene, Solid, Spot
from sommet.terminal import (
    Canvas,
    CanvasLine,
    ColourName,
    Piece,
    StyledText,
    TerminalBoard,
    counts_line,
    draw_scene,
    secret_line,
)
from tests.marbles import Marbles
from tests.marbles.rules import MarblesTable


def rows(canvas: Canvas) -> list[list[tuple[int, CanvasLine]]]:
    return [[*row] for row in canvas.rows()]


def test_lines_are_placed_where_they_were_put() -> None:
    canvas = Canvas()
    canvas.put(2, 4, "b")
    canvas.put(2, 0, "a", Piece("L"))
    assert rows(canvas) == [[], [], [(0, ("a", Piece("L"))), (4, ("b",))]]
    assert rows(Canvas()) == []


def test_counts_show_the_letter_to_type() -> None:
    letters = [part.letter for part in counts_line("BBO", "BOG") if isinstance(part, Piece)]
    numbers = [part for part in counts_line("BBO", "BOG") if isinstance(part, str) and part.strip()]
    assert (letters, numbers) == (["B", "O", "G"], ["  2", "  1", "  0"])


def test_a_known_secret_is_named_and_an_unknown_one_is_not() -> None:
    assert secret_line("B") == (Piece("B"), " ", ColourName("B"))
    assert [part.letter for part in secret_line("BO") if isinstance(part, Piece)] == ["B", "O"]
    assert not any(isinstance(part, ColourName) for part in secret_line("?"))


def ball(
    name: str, x: float, y: float = 0.0, z: float = 0.0, facing: float = 1.0, level: int = 0
) -> Solid:
    axis = (0.0, facing - 1.0, facing)
    return Solid(name, Kind.BALL, (x, y, z), "B", facing=axis, cell=name, level=level)


def test_any_scene_is_drawn_from_above_with_its_targets() -> None:
    scene = Scene(
        (ball("one", 0.0), ball("two", 1.0), Solid("board", Kind.SLAB, (0.0, 0.0, -0.1), "board")),
        (Spot("x", "two"), Spot("y", ball("ghost", 2.0))),
        (Label((0.0, -1.0, 0.0), "a", Role.NAME, "board"), Label((0.0, 1.0, 0.0), "1", Role.SEAT)),
    )
    assert rows(draw_scene(scene, ("B",))) == [
        [(0, (Piece("B"),)), (5, (Piece("B", "[", "]"),)), (10, (StyledText(" y ", "open"),))],
        [(0, (StyledText("a", "quiet"),))],
        [],
        [(0, (StyledText("B …", "quiet"),))],
    ]


def test_levels_are_drawn_one_after_the_other_without_overlap() -> None:
    above = ball("above", 0.0, 0.0, 0.3, level=1)
    scene = Scene((ball("below", 0.0), ball("beside", 0.0, 0.04, 0.2), above))
    first, second = (
        StyledText(Message("board.level", {"number": number}), "quiet") for number in (1, 2)
    )
    piece = Piece("B")
    assert rows(draw_scene(scene)) == [
        [(0, (first,))],
        [(0, (piece,)), (1, (piece,))],
        [],
        [(0, (second,))],
        [(0, (piece,))],
    ]


def test_trays_are_drawn_with_the_first_level_without_overlap() -> None:
    pile = [
        Solid(f"tray {at}", Kind.BALL, (0.0, -2.0, 0.2 * at), "B", level=at, tray=0)
        for at in range(2)
    ]
    drawn = rows(draw_scene(Scene((ball("below", 0.0), ball("above", 0.0, level=1), *pile))))
    assert drawn[1:3] == [[(0, (Piece("B"),))], [(0, (Piece("B"),)), (1, (Piece("B"),))]]


def test_an_upright_board_is_drawn_from_the_front() -> None:
    scene = Scene((ball("low", 0.0, facing=0.0), ball("high", 1.0, z=1.0, facing=0.0)))
    assert rows(draw_scene(scene)) == [[(5, (Piece("B"),))], [(0, (Piece("B"),))]]


def test_any_game_can_be_drawn_without_revealing_secrets() -> None:
    view, board = Marbles().start(seed=1).view(0), TerminalBoard[MarblesTable]()
    assert board.holdings(view, (), 0) == (secret_line(view.secrets[0]),)
    assert board.holdings(view, (), 1) == (secret_line("?"),)
    drawn = [part for row in board.draw(view, ()).rows() for _, line in row for part in line]
    assert {part.letter for part in drawn if isinstance(part, Piece)} == {*"BOGPY?"}
