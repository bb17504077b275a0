from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import coaching.content.catalogue as module
from coaching import errors
from coaching.content import (
    BrokenContent,
    MissingText,
    languages,
    load_onboarding,
    load_tensions,
    localised,
    text,
    texts,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

VOICE = Path(__file__).parents[3] / "docs" / "voice.md"
ASKS_ABOUT_US = {
    "onboarding.style_intro.title",
    "onboarding.style_quiz.title",
    "onboarding.style_quiz.dial_title",
}
"""'How should Toney talk to you?' asks what Toney has to do, it tells the person nothing."""
FOR_STAFF = "admin."


def left_alone() -> re.Pattern[str]:
    section = VOICE.read_text("utf-8").split("## Words to leave alone")[1]
    listed = set(re.findall(r"`([^`]+)`", section))
    assert len(listed) > 12
    return re.compile(rf"\b(?:{'|'.join(listed)})\b|!", re.IGNORECASE)


def test_no_text_tells_a_person_that_they_fell_short() -> None:
    words = left_alone()
    spoken = {
        key: value
        for key, value in texts().items()
        if key not in ASKS_ABOUT_US and not key.startswith(FOR_STAFF)
    }

    assert {key: value for key, value in spoken.items() if words.search(value)} == {}


def test_no_error_does_either() -> None:
    words = left_alone()
    kinds = [kind for _, kind in inspect.getmembers(errors, inspect.isclass)]
    said = {k.__name__: k.say for k in kinds if issubclass(k, errors.ToneyError)}

    assert {name: say for name, say in said.items() if words.search(say)} == {}
    assert all(len(say.split()) <= 20 for say in said.values())


def test_texts_use_curly_quotes_and_apostrophes() -> None:
    kinds = [kind for _, kind in inspect.getmembers(errors, inspect.isclass)]
    found = load_onboarding()
    said = [*texts().values(), *(k.say for k in kinds if issubclass(k, errors.ToneyError))]
    for asked in (*found.questions, *found.style_quiz.questions):
        said += [asked.prompt, *(option.text for option in asked.options)]
    for details in load_tensions().values():
        said += [details.label, details.user_line]
        said += [
            part for card in details.starter_rewire_cards for part in (card.title, card.content)
        ]

    assert [line for line in said if "'" in line or '"' in line] == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_welcome_counts_every_question(language: str) -> None:
    found = load_onboarding()
    every = len(found.questions) + len(found.style_quiz.questions)
    assert f" {every} " in text(language, "onboarding.welcome.body")


def test_an_installation_without_a_key_says_so_and_where_to_find_how() -> None:
    said = text("en", "ui.chat.about_no_key.body")
    assert said.startswith("No AI is set up here")
    assert "README" in said


def test_a_card_from_a_template_and_a_card_before_any_talk_are_described_truly() -> None:
    assert "Written" not in text("en", "ui.card.origin.written", day="2 May")
    assert "you said" not in text("en", "ui.ledger.because.thought")
    assert text("en", "ui.check_in.about.post") == "Mail and bills"


def test_words_of_the_code_stay_out_of_the_texts() -> None:
    private = re.compile(r"\b(?:doors?|turns?|briefings?|sessions?|signals?|a talk)\b")
    shown = {key: said for key, said in texts().items() if not key.startswith(FOR_STAFF)}

    assert {key: said for key, said in shown.items() if private.search(said)} == {}


def test_titles_of_empty_screens_end_without_a_full_stop() -> None:
    known = texts()
    stems = [
        key.removesuffix("_line")
        for key in known
        if re.search(r"\.(?:empty|none|nothing)_line$", key) and not key.startswith(FOR_STAFF)
    ]
    titles = {
        title: known[title] for stem in stems for title in (stem, f"{stem}_title") if title in known
    }

    assert len(titles) == len(stems) > 8
    assert [said for said in titles.values() if said.endswith(".")] == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_message_in_a_crisis_promises_the_hours_of_a_helpline(language: str) -> None:
    said = [line for key, line in texts(language).items() if key.startswith("safety.message.")]
    hours = re.compile(
        r"any ?time|any hour|en cualquier momento|a cualquier hora|24", re.IGNORECASE
    )

    assert said
    assert [line for line in said if hours.search(line)] == []


def test_no_card_and_no_practice_does_either() -> None:
    words = left_alone()
    said = [
        line
        for details in load_tensions().values()
        for card in details.starter_rewire_cards
        for line in (card.title, card.content)
    ]

    assert [line for line in said if words.search(line)] == []


def test_a_text_takes_exactly_its_parameters() -> None:
    assert text("en", "onboarding.progress", number=2, total=9) == "Question 2 of 9"
    with pytest.raises(MissingText, match="total"):
        text("en", "onboarding.progress", number=2)
    with pytest.raises(MissingText, match="name"):
        text("en", "onboarding.next", name="Mara")
    with pytest.raises(MissingText, match="no text"):
        text("en", "onboarding.nowhere")


def test_a_parameter_is_not_read_as_a_template() -> None:
    told = text("en", "onboarding.pattern.secondary", tension="{number}")

    assert "{number}" in told


def test_a_language_without_a_catalogue_speaks_english() -> None:
    assert languages()[0] == "en"
    assert texts("xx-YY") == texts("en")
    assert localised("xx", "q1", "A bill arrives.") == "A bill arrives."


@pytest.fixture
def catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    caches = (module.languages, module.texts, module._read)
    for cached in caches:
        cached.cache_clear()
    monkeypatch.setattr(module, "_folder", lambda: tmp_path)
    (tmp_path / "en.json").write_text(json.dumps({"a.b": "Hello {name}", "a.c": "Bye"}), "utf-8")
    yield tmp_path
    for cached in caches:
        cached.cache_clear()


def test_a_second_language_is_one_more_file(catalogues: Path) -> None:
    spanish = {"a.b": "Hola {name}", "content.q1": "Llega una cuenta."}
    (catalogues / "es.json").write_text(json.dumps(spanish), "utf-8")
    (catalogues / "es-CL.json").write_text(json.dumps({"a.c": "Chao"}), "utf-8")

    assert languages() == ("en", "es", "es-CL")
    assert text("es-CL", "a.b", name="Mara") == "Hola Mara"
    assert (text("es-CL", "a.c"), text("es", "a.c")) == ("Chao", "Bye")
    assert localised("es_MX", "q1", "A bill arrives.") == "Llega una cuenta."


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ('{"a.b": "x", "a.b": "y"}', "'a.b' is there twice"),
        ('{"ab": "x"}', "'ab' is not a key with a text"),
        ('{"a.b": ""}', "'a.b' is not a key with a text"),
        ('{"a.b": 7}', "'a.b' is not a key with a text"),
        ("[1]", "is not one object"),
        ('{"a.b"', "Expecting ':' delimiter"),
    ],
)
def test_a_broken_catalogue_is_refused_with_its_name(
    catalogues: Path, written: str, problem: str
) -> None:
    (catalogues / "de.json").write_text(written, "utf-8")

    with pytest.raises(BrokenContent, match=re.escape(problem)) as refusal:
        texts("de")
    assert str(refusal.value).startswith("locales/de.json")
