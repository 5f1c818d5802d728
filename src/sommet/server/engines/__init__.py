"""Engines: worker processes in which computer players think."""
