from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from sommet.server.runtime import supervisor
from sommet.server.runtime.supervisor import BackgroundLoop
from tests.server.local_server import running_server, settings

pytestmark = pytest.mark.anyio


async def test_a_process_with_a_loop_that_stays_down_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails() -> None:
        raise KeyError

    async with (
        running_server(settings(tmp_path)) as (url, container),
        httpx.AsyncClient(base_url=url, timeout=60) as browser,
    ):
        assert (await browser.get("/readyz")).status_code == 200
        monkeypatch.setattr(supervisor, "DOWN_AFTER_S", 0.01)
        container.supervisor.supervise(BackgroundLoop("driver", fails))
        async with asyncio.timeout(60):
            while (answer := await browser.get("/readyz")).status_code != 503:
                await asyncio.sleep(0.01)
        assert answer.text == "driver down\n"
        text = (await browser.get("/metrics")).text
        assert "sommet_loops_down 1" in text
        assert 'sommet_loop_failures_total{loop="driver"}' in text
