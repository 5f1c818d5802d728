"""Color Pop: take groups of tokens off the slides until your secret colour is gone."""

from sommet.games.colorpop.rules import ColorPop

__all__ = ["GAME", "ColorPop"]

GAME = ColorPop
