"""Boards in the terminal: a canvas of styled text, and a renderer that works for any game."""
