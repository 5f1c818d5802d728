"""The types that all games share: games, positions, views, moves, records and scenes."""
