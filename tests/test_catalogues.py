"""Every text of the sources is translated into every language, and the catalogues are compiled."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

import sommet
from scripts.words import sommet_locale
from sommet.core import i18n
from sommet.testing.catalogues import (
    Locale,
    game_locale,
    mo_bytes,
    translations,
    untranslated,
    word_entries,
)

DOMAINS = ("sommet", *sommet.names())
OTHERS = tuple(language for language in i18n.languages() if language != "en")
CATALOGUES = [*product(DOMAINS, OTHERS)]


@cache
def locale(domain: str) -> Locale:
    """Collected on first use, not in every process that collects tests."""
    return sommet_locale() if domain == "sommet" else game_locale(domain)


def texts(catalogue: Catalog) -> dict[object, tuple[str, ...]]:
    return {(each.context, *sources(each)): translations(each) for each in catalogue if each.id}


def compiled_texts(file: Path) -> dict[str, str]:
    """All texts of a compiled catalogue, without its header."""
    return {key: text for key, text in i18n._entries(file) if key}


def sources(message: Message) -> tuple[str, ...]:
    """The English text of a message; two if it has a plural."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def parameters(*forms: str) -> set[str]:
    named = {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}
    return named | {name for form in forms for name in re.findall(r"%\((\w+)\)s", form)}


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_domain_has_every_language(domain: str) -> None:
    assert locale(domain).languages == [*OTHERS]


@pytest.mark.parametrize(("domain", "language"), CATALOGUES)
def test_a_language_translates_exactly_the_texts_of_the_sources(domain: str, language: str) -> None:
    updated = locale(domain).updated(language)
    assert not untranslated(updated)
    assert texts(updated).keys() == texts(locale(domain).read(language)).keys(), "run `make words`"


def test_every_text_that_a_template_marks_is_found() -> None:
    templates = (Path(sommet.__file__).parent / "web" / "templates").glob("*.html")
    marked = {
        text
        for template in templates
        for text in re.findall(r'\b_\("([^"]+)"', template.read_text(encoding="utf-8"))
    }
    assert len(marked) > 50
    assert marked <= {entry.text for entry in locale("sommet").entries}


@pytest.mark.parametrize(("domain", "language"), CATALOGUES)
def test_a_compiled_catalogue_is_up_to_date(domain: str, language: str, tmp_path: Path) -> None:
    (tmp_path / "now.mo").write_bytes(mo_bytes(locale(domain).read(language)))
    stored = compiled_texts(locale(domain).file(language).with_suffix(".mo"))
    assert stored == compiled_texts(tmp_path / "now.mo"), "run `make words`"


@pytest.mark.parametrize(("domain", "language"), CATALOGUES)
def test_a_translation_keeps_the_parameters(domain: str, language: str) -> None:
    for message in locale(domain).read(language):
        *others, last = translations(message)
        assert parameters(*others, last) <= parameters(*sources(message)), message.id
        if not (message.context or "").startswith("refusals."):  # these may leave details out
            assert parameters(last) == parameters(sources(message)[-1]), message.id


@pytest.mark.parametrize("domain", DOMAINS)
def test_french_has_a_space_before_high_punctuation(domain: str) -> None:
    for message in locale(domain).read("fr"):
        for text in translations(message) if message.id else ():
            prose = re.sub(r"\{.*?\}|\(\?\)", "x", text)
            assert not re.search(r"\S[;!?»]|\S:(?![/\w])", prose), text


def test_a_new_text_is_left_to_the_translator_and_a_changed_one_is_marked(tmp_path: Path) -> None:
    words = {"deeds": {"taken": "{name} takes the marble."}}
    old = Locale(tmp_path, "marbles", tuple(word_entries(words)))
    assert untranslated(old.update("de")) == ["{name} takes the marble."]
    file = old.file("de")
    head, _ = file.read_text(encoding="utf-8").rstrip().rsplit("\n", 1)
    file.write_text(f'{head}\nmsgstr "{{name}} nimmt die Murmel."\n', encoding="utf-8")
    assert untranslated(old.update("de")) == []
    assert len(compiled_texts(file.with_suffix(".mo"))) == 1
    words = {"deeds": {"taken": "{name} takes one marble."}, "figures": {"left": "left"}}
    new = Locale(tmp_path, "marbles", tuple(word_entries(words)))
    assert untranslated(new.update("de")) == ["{name} takes one marble.", "left"]
    assert compiled_texts(file.with_suffix(".mo")) == {}, "only finished translations are shown"
