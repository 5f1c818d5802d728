"""`python -m sommet.drawing [DOCS]`: write anew what is drawn ahead of time.

That is the table that the page's scripts paint with, and the pictures of the rule pages and of the
README, which live in DOCS (`docs` unless told otherwise).
"""

from __future__ import annotations

import sys
from pathlib import Path

from sommet.drawing import diagrams, table

if __name__ == "__main__":
    table.FILE.write_text(table.script(), encoding="utf-8")
    drawn = diagrams.write(Path(*sys.argv[1:2] or ["docs"]))
    print(f"{table.FILE.name} written, {drawn} pictures drawn")
