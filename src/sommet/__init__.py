"""Sommet: Pylos, Trièdre, Kabaleo and Color Pop, played, studied and solved."""

from __future__ import annotations

from sommet.core.errors import GameOver, IllegalMove, OptionError, SommetError, TextError
from sommet.core.game import Game, Option
from sommet.core.move import Move, Steps
from sommet.core.outcome import UNDECIDED, Outcome
from sommet.core.position import Position, perft
from sommet.core.view import View
from sommet.core.record import Record
from sommet.core.registry import game, names
