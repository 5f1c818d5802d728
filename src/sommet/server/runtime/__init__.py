"""What one process stands on: its settings, notes, counts, time and chance, background work."""
