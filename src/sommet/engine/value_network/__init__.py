"""Small value networks, trained by self-play, that estimate a seat's chance to win.

`network` evaluates states, `weights` loads shipped networks, `selfplay` generates games and
`training` learns from them.
"""

from sommet.core.errors import missing_extra

if fault := missing_extra("sommet.engine.value_network", "fast", "numba", "numpy"):
    raise fault
