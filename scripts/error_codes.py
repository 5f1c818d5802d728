"""List every error: its code, where it is raised, and its sentence in each language.

python -m scripts.error_codes [LANGUAGE ...]
"""

from __future__ import annotations

import sys

from rich.console import Console
from rich.table import Table

from sommet.core.i18n import group, languages
from sommet.testing.catalogues import error_sentences


def main(wanted: list[str]) -> None:
    grid = Table("game", "code", "en", *wanted, "raised in", show_lines=False)
    for sentence in sorted(error_sentences(), key=lambda sentence: (sentence.game, sentence.code)):
        others = (group(each, "refusals", sentence.game).get(sentence.code, "–") for each in wanted)
        grid.add_row(sentence.game, sentence.code, sentence.words, *others, sentence.place)
    Console(width=None if sys.stdout.isatty() else 400).print(grid)


if __name__ == "__main__":
    main(sys.argv[1:] or [*languages()][1:])
