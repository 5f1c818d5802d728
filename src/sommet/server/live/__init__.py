"""Live play: rooms, the people in them, and the doorbell between processes."""
