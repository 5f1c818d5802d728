"""The static site: its files, and the folder that they're written to."""

from __future__ import annotations

import json
import re
from html import unescape
from io import BytesIO
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from PIL import Image

from scripts.icons import icons
from sommet.core.errors import OptionError
from sommet.web.content_policy import CONTENT_POLICY
from sommet.web.languages import LANGUAGES
from sommet.web.site_folder import write_site
from sommet.web.static_files import files
from sommet.web.static_site import CONTENTS
from tests.web.static_site import small_site

SHOWN = re.compile(r'\b(?:href|src|action)="([^"]*)"')
INLINE = re.compile(r'<script(?![^>]*(?:\bsrc=|type="application/json"))|\sstyle="|\son[a-z]+="')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return small_site(tmp_path_factory.mktemp("site"))


def pages(site: dict[str, bytes]) -> dict[str, str]:
    return {name: content.decode() for name, content in site.items() if name.endswith(".html")}


def test_every_link_leads_to_a_file_of_the_site(site: dict[str, bytes]) -> None:
    anchors = {name: set(re.findall(r'\bid="([^"]+)"', text)) for name, text in pages(site).items()}
    for page, text in pages(site).items():
        for address in map(unescape, SHOWN.findall(text)):
            parts = urlsplit(address)
            if parts.scheme:
                assert page.endswith("notices.html"), f"{page} leads to {address}"
                continue
            target = normpath(join(dirname(page), parts.path)) if parts.path else page
            assert target in site, f"{page} leads to {address}"
            if parts.fragment and target in anchors:
                assert unquote(parts.fragment) in anchors[target], f"{page} leads to {address}"


def test_every_page_is_there_in_every_language(site: dict[str, bytes]) -> None:
    english = {name for name in site if name.startswith("en/")}
    assert {"en/index.html", "en/learn/pylos/P3.html", "en/tables/kabaleo.html"} <= english
    for language in LANGUAGES:
        assert {name.replace("en/", f"{language}/", 1) for name in english} <= site.keys()
        text = pages(site)[f"{language}/index.html"]
        assert f'<html lang="{language}"' in text


def test_pages_offer_nothing_that_needs_a_server(site: dict[str, bytes]) -> None:
    for name, text in pages(site).items():
        assert 'method="post"' not in text, name
        assert 'value="friend"' not in text, name


def test_every_page_has_a_strict_policy_and_nothing_inline(site: dict[str, bytes]) -> None:
    for name, text in pages(site).items():
        policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
        assert policy, name
        assert unescape(policy[1]) == CONTENT_POLICY
        assert "unsafe" not in policy[1]
        # Pictures in pages have attributes of their own; policies restrict only `style`.
        assert not INLINE.search(text), name


def test_the_same_files_give_the_same_bytes(site: dict[str, bytes], tmp_path: Path) -> None:
    again = small_site(tmp_path)
    assert again == site
    other = small_site(tmp_path, added="<html><head></head></html>")
    assert json.loads(other[CONTENTS])["version"] != json.loads(site[CONTENTS])["version"]


def _worker(site: dict[str, bytes]) -> dict[str, Any]:
    first = site["worker.js"].decode().partition("\n")[0]
    found: dict[str, Any] = json.loads(first.removeprefix("self.SITE = ").rstrip(";"))
    return found


def test_the_worker_knows_every_file_that_pages_use(site: dict[str, bytes]) -> None:
    known = _worker(site)
    listed = {*known["shell"], *known["documents"], *(name for name, _ in known["runtime"])}
    listed |= {name for names in known["pages"].values() for name in names}
    assert listed <= site.keys()
    unlisted = {name.partition("/")[2].partition("/")[2] for name in site.keys() - listed}
    assert {name.partition("/")[0] for name in unlisted} == {"", "icons", "screens"}
    assert site.keys() - listed - {name for name in site if "/" in name} == {
        "worker.js",
        ".nojekyll",
        CONTENTS,
    }
    assert dict(known["runtime"])["browser/sommet-1.zip"] == len(site["browser/sommet-1.zip"])
    assert "browser/runtime.json" in known["shell"], "it names files of this version"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_is_in_the_language_and_its_files_exist(
    site: dict[str, bytes], language: str
) -> None:
    manifest = json.loads(site[f"manifest-{language}.webmanifest"])
    assert manifest["lang"] == language
    assert manifest["start_url"] == f"{language}/index.html"
    assert ("Des jeux" in manifest["description"]) == (language == "fr")
    assert len(manifest["shortcuts"]) == 5
    assert {each["url"] for each in manifest["shortcuts"]} <= site.keys()
    assert {each["form_factor"] for each in manifest["screenshots"]} == {"narrow", "wide"}
    assert {"192x192", "512x512"} <= {each["sizes"] for each in manifest["icons"]}
    assert {"any", "maskable"} == {each["purpose"] for each in manifest["icons"]}
    for each in (*manifest["icons"], *manifest["screenshots"]):
        if each["sizes"] != "any":
            width, height = Image.open(BytesIO(site[each["src"]])).size
            assert each["sizes"] == f"{width}x{height}"
            assert each["src"] in site


def test_the_icons_are_those_that_the_script_draws() -> None:
    for name, content in icons().items():
        assert files()[name].content == content, "python -m scripts.icons"
    touch = Image.open(BytesIO(icons()["icons/apple-touch-icon.png"]))
    assert touch.size == (180, 180)
    assert touch.convert("RGBA").getpixel((0, 0)) == (0xF6, 0xF2, 0xEA, 0xFF), "no transparency"


def test_the_notices_have_the_licence_of_everything_that_is_shipped(site: dict[str, bytes]) -> None:
    text = unescape(pages(site)["en/notices.html"])
    assert "Mozilla Public License Version 2.0" in text
    assert "PYTHON SOFTWARE FOUNDATION LICENSE" in text
    assert "Jim Crist-Harif" in text


def test_a_site_replaces_an_earlier_one(tmp_path: Path) -> None:
    earlier = json.dumps({"files": ["old/below/page.html", "index.html", CONTENTS]}).encode()
    write_site(tmp_path, {CONTENTS: earlier, "old/below/page.html": b"", "index.html": b"old"})
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("kept")
    (tmp_path / "CNAME").write_text("games.example.org")
    write_site(tmp_path, {CONTENTS: b'{"files": []}', "a/b/page.html": b"", "index.html": b"new"})
    assert (tmp_path / "index.html").read_bytes() == b"new"
    assert not (tmp_path / "old").exists()
    assert (tmp_path / ".git" / "HEAD").exists()
    assert (tmp_path / "CNAME").exists()


def test_a_folder_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(OptionError, match=r"not part of a site, such as thesis\.txt"):
        write_site(tmp_path, {"index.html": b""})
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
    with pytest.raises(OptionError, match="is a file"):
        write_site(tmp_path / "thesis.txt", {"index.html": b""})
