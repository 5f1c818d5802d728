from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Executable

from sommet.server.store import Log, LogEntry, SequenceConflict, Store, open_store
from sommet.server.store import log as logs
from sommet.server.store.log_entry import GameIndexFields, NewGame
from sommet.tables.log_events import MAX_CHAT_LINES

pytestmark = pytest.mark.anyio


def entry(
    game: str,
    sequence: int,
    body: bytes = b"{}",
    *,
    stage: str = "running",
    wish: str | None = None,
) -> LogEntry:
    opening = NewGame("seed", "pylos", True, "me") if sequence == 1 else None
    return LogEntry(
        game, sequence, float(sequence), body, GameIndexFields(stage, None, wish), opening=opening
    )


async def test_appended_events_are_read_back_in_order(store: Store) -> None:
    log = Log(store)
    for sequence in (1, 2, 3):
        await log.append(entry("a", sequence, b'{"n":%d}' % sequence))
    game_log = await log.read("a")
    assert game_log is not None
    assert game_log.seed == "seed"
    assert [line.body for line in game_log.logged] == ['{"n":1}', '{"n":2}', '{"n":3}']
    later = await log.read_on("a", 2)
    assert later is not None
    assert [line.sequence for line in later] == [3]
    assert await log.read_on("a", 3) == ()


async def test_an_unknown_game_has_no_log(store: Store) -> None:
    assert await Log(store).read("nothing") is None
    assert await Log(store).read_on("nothing", 1) is None


async def test_a_sequence_number_is_used_once(store: Store) -> None:
    log = Log(store)
    await log.append(entry("a", 1))
    await log.append(entry("a", 2, b'"first"'))
    with pytest.raises(SequenceConflict):
        await log.append(entry("a", 2, b'"second"'))
    lines = await log.read_on("a", 1)
    assert lines is not None
    assert [line.body for line in lines] == ['"first"']


async def test_of_two_appends_with_the_same_number_in_a_batch_one_succeeds(store: Store) -> None:
    log = Log(store)
    await log.append(entry("a", 1))
    both = (log.append(entry("a", 2, b'"x"')), log.append(entry("a", 2, b'"y"')))
    answers = await asyncio.gather(*both, return_exceptions=True)
    assert [type(answer) for answer in answers if answer] == [SequenceConflict]


async def test_an_event_that_comes_too_late_changes_nothing(store: Store) -> None:
    log = Log(store)
    await log.append(entry("a", 1))
    await log.append(entry("a", 2))
    late = replace(entry("a", 2, stage="over"), seated=("ada",))
    opened_again = replace(entry("a", 1, stage="open"), seated=("ada",))
    for refused in (late, opened_again):
        with pytest.raises(SequenceConflict):
            await log.append(refused)
    assert await log.heads_since(0) == {"a": 2}
    assert await log.list_games(stage="running") == ["a"]
    assert await log.games_of("ada") == []


async def test_a_batch_may_hold_several_events_of_a_game(store: Store) -> None:
    log = Log(store)
    new = replace(entry("a", 1), seated=("ada", "bob"))
    batch = (new, entry("b", 1), entry("a", 2), entry("a", 3, stage="over"), entry("a", 3))
    answers = await asyncio.gather(*map(log.append, batch), return_exceptions=True)
    assert [type(answer) for answer in answers] == [*[type(None)] * 4, SequenceConflict]
    assert await log.heads_since(0) == {"a": 3, "b": 1}
    assert await log.list_games(stage="over") == await log.games_of("bob") == ["a"]
    assert await log.games_of("bob", 1, stage="over", kind="pylos") == ["a"]
    assert await log.games_of("bob", kind="kabaleo") == []


