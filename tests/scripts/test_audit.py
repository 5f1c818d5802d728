"""The audit finds the advisories that affect a pinned version, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest
from packaging.version import Version

from scripts import audit

ADVISORY = """
id: PYSEC-1
affected:
- package: {name: some-thing, ecosystem: PyPI}
  ranges:
  - type: GIT
    events: [{introduced: '0'}]
  - type: ECOSYSTEM
    events: [{introduced: '1.0'}, {fixed: '1.2'}, {introduced: '2.0'}, {last_affected: '2.1'}]
  versions: ['0.5', 'not a version']
modified: '2026-01-01T00:00:00Z'
"""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    folder = tmp_path / "vulns" / "some-thing"
    folder.mkdir(parents=True)
    folder.joinpath("PYSEC-1.yaml").write_text(ADVISORY)
    return tmp_path


@pytest.mark.parametrize(
    ("version", "affected"),
    [
        *(("0.5", True), ("0.6", False), ("1.0rc1", False), ("1.0", True), ("1.1.9", True)),
        *(("1.2", False), ("1.9", False), ("2.0", True), ("2.1", True), ("2.1.1", False)),
    ],
)
def test_an_advisory_affects_its_versions(database: Path, version: str, affected: bool) -> None:
    found = [*audit.audit(database, audit.pins(f"Some_Thing=={version}  # a comment\nother==1"))]
    assert [each.id for each in found] == ["PYSEC-1"] * affected
    if found:
        assert (found[0].package, found[0].version) == ("some-thing", Version(version))
        assert found[0].fixed == ("1.2",)


def test_a_withdrawn_advisory_affects_nothing(database: Path) -> None:
    file = database / "vulns" / "some-thing" / "PYSEC-1.yaml"
    file.write_text(f"{file.read_text()}withdrawn: '2026-02-01T00:00:00Z'\n")
    assert not [*audit.audit(database, {"some-thing": Version("1.1")})]


def test_a_folder_without_advisories_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit.main(tmp_path) == 2
    assert "is not a copy of the advisory database" in capsys.readouterr().out


def test_every_constraint_is_an_exact_version() -> None:
    assert len(audit.pins(audit.CONSTRAINTS.read_text("utf-8"))) > 100
