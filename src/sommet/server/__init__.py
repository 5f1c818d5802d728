"""The table: where people and programs play together. `sommet serve` starts it."""
