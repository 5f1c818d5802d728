"""Monte-Carlo tree search: `player` manages time, `tree` the tree, `uct` is the compiled search."""
