"""A share of `make states`: nothing is cut, covered or lost in the states that change most."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from scripts.states.run import Run
from scripts.states.visit import SIZES

SHARE = {
    "kabaleo": ("=half-made turn", "=confirm", "=glass"),
    "colorpop": ("=5 players", "=teams", "=joker menu"),
    "pylos": ("=offer", "=draw offer", "=coordinates"),
}
SCREENS = ("360x740", "740x360", "1366x768")


@pytest.mark.parametrize("game", SHARE)
def test_nothing_is_wrong_in_the_states_that_change_most(
    browser: Browser, site: str, tmp_path: Path, game: str
) -> None:
    sizes = tuple(size for size in SIZES if size.name in SCREENS)
    states = SHARE[game]
    run = Run(browser, site, tmp_path, sizes=sizes, texts=(100,), states=states, pictured=False)
    run.play(game, "fr")
    assert run.troubles == []
    assert run.states == len(states)
    assert [str(finding) for finding in run.outcome.findings] == []
