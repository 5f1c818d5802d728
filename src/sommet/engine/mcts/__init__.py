"""Players that search: `player` decides how long, `growing` keeps the tree, `tree` is compiled."""

from sommet.core.extras import missing

if fault := missing("sommet.engine.search", "fast", "numba", "numpy"):
    raise fault
