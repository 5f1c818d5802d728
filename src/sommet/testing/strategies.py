"""Strategies for Hypothesis: games, what can be met in them, and texts that are almost right.

Random games are drawn by a small seed and kept, so that an example costs little and shrinks to
an early moment of the first games.
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
"""How many random games there are for each combination of options."""

STRANGE = "?*/-+.,:;{}()[]\"'\\ \t\n\r\x00\x1c\N{NO-BREAK SPACE}\N{SUPERSCRIPT TWO}٣éß\U0001f3b2"
"""Signs that a text may stumble over: separators, odd spaces, digits that are none."""

LONGEST_SLIP = 8

_play = cache(random_game)


@st.composite
def games(draw: st.DrawFn, kind: type[Game[Any]] | None = None) -> Game[Any]:
    """A game with any options that go together; of one kind, or of any."""
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
    """A random game up to some moment; now and then somebody gives up there, or all agree."""
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
    """A position that random play reaches, finished ones included."""
    stages = draw(played_games(kind))
    return stages[draw(st.integers(0, len(stages) - 1))].position


@st.composite
def views(draw: st.DrawFn, kind: type[Game[Any]] | None = None) -> View[Any]:
    """What somebody sees of a random game."""
    record = draw(records(kind))
    return record.view(draw(st.sampled_from((None, *range(record.game.seats)))))


@st.composite
def near_misses(draw: st.DrawFn, text: str) -> str:
    """The text with a few slips: signs dropped, doubled, turned round, foreign ones put in."""
    signs = st.sampled_from(sorted({*text, *STRANGE})) | st.characters()
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + LONGEST_SLIP)))
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
