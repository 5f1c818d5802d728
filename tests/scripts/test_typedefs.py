"""The page's generated types match the server's messages."""

from __future__ import annotations

import re

import msgspec
import pytest

from scripts import typedefs


@pytest.mark.parametrize("name", typedefs.FILES)
def test_the_generated_types_are_up_to_date(name: str) -> None:
    stored = (typedefs.STATIC / name).read_text(encoding="utf-8")
    assert stored == typedefs.generate(name), "run python -m scripts.typedefs to regenerate them"


def test_no_field_has_the_type_any() -> None:
    for name in typedefs.FILES:
        assert not re.search(r"@(property|typedef) \{.*\bany\b.*\}", typedefs.generate(name))


class Inner(msgspec.Struct):
    number: int


class Message(msgspec.Struct, omit_defaults=True, tag="sent", tag_field="kind"):
    needed: tuple[Inner, ...]
    where: tuple[float, float, float] | None = None
    old: str = msgspec.field(default="", name="name")


def test_an_omittable_field_is_optional_and_never_null() -> None:
    named = typedefs.Types()
    assert typedefs.typedef(Message, named) == (
        ' * @typedef {{ kind: "sent", needed: Inner[], where?: Place, name?: string }} Message'
    )
    assert named.found == {"Inner": Inner}
