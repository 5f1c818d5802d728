"""Monte-Carlo tree search: `player` manages time, `tree` the tree, `uct` is the compiled search."""

from sommet.core.errors import missing_extra

if fault := missing_extra("sommet.engine.mcts", "fast", "numpy"):
    raise fault
