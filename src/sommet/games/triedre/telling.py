"""What a turn of Trièdre does, to be told in a sentence."""

from __future__ import annotations

from sommet.core.move import Path
from sommet.core.phrase import Phrase

__all__ = ["tell"]


def tell(path: Path) -> Phrase:
    colour, cell, *forced = path
    put: dict[str, str | int | Phrase] = {"cube": Phrase(f"a_cube.{colour}"), "cell": cell}
    if not forced:
        return Phrase("cube_put", put)
    return Phrase("cube_put_and_filled", {**put, "cells": ", ".join(forced[1::2])})  # T3
