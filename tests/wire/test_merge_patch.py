"""JSON Merge Patch (RFC 7396): what a patch does, in Python and in the page's script."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sommet.wire.merge_patch import apply, diff
from tests.tables.test_updates import applied_by_the_page

CASES: dict[str, tuple[Any, Any, Any]] = {
    "a new member is added": ({"a": 1}, {"b": 2}, {"a": 1, "b": 2}),
    "a member is replaced": ({"a": 1}, {"a": "x"}, {"a": "x"}),
    "null removes a member": ({"a": 1, "b": 2}, {"a": None}, {"b": 2}),
    "null for a missing member does nothing": ({"a": 1}, {"b": None}, {"a": 1}),
    "objects are merged": ({"a": {"b": 1, "c": 2}}, {"a": {"b": 3}}, {"a": {"b": 3, "c": 2}}),
    "null removes within": ({"a": {"b": 1, "c": 2}}, {"a": {"b": None}}, {"a": {"c": 2}}),
    "an array replaces an array": ({"a": [1, 2]}, {"a": [3]}, {"a": [3]}),
    "null stays in an array": ({"a": 1}, {"a": [None, 1]}, {"a": [None, 1]}),
    "objects in arrays are not merged": ({"a": [{"b": 1}]}, {"a": [{"c": 1}]}, {"a": [{"c": 1}]}),
    "an object replaces a value": ({"a": 1}, {"a": {"b": 2}}, {"a": {"b": 2}}),
    "a value replaces an object": ({"a": {"b": 2}}, {"a": 1}, {"a": 1}),
    "new objects have no null": ({}, {"a": {"b": {"c": None}}}, {"a": {"b": {}}}),
    "an array becomes an object": ([1, 2], {"a": 1}, {"a": 1}),
    "what is no object replaces everything": ({"a": 1}, [2], [2]),
    "null replaces everything": ({"a": 1}, None, None),
    "an empty patch changes nothing": ({"a": {"b": 1}}, {}, {"a": {"b": 1}}),
}


@pytest.mark.parametrize("case", CASES)
def test_a_patch_in_python(case: str) -> None:
    target, patch, result = CASES[case]
    before = deepcopy((target, patch))
    assert apply(target, patch) == result
    assert (target, patch) == before, "neither is changed"


def test_a_patch_in_the_page() -> None:
    lines = [{"value": target, "patches": [patch]} for target, patch, _ in CASES.values()]
    found = {
        case: values[0][0] for case, values in zip(CASES, applied_by_the_page(lines), strict=True)
    }
    assert found == {case: result for case, (_, _, result) in CASES.items()}


def test_what_a_patch_does_not_name_is_shared() -> None:
    frame = {"board": {"scene": {}}, "turn": 0}
    assert apply(frame, {"turn": 1})["board"] is frame["board"]


values = st.recursive(
    st.booleans() | st.integers(0, 3) | st.text("ab", max_size=2),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("abc"), inner),
    max_leaves=8,
)
objects = st.dictionaries(st.sampled_from("abc"), values)


@given(objects, objects)
def test_a_difference_leads_from_one_object_to_the_other(
    before: dict[str, Any], after: dict[str, Any]
) -> None:
    assert apply(before, diff(before, after)) == after
    assert diff(after, after) == {}
