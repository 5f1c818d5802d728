from __future__ import annotations

import asyncio
import time
from functools import partial
from pathlib import Path

import pytest

from sommet.server.live.pubsub import BrokerPubSub, LocalPubSub, PollingPubSub
from sommet.server.live.pubsub_factory import BrokerError, create_pubsub
from sommet.server.live.redis_pubsub import RedisPubSub
from sommet.server.runtime.metrics import Metrics
from sommet.server.runtime.structured_log import StructuredLog
from sommet.server.runtime.supervisor import Supervisor
from sommet.server.store import Store
from sommet.server.store.people import Person
from sommet.wire import commands
from sommet.wire.setup import Me, Open, Setup
from tests.server.local_server import new_table, open_container, settings
from tests.server.services import broker_process, find_program, wait_for
from tests.server.timeouts import at_most

pytestmark = pytest.mark.anyio

ADA, BOB = Person("a", "Ada"), Person("b", "Bob")


async def test_the_pubsub_is_chosen_by_broker_store_and_workers(store: Store) -> None:
    assert isinstance(create_pubsub("redis://127.0.0.1", store, 1), RedisPubSub)
    with pytest.raises(BrokerError, match="Unsupported broker"):
        create_pubsub("amqp://somewhere", store, 1)
    if store.is_sqlite:
        assert type(create_pubsub("", store, 1)) is LocalPubSub
        assert type(create_pubsub("", store, 2)) is PollingPubSub
    else:
        assert isinstance(create_pubsub("", store, 1), BrokerPubSub)


async def test_two_servers_are_notified_of_each_others_moves(database: str, tmp_path: Path) -> None:
    given = settings(tmp_path, database, workers=2)
    async with open_container(given) as one, open_container(given) as two:
        room = await new_table(one, ADA, Setup("pylos", chairs=(Me(), Open()), first=0))
        other = await two.rooms.get(room.id)
        await other.execute(BOB, commands.Sit("c"))
        began = time.monotonic()
        while room.state.stage == "open":
            await asyncio.sleep(0.01)
            assert time.monotonic() - began < at_most(3)


async def test_notifications_resume_after_a_broker_restart(tmp_path: Path) -> None:
    if not (find_program("redis-server") or find_program("valkey-server")):
        pytest.fail("no broker is installed: make services")
    notifications: list[tuple[str, int]] = []
    with broker_process(tmp_path) as broker:
        pubsub = RedisPubSub(f"redis://127.0.0.1:{broker.port}")
        work = Supervisor(StructuredLog("here"), Metrics())
        for loop in pubsub.loops(lambda game, sequence: notifications.append((game, sequence))):
            work.supervise(loop)
        await asyncio.wait_for(pubsub.up.wait(), 60)
        pubsub.publish("a", 1)
        while ("a", 1) not in notifications:
            await asyncio.sleep(0.01)
        broker.kill()
        pubsub.publish("lost", 1)
        while pubsub.up.is_set():
            await asyncio.sleep(0.01)
        broker.start()
        wait_for(broker.port)
        await asyncio.wait_for(pubsub.up.wait(), 60)
        deadline = time.monotonic() + 60
        while ("b", 2) not in notifications:
            pubsub.publish("b", 2)
            await asyncio.sleep(0.1)
            assert time.monotonic() < deadline
        await work.end(2)


async def test_installations_sharing_a_broker_receive_nothing_from_each_other(
    tmp_path: Path,
) -> None:
    if not (find_program("redis-server") or find_program("valkey-server")):
        pytest.fail("no broker is installed: make services")
    received: dict[str, list[str]] = {"one": [], "two": []}

    def receive(name: str, game: str, sequence: int) -> None:
        received[name].append(game)

    with broker_process(tmp_path) as broker:
        work = Supervisor(StructuredLog("here"), Metrics())
        pubsubs = {name: RedisPubSub(f"redis://127.0.0.1:{broker.port}", name) for name in received}
        for name, pubsub in pubsubs.items():
            for loop in pubsub.loops(partial(receive, name)):
                work.supervise(loop)
            await asyncio.wait_for(pubsub.up.wait(), 60)
        pubsubs["one"].publish("a", 1)
        pubsubs["two"].publish("b", 1)
        async with asyncio.timeout(60):
            while not all(received.values()):
                await asyncio.sleep(0.01)
        await work.end(2)
    assert received == {"one": ["a"], "two": ["b"]}


async def test_waiting_notifications_are_sent_in_batches_and_received_one_by_one() -> None:
    pubsub, notifications = BrokerPubSub(), list[tuple[str, int]]()
    pubsub.loops(lambda game, sequence: notifications.append((game, sequence)))
    for number in range(150):
        pubsub.publish(f"game {number}".replace(" ", "-"), number)
    first, second = await pubsub.next_batch(), await pubsub.next_batch()
    assert len(first) < 8000, "PostgreSQL allows no more"
    pubsub.receive(f"{first}\nmalformed\n{second}")
    assert notifications == [(f"game-{number}", number) for number in range(150)]
