"""Tables on the visitor's device: offered if what they need has been built."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from sommet.server.pages import assets
from sommet.web import static_files, templating
from tests.server.local_server import Guest, running_server, settings

pytestmark = pytest.mark.anyio
WORKER = f"/static/{static_files.version()}/local/worker.js"


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of what runs tables in the browser, which is empty."""
    folder = tmp_path / "browser"
    folder.mkdir()
    monkeypatch.setenv("SOMMET_BROWSER", str(folder))
    forget: tuple[Callable[[], None], ...] = (
        static_files.browser_files.cache_clear,
        static_files.browser_levels.cache_clear,
        assets._browser_file.cache_clear,
        templating._environment.cache_clear,
    )
    for cache_clear in forget:
        cache_clear()
    yield folder
    for cache_clear in forget:
        cache_clear()


@pytest.fixture
async def eve(built: Path, tmp_path: Path) -> AsyncIterator[Guest]:
    async with running_server(settings(tmp_path)) as (url, _):
        guest = Guest(url)
        yield guest
        await guest.close()


def build(folder: Path) -> None:
    (folder / "runtime.json").write_text(json.dumps({"levels": {"pylos": ["novice", "gentle"]}}))
    (folder / "python-1.wasm").write_bytes(b"wasm")
    (folder / "sommet-1.zip").write_bytes(b"zip")


async def test_nothing_is_offered_before_it_has_been_built(eve: Guest) -> None:
    assert (await eve.browser.get("/local/pylos")).status_code == 404
    assert (await eve.browser.get("/browser/runtime.json")).status_code == 404
    assert 'name="place"' not in (await eve.browser.get("/new/pylos")).text
    assert "local-games" not in (await eve.browser.get("/mine")).text


async def test_a_table_on_the_device_is_offered_with_the_levels_that_run_there(
    built: Path, eve: Guest
) -> None:
    build(built)
    form = (await eve.browser.get("/new/pylos")).text
    assert 'name="place"' in form
    assert form.count("server-only") == 4  # club, strong, master, perfect
    assert "data-local" in (await eve.browser.get("/local/pylos")).text
    assert (await eve.browser.get("/local/chess")).status_code == 404
    assert "local-games" in (await eve.browser.get("/mine")).text


async def test_files_with_a_digest_in_their_names_are_kept_forever(built: Path, eve: Guest) -> None:
    build(built)
    for name, kept in [("python-1.wasm", True), ("sommet-1.zip", True), ("runtime.json", False)]:
        answer = await eve.browser.get(f"/browser/{name}")
        assert answer.content == (built / name).read_bytes()
        assert ("immutable" in answer.headers["cache-control"]) == kept
    wasm = await eve.browser.get("/browser/python-1.wasm")
    assert wasm.headers["content-type"] == "application/wasm"


async def test_only_the_worker_may_run_webassembly(built: Path, eve: Guest) -> None:
    build(built)
    worker = await eve.browser.get(WORKER)
    assert "'wasm-unsafe-eval'" in worker.headers["content-security-policy"]
    assert "'unsafe-eval'" not in worker.headers["content-security-policy"]
    for page in ("/local/pylos", "/mine"):
        answer = await eve.browser.get(page)
        assert "eval" not in answer.headers["content-security-policy"]
