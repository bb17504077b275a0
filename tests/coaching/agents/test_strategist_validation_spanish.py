"""Answers in Spanish, for somebody who writes in Spanish and has left the app in English."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from coaching.agents.strategist_validation import Judged, judged
from coaching.agents.writing_style import as_on_page
from coaching.prompts import strategist_prompt
from coaching.values.context import StrategistContext
from coaching.values.enums import Trigger
from coaching.values.strategy import SECTIONS, StrategistAnswer
from coaching.values.transcript import TranscriptLine
from tests.support import strategy
from tests.support.cast import COUPLE
from tests.support.situations import view

AT = datetime(2026, 1, 12, 20, tzinfo=UTC)
SAID = (
    "hoy me escribió mi hermano otra vez, que le preste para la renta",
    "le dije que el domingo le contestaba y no dormi",
    "mi mamá dice que la familia es primero",
)
PERSON = replace(view(COUPLE), language="en", emotional_why="Quiero poder decir que no.")
CONTEXT = StrategistContext(
    Trigger.SESSION_END,
    PERSON,
    date(2026, 1, 12),
    session_number=2,
    transcript=tuple(TranscriptLine("user", text, AT) for text in SAID),
)
PAGE = (
    "Vino por esto: «Quiero poder decir que no.» Después de hablar con su hermano durmió mal.",
    "Quizá decir que no le suena a dejar de querer. Es una idea; si no le queda, se suelta.",
    "Su mamá dice que la familia es primero. Cuando llega el mensaje, ¿Qué siente en el cuerpo?",
    "«Primero yo respiro» es la tarjeta de la pantalla de inicio. Todavía no la ha usado.",
    "Pregunta por el domingo 18: si contestó, y cómo le fue. No le digas qué contestar.",
    "Palabras que usa: «la familia es primero». Mejor no hablar de deudas.",
    "Está pensando en un cambio pequeño. En esta etapa, el paso siguiente lo elige ella misma.",
)
DOORS = (
    ("La respuesta del domingo", "Dijiste que le contestabas el domingo. ¿Cómo te fue?"),
    ("Antes de contestar", "¿Qué te pasa por dentro justo antes de contestarle?"),
    ("Lo que dice tu mamá", "Tu mamá dice que la familia es primero. ¿Y tú qué dices?"),
    ("Solo platicar", "Hoy no tiene que ser de dinero. ¿Qué traes en la cabeza?"),
)
ANSWER: dict[str, Any] = {
    "hypothesis": "Quizá decir que no te suena a dejar de querer a tu hermano.",
    "leverage": "Pediste tiempo hasta el domingo en lugar de decir que sí enseguida.",
    "curiosities": ["¿Qué cambiaría si la respuesta pudiera esperar?", "¿Quién más lo sabe?"],
    "session_strategy": "Pregunta cómo le fue el domingo. Si no contestó, no insistas.",
    "journey_narrative": "Llegaste con un mensaje de tu hermano. Le pediste tiempo. Eso es nuevo.",
    "doors": [
        {"title": title, "why_now": "Lo dijiste hoy.", "length": "quick", "opening": opening}
        for title, opening in DOORS
    ],
    "one_sentence": "Puedes querer a tu hermano y tomarte tu tiempo para contestarle.",
    "briefing_content": "\n\n".join(
        f"{name}\n{text}" for name, text in zip(SECTIONS, PAGE, strict=True)
    ),
    "intel": strategy.intel(
        triggers=["Un mensaje de tu hermano en la noche."],
        breakthroughs=["Pediste tiempo antes de contestar."],
        used_words=["la familia es primero"],
    ),
}


def answered(language: str, **changes: Any) -> Judged:
    context = replace(CONTEXT, person=replace(PERSON, language=language))
    said = strategy.as_json(**{**ANSWER, **changes})
    return judged(StrategistAnswer.model_validate(said), context)


@pytest.mark.parametrize("language", ["en", "es", "en-GB", "es-MX"])
def test_an_answer_in_spanish_is_taken_whole_whatever_the_app_is_set_to(language: str) -> None:
    found = answered(language)

    assert (found.outcome, found.problems) == ("done", ())
    assert found.output is not None
    for text in PAGE:
        assert text in found.output.briefing_content
    assert found.output.one_sentence == ANSWER["one_sentence"]
    assert [door.opening for door in found.output.doors] == [opening for _, opening in DOORS]


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_spanish_answer_loses_what_it_makes_up_and_nothing_else(language: str) -> None:
    made_up = "Tu tía Remedios te prestó 4500 pesos. Hablamos del mensaje de tu hermano."

    found = answered(language, leverage=made_up)

    assert found.output is not None
    assert found.output.leverage == "Hablamos del mensaje de tu hermano."


def test_the_language_they_write_in_wins_over_the_app_s() -> None:
    system, messages = strategist_prompt(CONTEXT)

    assert "in the language the person writes in, also when the app is set" in system[0].text
    assert "The app is set to: en." in str(messages[0].content)


@pytest.mark.parametrize(
    "first",
    [
        "Escribe en español de México y le habla de tú.",
        "She writes in Spanish from México, so Toney says tú. Amounts are in Pesos.",
        "Habla español de Colombia, de usted.",
    ],
)
def test_how_they_write_is_never_a_name_that_was_not_given(first: str) -> None:
    page = "\n\n".join(
        f"{name}\n{first if name == SECTIONS[-1] else text}"
        for name, text in zip(SECTIONS, PAGE, strict=True)
    )

    found = answered("es-MX", briefing_content=page)

    assert found.output is not None
    assert first in found.output.briefing_content


@pytest.mark.parametrize(
    ("said", "address"),
    [("¿me puedes ayudar? no sé qué crees tú", "tú"), ("dígame usted qué hago", "usted")],
)
def test_language_and_form_of_address_are_told_by_code(said: str, address: str) -> None:
    lines = (*CONTEXT.transcript, TranscriptLine("user", said, AT))

    person = as_on_page(PERSON, [said])
    _, (message,) = strategist_prompt(replace(CONTEXT, person=person, transcript=lines))

    assert f"so far it seems to be “{address}”" in str(message.content)
