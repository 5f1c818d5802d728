"""How long a test waits: `make drills` holds the table to its promises, on a machine of its own; in
`make test` a busy machine may take its time."""

from __future__ import annotations

import os

__all__ = ["DRILLS", "at_most"]

DRILLS = "SOMMET_DRILLS" in os.environ


def at_most(seconds: float) -> float:
    """The seconds that something may take."""
    return seconds if DRILLS else 60.0
