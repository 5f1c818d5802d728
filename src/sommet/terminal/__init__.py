"""Boards in the terminal: a canvas of short texts, and the renderer that any game can use."""
