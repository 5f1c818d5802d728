"""What may be hidden, how likely it is, and what moves betray of it.

`cast` lists the worlds of a game, `belief` says how likely each is, `reading` learns from moves.
"""

from sommet.core.extras import missing

if fault := missing("sommet.engine.belief", "fast", "numba", "numpy"):
    raise fault
