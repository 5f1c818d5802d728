"""The documentation site: gather the pages, build them with Sphinx, move inline code to files.

    python -m scripts.docs_site        # `make docs`: into build/docs, where the server looks
    python -m scripts.docs_site DIR    # somewhere else

The sections of `docs/index.md` are the groups of the sidebar: tutorials, how-to guides, reference
and explanation. Files that a page links to are gathered too: rules in the games' folders,
benchmarks, examples. The reference for commands and for Python comes from the code.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import os
import pkgutil
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

from click import Context
from markdown_it import MarkdownIt
from markdown_it.token import Token
from sphinx.cmd.build import main as sphinx
from typer.main import get_command

import sommet
from sommet.cli.app import app

ROOT = Path(__file__).parent.parent
SITE = ROOT / "build" / "docs"
RUN_FILES = tuple((ROOT / "docs" / "run").glob("run*"))
"""Scripts and styles that run the Python of a page."""
ICON = ROOT / "src" / "sommet" / "web" / "static" / "icon.svg"

INTERNAL = ("cli", "server", "web")
"""Packages without a Python API for others."""
PACKAGES = tuple(
    each.name for each in pkgutil.iter_modules(sommet.__path__) if each.name not in INTERNAL
)

COMMANDS = "reference/commands.md"
PYTHON = "reference/index.rst"
CHILDREN = {
    "rules.md": "games/",
    "findings.md": "findings/",
    "benchmarks/results.md": "benchmarks/",
    PYTHON: "reference/",
}
"""Pages whose folder is nested below them in the sidebar."""

MARKDOWN = MarkdownIt("commonmark").enable("table")
EXTERNAL = re.compile("[a-z]+:|#")


def build(site: Path, packages: Sequence[str]) -> int:
    """Build the site into a folder, replacing its contents. Return the exit status of Sphinx, which
    treats warnings as errors. The reference covers the given packages."""
    with tempfile.TemporaryDirectory() as folder:
        pages, html = Path(folder, "pages"), Path(folder, "html")
        gather(pages, packages)
        status = sphinx(["-q", "-W", "--keep-going", "-c", str(pages), str(pages), str(html)])
        if status == 0:
            extract_inline(html)
            shutil.rmtree(html / ".doctrees")
            shutil.rmtree(site, ignore_errors=True)
            shutil.move(html, site)
        return status


def site_path(path: Path) -> str:
    """The path on the site of a file in the repository."""
    name = path.relative_to(ROOT).as_posix()
    for folder, place in (("docs/", ""), ("src/sommet/games/", "games/")):
        if name.startswith(folder):
            return place + name.removeprefix(folder)
    return name


def gather(into: Path, packages: Sequence[str]) -> None:
    """Copy every page, and every file a page links to, into a folder for Sphinx."""
    waiting = sorted((ROOT / "docs").rglob("*.md"))
    seen = set(waiting)
    for path in waiting:  # grows while it is read
        place = into / site_path(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix != ".md":
            shutil.copyfile(path, place)
            continue
        text = path.read_text(encoding="utf-8")
        linked = {*_linked(path, text)} - seen
        seen |= linked
        waiting += sorted(linked)
        place.write_text(rewrite_links(path, text), encoding="utf-8")
    shutil.copyfile(ROOT / "docs" / "conf.py", into / "conf.py")
    shutil.copyfile(ICON, into / ICON.name)
    (into / "run").mkdir()
    for file in RUN_FILES:
        shutil.copyfile(file, into / "run" / file.name)
    _write_reference(into / "reference", packages)
    _write_contents(into)


def _links(inline: Token) -> Iterator[str]:
    """The links and pictures of a block that are within the repository."""
    for token in inline.children or ():
        link = str(token.attrGet("href") or token.attrGet("src") or "#")
        if not EXTERNAL.match(link):
            yield link


def _target(page: Path, link: str) -> Path:
    return (page.parent / link.partition("#")[0]).resolve()


def _linked(page: Path, text: str) -> Iterator[Path]:
    found = (_target(page, link) for block in MARKDOWN.parse(text) for link in _links(block))
    return filter(Path.is_file, found)


def rewrite_links(page: Path, text: str) -> str:
    """The page with its links rewritten for the site. Links to folders become plain text."""
    home, lines = Path(site_path(page)).parent, text.split("\n")
    for block in MARKDOWN.parse(text):
        for link in _links(block):
            target, (_, hash, anchor) = _target(page, link), link.partition("#")
            old, new = rf"\[([^][]*)\]\({re.escape(link)}\)", r"\1"
            if target.is_file():
                there = Path(os.path.relpath(site_path(target), home)).as_posix()
                old, new = rf"\]\({re.escape(link)}(?=[)\s])", f"]({there}{hash}{anchor}"
            where = slice(*block.map or ())
            lines[where] = re.sub(old, new, "\n".join(lines[where])).split("\n")
    return "\n".join(lines)


def sections(text: str) -> dict[str, list[str]]:
    """The pages that each section of a page links to, by its heading."""
    found: dict[str, list[str]] = {}
    for before, block in pairwise(MARKDOWN.parse(text)):
        if before.type == "heading_open" and before.tag == "h2":
            found[block.content] = []
        elif found:
            pages = [link for link in _links(block) if link.endswith(".md")]
            found[next(reversed(found))] += pages
    return found


def modules(package: str) -> Iterator[str]:
    """A package and its modules, without those of its subpackages; only modules with `__all__`."""
    home = importlib.import_module(package)
    inside = pkgutil.iter_modules(getattr(home, "__path__", ()), f"{package}.")
    found = (each for each in inside if not each.ispkg)
    for name in (package, *sorted(each.name for each in found)):
        if not name.endswith("__main__") and hasattr(importlib.import_module(name), "__all__"):
            yield name


def subpackages(package: str) -> Iterator[str]:
    """A package and every package within it."""
    yield package
    home = importlib.import_module(package)
    for each in pkgutil.iter_modules(getattr(home, "__path__", ()), f"{package}."):
        if each.ispkg:
            yield from subpackages(each.name)


def _write_reference(into: Path, packages: Sequence[str]) -> None:
    """A page for each package, in reStructuredText for autodoc, and one for the commands."""
    into.mkdir()
    names = chain.from_iterable(subpackages(f"sommet.{package}") for package in packages)
    pages = {"sommet": ["sommet"]} | {name: [*modules(name)] for name in names}
    for page, documented in pages.items():
        parts = [_heading(page, "=")]
        for name in documented:
            parts += [_heading(name, "-")] if len(documented) > 1 else []
            # These re-export names that are documented, and linked to, elsewhere.
            options = "   :no-index:\n" if name in ("sommet", "sommet.gamekit") else ""
            parts.append(f".. automodule:: {name}\n{options}")
        if documented:
            (into / f"{page}.rst").write_text("\n".join(parts), encoding="utf-8")
    (into / Path(PYTHON).name).write_text(
        "Python API\n==========\n\nEvery public name, by package. Start with :doc:`sommet`.\n",
        encoding="utf-8",
    )
    (into / Path(COMMANDS).name).write_text(commands(), encoding="utf-8")


def _heading(name: str, line: str) -> str:
    return f"``{name}``\n{line * (len(name) + 4)}\n"


def commands() -> str:
    """The reference of the `sommet` command, from its own help."""
    root: Any = get_command(app)
    parts = ["# Commands", "Options before the command apply to all of them.", _options(root)]
    for name, command in root.commands.items():
        parts += _command(f"sommet {name}", command, "##")
    return "\n\n".join(filter(None, parts)) + "\n"


def _command(name: str, command: Any, heading: str) -> Iterator[str]:
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    usage = " ".join([name, *(each.make_metavar(Context(command)) for each in arguments)])
    yield f"{heading} {name}"
    yield f"```\n{usage}\n```"
    yield inspect.cleandoc(command.help or "").replace("\b\n", "")
    yield _options(command)
    for inner, subcommand in getattr(command, "commands", {}).items():
        yield from _command(f"{name} {inner}", subcommand, heading + "#")


def _options(command: Any) -> str:
    context = Context(command)
    rows = []
    for each in command.params:
        metavar = each.make_metavar(context)
        if each.param_type_name == "option":
            name = ", ".join((*each.opts, *each.secondary_opts))
            shown = name if each.is_flag else f"{name} {metavar}"
        else:
            shown = metavar
        if not each.hidden and (each.help or each.param_type_name == "option"):
            rows.append(f"| `{shown.replace('|', ' or ')}` | {each.help or ''} |")
    return "\n".join(["| | |", "| --- | --- |", *rows]) if rows else ""


def _write_contents(pages: Path) -> None:
    """The sections of the first page become the groups of the sidebar. Sphinx fails on a page that
    is in none of them."""
    index = pages / "index.md"
    text = index.read_text(encoding="utf-8")
    for title, names in sections(text).items():
        if title == "Reference":
            names[1:1] = [COMMANDS, PYTHON]
        text += _tree(pages, names, title)
    index.write_text(text, encoding="utf-8")
    for page, folder in CHILDREN.items():
        found = sorted(pages.glob(f"{folder}**/*"), key=lambda path: path.with_suffix(""))
        names = [
            path.relative_to(pages).as_posix() for path in found if path.suffix in (".md", ".rst")
        ]
        names = [name for name in names if name not in (page, COMMANDS)]
        there = pages / page
        if page.endswith(".rst"):
            tree = "\n   ".join(os.path.relpath(name, Path(page).parent) for name in names)
            added = f"\n.. toctree::\n   :maxdepth: 1\n\n   {tree}\n"
        else:
            added = _tree(
                there.parent, [os.path.relpath(name, Path(page).parent) for name in names]
            )
        there.write_text(there.read_text(encoding="utf-8") + added, encoding="utf-8")


def _tree(folder: Path, names: Sequence[str], title: str = "") -> str:
    entries = "\n".join(_entry(folder, name) for name in names)
    caption = f":caption: {title}\n" if title else ""
    return f"\n```{{toctree}}\n:hidden:\n{caption}\n{entries}\n```\n"


def _entry(pages: Path, name: str) -> str:
    """A page in the sidebar; one in another language says so beside its heading."""
    language = re.search(r"\.([a-z]{2})\.md$", name)
    if not language or language[1] == "en":
        return name
    heading = (pages / name).read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
    return f"{heading} ({language[1]}) <{name}>"


# --- inline scripts and styles: the pages of the server allow none -------------------------------

SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
STYLES = re.compile(r"<style>(.*?)</style>", re.DOTALL)
STYLED = re.compile(r'<(?P<tag>[a-z]+\b[^<>]*?) style="(?P<style>[^"]*)"(?P<rest>[^<>]*)>')
CLASSES = "classes.css"


@dataclass
class ExtractedAssets:
    """What was moved out of pages: files by name, styles of tags by class."""

    files: dict[str, str] = field(default_factory=dict)
    styles: dict[str, str] = field(default_factory=dict)

    def page(self, text: str, static: str) -> str:
        """A page with nothing inline; `static` is the path to the site's static files."""

        def script(found: re.Match[str]) -> str:
            return f'<script src="{static}{self._file(found[1], "js")}"></script>'

        def styles(found: re.Match[str]) -> str:
            return f'<link rel="stylesheet" href="{static}{self._file(found[1], "css")}">'

        text = STYLED.sub(self._classed, STYLES.sub(styles, SCRIPT.sub(script, text)))
        return text.replace(
            "</head>", f'<link rel="stylesheet" href="{static}{CLASSES}"></head>', 1
        )

    def _file(self, content: str, kind: str) -> str:
        name = f"{sha256(content.encode()).hexdigest()[:8]}.{kind}"
        self.files[name] = content
        return name

    def _classed(self, found: re.Match[str]) -> str:
        name = self.styles.setdefault(found["style"], f"style-{len(self.styles)}")
        tag = found["tag"] + found["rest"]
        if ' class="' in tag:
            return "<" + tag.replace(' class="', f' class="{name} ', 1) + ">"
        return f'<{found["tag"]} class="{name}"{found["rest"]}>'


def extract_inline(site: Path) -> None:
    """Move everything inline out of the pages of a site."""
    moved = ExtractedAssets()
    for page in sorted(site.rglob("*.html")):
        static = "../" * (len(page.relative_to(site).parts) - 1) + "_static/"
        page.write_text(moved.page(page.read_text(encoding="utf-8"), static), encoding="utf-8")
    styles = "".join(f".{name} {{ {style} }}\n" for style, name in moved.styles.items())
    for name, content in {**moved.files, CLASSES: styles}.items():
        (site / "_static" / name).write_text(content, encoding="utf-8")


# --- the command ----------------------------------------------------------------------------------


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("site", nargs="?", type=Path, default=SITE, metavar="DIR")
    parser.add_argument("--reference", nargs="*", default=PACKAGES, help="only these packages")
    given = parser.parse_args()
    sys.exit(build(given.site, given.reference))


if __name__ == "__main__":
    main()
