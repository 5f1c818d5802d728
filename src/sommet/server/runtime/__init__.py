"""The foundations of a server process: settings, logging, metrics, time, background work."""
