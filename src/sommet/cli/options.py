"""Options that several commands have."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["Cores"]

Cores = Annotated[int, typer.Option(metavar="N", min=1, help="number of cores for each search")]
