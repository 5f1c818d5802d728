"""Layout checks of every state of every page, in a real browser: `make states`."""
