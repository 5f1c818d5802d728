"""Players that search: `player` decides how long, `growing` keeps the tree, `tree` is compiled."""
