"""Create a database of the first edition, for the test that later editions can open it.

    git worktree add /tmp/first 17b1818
    python -m scripts.first_edition /tmp/first tests/data/first-edition [DATABASE_URL]

Starts the server of that checkout, plays games of every kind over its public API, records the
server's responses and kills it midway. Takes two minutes, as one game is claimed from an absent
player. Seeds and moves are random each time. With the URL of an empty PostgreSQL database it plays
there and writes no database file.
"""

from __future__ import annotations

import asyncio
import gzip
import itertools
import json
import os
import random
import signal
import sqlite3
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.server.local_server import Guest, Message
from tests.server.services import Process, server_process

ME, OPEN, INVITED = {"kind": "me"}, {"kind": "open"}, {"kind": "invited"}
BOT = {"kind": "bot", "level": "gentle"}
RANDOM = {"kind": "bot", "level": "random"}
numbers = itertools.count(1)


class GameMaker:
    """Four players and their tables, by a name that describes each."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.people: dict[str, Guest] = {}
        self.tables: dict[str, str] = {}
        self.holders: dict[str, list[str]] = {}
        self.invitations: dict[str, str] = {}

    async def send_command(self, who: str, table: str, kind: str, **more: Any) -> int:
        id = f"{kind}-{next(numbers)}"
        done = await self.people[who].send_command(self.tables[table], kind, id=id, **more)
        return int(done["sequence"])

    async def create_table(
        self, table: str, game: str, chairs: list[Any], *others: str, **more: Any
    ) -> None:
        """Ada creates a table; `others` take the free seats, in order."""
        setup = {"game": game, "chairs": chairs, **more}
        made = await self.people["Ada"].request("POST", "/api/tables", json=setup)
        self.tables[table] = made["table"]["id"]
        free = (seat for seat, chair in enumerate(chairs) if chair in (OPEN, INVITED))
        for other in others:
            salt = f"{other}'s salt" if "salted" in table else ""
            await self.send_command(other, table, "sit", seat=next(free), salt=salt)

    async def view(self, table: str, who: str = "Ada", seat: int | None = None) -> Message:
        query = {} if seat is None else {"seat": seat}
        path = f"/api/tables/{self.tables[table]}"
        answer: Message = await self.people[who].request("GET", path, params=query)
        return answer

    async def seats(self, table: str) -> dict[int, str]:
        """Who holds which seat."""
        return {
            seat: who
            for who in self.people
            for seat in (await self.view(table, who))["you"]["seats"]
        }

    async def play_moves(self, table: str, moves: int = 1000) -> None:
        """Play a number of random moves for the people; bots move by themselves."""
        holders = await self.seats(table)
        async with self.people["Ada"].at(self.tables[table]) as live:
            while moves:
                frame = (await self.view(table))["frame"]
                if frame["stage"] != "running":
                    return
                seat = frame["turn"]
                if seat not in holders or frame["seats"][seat]["state"] == "left":
                    await asyncio.sleep(0.02)
                    continue
                listed = await live.send_command("moves", id=f"moves-{next(numbers)}")
                if listed["position"] != frame["position"]:
                    continue
                move = random.choice(listed["moves"])
                more = {"move": move, "position": frame["position"], "seat": seat}
                await self.send_command(holders[seat], table, "play", **more)
                moves -= 1

    async def until_people_move(self, table: str) -> None:
        holders = await self.seats(table)
        while (await self.view(table))["frame"].get("turn") not in holders:
            await asyncio.sleep(0.02)

    async def follow_rematch(self, table: str, name: str) -> None:
        self.tables[name] = (await self.view(table))["frame"]["next"]

    async def report(self, table: str) -> Message:
        """Everything the server reports about a table, to each player and to a spectator."""
        id, viewers = self.tables[table], {}
        for seat, who in {**await self.seats(table), -1: ""}.items():
            guest = self.people[who] if who else Guest(self.url)
            query = {"seat": seat} if who else {}
            seen = await guest.request("GET", f"/api/tables/{id}", params=query)
            if board := seen["frame"].get("board"):
                del board["scene"]
                board.pop("closing", None)
            viewers[str(seat) if who else "spectator"] = {"who": who, "seen": seen}
            if seen["frame"]["stage"] in ("running", "over"):
                path = f"/api/tables/{id}/record"
                text = (await guest.browser.get(path, params=query)).raise_for_status().text
                verified = await guest.request("GET", f"/api/tables/{id}/verification")
                viewers[str(seat) if who else "spectator"] |= {
                    "record": text,
                    "json": await guest.request("GET", f"{path}.json", params=query),
                    "verified": [verified["ok"], verified["code"]],
                }
            if not who:
                await guest.close()
        return {"id": id, "viewers": viewers}


async def finished_games(maker: GameMaker) -> None:
    """Finished games, one for every way to end."""
    await maker.create_table("pylos by the rules", "pylos", [ME, OPEN], "Ben", public=True)
    await maker.play_moves("pylos by the rules")

    await maker.create_table("pylos agreed", "pylos", [OPEN, ME], "Ben")
    await maker.play_moves("pylos agreed", 6)
    await maker.send_command("Ada", "pylos agreed", "offer_draw")
    await maker.send_command("Ben", "pylos agreed", "decline_draw")
    await maker.send_command("Ben", "pylos agreed", "offer_draw")
    await maker.send_command("Ada", "pylos agreed", "accept_draw")
    await maker.send_command("Ben", "pylos agreed", "rematch")

    chain = {"chain": "off"}
    await maker.create_table("triedre resigned", "triedre", [ME, OPEN], "Ben", options=chain)
    await maker.play_moves("triedre resigned", 7)
    await maker.send_command("Ben", "triedre resigned", "say", phrase="well_played")
    await maker.send_command("Ben", "triedre resigned", "resign")
    await maker.send_command("Ada", "triedre resigned", "rematch")
    await maker.send_command("Ben", "triedre resigned", "rematch")
    await maker.follow_rematch("triedre resigned", "triedre rematch")
    await maker.play_moves("triedre rematch", 5)

    await maker.create_table("triedre bot by the rules", "triedre", [RANDOM, ME])
    await maker.play_moves("triedre bot by the rules")

    await maker.create_table("kabaleo bot by the rules", "kabaleo", [ME, RANDOM], first=1)
    await maker.play_moves("kabaleo bot by the rules")

    three = {"players": 3, "deal": "equal"}
    await maker.create_table(
        "kabaleo left, over", "kabaleo", [ME, OPEN, OPEN], "Ben", "Eve", options=three
    )
    await maker.play_moves("kabaleo left, over", 5)
    await maker.send_command("Eve", "kabaleo left, over", "resign")
    await maker.play_moves("kabaleo left, over")

    teams = {"players": 4, "variant": "teams"}
    around = [ME, OPEN, OPEN, OPEN]
    await maker.create_table(
        "colorpop teams salted", "colorpop", around, "Ben", "Eve", "Dan", options=teams
    )
    await maker.play_moves("colorpop teams salted")

    solo = {"variant": "solo", "players": 1, "colours": 2}
    await maker.create_table("colorpop solo", "colorpop", [ME], options=solo)
    await maker.play_moves("colorpop solo")

    second = {"kind": "per_move", "seconds": 1}
    await maker.create_table("pylos flagged", "pylos", [ME, OPEN], "Ben", clock=second)
    await maker.play_moves("pylos flagged", 2)
    while (await maker.view("pylos flagged"))["frame"]["stage"] == "running":
        await asyncio.sleep(0.1)

    wish = {"game": "triedre", "clock": {"kind": "days", "days": 2}}
    made = await maker.people["Dan"].request("POST", "/api/pairing", json=wish)
    maker.tables["triedre withdrawn"] = made["table"]["id"]
    await maker.people["Dan"].request("DELETE", "/api/pairing")


async def running_games(maker: GameMaker) -> None:
    """Running games, each with something pending."""
    total = {"kind": "total", "seconds": 900, "increment": 5}
    expert = {"variant": "expert"}
    await maker.create_table("pylos expert bot", "pylos", [ME, BOT], options=expert, clock=total)
    await maker.play_moves("pylos expert bot", 4)
    await maker.until_people_move("pylos expert bot")
    await maker.send_command("Ada", "pylos expert bot", "ask_takeback")

    await maker.create_table(
        "pylos draw offered", "pylos", [ME, OPEN], "Ben", clock=total, public=True
    )
    await maker.send_command("Ben", "pylos draw offered", "say", text="Good evening!")
    await maker.play_moves("pylos draw offered", 5)
    await maker.send_command("Ada", "pylos draw offered", "say", phrase="good_luck")
    await maker.send_command("Ada", "pylos draw offered", "offer_draw")

    days = {"kind": "days", "days": 3}
    await maker.create_table("pylos takeback asked", "pylos", [OPEN, ME], "Ben", clock=days)
    await maker.play_moves("pylos takeback asked", 9)
    turn = (await maker.view("pylos takeback asked"))["frame"]["turn"]
    asks, answers = ("Ada", "Ben") if turn == 0 else ("Ben", "Ada")
    await maker.send_command(asks, "pylos takeback asked", "ask_takeback")
    await maker.send_command(answers, "pylos takeback asked", "accept_takeback")
    await maker.play_moves("pylos takeback asked", 2)
    await maker.send_command(asks, "pylos takeback asked", "ask_takeback")

    children = {"variant": "children", "empty_reserve": "may_raise"}
    await maker.create_table("pylos children bot", "pylos", [ME, RANDOM], options=children)
    await maker.play_moves("pylos children bot", 3)
    await maker.until_people_move("pylos children bot")

    chain = {"chain": "off"}
    await maker.create_table(
        "triedre days", "triedre", [ME, OPEN], "Eve", options=chain, clock=days
    )
    await maker.play_moves("triedre days", 8)

    two = {"players": 2}
    await maker.create_table("kabaleo one device", "kabaleo", [ME, ME], options=two)
    await maker.play_moves("kabaleo one device", 6)

    three = {"players": 3}
    chairs = [OPEN, ME, OPEN]
    await maker.create_table("kabaleo left, on", "kabaleo", chairs, "Ben", "Dan", options=three)
    await maker.play_moves("kabaleo left, on", 4)
    await maker.send_command("Dan", "kabaleo left, on", "resign")
    await maker.play_moves("kabaleo left, on", 3)
    await maker.until_people_move("kabaleo left, on")

    four = {"players": 4}
    around = [ME, OPEN, OPEN, RANDOM]
    await maker.create_table("kabaleo four salted", "kabaleo", around, "Ben", "Eve", options=four)
    await maker.play_moves("kabaleo four salted", 6)
    await maker.until_people_move("kabaleo four salted")

    colours = {"players": 2, "variant": "two_colours", "joker_groups": "off"}
    more: Message = {"options": colours, "first": 1, "clock": {**total, "increment": 0}}
    await maker.create_table("colorpop two colours salted", "colorpop", [ME, OPEN], "Ben", **more)
    await maker.play_moves("colorpop two colours salted", 6)

    five = {"players": 5}
    others = ("Ben", "Eve", "Dan")
    around = [ME, OPEN, OPEN, OPEN, RANDOM]
    await maker.create_table("colorpop five", "colorpop", around, *others, options=five)
    await maker.play_moves("colorpop five", 7)
    await maker.until_people_move("colorpop five")

    hour = {"kind": "per_move", "seconds": 3600}
    solo = {"variant": "solo", "players": 1}
    await maker.create_table("colorpop solo on", "colorpop", [ME], options=solo, clock=hour)
    await maker.play_moves("colorpop solo on", 3)


async def waiting_tables(maker: GameMaker) -> None:
    """Tables with a free seat."""
    clock = {"kind": "total", "seconds": 600, "increment": 0}
    await maker.create_table("pylos open", "pylos", [OPEN, ME], clock=clock, public=True)

    await maker.create_table("triedre invited", "triedre", [ME, INVITED])
    path = f"/api/tables/{maker.tables['triedre invited']}/invitations"
    invitation = await maker.people["Ada"].request("POST", path, json={"seat": 1})
    maker.invitations["triedre invited"] = invitation["code"]

    await maker.create_table(
        "kabaleo salted", "kabaleo", [ME, OPEN, OPEN], "Ben", options={"players": 3}
    )
    await maker.send_command("Ada", "kabaleo salted", "salt", salt="a salt of Ada")
    await maker.send_command("Ben", "kabaleo salted", "say", phrase="one_moment")

    wish = {"game": "colorpop", "options": {"players": 2}, "clock": clock}
    made = await maker.people["Eve"].request("POST", "/api/pairing", json=wish)
    maker.tables["colorpop wished"] = made["table"]["id"]


async def claimed_game(maker: GameMaker) -> None:
    """A game claimed from an absent player."""
    await maker.create_table("pylos claimed", "pylos", [ME, OPEN], "Dan")
    await maker.play_moves("pylos claimed", 1)
    for kind in ("warn", "claim"):
        while True:
            with suppress(AssertionError):
                await maker.send_command("Ada", "pylos claimed", kind)
                break
            await asyncio.sleep(2)


def bots_of(process: Process) -> list[int]:
    """The processes of the server's bots."""
    assert process.process
    pid, found = process.process.pid, []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (folder / "stat").read_text().rpartition(")")[2].split()[1] == str(pid):
                found.append(int(folder.name))
    return found


