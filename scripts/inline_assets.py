"""Move inline scripts and styles of the docs site to files, so that it works under the server's
strict content security policy."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

__all__ = ["extract_inline"]

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
