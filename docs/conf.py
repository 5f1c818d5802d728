"""How Sphinx builds the site. `make docs` calls it on the pages that `scripts/site.py` gathers."""

from typing import Any

from sphinx.application import Sphinx

import sommet

project = "Sommet"
author = "The Sommet authors"
copyright = "The Sommet authors, MIT licence"
release = sommet.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["conf.py"]
highlight_language = "none"  # what a block is in, it says itself

myst_heading_anchors = 4  # pages link to headings as code hosts name them

default_role = "py:obj"  # docstrings say `name`, and mean one
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_inherit_docstrings = False  # what others wrote is theirs
autodoc_default_options = {"members": True}
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
add_module_names = False
suppress_warnings = ["ref.python"]  # two classes of one name in two modules are no fault

html_theme = "furo"
html_title = f"Sommet {release}"
html_copy_source = False
html_show_sourcelink = False
html_favicon = "icon.svg"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#8a4b12", "color-brand-content": "#8a4b12"},
    "dark_css_variables": {"color-brand-primary": "#e3a45c", "color-brand-content": "#e3a45c"},
}


def as_it_stands(
    app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]
) -> None:
    """A part of a docstring that is set in by itself is shown as it stands: a table, a program."""
    shown: list[str] = []
    for line in lines:
        begins = line.startswith("  ") and (not shown or not shown[-1])
        if begins and not next((old for old in reversed(shown) if old), "").startswith(" "):
            shown += ["::", ""]
        shown.append(line)
    lines[:] = shown


def foreign(app: Sphinx, what: str, name: str, thing: Any, skip: bool, options: Any) -> bool | None:
    """What a module only hands on from another project is left out."""
    home = getattr(thing, "__module__", None) if callable(thing) else None
    return True if home and not home.startswith(("sommet", "typing", "types")) else None


def setup(app: Sphinx) -> None:
    app.connect("autodoc-skip-member", foreign)
    app.connect("autodoc-process-docstring", as_it_stands)
