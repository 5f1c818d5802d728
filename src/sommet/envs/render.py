"""Rendering of environments as text, pixels or a window. Always a spectator's view, which shows no
secret before the game is over."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np

from sommet.core.errors import OptionError, missing_extra
from sommet.core.i18n import message_text
from sommet.core.message import Message
from sommet.core.result_text import headline, seat_name
from sommet.drawing.picture import svg
from sommet.envs.episode import Episode
from sommet.terminal import CanvasLine, ColourName, Piece, Span, StyledText, terminal_board

__all__ = ["MODES", "Renderer", "pixels", "text"]

MODES = ("human", "ansi", "rgb_array")

Array = np.ndarray[Any, Any]


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
    if fault := missing_extra("rgb_array", "envs", "PIL", "resvg_py"):
        raise fault
    import resvg_py
    from PIL import Image

    record, path = episode.record()
    picture = svg(record.view(None).scene(path), ground="light", width=width)
    png = bytes(resvg_py.svg_to_bytes(svg_string=picture, width=width))
    return np.array(Image.open(BytesIO(png)).convert("RGB"))


class Renderer:
    """Renders a game in one of MODES, or not at all."""

    def __init__(self, mode: str | None, width: int) -> None:
        if mode is not None and mode not in MODES:
            raise OptionError(
                "no_render_mode",
                "There is no render_mode {mode!r}. Choose {known}.",
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
                "needs_window", "A window needs pygame: pip install pygame-ce."
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
