"""Nothing that leaves the house before the reveal depends on a secret that its reader may not know.

The same scripted game is played in houses with a fixed clock and fixed ids, with the hidden part
dealt in every way that fits what is public. Whatever a viewer can get must be the same, byte by
byte, but for the commitment (of another seed) and for what the viewer's own secret shows.
"""

from __future__ import annotations

import asyncio
import io
import itertools
import logging
from contextlib import redirect_stderr
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import sommet
from sommet.core.game import Game
from sommet.core.record import Record
from sommet.server.house import House
from sommet.server.live.visitor import Visitor
from sommet.server.notes import write_notes
from sommet.server.store.people import Person
from sommet.server.tables import sitting as sittings
from tests.server.playing import Guest, open_house, serving, settings

pytestmark = pytest.mark.anyio

SEED = "the same for all"
MOVES = 6


class FixedHouse(House):
    """Time goes by a second with each look at the clock, and ids count up."""

    def __init__(self, *arguments: Any) -> None:
        self._time = itertools.count(1_800_000_000)
        self._ids = itertools.count(1)
        super().__init__(*arguments)

    def now(self) -> float:
        return float(next(self._time)) if asyncio.current_task() in self.actors else 1_800_000_000.0

    actors: set[Any] = set()

    def fresh_id(self) -> str:
        return f"id{next(self._ids)}"

    def fresh_seed(self) -> str:
        return SEED
