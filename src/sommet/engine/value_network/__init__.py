"""Judgement that was learnt by play: a small network says what a game is worth to a seat.

`network` is what a search asks, `selfplay` plays games by it, `training` learns from them.
"""

from sommet.core.extras import missing

if fault := missing("sommet.engine.value_network", "fast", "numba", "numpy"):
    raise fault
