"""A release is only made if its tag, its version and the changelog agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.release_notes import notes

CHANGELOG = """# Changelog

## [Unreleased]

## [1.2.3] - 2026-11-19

### Added

- A rule.

## [1.2.2] - 2026-11-01

- Older.
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "src" / "sommet").mkdir(parents=True)
    (tmp_path / "src" / "sommet" / "__init__.py").write_text('__version__ = "1.2.3"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    return tmp_path


def test_the_notes_are_the_section_of_the_version(tree: Path) -> None:
    assert notes("v1.2.3", tree) == "### Added\n\n- A rule.\n"


def test_another_tag_is_refused(tree: Path) -> None:
    with pytest.raises(ValueError, match=r"The tag is v1\.2\.4, .* has version 1\.2\.3"):
        notes("v1.2.4", tree)


def test_a_version_that_is_not_in_the_changelog_is_refused(tree: Path) -> None:
    (tree / "CHANGELOG.md").write_text(CHANGELOG.replace("[1.2.3] - 2026-11-19", "[1.2.3]"))
    with pytest.raises(ValueError, match=r"needs a section '## \[1\.2\.3\] - YYYY-MM-DD'"):
        notes("v1.2.3", tree)
