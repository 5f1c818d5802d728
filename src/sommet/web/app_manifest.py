"""The manifest, which makes the site installable as an app."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import sommet
from sommet.core import registry
from sommet.core.i18n import catalogue
from sommet.web.static_files import files, version

__all__ = ["app_manifest"]

ICONS = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icons/icon-192.png", "192x192", "image/png", "any"),
    ("icons/icon-512.png", "512x512", "image/png", "any"),
    ("icons/maskable-192.png", "192x192", "image/png", "maskable"),
    ("icons/maskable-512.png", "512x512", "image/png", "maskable"),
)
SHORTCUT_ICON = {"src": "icons/icon-192.png", "sizes": "192x192", "type": "image/png"}
SCREENS = (("narrow", "720x1480"), ("wide", "1280x860"))
"""The forms of the screenshots that `make pictures` takes, with their sizes."""
PAPER = "#F6F2EA"


def app_manifest(language: str, address: Callable[[str], str]) -> str:
    """The manifest in a language, as JSON. `address` gives the address of a page, by its address on
    a server, relative to the folder of the manifest, which is the site's."""
    gettext = catalogue(language).gettext
    labels = {"home": "Sommet"} | {name: registry.kind(name).name for name in sommet.names()}
    return json.dumps(
        {
            "name": gettext("Sommet: four board games"),
            "short_name": "Sommet",
            "description": gettext("Quiet games of building and hiding"),
            "lang": language,
            "dir": "ltr",
            "start_url": address(""),
            "scope": "./",
            "display": "standalone",
            "background_color": PAPER,
            "theme_color": PAPER,
            "categories": ["games"],
            "icons": [
                {"src": _static(name), "sizes": sizes, "type": type, "purpose": purpose}
                for name, sizes, type, purpose in ICONS
            ],
            "shortcuts": [
                *(_shortcut(labels[name], address(f"new/{name}")) for name in sommet.names()),
                _shortcut(gettext("Daily deal"), address("daily")),
            ],
            "screenshots": [
                {
                    "src": _static(screen),
                    "sizes": size,
                    "type": "image/jpeg",
                    "form_factor": form,
                    "label": label,
                }
                for form, size in SCREENS
                for name, label in labels.items()
                if (screen := f"screens/{name}-{form}.jpg") in files()
            ],
        },
        ensure_ascii=False,
        indent=1,
    )


def _static(name: str) -> str:
    return f"static/{version()}/{name}"


def _shortcut(name: str, address: str) -> dict[str, Any]:
    icon = {**SHORTCUT_ICON, "src": _static(SHORTCUT_ICON["src"])}
    return {"name": name, "url": address, "icons": [icon]}
