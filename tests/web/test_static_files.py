"""What is sent of the static files."""

from __future__ import annotations

from pathlib import Path

from sommet.web.static_files import File, files

SCRIPT = b"""/**
 * What it is for: a * and a / are no end.
 */

/** @type {string} */ (word).length;
  // Why it is so.
  const address = "http://host/*"; // stays
/* one */
"""


def test_comments_with_lines_of_their_own_are_not_sent_and_all_else_is(tmp_path: Path) -> None:
    script, picture = tmp_path / "some.js", tmp_path / "some.svg"
    script.write_bytes(SCRIPT)
    picture.write_bytes(SCRIPT)
    sent = b"""
/** @type {string} */ (word).length;
  const address = "http://host/*"; // stays
"""
    assert File.read(script).content == sent
    assert File.read(picture).content == SCRIPT


def test_no_line_of_a_literal_over_several_lines_begins_like_a_comment() -> None:
    root = Path(__file__).parents[2] / "src" / "sommet" / "web" / "static"
    for name in files():
        if name.endswith(".js"):
            pieces = (root / name).read_text(encoding="utf-8").split("`")
            for literal in pieces[1::2]:
                lines = literal.splitlines()[1:]
                assert not any(line.lstrip().startswith(("/*", "//")) for line in lines), name
