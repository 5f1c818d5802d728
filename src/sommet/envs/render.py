"""Rendering of environments as text, pixels or a window. Always a spectator's view, which shows no
secret before the game is over."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numpy as np

from sommet.core.errors import OptionError
from sommet.core.extras import missing_extra
from sommet.core.i18n import message_text
from sommet.core.message import Message
from sommet.core.result_text import headline, seat_name
from sommet.drawing.picture import svg
from sommet.envs.episode import Episode
from sommet.machine.bits import signed
from sommet.machine.jit import njit
from sommet.terminal.canvas import CanvasLine, ColourName, Piece, Span, StyledText
from sommet.terminal.renderer import terminal_board

__all__ = ["MODES", "Renderer", "pixels", "text"]

MODES = ("human", "ansi", "rgb_array")

Array = np.ndarray[Any, Any]

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {2: 3, 6: 4}
"""Bytes per pixel, by PNG colour type: RGB, RGBA."""


def text(episode: Episode) -> str:
    """The board as text, and whose turn it is or who won."""
    record, path = episode.record()
    view = record.view(None)
    lines = [
        _row(row, episode.game.id) for row in terminal_board(episode.game).draw(view, path).rows()
    ]
    if record.outcome:
        status = headline(
            episode.game, record.outcome, lambda seat: seat_name(episode.game, seat), "en"
        )
    else:
        status = f"to act: {seat_name(episode.game, episode.single.turn)}"
    return "\n".join([*lines, status])


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


def pixels(episode: Episode, width: int) -> Array:
    """The board as (height, width, 3) uint8, on a light background."""
    if fault := missing_extra("rgb_array", "envs", "resvg_py"):
        raise fault
    import resvg_py

    record, path = episode.record()
    picture = svg(record.view(None).scene(path), ground="light", width=width)
    return decode_png(bytes(resvg_py.svg_to_bytes(svg_string=picture, width=width)))


def decode_png(png: bytes) -> Array:
    """The pixels of a PNG with 8 bits per channel and no interlacing, as resvg writes it."""
    if png[:8] != SIGNATURE:
        raise ValueError("not a PNG")
    at, data = 8, b""
    width = height = channels = 0
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, bits, colour, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            if bits != 8 or colour not in CHANNELS or interlaced:
                raise ValueError("unsupported kind of PNG")
            channels = CHANNELS[colour]
        elif kind == b"IDAT":
            data += body
        at += length + 12  # length, type and checksum surround the body
    lines = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, width * channels + 1)
    found = np.zeros((height, width * channels), np.uint8)
    _unfilter(lines, channels, found)
    return found.reshape(height, width, channels)[:, :, :3].copy()


@njit
def _unfilter(lines: Any, channels: int, into: Any) -> None:
    """Undo the PNG filter of each line, which its first byte names."""
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


class Renderer:
    """Renders a game in one of MODES, or not at all."""

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

    def render(self, episode: Episode) -> Array | str | None:
        """Text or pixels; None if they are shown in a window."""
        if self.mode == "ansi":
            return text(episode)
        if self.mode == "rgb_array":
            return pixels(episode, self.width)
        if self.mode == "human":
            self._window = self._window or Window()
            self._window.show(pixels(episode, self.width), episode.game.name)
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
        self._renderer: Any = None

    def show(self, picture: Array, title: str) -> None:
        """Show a picture of (height, width, 3)."""
        pygame = self._pygame
        size = picture.shape[1], picture.shape[0]
        if self._renderer is None or self._renderer.get_size() != size:
            pygame.display.init()
            self._renderer = pygame.display.set_mode(size)
        pygame.display.set_caption(title)
        pygame.event.pump()
        surface = pygame.surfarray.make_surface(picture.swapaxes(0, 1))
        self._renderer.blit(surface, (0, 0))
        pygame.display.flip()

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._renderer is not None:
            self._pygame.display.quit()
            self._renderer = None
