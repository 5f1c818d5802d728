"""What may be hidden, how likely it is, and what moves betray of it.

`worlds` lists the worlds of a game, `belief` says how likely each is, and `inference` learns from
moves.
"""

from sommet.core.extras import missing

if fault := missing("sommet.engine.belief", "fast", "numba", "numpy"):
    raise fault
