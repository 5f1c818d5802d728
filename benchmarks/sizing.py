"""What a server needs: disk per game, memory per table and per connection.

    python -m benchmarks.sizing [--games 100] [--tables 500] [--sockets 2000]

Plays games at random with some chat into an SQLite database, moves it to PostgreSQL with the
command for operators, and divides what each takes by the number of games. Then starts a server with
one process, opens idle tables with one connection each, then more connections to them, and divides
the growth of its resident memory.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

import psycopg

import sommet
from benchmarks.load_players import connect
from sommet.server.app import admin
from sommet.server.app.container import Container
from sommet.server.store import open_store
from sommet.server.store.people import Person
from sommet.server.store.vacuum import vacuum
from sommet.wire import commands
from sommet.wire.client_messages import VERSION
from sommet.wire.setup import Me, Setup
from tests.server.clients import Guest
from tests.server.local_server import new_table, open_container, settings
from tests.server.services import Process, fresh_database, postgres_process, server_process

KINDS = ("pylos", "triedre", "kabaleo", "colorpop")
ADA = Person("a" * 22, "Ada")
CHAT_EVERY = 10
"""Moves between two chat messages."""
AT_ONCE = 20


async def play(container: Container, kind: str, number: int) -> int:
    """Play a game to its end; returns the number of moves."""
    dice, seats = random.Random(number), sommet.game(kind).seats
    room = await new_table(container, ADA, Setup(kind, chairs=(Me(),) * seats))
    while (record := room.state.running) and (turn := room.state.turn) is not None:
        made = len(record.moves)
        move = str(dice.choice(list(record.view(turn).moves())))
        command = commands.Play(
            f"{number}-{made}", seat=turn, move=move, position=room.state.position
        )
        await room.execute(ADA, command)
        if made % CHAT_EVERY == 0:
            await room.execute(ADA, commands.Say(f"{number}-{made}s", text="What a move that was!"))
    assert room.state.record
    return len(room.state.record.moves)


async def measure_disk(folder: Path, postgres: str, kind: str, games: int) -> None:
    file = folder / f"{kind}.db"
    async with open_container(settings(folder, str(file))) as container:
        await container.people.add(ADA, container.system.now())
        moves = 0
        for first in range(0, games, AT_ONCE):
            numbers = range(first, min(first + AT_ONCE, games))
            moves += sum(await asyncio.gather(*(play(container, kind, each) for each in numbers)))
    _, size = vacuum(str(file))
    with fresh_database(postgres) as url:
        await (await open_store(url)).close()
        with psycopg.connect(url, autocommit=True) as connection:
            empty = database_size(connection)
            await admin.move(str(file), url)
            there = database_size(connection) - empty
    print(
        f"{kind}: {moves / games:.0f} moves, {size / games / 1024:.1f} KiB on SQLite, "
        f"{there / games / 1024:.1f} KiB on PostgreSQL",
        flush=True,
    )


def database_size(connection: psycopg.Connection) -> int:
    connection.execute("VACUUM FULL")
    [(size,)] = connection.execute("SELECT pg_database_size(current_database())").fetchall()
    return int(size)


def resident_kib(server: Process) -> int:
    """The resident memory of a server's process."""
    assert server.process
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


async def measure_memory(folder: Path, tables: int, sockets: int) -> None:
    with server_process(folder) as server:
        ada = await Guest.create(server.url, "Ada")
        headers = {"Cookie": f"sommet={ada.browser.cookies['sommet']}"}
        async with AsyncExitStack() as stack:
            stack.push_async_callback(ada.close)

            async def open_connection(table: str) -> None:
                url = f"{server.url.replace('http', 'ws', 1)}/live/{table}"
                connection = await connect(url, headers)
                stack.push_async_callback(connection.close)
                await connection.send(f'{{"kind":"hello","version":{VERSION}}}')
                await connection.recv()  # later messages wait in this process

            async def open_table() -> str:
                table = await ada.create_table("pylos", chairs=[{"kind": "me"}] * 2)
                await open_connection(table)
                return table

            await open_table()
            empty = resident_kib(server)
            opened = [await open_table() for _ in range(tables)]
            with_tables = resident_kib(server)
            for number in range(sockets):
                await open_connection(opened[number % tables])
            with_sockets = resident_kib(server)
        print(
            f"memory: {empty / 1024:.0f} MiB empty, "
            f"{(with_tables - empty) / tables:.0f} KiB per table with one connection, "
            f"{(with_sockets - with_tables) / sockets:.0f} KiB per further connection",
            flush=True,
        )


async def main(games: int, tables: int, sockets: int) -> None:
    with tempfile.TemporaryDirectory() as name, postgres_process() as postgres:
        folder = Path(name)
        for kind in KINDS:
            await measure_disk(folder, postgres.url, kind, games)
        await measure_memory(folder, tables, sockets)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Measure what a server needs.")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--sockets", type=int, default=2000)
    asyncio.run(main(**vars(parser.parse_args())))
