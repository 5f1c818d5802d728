"""Players that search: `player` decides how long, `tree` keeps the tree, `uct` is compiled."""

from sommet.core.extras import missing

if fault := missing("sommet.engine.mcts", "fast", "numba", "numpy"):
    raise fault
