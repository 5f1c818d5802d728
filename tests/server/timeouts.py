"""How long tests wait: `make drills` checks the server's promises on a machine with nothing else to
do; in `make test` a busy machine may be slow."""

from __future__ import annotations

import os

__all__ = ["DRILLS", "at_most"]

DRILLS = "SOMMET_DRILLS" in os.environ


def at_most(seconds: float) -> float:
    """The time limit for something that takes at most this long on an idle machine."""
    return seconds if DRILLS else 60.0
