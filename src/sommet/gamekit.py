"""Everything that the files of a game are made of, for one import: `from sommet.gamekit import …`.

The reference pages list each name in the module that defines it.
"""

from __future__ import annotations

from sommet.core.colours import JOKER, PALETTE, sort_colours
from sommet.core.deal import RandomStream
from sommet.core.editor import Edit, next_secret
from sommet.core.errors import IllegalMove, OptionError, TextError
from sommet.core.game import Game
from sommet.core.hidden_state import UNKNOWN, Secrets, worlds
from sommet.core.message import Message, Plural, Words, piece
from sommet.core.move import Path, Steps
from sommet.core.outcome import Figures, Outcome, Reason, deciding_figure
from sommet.core.position_text import fields, levels, number, write_levels
from sommet.core.registry import register
from sommet.core.scene import (
    Camera,
    Effect,
    EffectKind,
    Kind,
    Label,
    Place,
    Role,
    Scene,
    Solid,
    Spot,
    Target,
    Trail,
    hop,
    lift,
)
from sommet.core.table import Table
from sommet.core.view import View, seat_label
from sommet.terminal import (
    Canvas,
    CanvasLine,
    ColourName,
    Piece,
    StyledText,
    TerminalBoard,
    counts_line,
    secret_line,
)

__all__ = [
    "JOKER",
    "PALETTE",
    "UNKNOWN",
    "Camera",
    "Canvas",
    "CanvasLine",
    "ColourName",
    "Edit",
    "Effect",
    "EffectKind",
    "Figures",
    "Game",
    "IllegalMove",
    "Kind",
    "Label",
    "Message",
    "OptionError",
    "Outcome",
    "Path",
    "Piece",
    "Place",
    "Plural",
    "RandomStream",
    "Reason",
    "Role",
    "Scene",
    "Secrets",
    "Solid",
    "Spot",
    "Steps",
    "StyledText",
    "Table",
    "Target",
    "TerminalBoard",
    "TextError",
    "Trail",
    "View",
    "Words",
    "counts_line",
    "deciding_figure",
    "fields",
    "hop",
    "levels",
    "lift",
    "next_secret",
    "number",
    "piece",
    "register",
    "seat_label",
    "secret_line",
    "sort_colours",
    "worlds",
    "write_levels",
]
