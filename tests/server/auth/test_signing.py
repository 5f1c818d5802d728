from __future__ import annotations

from pathlib import Path

import pytest

from sommet.server.auth.signing import SecretError, Signer


def test_a_signed_value_is_only_valid_for_its_purpose(tmp_path: Path) -> None:
    signer = Signer.load_or_create(tmp_path / "secret")
    signed = signer.sign("person", "ada.1")
    assert signer.read("person", signed) == "ada.1"
    assert signer.read("invitation", signed) is None
    assert signer.read("person", signed[:-1]) is None
    assert signer.read("person", signed.replace("ada", "eve")) is None
    assert signer.read("person", "") is None
    assert signer.read("person", "é.ü") is None
    assert signer.read("person", "ada.1") is None


def test_a_signature_needs_the_secret(tmp_path: Path) -> None:
    ours, theirs = (Signer.load_or_create(tmp_path / name) for name in ("ours", "theirs"))
    assert ours.read("person", theirs.sign("person", "ada")) is None
    assert ours.digest("daily", "ada") != theirs.digest("daily", "ada")


def test_a_digest_is_no_signature_for_another_purpose(tmp_path: Path) -> None:
    signer = Signer.load_or_create(tmp_path / "secret")
    assert signer.digest("daily", "ada") == signer.digest("daily", "ada")
    assert signer.digest("daily", "ada") != signer.digest("rematch", "ada")
    assert signer.read("person", f"ada.{signer.digest('daily', 'ada')}") is None


def test_only_the_owner_can_read_the_secret_file(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "secret"
    signed = Signer.load_or_create(file).sign("x", "y")
    assert file.stat().st_mode & 0o777 == 0o600
    assert Signer.load_or_create(file).read("x", signed) == "y"


def test_an_invalid_secret_is_reported(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("sesame")
    with pytest.raises(SecretError, match="contains no secret") as trouble:
        Signer.load_or_create(tmp_path / "secret")
    assert "sesame" not in str(trouble.value)