async def make(process: Process) -> Message:
    maker = GameMaker(process.url)
    for name in ("Ada", "Ben", "Eve", "Dan"):
        maker.people[name] = await Guest.create(process.url, name)
    token = await maker.people["Dan"].request("POST", "/api/tokens", json={"label": "a bot"})
    await asyncio.gather(
        finished_games(maker), running_games(maker), waiting_tables(maker), claimed_game(maker)
    )

    people = {name: dict(guest.browser.cookies) for name, guest in maker.people.items()}
    tables = {name: await maker.report(name) for name in sorted(maker.tables)}

    last = "pylos bot to move"
    await maker.create_table(last, "pylos", [ME, BOT])
    for bot in bots_of(process):  # keeps it the bot's turn until the server is killed
        os.kill(bot, signal.SIGSTOP)
    await maker.play_moves(last, 1)
    tables[last] = await maker.report(last)
    for guest in maker.people.values():
        await guest.close()
    return {
        "people": people,
        "token": {"who": "Dan", "token": token["token"]},
        "invitations": maker.invitations,
        "tables": tables,
    }


def main() -> None:
    checkout, to, *database = sys.argv[1:]
    os.environ["PYTHONPATH"] = f"{checkout}/src"
    with tempfile.TemporaryDirectory() as place:
        folder, kept = Path(place), Path(to)
        with server_process(folder, *database) as process:
            report = asyncio.run(make(process))
            bots = bots_of(process)
            process.kill(signal.SIGKILL)
            for bot in bots:
                os.kill(bot, signal.SIGKILL)
        kept.mkdir(parents=True, exist_ok=True)
        report["secret"] = (folder / "secret").read_text()
        write(kept / "expected.json.gz", json.dumps(report, ensure_ascii=False, indent=0))
        if not database:
            with sqlite3.connect(folder / "table.db") as connection:
                write(kept / "table.sql.gz", "\n".join(connection.iterdump()))
            connection.close()


def write(file: Path, text: str) -> None:
    """Compress a text reproducibly."""
    file.write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    main()
