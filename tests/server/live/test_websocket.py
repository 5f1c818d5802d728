from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
import websockets

from sommet.server.app.container import Container
from sommet.server.auth.rate_limit import RateLimiter
from sommet.server.live import room
from sommet.server.live.message_handler import MAX_PENDING_MESSAGES
from sommet.server.live.subscriber import MAX_QUEUED_BYTES, Subscriber
from sommet.server.runtime.settings import Limits
from tests.server.local_server import Guest, LiveConnection, last_frame, running_server, settings

pytestmark = pytest.mark.anyio


@pytest.fixture
async def pylos(ada: Guest, bob: Guest) -> str:
    """A game of Pylos between Ada, who starts, and Bob."""
    table = await ada.create_table("pylos", first=0)
    await bob.send_command(table, "sit")
    return table


async def test_a_new_connection_gets_the_whole_table(ada: Guest, pylos: str) -> None:
    async with ada.at(pylos) as live:
        you = await live.until("you")
        welcome = await live.until("welcome")
    assert you["seats"] == [0]
    assert welcome["sequence"] == 2
    assert welcome["table"]["game"] == "pylos"
    assert welcome["frame"]["board"]["steps"]
    assert welcome["frame"]["board"]["scene"]["solids"]


async def test_a_move_is_acknowledged_and_reaches_the_opponent(
    ada: Guest, bob: Guest, pylos: str
) -> None:
    async with ada.at(pylos) as one, bob.at(pylos) as two:
        welcome = await one.until("welcome")
        await two.until("welcome")
        ack = await one.play("1b2", welcome["frame"]["position"])
        assert ack == {"kind": "ack", "id": "play-1", "sequence": 3}
        happened = await two.until("happened")
    assert happened["sequence"] == 3
    assert happened["event"] == {"kind": "moved", "seat": 0, "move": "1b2", "spent": 0.0}
    assert happened["effects"]
    at = {"code": "at.1", "parameters": {"spot": "b2", "end": "b2"}}
    assert happened["description"] == {"code": "ball_placed", "parameters": {"at": at}}
    assert happened["frame"]["turn"] == 1
    assert happened["frame"]["board"]["steps"], (
        "it is the opponent's turn, who gets the legal moves"
    )


async def test_only_the_player_to_move_gets_the_legal_steps(bob: Guest, pylos: str) -> None:
    async with bob.at(pylos) as live:
        board = (await live.until("welcome"))["frame"]["board"]
    assert "steps" not in board
    assert "spots" not in board["scene"]


async def test_a_repeated_command_is_executed_once(ada: Guest, pylos: str) -> None:
    async with ada.at(pylos) as live:
        position = (await live.until("welcome"))["frame"]["position"]
        first = await live.play("1b2", position, id="x")
        assert await live.play("1b2", position, id="x") == first
    async with ada.at(pylos) as live:
        assert (await live.until("welcome"))["moves"] == ["1b2"]


async def test_a_reconnecting_client_gets_the_events_it_missed(
    ada: Guest, bob: Guest, pylos: str
) -> None:
    async with ada.at(pylos) as one, bob.at(pylos) as two:
        position = (await one.until("welcome"))["frame"]["position"]
        await one.play("1b2", position)
        position = last_frame(one)["position"]
        await two.play("1c3", position)
    async with ada.at(pylos, after=2, viewer=0) as live:
        numbers = [(await live.until("happened"))["sequence"] for _ in range(2)]
    assert numbers == [3, 4]
    assert not any(message["kind"] == "welcome" for message in live.received)


async def test_missed_events_lead_to_the_current_frame(ada: Guest, bob: Guest, pylos: str) -> None:
    async with ada.at(pylos) as one, bob.at(pylos) as two:
        held = (await one.until("welcome"))["frame"]
        await one.play("1b2", held["position"])
        await two.play("1c3", last_frame(one)["position"])
    async with ada.at(pylos, after=2, viewer=0) as live:
        live.frame = held
        missed = [await live.until("happened") for _ in range(2)]
    assert all(message["effects"] for message in missed), "missed moves are animated"
    async with ada.at(pylos) as live:
        assert missed[-1]["frame"] == (await live.until("welcome"))["frame"]


