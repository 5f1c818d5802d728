"""Beliefs about hidden information.

`worlds` lists the possible worlds of a game, and `belief` is a probability distribution over them.
`sommet.engine.mcts.inference` updates it from moves.
"""

from sommet.core.extras import missing_extra

if fault := missing_extra("sommet.engine.belief", "fast", "numba", "numpy"):
    raise fault
