"""What is said where an extra is missing."""

from __future__ import annotations

__all__ = ["needs"]


def needs(part: str, module: str, extra: str) -> str:
    """The sentence about a part that needs a module of an extra."""
    return (
        f"{part} needs {module}: pip install 'sommet[{extra}]', "
        f"or uvx --from 'sommet[{extra}]' sommet."
    )
