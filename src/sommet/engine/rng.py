"""Chance for players: the same seed and the same view give the same choice."""

from __future__ import annotations

from random import Random
from typing import Any

from sommet.core.view import View

__all__ = ["dice"]


def dice(seed: int, view: View[Any]) -> Random:
    """Chance that depends on nothing but the seed and the view."""
    return Random(f"{seed} {len(view.history)} {view}")
