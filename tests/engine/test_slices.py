"""Players can think in slices, so that one thread can show their progress and stop them."""

from __future__ import annotations

from typing import Any

import pytest

import sommet
from sommet import View
from sommet.engine import Progress, Slices

pytest.importorskip("numba")

from sommet.engine.slices import Pace, finish, map_slices
from sommet.games.pylos import Pylos

PROVEN = "LDDLDDLDLLLLLLD./LLDDDDD../L.../. D"
"""A position of Pylos that is proven in an instant."""
LEVELS = [(game, level) for game in sommet.names() for level in sommet.levels()]


def view_after(name: str, moves: int) -> View[Any]:
    record, gentle = sommet.Record.new(sommet.game(name), 3), sommet.player(name, "gentle")
    for _ in range(moves):
        record = record.play(gentle.choose(record.view(record.turn)))
    return record.view(record.turn)


def run(slices: Slices[Any]) -> tuple[Any, list[Progress]]:
    """The result of some slices, and what they yielded."""
    yielded: list[Progress] = []

    def note(progress: Progress) -> None:
        yielded.append(progress)

    return finish(map_slices(slices, note)), yielded


@pytest.mark.parametrize(("game", "level"), LEVELS)
def test_slices_lead_to_the_same_choice_and_analysis(game: str, level: str) -> None:
    view = view_after(game, 6)
    one, other = (sommet.player(game, level, seed=2, simulations=2000) for _ in range(2))
    move, yielded = run(one.choose_in_slices(view))
    assert move == other.choose(view)
    analysis, more = run(one.analyse_in_slices(view))
    assert analysis == other.analyse(view)
    for shares in ([each.done for each in yielded], [each.done for each in more]):
        assert shares
        assert shares == sorted(shares)
        assert 0 <= shares[0] <= shares[-1] <= 1


def test_the_perfect_player_thinks_in_slices() -> None:
    view = Pylos().parse(PROVEN).view(1)
    perfect = sommet.player("pylos", "perfect", seconds=60)
    analysis, yielded = run(perfect.analyse_in_slices(view))
    assert yielded
    assert analysis.value == 1.0
    won = [line.move for line in analysis.lines if line.value == 1.0]
    assert run(perfect.choose_in_slices(view))[0] in won


def test_proofs_on_several_threads_are_yielded_from_too() -> None:
    view = view_after("triedre", 12)
    perfect = sommet.player("triedre", "perfect", seconds=60)
    analysis, yielded = run(perfect.analyse_in_slices(view))
    assert yielded
    assert all(line.proven for line in analysis.lines)


@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize("slices", [1, 3, 10])
def test_abandoned_thoughts_leave_no_trace(cores: int, slices: int) -> None:
    """Wherever they are abandoned: in inference, in the model of oneself, or in the search."""
    view, other = view_after("kabaleo", 8), view_after("kabaleo", 4)
    player, fresh = (
        sommet.player("kabaleo", "master", seed=1, simulations=3000, cores=cores) for _ in range(2)
    )
    abandoned = player.choose_in_slices(other)
    for _, _ in zip(range(slices), abandoned, strict=False):
        pass
    abandoned.close()
    assert player.choose(view) == fresh.choose(view)


def test_an_analysis_shows_its_best_line_so_far() -> None:
    view = view_after("pylos", 4)
    _, yielded = run(sommet.player("pylos", "master", seconds=0.5).analyse_in_slices(view))
    lines = [progress.line for progress in yielded if progress.line]
    assert lines
    assert lines[-1].move in view.moves()
    assert lines[-1].moves[0] == lines[-1].move


def test_stopped_thoughts_end_with_what_was_found() -> None:
    view = view_after("colorpop", 4)
    master = sommet.player("colorpop", "master", seconds=600)
    analysis, _ = run(master.analyse_in_slices(view, stop=lambda: True))
    assert analysis.best in view.moves()


def test_a_slice_adapts_to_how_long_the_one_before_took(monkeypatch: pytest.MonkeyPatch) -> None:
    now, pace, done = 0.0, Pace(), list[float]()
    monkeypatch.setattr("sommet.engine.slices.perf_counter", lambda: now)

    def work(units: int) -> None:
        nonlocal now
        now += units * 1e-5
        done.append(units)

    for _ in range(6):
        pace.run(work, 10_000)
    assert done[:3] == [16, 64, 256]
    assert done[3:] == pytest.approx([500, 500, 500], rel=0.01)  # five milliseconds
    pace.run(work, 7)
    assert done[-1] == 7
    assert pace.size > 400