@pytest.mark.parametrize("viewer", [None, 1])
async def test_a_client_with_the_frame_of_another_viewer_gets_the_whole_table(
    ada: Guest, pylos: str, viewer: int | None
) -> None:
    """Ada's patches lead nowhere from a spectator's frame or Bob's."""
    async with ada.at(pylos, after=1, viewer=viewer) as live:
        messages = [await live.next(), await live.next()]
    assert [message["kind"] for message in messages] == ["you", "welcome"]


async def test_missed_events_are_sent_even_after_a_server_restart(
    tmp_path: Path,
) -> None:
    given = settings(tmp_path)
    async with running_server(given) as (url, _):
        ada, bob = [await Guest.create(url, name) for name in ("Ada", "Bob")]
        table = await ada.create_table("pylos", first=0)
        await bob.send_command(table, "sit")
        async with ada.at(table) as live:
            position = (await live.until("welcome"))["frame"]["position"]
            first = await live.play("1b2", position, id="x")
            await live.send_command("say", text="hello")
    async with running_server(given) as (url, _), ada.at(table, after=2, viewer=0, url=url) as live:
        numbers = [(await live.until("happened"))["sequence"] for _ in range(2)]
        assert await live.play("1b2", position, id="x") == first, "it was executed before"
    assert numbers == [3, 4]
    assert not any(message["kind"] == "welcome" for message in live.received)
    for guest in (ada, bob):
        await guest.close()


async def test_a_new_connection_gets_events_written_by_another_process(
    server: tuple[str, Container], ada: Guest, bob: Guest
) -> None:
    table = await ada.create_table("pylos", first=0)
    async with running_server(server[1].settings) as (other, _):
        async with ada.at(table, url=other) as live:
            await live.until("welcome")
        await bob.send_command(table, "sit")
        async with bob.at(table, url=other) as live:
            assert (await live.until("you"))["seats"] == [1]
            assert (await live.until("welcome"))["frame"]["stage"] == "running"


async def test_a_client_that_was_away_too_long_gets_the_whole_table_again(
    server: tuple[str, Container], ada: Guest, pylos: str
) -> None:
    (await server[1].rooms.get(pylos)).audience.updates.clear()
    async with ada.at(pylos, after=1, viewer=0) as live:
        assert (await live.until("welcome"))["sequence"] == 2


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"kind":"dance"}', '{"kind":"play"}', '{"kind":"play","id":7}',
     '{"kind":"hello"}', '{"kind":"sit","id":"x","seat":99}', "\x00", '{"kind":"ping","id":""}'],
)  # fmt: skip
async def test_a_malformed_message_gets_an_error_code_and_does_no_harm(
    ada: Guest, pylos: str, text: str
) -> None:
    async with ada.at(pylos) as live:
        position = (await live.until("welcome"))["frame"]["position"]
        await live.connection.send(text)
        refused = await live.until("refused")
        assert refused["refused"]["code"]
        assert (await live.play("1b2", position))["kind"] == "ack"


