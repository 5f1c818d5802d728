"""Games for one: a way to win, or a proof that there is none; deals of the day."""
