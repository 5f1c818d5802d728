"""The terminal fixture shared by the tests of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.fake_terminal import Terminal


@pytest.fixture
def terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Terminal:
    return Terminal(tmp_path / "state", monkeypatch, capsys)
