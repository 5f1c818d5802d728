from __future__ import annotations

import asyncio
import signal
import time
from functools import partial
from pathlib import Path
from typing import ClassVar

import pytest
from redis import asyncio as redis

from sommet.server.live.pubsub import BrokerPubSub, LocalPubSub, PollingPubSub
from sommet.server.live.pubsub_factory import BrokerError, create_pubsub
from sommet.server.live.redis_pubsub import RedisPubSub
from sommet.server.runtime.metrics import Metrics
from sommet.server.runtime.structured_log import StructuredLog
from sommet.server.runtime.supervisor import BackgroundLoop, Supervisor
from sommet.server.store import Store, open_store
from sommet.server.store.people import Person
from sommet.wire import commands
from sommet.wire.setup import Me, Open, Setup
from tests.server.local_server import new_table, open_container, settings
from tests.server.services import Process, broker_process, find_program, wait_for
from tests.server.timeouts import at_most

pytestmark = pytest.mark.anyio


def ignore(broker: str, error: Exception | None) -> None:
    """What tests do about lost brokers."""


ADA, BOB = Person("a", "Ada"), Person("b", "Bob")


async def test_the_pubsub_is_chosen_by_broker_store_and_workers(store: Store) -> None:
    assert isinstance(create_pubsub("redis://127.0.0.1", store, 1), RedisPubSub)
    for unusable in ("amqp://somewhere", "redis://127.0.0.1:port"):
        with pytest.raises(BrokerError, match="Unsupported broker"):
            create_pubsub(unusable, store, 1)
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
        for loop in pubsub.loops(
            lambda game, sequence: notifications.append((game, sequence)), ignore
        ):
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
            for loop in pubsub.loops(partial(receive, name), ignore):
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
    pubsub.loops(lambda game, sequence: notifications.append((game, sequence)), ignore)
    pubsub.connected()
    for number in range(150):
        pubsub.publish(f"game {number}".replace(" ", "-"), number)
    first, second = await pubsub.next_batch(), await pubsub.next_batch()
    assert len(first) < 8000, "PostgreSQL allows no more"
    pubsub.receive(f"{first}\nmalformed\n{second}")
    assert notifications == [(f"game-{number}", number) for number in range(150)]


class Listener:
    """Notifications of one process, with what it received and reported."""

    def __init__(self, broker: Process, store: Store) -> None:
        self.pubsub = create_pubsub(f"redis://127.0.0.1:{broker.port}", store, 2)
        self.received: list[str] = []
        self.reported: list[tuple[str, bool]] = []

    def loops(self) -> tuple[BackgroundLoop, ...]:
        return self.pubsub.loops(
            lambda game, sequence: self.received.append(game),
            lambda broker, error: self.reported.append((broker, error is not None)),
        )

    async def wait_for(self, game: str, sender: Listener) -> None:
        """Wait until the sender's notifications arrive."""
        async with asyncio.timeout(60):
            while game not in self.received:
                sender.pubsub.publish(game, 1)
                await asyncio.sleep(0.05)

    async def wait_until(self, reports: int) -> None:
        async with asyncio.timeout(60):
            while len(self.reported) < reports:
                await asyncio.sleep(0.01)


@pytest.mark.parametrize("how", ["killed", "frozen"])
async def test_without_its_broker_notifications_take_the_database(
    postgres_database: str, tmp_path: Path, how: str
) -> None:
    store = await open_store(postgres_database)
    work = Supervisor(StructuredLog("here"), Metrics())
    with broker_process(tmp_path) as broker:
        one, two = listeners = [Listener(broker, store) for _ in range(2)]
        for listener in listeners:
            for loop in listener.loops():
                work.supervise(loop)
        await two.wait_for("before", one)
        async with asyncio.timeout(60):
            while one.pubsub.poll_interval_s < 1 or two.pubsub.poll_interval_s < 1:
                await asyncio.sleep(0.01)
        if how == "killed":
            broker.kill()
        else:
            assert broker.process
            broker.process.send_signal(signal.SIGSTOP)
        for listener in listeners:
            await listener.wait_until(1)
            assert listener.pubsub.lost_brokers == ("broker",)
            assert listener.pubsub.poll_interval_s < 1, "another process may still have the broker"
        await two.wait_for("during", one)
        if how == "killed":
            broker.start()
        elif broker.process:
            broker.process.send_signal(signal.SIGCONT)
        for listener in listeners:
            await listener.wait_until(2)
            assert not listener.pubsub.lost_brokers
        await two.wait_for("after", one)
    for listener in listeners:
        assert listener.reported[:2] == [("broker", True), ("broker", False)], "once each"
    await work.end(2)
    await store.close()


async def test_what_a_lost_broker_has_not_sent_takes_the_fallback() -> None:
    class Fallback(PollingPubSub):
        published: ClassVar[list[tuple[str, int]]] = []

        def publish(self, game: str, sequence: int) -> None:
            self.published.append((game, sequence))

    class Broken(BrokerPubSub):
        name = "broken"

        async def listen_loop(self) -> None:
            self.connected()
            self.publish("a", 1)
            self.publish("b", 2)
            await asyncio.sleep(60)

        async def send_loop(self) -> None:
            await self.next_batch()
            self.publish("c", 3)
            raise ConnectionResetError

    (loop,) = Broken(Fallback()).loops(lambda game, sequence: None, ignore)
    with pytest.raises(ConnectionResetError):
        await loop.work()
    assert sorted(Fallback.published) == [("a", 1), ("b", 2), ("c", 3)]


async def test_writing_to_a_closed_connection_is_a_lost_broker(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def publish(client: redis.Redis, channel: str, message: str) -> None:
        raise RuntimeError("unable to perform operation on <TCPTransport closed=True>")

    monkeypatch.setattr(redis.Redis, "publish", publish)
    pubsub = RedisPubSub("redis://127.0.0.1:1")
    pubsub.connected()
    pubsub.publish("a", 1)
    with pytest.raises(ConnectionError, match="TCPTransport closed"):
        await pubsub.send_loop()
