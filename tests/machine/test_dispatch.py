"""Calls from Python to the functions of a game's parts, by the class of the state."""

from __future__ import annotations

import numpy as np
import pytest

import sommet
from sommet.engine.solve.search_interface import is_storable
from sommet.machine.kernel_interface import evaluate, kernel_for, start, steps, turn
from tests.heap import Heap, kernel
from tests.nim import Nim


def test_the_class_of_a_state_selects_the_game() -> None:
    assert kernel_for(Heap()) is kernel
    assert turn(start(Heap())) == 0
    assert turn(start(sommet.game("pylos"))) == 0


def test_an_optional_function_has_a_default() -> None:
    assert evaluate(start(Heap()), 0) == 0
    assert is_storable(start(Heap())) is True


def test_a_required_function_that_is_missing_is_reported() -> None:
    with pytest.raises(NotImplementedError):
        steps(start(Heap()), np.empty(8, np.int16))


def test_a_game_without_a_kernel_has_no_states() -> None:
    with pytest.raises(ModuleNotFoundError, match="Nim has no kernel"):
        start(Nim())
