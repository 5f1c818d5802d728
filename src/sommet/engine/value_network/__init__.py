"""Small value networks, trained by self-play, that estimate a seat's chance to win.

`network` evaluates states and loads shipped networks, `training` trains them by self-play on the
CPU, `gpu` plays these games on a GPU.
"""

from sommet.core.errors import missing_extra

if fault := missing_extra("sommet.engine.value_network", "fast", "numpy"):
    raise fault
