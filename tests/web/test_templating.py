"""Static files as they are sent."""

from __future__ import annotations

from pathlib import Path

from sommet.web.templating import File, files

SCRIPT = b"""/**
 * What it is for: a * and a / are no end.
 */

/** @type {string} */ (word).length;
  // Why it is so.
  const address = "http://host/*"; // stays
/* one */
"""


def test_comments_on_their_own_lines_are_stripped_from_scripts_only(tmp_path: Path) -> None:
    script, picture = tmp_path / "some.js", tmp_path / "some.svg"
    script.write_bytes(SCRIPT)
    picture.write_bytes(SCRIPT)
    sent = b"""
/** @type {string} */ (word).length;
  const address = "http://host/*"; // stays
"""
    assert File.read(script).plain == sent
    assert File.read(picture).plain == SCRIPT


def test_no_line_of_a_multiline_literal_looks_like_a_comment() -> None:
    root = Path(__file__).parents[2] / "src" / "sommet" / "web" / "static"
    for name in files():
        if name.endswith(".js"):
            pieces = (root / name).read_text(encoding="utf-8").split("`")
            for literal in pieces[1::2]:
                lines = literal.splitlines()[1:]
                assert not any(line.lstrip().startswith(("/*", "//")) for line in lines), name