async def test_an_internal_error_is_reported_counted_and_survived(
    ada: Guest, pylos: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(case: object) -> None:
        raise ZeroDivisionError

    async with ada.at(pylos) as live:
        position = (await live.until("welcome"))["frame"]["position"]
        assert "sommet_errors_total 0" in (await ada.browser.get("/metrics")).text
        with monkeypatch.context() as patch:
            patch.setattr(room, "handle_command", breaks)
            assert (await live.play("1b2", position))["refused"]["code"] == "internal_error"
        assert "sommet_errors_total 1" in (await ada.browser.get("/metrics")).text
        assert (await live.play("1b2", position))["kind"] == "ack"


async def test_text_that_no_database_can_store_is_refused_and_affects_no_other_command(
    database: str, tmp_path: Path
) -> None:
    async with running_server(settings(tmp_path, database)) as (url, _):
        ada = await Guest.create(url, "Ada")
        tables = [
            await ada.create_table("pylos", chairs=[{"kind": "me"}] * 2, first=0) for _ in range(2)
        ]
        async with ada.at(tables[0]) as odd, ada.at(tables[1]) as fine:
            for live in (odd, fine):
                await live.until("welcome")
            await odd.send("say", id="\x00", text="hello")
            await fine.send("say", id="x", text="hello")
            refused = await odd.next()
            while refused["kind"] not in ("ack", "refused"):
                refused = await odd.next()
            assert refused["refused"]["code"] == "no_message"
            assert (await fine.until("ack"))["id"] == "x"
        for path in ("/api/tables/%00", "/api/tables?game=%00", "/api/picture.svg?game=%00"):
            assert (await ada.expect_refusal("GET", path))[0] < 500
        async with ada.at("%00") as live:
            assert (await live.next())["refused"]["code"] == "no_table"
        await ada.close()


async def test_binary_and_oversized_messages_do_no_harm(ada: Guest, pylos: str) -> None:
    async with ada.at(pylos) as live:
        await live.until("welcome")
        await live.connection.send("x" * 20_000)
        assert (await live.until("refused"))["refused"]["code"] == "long_message"
        await live.connection.send(b"\xff\xfe")
        assert (await live.until("refused"))["refused"]["code"] == "no_message"
        assert (await live.send_command("moves"))["kind"] == "listed"


async def test_the_first_message_must_be_a_hello(ada: Guest, pylos: str) -> None:
    cookie = f"sommet={ada.browser.cookies['sommet']}"
    url = f"{ada.url.replace('http', 'ws', 1)}/live/{pylos}"
    async with websockets.connect(url, additional_headers={"Cookie": cookie}) as connection:
        await connection.send('{"kind":"moves","id":"x"}')
        assert "hello_first" in str(await connection.recv())


async def test_pages_of_other_sites_are_refused(ada: Guest, pylos: str) -> None:
    url = f"{ada.url.replace('http', 'ws', 1)}/live/{pylos}"
    origin = websockets.Origin("https://evil.example")
    async with websockets.connect(url, origin=origin) as connection:
        assert "foreign_page" in str(await connection.recv())


async def test_an_unknown_table_is_reported(ada: Guest) -> None:
    async with ada.at("nothing") as live:
        assert (await live.next())["refused"]["code"] == "no_table"


async def test_an_unfinished_turn_can_be_sketched(ada: Guest, pylos: str) -> None:
    async with ada.at(pylos) as live:
        await live.until("welcome")
        sketched = await live.send_command("sketch", path=["1b2"])
        assert sketched["end"] is True
        assert sketched["scene"]["solids"]
        wrong = await live.send_command("sketch", path=["2a1"])
        assert wrong["refused"]["clause"]


async def test_players_and_spectators_learn_who_is_present(
    ada: Guest, bob: Guest, pylos: str
) -> None:
    async with ada.at(pylos) as one:
        await one.until("present", seats=[True, False])
        async with bob.at(pylos):
            await one.until("present", seats=[True, True])
        await one.until("present", seats=[True, False])


async def test_a_connected_guest_who_takes_a_seat_is_present(ada: Guest, bob: Guest) -> None:
    table = await ada.create_table("pylos", first=0)
    async with ada.at(table) as one, bob.at(table) as two:
        await two.send_command("sit")
        await one.until("present", seats=[True, True])


async def test_a_ping_is_answered_with_the_server_time(ada: Guest, pylos: str) -> None:
    async with ada.at(pylos) as live:
        assert (await live.send_command("ping"))["now"] > 1e9


async def test_in_pass_and_play_only_the_active_players_secret_is_shown(ada: Guest) -> None:
    table = await ada.create_table(
        "colorpop", options={"players": 2}, chairs=[{"kind": "me"}] * 2, first=0
    )
    async with ada.at(table) as live:
        drawn = (await live.until("welcome"))["frame"]["board"]
        assert drawn["view"].count("?") == 2 * secret_length(drawn["view"])
        await live.send_command("view_as", seat=1)
        assert live.frame
        assert live.frame["board"]["view"].count("?") == secret_length(drawn["view"])
        await live.send_command("view_as", seat=None)
        assert live.frame["board"] == drawn
        assert (await live.send_command("view_as", seat=2))["refused"]["code"] == "not_your_seat"


def secret_length(view: str) -> int:
    """How many letters each of the two seats hides."""
    return view.count("?") // 2


async def test_hints_are_only_given_in_games_against_bots(ada: Guest, pylos: str) -> None:
    async with ada.at(pylos) as live:
        await live.until("welcome")
        assert (await live.send_command("hint"))["refused"]["code"] == "no_hints"
    alone = await ada.create_table("pylos", chairs=[{"kind": "me"}, {"kind": "bot"}], first=0)
    async with ada.at(alone) as live:
        await live.until("welcome")
        hint = await live.send_command("hint")
        assert hint["kind"] == "hint_given"
        assert "".join(hint["path"]) == hint["move"]
        assert hint["description"]["code"] == "ball_placed"
        assert (await live.play(hint["move"], hint["position"]))["kind"] == "ack"
        assert (await live.event("moved"))["event"]["seat"] == 1, "the bot replies"


async def test_chat_from_muted_players_is_not_delivered(ada: Guest, bob: Guest, pylos: str) -> None:
    async with ada.at(pylos) as one, bob.at(pylos) as two:
        await one.until("welcome")
        await two.send_command("say", text="first")
        assert (await one.event("said"))["event"]["text"] == "first"
        await one.send_command("mute", seat=1)
        await two.send_command("say", text="second")
        assert "text" not in (await one.event("said"))["event"]
        assert (await one.send_command("report", seat=1, words="rude"))["kind"] == "ack"
    async with ada.at(pylos) as again:
        assert "second" not in str(await again.until("welcome"))


async def test_a_spectator_sees_everything_public_and_cannot_chat(
    server: tuple[str, Container], ada: Guest, pylos: str
) -> None:
    watcher = Guest(server[0])
    async with watcher.at(pylos) as live, ada.at(pylos) as one:
        await live.until("welcome")
        position = (await one.until("welcome"))["frame"]["position"]
        await one.play("1b2", position)
        assert (await live.event("moved"))["frame"]["turn"] == 1
        assert (await live.send_command("say", text="hi"))["refused"]["code"] == "not_signed_in"
    await watcher.close()


async def test_a_finished_game_reveals_its_seed(ada: Guest, bob: Guest, pylos: str) -> None:
    async with ada.at(pylos) as one, bob.at(pylos) as two:
        lives: list[LiveConnection] = [one, two]
        for live in lives:
            await live.until("welcome")
        while last_frame(one)["stage"] == "running":
            frame = last_frame(one)
            mover = lives[frame["turn"]]
            move = (await mover.send_command("moves"))["moves"][0]
            assert (await mover.play(move, frame["position"]))["kind"] == "ack"
            other = lives[1 - frame["turn"]]
            while last_frame(other)["position"] == frame["position"]:
                await other.until("happened")
            while last_frame(one)["position"] == frame["position"]:
                await one.until("happened")
        board = last_frame(one)["board"]
    assert board["outcome"]["winners"]
    assert board["seed"]
    verdict = await ada.request("GET", f"/api/tables/{pylos}/verification")
    assert verdict["ok"] is True


async def test_messages_of_any_length_arrive_whole_and_in_order(
    server: tuple[str, Container], ada: Guest, pylos: str
) -> None:
    async with ada.at(pylos) as live:
        await live.until("welcome")
        (subscriber,) = (await server[1].rooms.get(pylos)).audience.subscribers
        lengths = (1, 60, 125, 126, 5_000, 1 << 16, 100_000, 3)
        for length in lengths:
            subscriber.send_encoded(msgspec.json.encode({"kind": "noise", "text": "x" * length}))
        heard = [await live.until("noise") for _ in lengths]
    assert [len(message["text"]) for message in heard] == list(lengths)


async def test_a_slow_reader_is_disconnected_and_may_reconnect(
    server: tuple[str, Container], ada: Guest, pylos: str
) -> None:
    visited = await server[1].rooms.get(pylos)
    async with ada.at(pylos) as live:
        await live.until("welcome")
        (subscriber,) = visited.audience.subscribers
        for _ in range(1000):
            subscriber.send_encoded(b'{"kind":"noise","text":"%s"}' % (b"x" * 2000))
        assert subscriber.closed
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await live.until("nothing")
    assert closed.value.rcvd
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1001, "reconnect")
    async with ada.at(pylos, after=2, viewer=0) as live:
        await live.send_command("moves")


