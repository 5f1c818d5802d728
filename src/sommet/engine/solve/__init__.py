"""Proofs instead of guesses: what a position is worth when nobody errs."""