async def test_of_two_processes_appending_the_same_number_one_succeeds(database: str) -> None:
    stores = [await open_store(database) for _ in range(2)]
    logs = [Log(store) for store in stores]
    games = [f"g{index}" for index in range(20)]
    await asyncio.gather(*(logs[0].append(entry(game, 1)) for game in games))
    tries = [log.append(entry(game, 2)) for game in games for log in logs]
    answers = await asyncio.gather(*tries, return_exceptions=True)
    for first, second in zip(answers[::2], answers[1::2], strict=True):
        assert [first, second].count(None) == 1
    for store in stores:
        await store.close()


async def test_many_concurrent_appends_all_succeed(store: Store) -> None:
    log = Log(store)
    await asyncio.gather(*(log.append(entry(f"g{index}", 1)) for index in range(600)))
    assert len(await log.heads_since(0)) == 600
    assert await log.count("running") == 600


async def test_the_list_of_games_follows_the_log(store: Store) -> None:
    log = Log(store)
    await log.append(entry("a", 1, stage="open"))
    await log.append(entry("b", 1, stage="open", wish="pylos"))
    assert await log.list_games(stage="open") == ["a"]
    assert await log.list_games(stage="open", wish="pylos") == ["b"]
    await log.append(entry("a", 2, stage="running"))
    assert await log.list_games(stage="open") == []
    assert await log.list_games(stage="running", kind="pylos") == ["a"]
    assert await log.heads_since(2.0) == {"a": 2}


async def test_old_games_can_be_deleted(store: Store) -> None:
    log = Log(store)
    await log.append(entry("a", 1, stage="over"))
    await log.append(entry("b", 1, stage="running"))
    assert await log.delete_before(10.0, ("over",)) == 1
    assert await log.read("a") is None
    assert await log.read("b") is not None


async def test_a_log_has_the_last_chat_messages_and_every_other_event(store: Store) -> None:
    log = Log(store)
    await log.append(entry("a", 1))
    for sequence in range(2, 302):
        said = sequence % 3 != 0
        await log.append(
            LogEntry("a", sequence, 0.0, b"{}", GameIndexFields("running"), words=said)
        )
    game_log = await log.read("a")
    whole = await log.read("a", all_chat=True)
    assert game_log
    assert whole
    assert [line.sequence for line in whole.logged] == list(range(1, 302))
    numbers = [line.sequence for line in game_log.logged]
    assert numbers == sorted(numbers)
    words = [number for number in range(2, 302) if number % 3]
    assert set(numbers) == {1, *range(3, 302, 3), *words[-MAX_CHAT_LINES:]}


async def test_appends_soon_after_a_commit_share_the_next_one(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "MIN_COMMIT_INTERVAL_S", 0.5)
    log, batches = Log(store), list[int]()
    append = Store.append

    async def counted(self: Store, batch: Sequence[LogEntry]) -> list[bool]:
        batches.append(len(batch))
        return await append(self, batch)

    monkeypatch.setattr(Store, "append", counted)
    for game in "ab":
        await log.append(entry(game, 1))
    first = asyncio.create_task(log.append(entry("a", 2)))
    await asyncio.sleep(0)
    await asyncio.gather(first, log.append(entry("b", 2)))
    assert batches == [1, 1, 2]


async def test_many_games_are_read_in_one_query_each_from_its_own_number(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, asked = Log(store), list[object]()
    for game in "abcdefgh":
        await asyncio.gather(*(log.append(entry(game, number)) for number in (1, 2, 3)))
    rows = Store.fetch

    async def counted(self: Store, statement: Executable, **values: Any) -> list[Any]:
        asked.append(statement)
        return await rows(self, statement, **values)

    monkeypatch.setattr(Store, "fetch", counted)
    wanted = {game: number % 4 for number, game in enumerate("abcdefgh")}
    found = await asyncio.gather(
        *(log.read_on(game, after) for game, after in wanted.items()), log.read_on("nothing", 0)
    )
    numbers = [None if lines is None else [line.sequence for line in lines] for lines in found]
    assert numbers == [*[list(range(after + 1, 4)) for after in wanted.values()], None]
    assert len(asked) == 1