async def test_the_table_of_a_long_game_leaves_room_for_what_follows() -> None:
    budget = RateLimiter(Limits(), lambda: 0.0).message_budget("", "")
    subscriber = Subscriber(None, "", budget)
    for text in (b"x" * 2 * MAX_QUEUED_BYTES, *[b"y" * 100] * 100):
        subscriber.send_encoded(text)
        assert not subscriber.closed
    for _ in range(2):
        subscriber.send_encoded(b"x" * 2 * MAX_QUEUED_BYTES)
    assert subscriber.closed
    assert await subscriber.next_message() is None, "the queue is dropped"


async def test_an_answer_waits_until_those_before_it_are_read() -> None:
    budget = RateLimiter(Limits(), lambda: 0.0).message_budget("", "")
    subscriber = Subscriber(None, "", budget)
    await subscriber.until_sent()
    subscriber.send_encoded(b"{}")
    waiting = asyncio.create_task(subscriber.until_sent())
    assert await subscriber.next_message() == b"{}"
    await asyncio.sleep(0)
    assert not waiting.done(), "the connection is still sending it"
    subscriber.sent()
    await waiting


async def test_text_that_is_not_utf_8_closes_the_connection(ada: Guest, pylos: str) -> None:
    async with ada.at(pylos) as live:
        await live.until("welcome")
        await live.connection.send(b"\xff\xfe", text=True)
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await live.until("nothing")
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1007


