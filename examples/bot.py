"""A bot that opens a public table, waits for an opponent and plays at one of our levels:
python bot.py URL [GAME [LEVEL]]

Needs sommet[client], and sommet[fast] for levels that search.
"""

import sys

import sommet
from sommet.client import Client


def main(url: str, game: str = "pylos", level: str = "gentle") -> None:
    with Client.guest(url, f"{level} bot") as client:
        table = client.create_table(game, public=True)
        print(f"waiting at {url}/tables/{table}", flush=True)
        with client.connect(table) as connection:
            print("over:", connection.play_on(sommet.player(game, level)))


if __name__ == "__main__":
    main(*sys.argv[1:])
