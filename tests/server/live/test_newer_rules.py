"""A process with older rules does not write to a table with newer rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import sommet
from sommet.server.store.people import Person
from sommet.tables.refusals import Refusal
from sommet.wire import commands
from sommet.wire.setup import Me, Open, Setup
from tests.server.local_server import new_table, open_container, settings

pytestmark = pytest.mark.anyio

ADA, BOB = Person("a", "Ada"), Person("b", "Bob")


async def test_a_process_with_older_rules_writes_nothing_to_a_newer_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = type(sommet.game("pylos"))
    async with open_container(settings(tmp_path)) as container:
        room = await new_table(container, ADA, Setup("pylos", chairs=(Me(), Open()), first=0))
        await room.execute(BOB, commands.Sit("s"))
        monkeypatch.setattr(rules, "version", rules.version - 1)
        play = commands.Play(id="p", move="1b2", position=room.state.position)
        with pytest.raises(Refusal) as refused:
            await room.execute(ADA, play)
        assert (refused.value.code, refused.value.status) == ("newer_rules", 503)
        monkeypatch.setattr(rules, "version", rules.version + 1)
        assert await room.execute(ADA, play) == room.state.sequence
        lines = await container.log.read_on(room.id, 2)
        assert lines is not None
        assert len(lines) == 1
