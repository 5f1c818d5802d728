"""Build the docs site: collect the repository's pages, run Sphinx, and move inline code to files.

    python -m scripts.site        # `make docs`: into build/docs, where the server looks
    python -m scripts.site DIR    # somewhere else

Pages are in `docs` and can be read there; the lists in `docs/index.md` are the site's table of
contents. Linked files are collected as well: rules in the games' folders, measurements, examples.
The reference comes from the docstrings of our packages.
"""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from sphinx.cmd.build import main as sphinx

import sommet
from scripts.plain import make_plain

ROOT = Path(__file__).parent.parent
SITE = ROOT / "build" / "docs"
ICON = ROOT / "src" / "sommet" / "web" / "static" / "icon.svg"

INNER = ("cli", "games", "server", "web")
"""Packages without a public API; other pages describe them."""
PACKAGES = tuple(
    each.name
    for each in pkgutil.iter_modules(sommet.__path__)
    if each.ispkg and each.name not in INNER
)

FENCE = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)
"""Code blocks, which contain no links."""
LINK = re.compile(r'(?<=\]\()(?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?(?=\)|\s+")')
NOWHERE = "nowhere"
UNLINKED = re.compile(rf"\[([^][]*)\]\({NOWHERE}\)")
SECTION = re.compile(r"^## (.+?)\n(.*?)(?=^## |\Z)", re.DOTALL | re.MULTILINE)


def build(site: Path, packages: Sequence[str]) -> int:
    """Build the site into a folder, in place of what was there; the exit status of Sphinx, for
    which every warning is an error. The reference has those packages."""
    with tempfile.TemporaryDirectory() as folder:
        pages, html = Path(folder, "pages"), Path(folder, "html")
        gather(pages, packages)
        status = sphinx(["-q", "-W", "--keep-going", "-c", str(pages), str(pages), str(html)])
        if status == 0:
            make_plain(html)
            shutil.rmtree(html / ".doctrees")
            shutil.rmtree(site, ignore_errors=True)
            shutil.move(html, site)
        return status


def laid(path: Path) -> str:
    """The path on the site of a file in the repository."""
    name = path.relative_to(ROOT).as_posix()
    for folder, place in (("docs/", ""), ("src/sommet/games/", "games/")):
        if name.startswith(folder):
            return place + name.removeprefix(folder)
    return name


def gather(into: Path, packages: Sequence[str]) -> None:
    """Copy every page and everything it links to into a folder for Sphinx."""
    waiting = sorted((ROOT / "docs").rglob("*.md"))
    seen = set(waiting)
    for path in waiting:  # grows during the loop
        place = into / laid(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix != ".md":
            shutil.copyfile(path, place)
            continue
        text = path.read_text(encoding="utf-8")
        linked = {*_linked(path, text)} - seen
        seen |= linked
        waiting += sorted(linked)
        place.write_text(relinked(path, text), encoding="utf-8")
    shutil.copyfile(ROOT / "docs" / "conf.py", into / "conf.py")
    shutil.copyfile(ICON, into / ICON.name)
    _lay_reference(into / "reference", packages)
    _lay_contents(into)


def _linked(page: Path, text: str) -> Iterator[Path]:
    for link in LINK.finditer(FENCE.sub("", text)):
        target = (page.parent / link[1]).resolve()
        if target.is_file():
            yield target


def relinked(page: Path, text: str) -> str:
    """A page with its links pointing to paths on the site. A link to a folder becomes plain
    text."""
    home = Path(laid(page)).parent

    def there(link: re.Match[str]) -> str:
        target = (page.parent / link[1]).resolve()
        if not target.is_file():
            return NOWHERE
        return Path(os.path.relpath(laid(target), home)).as_posix() + (link[2] or "")

    parts = FENCE.split(text)
    parts[::2] = [UNLINKED.sub(r"\1", LINK.sub(there, part)) for part in parts[::2]]
    return "".join(parts)


def modules(package: str) -> Iterator[str]:
    """A package and its modules that define `__all__`, without subpackages."""
    home = importlib.import_module(f"sommet.{package}")
    found = pkgutil.iter_modules(home.__path__, f"{home.__name__}.")
    for name in (home.__name__, *sorted(each.name for each in found)):
        if not name.endswith("__main__") and hasattr(importlib.import_module(name), "__all__"):
            yield name


def _lay_reference(into: Path, packages: Sequence[str]) -> None:
    """A page for each package, in reStructuredText, which automodule needs."""
    into.mkdir()
    pages = {"sommet": ["sommet"]}
    pages |= {f"sommet.{package}": [*modules(package)] for package in packages}
    for page, names in pages.items():
        parts = [_headed(page, "=")]
        for name in names:
            parts += [_headed(name, "-")] if len(names) > 1 else []
            # Names re-exported by the top-level package are documented where they are defined.
            twice = "   :no-index:\n" if name == "sommet" else ""
            parts.append(f".. automodule:: {name}\n{twice}")
        (into / f"{page}.rst").write_text("\n".join(parts), encoding="utf-8")


def _headed(name: str, line: str) -> str:
    return f"``{name}``\n{line * (len(name) + 4)}\n"


def _lay_contents(pages: Path) -> None:
    """Turn the lists of the first page into the table of contents, followed by the games' rules and
    the reference. Unlisted pages come at the end."""
    index = pages / "index.md"
    text = index.read_text(encoding="utf-8")
    listed = {
        title: [name for name, _ in LINK.findall(words) if name.endswith(".md")]
        for title, words in SECTION.findall(text)
    }
    found = [
        path.relative_to(pages).as_posix()
        for kind in ("*.md", "*.rst")
        for path in sorted(pages.rglob(kind))
    ]
    for title, folder in (
        ("Rules of the games", "games/"),
        ("Reference", "reference/"),
        ("More", ""),
    ):
        known = {"index.md", *chain.from_iterable(listed.values())}
        listed[title] = [name for name in found if name.startswith(folder) and name not in known]
    for title, names in listed.items():
        if names:
            tree = "\n".join(_entry(pages, name) for name in names)
            text += f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n{tree}\n```\n"
    index.write_text(text, encoding="utf-8")


def _entry(pages: Path, name: str) -> str:
    """An entry of the table of contents, with its language if it is not English."""
    language = re.search(r"\.([a-z]{2})\.md$", name)
    if not language or language[1] == "en":
        return name
    heading = (pages / name).read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
    return f"{heading} ({language[1]}) <{name}>"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("site", nargs="?", type=Path, default=SITE, metavar="DIR")
    parser.add_argument(
        "--reference", nargs="*", default=PACKAGES, help="document only these packages"
    )
    given = parser.parse_args()
    sys.exit(build(given.site, given.reference))


if __name__ == "__main__":
    main()
