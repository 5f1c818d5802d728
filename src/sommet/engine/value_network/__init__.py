"""Small value networks, trained by self-play, that estimate a seat's chance to win.

`network` evaluates states and loads shipped networks, `training` trains them by self-play on the
CPU with NumPy, `gpu` plays these games on a GPU.
"""
