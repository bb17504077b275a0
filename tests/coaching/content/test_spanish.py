"""The Spanish interface: a text for each English one, with the same slots."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from coaching.content import catalogue as module
from coaching.content import (
    languages,
    load_onboarding,
    load_tensions,
    localised,
    texts,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

FOR_STAFF = "admin."
SLOT = re.compile(r"\{(\w+)\}")


def own_texts() -> dict[str, str]:
    return dict(json.loads((module._folder() / "es.json").read_bytes()))


def test_each_text_is_there_in_spanish_with_the_same_slots() -> None:
    english = {key: text for key, text in texts("en").items() if not key.startswith(FOR_STAFF)}
    spanish = {key: text for key, text in own_texts().items() if not key.startswith("content.")}

    assert spanish.keys() == english.keys()
    assert [
        key for key in english if set(SLOT.findall(english[key])) != set(SLOT.findall(spanish[key]))
    ] == []


def test_each_question_and_each_tension_is_there_in_spanish() -> None:
    wanted = dict(_questions())
    given = {
        key.removeprefix("content."): text for key, text in own_texts().items() if "content." in key
    }

    assert given.keys() == wanted.keys()
    assert all(localised("es-CL", id_, said) == given[id_] for id_, said in wanted.items())


def test_spanish_quotes_are_angled_and_questions_open() -> None:
    said = own_texts()

    assert [key for key, text in said.items() if re.search("[\"'“”‘’]", text)] == []
    assert [key for key, text in said.items() if text.count("?") != text.count("¿")] == []


def test_each_thing_is_said_with_one_word() -> None:
    """It is `borrar` and `quizá`; what Toney tried and couldn't do is `no pude`."""
    said = own_texts()
    tried = [key for key in said if re.fullmatch(r"tool\.\w+\.failed", key)]

    other = re.compile(r"\b(elim[ií]n\w*|quizás|tal vez|no pudimos)\b", re.IGNORECASE)
    assert [key for key, text in said.items() if other.search(text)] == []
    assert [key for key in tried if not re.match("No (pude|encontré)\\b", said[key])] == []


def test_a_time_of_day_fits_every_hour_and_ends_no_sentence() -> None:
    """One o'clock is `la 1:05`, and `3:08 a.m.` brings a full stop of its own."""
    said = own_texts()

    assert [key for key, text in said.items() if re.search(r"las \{time\}|\{time\}\.", text)] == []


def _questions() -> Iterator[tuple[str, str]]:
    found = load_onboarding()
    for asked in found.questions:
        yield asked.id, asked.prompt
        if asked.help:
            yield f"{asked.id}.help", asked.help
        if asked.placeholder:
            yield f"{asked.id}.placeholder", asked.placeholder
        yield from ((option.id, option.text) for option in asked.options)
    for quiz in found.style_quiz.questions:
        yield quiz.id, quiz.prompt
        yield from ((option.id, option.text) for option in quiz.options)
    for name, details in load_tensions().items():
        yield f"{name.value}.label", details.label
        yield f"{name.value}.user_line", details.user_line


def test_each_language_has_its_own_name_in_every_language_and_names_another_one() -> None:
    for lang in languages():
        known = texts(lang)
        assert [known[f"ui.language.{one}"] for one in languages()] == ["English", "Español"]
        other = known["ui.language.other_code"]
        assert other in set(languages()) - {lang}
        assert known["ui.language.other"] == known[f"ui.language.{other}"]


def test_a_card_is_a_ficha_because_a_tarjeta_is_the_bank_s() -> None:
    said = own_texts().values()
    assert [
        text for text in said if re.search(r"tarjeta(?! bancaria)|\bestante", text, re.IGNORECASE)
    ] == []
