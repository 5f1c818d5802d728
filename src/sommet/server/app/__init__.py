"""Serving: the house put together, the application around it, and what runs and looks after it."""