async def test_the_clock_counts_until_a_move_arrived_and_pings_are_answered_before_it_is_processed(
    server: tuple[str, Container], ada: Guest, bob: Guest
) -> None:
    table = await ada.create_table("pylos", first=0, clock={"kind": "total", "seconds": 60})
    await bob.send_command(table, "sit")
    visited = await server[1].rooms.get(table)
    async with bob.at(table) as live:
        frame = (await live.until("welcome"))["frame"]
        await ada.send_command(table, "play", move="1a1", position=frame["position"])
        position = (await live.event("moved"))["frame"]["position"]
        (subscriber,) = visited.audience.subscribers
        async with visited.lock:
            await live.send("play", id="x", move="1b2", position=position)
            assert (await live.send_command("ping"))["kind"] == "pong"
            (arrived,) = subscriber.arrivals
            await asyncio.sleep(0.5)
        event = (await live.event("moved"))["event"]
    assert event["spent"] <= arrived - visited.audience.updates[-2].at + 1e-3
    assert not subscriber.arrivals


async def test_a_connection_with_many_pending_messages_is_not_read(
    server: tuple[str, Container], ada: Guest, pylos: str
) -> None:
    visited = await server[1].rooms.get(pylos)
    async with ada.at(pylos) as live:
        await live.until("welcome")
        (subscriber,) = visited.audience.subscribers
        async with visited.lock:
            for number in range(4 * MAX_PENDING_MESSAGES):
                await live.send("play", id=str(number), move="1b2", position=99)
            async with asyncio.timeout(60):
                while len(subscriber.arrivals) < MAX_PENDING_MESSAGES:
                    await asyncio.sleep(0.01)
            await asyncio.sleep(0.1)
            assert len(subscriber.arrivals) <= MAX_PENDING_MESSAGES + 2, (
                "one is being processed and one waits for the queue"
            )
        ids = [(await live.until("refused"))["id"] for _ in range(4 * MAX_PENDING_MESSAGES)]
    assert ids == [str(number) for number in range(4 * MAX_PENDING_MESSAGES)]


async def test_a_deeply_nested_message_is_refused_and_the_connection_stays_open(
    ada: Guest, pylos: str
) -> None:
    async with ada.at(pylos) as live:
        await live.until("welcome")
        await live.connection.send(
            '{"x":' + "[" * 7_000 + "]" * 7_000 + ',"kind":"moves","id":"m"}'
        )
        refused = (await live.until("refused"))["refused"]
        assert refused["code"] == "no_message"
        assert "{" not in refused["words"], "it says why"
        assert (await live.send_command("moves"))["kind"] == "listed"


async def test_a_spectator_who_takes_a_seat_gets_the_player_s_frame(ada: Guest, bob: Guest) -> None:
    """A player's patches don't apply to a spectator's frame, so one leads from it to theirs."""
    table = await ada.create_table("pylos", first=0, chairs=[{"kind": "open"}, {"kind": "me"}])
    async with bob.at(table) as live:
        await live.until("welcome")
        await live.send("sit", id="sit", seat=0)
        await live.until("you", viewer=0)
        board = last_frame(live)["board"]
    assert board["steps"]
    assert board["finishing_steps"] == board["steps"]
