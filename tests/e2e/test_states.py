"""A sample of `make states`: nothing is cut off or covered in the states that change most."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from scripts.states.run import Run
from scripts.states.visit import SIZES

SAMPLE = {
    "kabaleo": ("=half-made turn", "=confirm", "=glass"),
    "colorpop": ("=5 players", "=teams", "=joker menu"),
    "pylos": ("=offer", "=draw offer", "=coordinates"),
}
SCREENS = ("360x740", "740x360")


@pytest.mark.parametrize("game", SAMPLE)
def test_the_states_that_change_most_have_no_faults(
    browser: Browser, site: str, tmp_path: Path, game: str
) -> None:
    sizes = tuple(size for size in SIZES if size.name in SCREENS)
    states = SAMPLE[game]
    run = Run(browser, site, tmp_path, sizes=sizes, texts=(100,), states=states, pictured=False)
    run.play(game, "fr")
    assert run.troubles == []
    assert run.states == len(states)
    assert [str(finding) for finding in run.outcome.findings] == []
