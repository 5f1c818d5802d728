"""Live play: rooms, their subscribers, and notifications between processes."""
