"""Signs texts with the installation's secret."""

from __future__ import annotations

import hmac
import os
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path

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
        return f"{text}.{self.digest(purpose, text)}"

    def read(self, purpose: str, signed: str) -> str | None:
        """The signed text; None if the signature is not valid for this purpose."""
        text, _, digest = signed.rpartition(".")
        real = self.digest(purpose, text)
        return text if hmac.compare_digest(digest.encode(), real.encode()) else None

    def digest(self, purpose: str, text: str) -> str:
        """A 32-character MAC that only this installation can compute."""
        made = hmac.digest(self._secret, f"{purpose}\n{text}".encode(), sha256)
        return urlsafe_b64encode(made[:24]).decode()
