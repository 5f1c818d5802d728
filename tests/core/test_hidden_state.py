from __future__ import annotations

from sommet.core.hidden_state import all_known, mask_secret, worlds


def test_a_hidden_secret_shows_only_its_length() -> None:
    assert [mask_secret(secret) for secret in ("", "B", "OY")] == ["", "?", "??"]


def test_secrets_are_known_when_no_letter_is_hidden() -> None:
    assert all_known(())
    assert all_known(("B", "OY"))
    assert not all_known(("B", "?"))
    assert not all_known(("B", "??"))


def test_worlds_fill_in_each_unknown_secret_with_letters_nobody_holds() -> None:
    assert list(worlds((), "BOG")) == [()]
    assert list(worlds(("B", "O"), "BOG")) == [("B", "O")]
    assert list(worlds(("B", "?"), "BOG")) == [("B", "O"), ("B", "G")]
    assert list(worlds(("?", "?"), "BOG")) == [
        ("B", "O"), ("B", "G"), ("O", "B"), ("O", "G"), ("G", "B"), ("G", "O"),
    ]  # fmt: skip


def test_a_letter_known_to_be_held_is_not_given_to_another_seat() -> None:
    assert list(worlds(("?", "O", "?"), "BOG")) == [("B", "O", "G"), ("G", "O", "B")]


def test_secrets_of_two_letters_are_in_order() -> None:
    assert list(worlds(("??", "BO"), "BOGPY")) == [
        ("GP", "BO"), ("GY", "BO"), ("PY", "BO"),
    ]  # fmt: skip
    assert len(list(worlds(("??", "??"), "BOGPY"))) == 10 * 3
