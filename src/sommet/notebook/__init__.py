"""An interactive board for notebooks: play, step through a record, see an analysis.

It needs the extra `notebook`; see `docs/notebook.md`. Without it positions and views show
themselves as pictures.
"""

from __future__ import annotations

from importlib.util import find_spec

from sommet.core.errors import OptionError

if not find_spec("anywidget"):
    raise OptionError(
        "needs_notebook",
        "The board needs {module}, which comes with sommet[notebook].",
        module="anywidget",
    )

from sommet.notebook.board import Board

__all__ = ["Board"]
