"""Perft by the kernel of a game where there is one, else by its rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from sommet.core.game import Game
from sommet.core.position import Position
from sommet.core.position import perft as perft_by_rules
from sommet.engine import can_run_kernel

__all__ = ["Perft", "fastest_perft"]

Perft: TypeAlias = Callable[[Position[Any], int], int]
"""Counts the sequences of moves of a length, from a position."""


def fastest_perft(game: Game[Any]) -> Perft:
    """The fastest way to count on this machine; all give the same numbers."""
    if not can_run_kernel(type(game), "count_moves"):
        return perft_by_rules
    from sommet.machine.kernel_interface import kernel_for
    from sommet.machine.perft import perft

    kernel = kernel_for(game)

    def perft_by_kernel(position: Position[Any], depth: int) -> int:
        return perft(kernel.encode(position.table, position.secrets), depth)

    return perft_by_kernel
