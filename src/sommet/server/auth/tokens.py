"""API tokens: with one, a program acts as a person until they revoke it."""

from __future__ import annotations

import secrets
from hashlib import sha256

from sommet.server.auth.display_names import clean
from sommet.server.runtime.system import System
from sommet.server.store.people import People, Person

__all__ = ["MAX_LABEL_LENGTH", "new_token"]

MAX_LABEL_LENGTH = 64
"""In characters."""


async def new_token(people: People, system: System, person: Person, label: str) -> str:
    """A new token with which a program acts as this person. It can't be shown again: only its hash
    is stored."""
    token = secrets.token_urlsafe(32)
    hash = sha256(token.encode()).hexdigest()
    label = clean(label, MAX_LABEL_LENGTH) or "bot"
    await people.create_token(person.id, hash, label, system.now())
    return token
