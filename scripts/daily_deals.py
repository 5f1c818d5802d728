"""Find future daily deals and store them with their certificates in the game's folder.

    python -m scripts.daily_deals 2026-11-01 450

Days already stored are skipped. `sommet daily --check 365` replays them.
"""

from __future__ import annotations

import json
import sys
from datetime import date
from pathlib import Path

import sommet
from sommet.engine.solo.daily import FILE, date_range, find_daily, solo_game


def main() -> None:
    first, days = date.fromisoformat(sys.argv[1]), int(sys.argv[2])
    game = solo_game()
    file = Path(sommet.__file__).parent / "games" / game.id / FILE
    kept = json.loads(file.read_text("utf-8"))["days"] if file.exists() else {}
    for day in date_range(first, days):
        if day.isoformat() not in kept:
            found = find_daily(game, day)
            kept[day.isoformat()] = [found.number, found.width, " ".join(found.solution)]
            lines = ",\n".join(f'"{on}": {json.dumps(deal)}' for on, deal in sorted(kept.items()))
            text = f'{{"game": {json.dumps(str(game))}, "days": {{\n{lines}\n}}}}\n'
            file.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
