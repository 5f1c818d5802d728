"""Signs texts with the installation's secret."""

from __future__ import annotations

import os
import secrets
from hashlib import sha256
from pathlib import Path

import itsdangerous

from sommet.core.errors import SommetError

__all__ = ["SecretError", "Signer"]


class SecretError(SommetError):
    """The secret file can't be read or is invalid."""


class Signer:
    """Signs texts, each for one purpose: a signed cookie is not valid as an invitation."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    @classmethod
    def load_or_create(cls, file: Path) -> Signer:
        """A signer with the secret in `file`, which is created if missing, readable only by its
        owner."""
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            try:
                handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
                with os.fdopen(handle, "w") as new:
                    new.write(secrets.token_hex(32))
            except FileExistsError:
                pass
            secret = bytes.fromhex(file.read_text().strip())
        except (OSError, ValueError) as error:
            raise SecretError(
                "secret_file",
                "The secret file {file} can't be read or created: {why}",
                file=file,
                why=error.strerror if isinstance(error, OSError) else "it contains no secret",
            ) from None
        if len(secret) < 16:
            raise SecretError("short_secret", "The secret in {file} is too short.", file=file)
        return cls(secret)

    def sign(self, purpose: str, text: str) -> str:
        return self._for(purpose).sign(text).decode()

    def read(self, purpose: str, signed: str) -> str | None:
        """The signed text; None if the signature is not valid for this purpose."""
        try:
            return self._for(purpose).unsign(signed).decode()
        except itsdangerous.BadSignature:
            return None

    def digest(self, purpose: str, text: str) -> str:
        """A 43-character MAC that only this installation can compute."""
        return self._for(purpose).get_signature(text).decode()

    def _for(self, purpose: str) -> itsdangerous.Signer:
        return itsdangerous.Signer(
            self._secret, salt=purpose, key_derivation="hmac", digest_method=sha256
        )
