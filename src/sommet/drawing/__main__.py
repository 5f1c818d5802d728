"""`python -m sommet.drawing [GAME ...]`: regenerate the pictures and constants in the repository.

With games: the diagrams in their rule pages. Without, in a checkout: the diagrams of all games, the
pictures of the README in `docs/pictures`, and the constants of the page's scripts.
"""

from __future__ import annotations

import sys
from pathlib import Path

from sommet.drawing import diagrams, js_export

if __name__ == "__main__":
    if games := sys.argv[1:]:
        print(f"{diagrams.write(dict(diagrams.diagrams(games)))} pictures drawn")
    else:
        for name in js_export.FILES:
            (js_export.FOLDER / name).write_text(js_export.script(name), encoding="utf-8")
        readme = diagrams.pictures(Path("docs"))
        drawn = diagrams.write({**dict(diagrams.diagrams()), **dict(readme)})
        print(f"{' and '.join(js_export.FILES)} written, {drawn} pictures drawn")
