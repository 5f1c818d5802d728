"""Sphinx configuration. `make docs` runs it on the pages that `scripts/docs_site.py` gathers."""

from typing import Any

from sphinx.application import Sphinx

import sommet

project = "Sommet"
author = "The Sommet authors"
copyright = "The Sommet authors, MIT licence"
release = sommet.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["conf.py"]
highlight_language = "none"  # each code block names its language

myst_heading_anchors = 4  # the same anchors as on code hosts

default_role = "py:obj"  # `name` in a docstring is a Python name
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_inherit_docstrings = False  # no docstrings from other projects
autodoc_default_options = {"members": True}
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
add_module_names = False
suppress_warnings = ["ref.python"]  # same class name in two modules

RUNNABLE = ("first-steps/programmers",)
"""Pages whose Python runs in the browser, if the site has `make browser`."""

html_theme = "furo"
html_title = f"Sommet {release}"
html_copy_source = False
html_show_sourcelink = False
html_favicon = "icon.svg"
html_static_path = ["run"]
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#8a4b12", "color-brand-content": "#8a4b12"},
    "dark_css_variables": {"color-brand-primary": "#e3a45c", "color-brand-content": "#e3a45c"},
}


def keep_indented_blocks(
    app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]
) -> None:
    """Show indented parts of a docstring, such as tables and programs, as literal blocks."""
    shown: list[str] = []
    for line in lines:
        begins = line.startswith("  ") and (not shown or not shown[-1])
        if begins and not next((old for old in reversed(shown) if old), "").startswith(" "):
            shown += ["::", ""]
        shown.append(line)
    lines[:] = shown


def skip_external(
    app: Sphinx, what: str, name: str, thing: Any, skip: bool, options: Any
) -> bool | None:
    """Leave out what a module re-exports from another project."""
    home = getattr(thing, "__module__", None) if callable(thing) else None
    return True if home and not home.startswith(("sommet", "typing", "types")) else None


def add_run_buttons(
    app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any
) -> None:
    """Load the scripts that run the Python of a page."""
    if page in RUNNABLE:
        app.add_js_file("run.js", type="module")
        app.add_css_file("run.css")


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", add_run_buttons)
    app.connect("autodoc-skip-member", skip_external)
    app.connect("autodoc-process-docstring", keep_indented_blocks)
