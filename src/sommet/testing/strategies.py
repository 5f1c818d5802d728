"""Hypothesis strategies: games, positions, views, records, and texts that are almost right.

Random games are chosen by a small seed and cached, so examples are cheap and shrink to an early
stage of the first games.
"""

from __future__ import annotations

from functools import cache
from typing import Any

try:
    from hypothesis import strategies as st
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "sommet.testing.strategies needs Hypothesis: pip install hypothesis", name=error.name
    ) from None

from sommet.core.game import Game
from sommet.core.outcome import Ending
from sommet.core.position import Position
from sommet.core.record import Record
from sommet.core.view import View
from sommet.testing.random_games import Stages, every_game, every_option, random_game

__all__ = ["games", "near_misses", "played_games", "positions", "records", "views"]

SEEDS = 8
"""Random games for each combination of options."""

STRANGE = "?*/-+.,:;{}()[]\"'\\ \t\n\r\x00\x1c\N{NO-BREAK SPACE}\N{SUPERSCRIPT TWO}٣éß\U0001f3b2"
"""Characters that break parsers: separators, odd spaces, digits that aren't ASCII."""

MAX_SLIP_CHARS = 8

_play = cache(random_game)


@st.composite
def games(draw: st.DrawFn, kind: type[Game[Any]] | None = None) -> Game[Any]:
    """A game with any valid options, of one kind or of any kind."""
    return draw(st.sampled_from(_every(kind)))


@cache
def _every(kind: type[Game[Any]] | None) -> tuple[Game[Any], ...]:
    return every_game() if kind is None else every_option(kind)


@st.composite
def played_games(draw: st.DrawFn, kind: type[Game[Any]] | None = None) -> Stages:
    """A random game from its deal to its end."""
    return _play(draw(games(kind)), draw(st.integers(0, SEEDS - 1)))


@st.composite
def records(draw: st.DrawFn, kind: type[Game[Any]] | None = None) -> Record[Any]:
    """A random game up to some stage; sometimes a player leaves there, or all agree on a draw."""
    stages = draw(played_games(kind))
    record = stages[draw(st.integers(0, len(stages) - 1))]
    ending = draw(st.sampled_from((None, None, *Ending)))
    if ending is None or record.outcome is not None:
        return record
    if ending is Ending.AGREEMENT:
        return record.agree() if record.game.draws else record
    return record.leave(draw(st.integers(0, record.game.seats - 1)), ending)


@st.composite
def positions(draw: st.DrawFn, kind: type[Game[Any]] | None = None) -> Position[Any]:
    """A position reached by random play, possibly a finished one."""
    stages = draw(played_games(kind))
    return stages[draw(st.integers(0, len(stages) - 1))].position


@st.composite
def views(draw: st.DrawFn, kind: type[Game[Any]] | None = None) -> View[Any]:
    """A player's or a spectator's view of a random game."""
    record = draw(records(kind))
    return record.view(draw(st.sampled_from((None, *range(record.game.seats)))))


@st.composite
def near_misses(draw: st.DrawFn, text: str) -> str:
    """The text with a few mistakes: characters dropped, doubled, reversed or inserted."""
    signs = st.sampled_from(sorted({*text, *STRANGE})) | st.characters()
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + MAX_SLIP_CHARS)))
        before, part, after = text[:start], text[start:end], text[end:]
        slips = (
            before + after,
            before + part + part + after,
            before + part[::-1] + after,
            before + part.swapcase() + after,
            before,
            after,
            None,
        )
        slip = draw(st.sampled_from(slips))
        text = before + draw(st.text(signs, max_size=3)) + after if slip is None else slip
    return text
