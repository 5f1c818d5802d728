"""The client against a real server: it plays, reconnects, and reports refusals."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

import sommet
from sommet.client import (
    AsyncClient,
    AsyncTableConnection,
    Client,
    RequestRefused,
    TableSnapshot,
    Unreachable,
)
from tests.client.relay import relay

pytestmark = pytest.mark.anyio


async def play_first_moves(connection: AsyncTableConnection) -> int:
    """Play the first legal move until the game ends. Returns the number of moves played."""
    count = 0
    while (view := await connection.turn()) is not None:
        await connection.play(view.moves()[0])
        count += 1
    return count


@pytest.mark.parametrize("game", ["triedre", "kabaleo players=3", "colorpop players=2"])
async def test_the_client_plays_a_whole_game_against_bots(site: str, game: str) -> None:
    client = await AsyncClient.guest(site, "Bot of Ada")
    rules = sommet.game(game)
    table = await client.create_table(game, chairs=["me", *["random"] * (rules.seats - 1)])
    async with client.connect(table) as connection:
        assert (connection.seat, connection.game) == (0, rules)
        count = await play_first_moves(connection)
        assert connection.outcome is not None
        assert connection.snapshot.stage == "over"
    record = await client.record(table)
    assert record.verify().ok
    assert list(map(str, record.moves)) == [*connection.moves]
    assert sum(record.at(number).turn == 0 for number in range(len(record.moves))) == count


async def test_the_client_only_sees_its_own_secret(site: str) -> None:
    client = await AsyncClient.guest(site, "Bot")
    table = await client.create_table("kabaleo", chairs=["me", "random"], first=0)
    async with client.connect(table) as connection:
        view = await connection.turn()
        assert view is not None
        assert view.viewer == view.turn == 0
        assert view.secrets[0] != "?"
        assert view.secrets[1] == "?"
        await connection.play(view.moves()[0])
        later = await connection.turn()
        assert later is not None
        assert len(later.history) == 2
        assert later.secrets == view.secrets
        await connection.resign()
    record = await client.record(table)
    assert record.start.secrets[0] == view.secrets[0]


async def test_programs_are_marked_and_bots_show_their_level(
    site: str,
) -> None:
    ada, bob = await AsyncClient.guest(site, "Ada's"), await AsyncClient.guest(site, "Bob's")
    table = await ada.create_table(
        "kabaleo players=3", chairs=["me", "open", "gentle"], public=True
    )
    (card,) = await bob.tables(game="kabaleo")
    assert (card.id, card.stage, card.seats[0].program) == (table, "open", True)
    async with bob.connect(table) as connection:
        assert await connection.sit() == 1
        seats = connection.snapshot.seats
        assert [seat.program for seat in seats] == [True, True, False]
        assert [seat.level for seat in seats] == ["", "", "gentle"]
        assert seats[1].name == "Bob's"
    (mine,) = await bob.mine()
    assert mine.yours == (1,)


async def test_two_programs_finish_their_game_despite_broken_connections(site: str) -> None:
    async with relay(site) as relayed:
        ada, bob = (
            await AsyncClient.guest(relayed.url, "Ada"),
            await AsyncClient.guest(relayed.url, "Bob"),
        )
        table = await ada.create_table("triedre", chairs=["me", "open"])
        async with ada.connect(table) as first, bob.connect(table) as second:
            await second.sit()

            async def cut_often() -> None:
                async for snapshot in second.snapshots():
                    if len(second.moves) % 3 == 1 and snapshot.stage == "running":
                        relayed.cut()

            async with asyncio.timeout(120), asyncio.TaskGroup() as tasks:
                counts = [
                    tasks.create_task(play_first_moves(connection))
                    for connection in (first, second)
                ]
                tasks.create_task(cut_often())
            assert relayed.cuts > 0
        record = await ada.record(table)
        assert sum(task.result() for task in counts) == len(record.moves), "each move counts once"


async def test_a_command_in_flight_when_the_network_breaks_is_executed_once(site: str) -> None:
    async with relay(site) as relayed:
        client = await AsyncClient.guest(relayed.url, "Ada")
        table = await client.create_table("pylos", chairs=["me", "open"])
        async with client.connect(table) as connection:
            said = [asyncio.create_task(connection.say(f"word {number}")) for number in range(3)]
            await asyncio.sleep(0)
            relayed.cut()
            await asyncio.gather(*said)
            assert connection._sequence is not None
            while connection._sequence < 4:  # events arrive after their acknowledgements
                await asyncio.sleep(0.01)
            assert connection._sequence == 4


async def test_a_refusal_has_a_code_a_message_and_a_clause(site: str) -> None:
    client = await AsyncClient.guest(site, "Ada")
    table = await client.create_table("pylos", chairs=["me", "random"], first=0)
    async with client.connect(table) as connection:
        await connection.turn()
        with pytest.raises(RequestRefused, match="There aren't four balls under") as refused:
            await connection.play("2a1")
        assert refused.value.code == "no_support"
        assert refused.value.clause.startswith("P2")
        view = await connection.turn()
        assert view is not None, "it is still our turn"
        await connection.play(view.moves()[0])
    with pytest.raises(RequestRefused) as unknown:
        async with client.connect("nowhere"):
            pass
    assert unknown.value.code == "no_table"
    with pytest.raises(RequestRefused) as level:
        await client.create_table("pylos", chairs=["me", "divine"])
    assert level.value.code == "unknown_level"


async def test_a_program_undoes_its_last_move_against_a_machine(site: str) -> None:
    client = await AsyncClient.guest(site, "Ada")
    table = await client.create_table("colorpop", chairs=["me", "random"], first=0)
    async with client.connect(table) as connection:
        before = await connection.turn()
        assert before is not None
        await connection.play(before.moves()[0])
        after = await connection.turn()
        assert after is not None
        assert len(after.history) == 2
        await connection.undo()
        assert connection.moves == ()
        assert await connection.turn() == before


async def test_an_unreachable_or_malformed_address_is_reported() -> None:
    nobody = AsyncClient("http://127.0.0.1:9")
    with pytest.raises(Unreachable, match=r"No answer from http://127\.0\.0\.1:9"):
        await nobody.games()
    with pytest.raises(Unreachable):
        async with nobody.connect("any"):
            pass
    with pytest.raises(sommet.OptionError, match="must start with http"):
        AsyncClient("example.org")


async def test_tokens_are_listed_and_revoked_one_by_one(site: str) -> None:
    client = await AsyncClient.guest(site, "Ada", label="first")
    second = AsyncClient(site, await client.new_token("second"))
    assert await second.name() == "Ada"
    cards = await client.tokens()
    assert {card.label for card in cards} == {"first", "second"}
    await client.revoke(next(card for card in cards if card.label == "second"))
    with pytest.raises(RequestRefused) as refused:
        await second.name()
    assert refused.value.code == "bad_token"
    assert await client.name() == "Ada"
    other = await AsyncClient.guest(site, "Eve")
    with pytest.raises(RequestRefused) as foreign:
        await other.revoke((await client.tokens())[0])
    assert foreign.value.code == "no_such_token"


async def test_revoking_a_token_closes_its_connections_with_a_reason(site: str) -> None:
    owner = await AsyncClient.guest(site, "Ada", label="kept")
    program = AsyncClient(site, await owner.new_token("taken back"))
    table = await owner.create_table("pylos", chairs=["open", "me"])
    async with program.connect(table) as connection, owner.connect(table) as own:
        cards = await owner.tokens()
        await owner.revoke(next(card for card in cards if card.label == "taken back"))
        with pytest.raises(RequestRefused, match="This token has been revoked") as refused:
            await connection.turn()
        assert refused.value.code == "token_revoked"
        await own.say("I am still here")


async def test_games_lists_the_games_with_levels_and_options(site: str) -> None:
    cards = {card.id: card for card in await AsyncClient(site).games()}
    assert set(cards) == set(sommet.names())
    assert cards["pylos"].levels == sommet.levels("pylos")
    assert set(cards["pylos"].options["variant"]) == {"standard", "expert", "children"}


async def test_find_opponent_pairs_two_guests(site: str) -> None:
    ada, bob = await AsyncClient.guest(site, "Ada"), await AsyncClient.guest(site, "Bob")
    assert await ada.find_opponent("pylos") == await bob.find_opponent("pylos")


def play_with_the_sync_client(site: str) -> tuple[list[TableSnapshot], Any]:
    with Client.guest(site, "Plain") as client:
        assert client.name() == "Plain"
        assert [card.label for card in client.tokens()] == ["bot"]
        table = client.create_table("kabaleo", chairs=["random", "me"])
        with client.connect(table) as connection:
            assert connection.seat == 1
            outcome = connection.play_on(sommet.player("kabaleo", "gentle"))
            assert outcome == connection.outcome
            snapshots = list(connection.snapshots())
        assert list(map(str, client.record(table).moves)) == [*connection.moves]
        assert client.mine()[0].id == table
        return snapshots, outcome


async def test_the_sync_client_plays_a_whole_game(site: str) -> None:
    snapshots, outcome = await asyncio.to_thread(play_with_the_sync_client, site)
    assert [snapshot.stage for snapshot in snapshots] == ["over"]
    assert set(outcome["winners"]) <= {0, 1}


async def test_the_example_in_the_docs_runs(site: str, capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "client.md").read_text("utf-8")
    (code,) = re.findall(r"^```py\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert "http://localhost:8000" in code
    await asyncio.to_thread(exec, code.replace("http://localhost:8000", site), {})
    assert capsys.readouterr().out.endswith("The deal matches its commitment.\n")
