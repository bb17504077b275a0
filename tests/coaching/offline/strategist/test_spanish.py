"""Somebody who writes Spanish reads Spanish: doors, closing, story, home, guess, card."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from coaching.content import load_onboarding
from coaching.offline.strategist.plan import plan
from coaching.rules.recap import recap
from coaching.rules.wording import copy, in_words, times
from coaching.text.lexicon import lexicon
from coaching.text.words import plain, words
from coaching.values.context import PersonView
from coaching.values.enums import SignalType, Tension
from tests.coaching.offline.strategist.files import first_run, later_run, said, signal, win

if TYPE_CHECKING:
    from coaching.values.strategy import StrategistOutput

TO_THE_PERSON = ("one", "one_why", "obstacle", "curiosities", "doors", "act")
WHY = "Quiero abrir una carta sin que se me cierre el pecho."


def nora(tension: Tension | None = Tension.AVOID, **changes: Any) -> PersonView:
    person = PersonView(name="Nora", tension=tension, emotional_why=WHY, tone=4, language="en")
    return replace(person, **changes)


def read_by_them(out: StrategistOutput) -> list[str]:
    doors = [text for door in out.doors for text in (door.title, door.why_now, door.opening)]
    card = out.focus_card_prescription.card
    cards = [card.title, card.content] if card else []
    told = (out.one_sentence, out.journey_narrative, out.leverage, out.hypothesis)
    return [text for text in (*told, *out.curiosities, *doors, *cards) if text]


def english_in(texts: list[str]) -> list[str]:
    only = lexicon("en").stop - lexicon("es").stop - {"me", "no", "has", "help", "now"}
    return [text for text in texts if len(set(words(plain(text))) & only) > 0]


@pytest.mark.parametrize("tension", [*Tension, None])
def test_the_first_page_holds_no_english(tension: Tension | None) -> None:
    rule = load_onboarding().hypothesis.rules[0]
    person = nora(tension, hypothesis=rule.text, hypothesis_rules=(rule.id,))
    assert english_in(read_by_them(plan(first_run(person)))) == []


@pytest.mark.parametrize("context", sorted(copy()["context"]))
def test_no_circumstance_brings_english(context: str) -> None:
    person = nora(hypothesis="Avoid probably protects you.", life_context=(context,))
    assert english_in(read_by_them(plan(first_run(person)))) == []


@pytest.mark.parametrize("tension", [*Tension, None])
def test_nor_does_a_session_with_a_card_a_win_and_a_feeling(tension: Tension | None) -> None:
    text = "Abrí una carta en la cocina y me dio miedo."
    out = plan(
        later_run(
            person=nora(tension),
            transcript=said(text),
            signals=(signal(SignalType.EMOTIONAL, text),),
            wins=(win(text),),
        )
    )
    assert english_in(read_by_them(out)) == []
    assert "«" in out.journey_narrative
    assert "“" not in "".join(read_by_them(out))


def test_everything_a_person_reads_was_written_in_spanish() -> None:
    english, spanish = copy(), copy("es")
    for tension in Tension:
        here, there = (table["tension"][tension.value] for table in (english, spanish))
        assert [name for name in TO_THE_PERSON if here[name] == there[name]] == []
    for name in ("closing", "story", "home", "shared", "labels"):
        assert {k for k, v in english[name].items() if spanish[name][k] == v} == set()


def test_every_frame_keeps_its_slots() -> None:
    def slots(table: Any) -> list[str]:
        return sorted({part.split("}")[0] for part in str(table).split("'{")[0].split("{")[1:]})

    english, spanish = copy(), copy("es")
    for name in ("closing", "home"):
        for key, lines in english[name].items():
            for frame in spanish[name][key] if isinstance(lines, list) else ():
                assert slots(frame) == slots(lines[0]), key


def test_an_english_page_stays_english() -> None:
    out = plan(first_run())
    assert "“" in out.one_sentence + out.journey_narrative


def test_times_and_quotation_marks_are_those_of_the_language() -> None:
    assert (times(1, "es"), times(2, "es"), times(5, "es")) == ("una vez", "dos veces", "5 veces")
    assert (in_words("así", "es-CL"), in_words("so", "en"), in_words("", "es")) == (
        "«así»",
        "“so”",
        "",
    )


def test_a_short_session_ends_in_the_language_of_the_one_who_came() -> None:
    assert recap(("ok", "no"), after_danger=False, language="es").one_line == "Una charla corta"
    assert "Ayuda ahora" in recap((), after_danger=True, language="es").note
