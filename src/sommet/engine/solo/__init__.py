"""Solo games: a solver, and the daily deal."""
