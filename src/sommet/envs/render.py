"""What an environment shows: text, an array of pixels, a window. All of it is a spectator's view:
no picture gives a secret away before the game is over."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numpy as np

from sommet.core.errors import OptionError
from sommet.core.extras import missing_extra
from sommet.core.i18n import headline, seat_name, message_text
from sommet.core.message import Message
from sommet.drawing.picture import svg
from sommet.envs.episode import Play
from sommet.machine.bits import signed
from sommet.machine.jit import njit
from sommet.terminal.canvas import CanvasLine, ColourName, Span, Piece, StyledText
from sommet.terminal.renderer import terminal_board

__all__ = ["MODES", "Screen", "pixels", "text"]

MODES = ("human", "ansi", "rgb_array")

Array = np.ndarray[Any, Any]

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {2: 3, 6: 4}
"""Bytes a pixel, by PNG's kind of colour: RGB, RGB with transparency."""


def text(play: Play) -> str:
    """The board in letters, and whose turn it is or who won."""
    record, path = play.told()
    view = record.view(None)
    lines = [_row(row, play.game.id) for row in terminal_board(play.game).draw(view, path).rows()]
    if record.outcome:
        told = headline(play.game, record.outcome, lambda seat: seat_name(play.game, seat), "en")
    else:
        told = f"to act: {seat_name(play.game, play.single.turn)}"
    return "\n".join([*lines, told])


def _row(row: tuple[tuple[int, CanvasLine], ...], game: str) -> str:
    line = ""
    for column, parts in row:
        line = line.ljust(column) + "".join(_letters(part, game) for part in parts)
    return line.rstrip()


def _letters(part: Span, game: str) -> str:
    match part:
        case Piece(letter, left, right, times):
            return f"{left}{letter * times}{right}"
        case ColourName(letter):
            return letter
        case StyledText(said):
            return message_text(said, "en", game) if isinstance(said, Message) else said
    return part


def pixels(play: Play, width: int) -> Array:
    """The board as (height, width, 3) uint8, on light ground."""
    if fault := missing_extra("rgb_array", "envs", "resvg_py"):
        raise fault
    import resvg_py

    record, path = play.told()
    picture = svg(record.view(None).scene(path), ground="light", width=width)
    return decoded(bytes(resvg_py.svg_to_bytes(svg_string=picture, width=width)))


def decoded(png: bytes) -> Array:
    """The pixels of a PNG with eight bits a colour and without interlacing, as resvg writes it."""
    if png[:8] != SIGNATURE:
        raise ValueError("no PNG")
    at, data = 8, b""
    width = height = channels = 0
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, bits, colour, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            if bits != 8 or colour not in CHANNELS or interlaced:
                raise ValueError("a kind of PNG that resvg does not write")
            channels = CHANNELS[colour]
        elif kind == b"IDAT":
            data += body
        at += length + 12  # length, kind and check sum around the body
    lines = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, width * channels + 1)
    found = np.zeros((height, width * channels), np.uint8)
    _unfilter(lines, channels, found)
    return found.reshape(height, width, channels)[:, :, :3].copy()


@njit
def _unfilter(lines: Any, channels: int, into: Any) -> None:
    """Undo what PNG does to each line before it is packed: the first byte says which of five."""
    for row in range(lines.shape[0]):
        kind = lines[row, 0]
        for at in range(into.shape[1]):
            left = signed(into[row, at - channels]) if at >= channels else 0
            up = signed(into[row - 1, at]) if row else 0
            corner = signed(into[row - 1, at - channels]) if row and at >= channels else 0
            guess = 0
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = up
            elif kind == 3:
                guess = (left + up) // 2
            elif kind == 4:
                off_left, off_up = abs(up - corner), abs(left - corner)
                off_corner = abs(left + up - 2 * corner)
                guess = corner
                if off_left <= off_up and off_left <= off_corner:
                    guess = left
                elif off_up <= off_corner:
                    guess = up
            into[row, at] = (signed(lines[row, at + 1]) + guess) & 0xFF


class Screen:
    """Shows a game in one of MODES, or not at all."""

    def __init__(self, mode: str | None, width: int) -> None:
        if mode is not None and mode not in MODES:
            raise OptionError(
                "no_render_mode",
                "There is no render_mode {mode!r}. Choose from: {known}.",
                mode=mode,
                known=MODES,
            )
        self.mode = mode
        self.width = width
        self._window: Window | None = None

    def render(self, play: Play) -> Array | str | None:
        """The text, the pixels, or nothing once the window shows them."""
        if self.mode == "ansi":
            return text(play)
        if self.mode == "rgb_array":
            return pixels(play, self.width)
        if self.mode == "human":
            self._window = self._window or Window()
            self._window.show(pixels(play, self.width), play.game.name)
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window:
            self._window.close()
            self._window = None


class Window:
    """A window on the screen, opened by the first picture."""

    def __init__(self) -> None:
        try:
            import pygame
        except ModuleNotFoundError:
            raise OptionError(
                "needs_window", "A window needs pygame: pip install pygame."
            ) from None
        self._pygame: Any = pygame
        self._screen: Any = None

    def show(self, picture: Array, title: str) -> None:
        """Show a picture of (height, width, 3)."""
        pygame = self._pygame
        size = picture.shape[1], picture.shape[0]
        if self._screen is None or self._screen.get_size() != size:
            pygame.display.init()
            self._screen = pygame.display.set_mode(size)
        pygame.display.set_caption(title)
        pygame.event.pump()
        surface = pygame.surfarray.make_surface(picture.swapaxes(0, 1))
        self._screen.blit(surface, (0, 0))
        pygame.display.flip()

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._screen is not None:
            self._pygame.display.quit()
            self._screen = None
