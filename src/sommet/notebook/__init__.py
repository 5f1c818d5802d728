"""An interactive board for notebooks: play, step through a record, show an analysis.

It needs the extra `notebook`; see `docs/notebook.md`. Without it, positions and views display as
pictures.
"""

from __future__ import annotations

from sommet.core.errors import missing_extra

if fault := missing_extra("sommet.notebook", "notebook", "anywidget"):
    raise fault

from sommet.notebook.widget import BoardWidget

__all__ = ["BoardWidget"]
