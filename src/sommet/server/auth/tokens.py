"""Tokens: with one a program is somebody, until they take it back."""

from __future__ import annotations

import secrets
from hashlib import sha256

from sommet.server.auth.display_names import clean
from sommet.server.runtime.system import System
from sommet.server.store.people import People, Person

__all__ = ["MAX_LABEL_LENGTH", "new_token"]

MAX_LABEL_LENGTH = 64
"""How long it may be what a token is called."""


async def new_token(people: People, system: System, person: Person, label: str) -> str:
    """A token with which a program is this person. Nobody is shown it again: only its hash is
    kept."""
    token = secrets.token_urlsafe(32)
    hash = sha256(token.encode()).hexdigest()
    await people.create_token(
        person.id, hash, clean(label, MAX_LABEL_LENGTH) or "bot", system.now()
    )
    return token
