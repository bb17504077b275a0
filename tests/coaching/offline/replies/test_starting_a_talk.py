"""How to start a talk with somebody: words to begin with, for whom, and the exercise for it."""

from __future__ import annotations

import pytest

from tests.coaching.offline.people import DEV, ROCIO
from tests.coaching.offline.talking import last

PEOPLE = {"en": DEV, "es": ROCIO}
FIRST = {"en": "A first sentence{}: “I’d like to talk", "es": "Una primera frase{}: «Me gustaría"}


@pytest.mark.parametrize(
    ("language", "said", "to"),
    [
        # What was said before is about somebody, not about a bank, a loan or a no.
        (
            "en",
            (
                "my husband got a letter from the bank and hid it",
                "how do I start that conversation with him?",
            ),
            " for your husband",
        ),
        (
            "en",
            (
                "my brother asked me to lend him 500 and I said yes",
                "how do I bring it up with him?",
            ),
            " for your brother",
        ),
        (
            "en",
            ("my partner hides his debts from me", "how do I start that conversation with him?"),
            " for your partner",
        ),
        (
            "es",
            (
                "mi marido recibió una carta del banco y la escondió",
                "¿cómo empiezo esa conversación con él?",
            ),
            " para tu marido",
        ),
        (
            "es",
            ("mi pareja me esconde deudas", "¿cómo empiezo esa conversación con él?"),
            " para tu pareja",
        ),
        # Nobody was named before.
        ("en", ("how do I start that conversation with him?",), ""),
        ("en", ("how do I bring it up with my partner",), " for your partner"),
        ("en", ("how do I open that conversation with my boyfriend?",), " for your boyfriend"),
        ("en", ("how do I even begin to talk to my mum about money?",), " for your mum"),
        ("en", ("how can I raise it with my sister?",), " for your sister"),
        (
            "en",
            ("I want to talk to my wife about the debt but I don’t know how to start",),
            " for your wife",
        ),
        ("en", ("how do I get him to talk about money?",), ""),
        ("es", ("¿cómo saco el tema con mi pareja?",), " para tu pareja"),
        ("es", ("¿cómo lo hablo con mi pareja?",), " para tu pareja"),
        ("es", ("¿cómo hablo de esto con mi novio?",), " para tu novio"),
        ("es", ("¿cómo inicio esa conversación con él?",), ""),
        ("es", ("¿cómo empiezo a hablar con él?",), ""),
        ("es", ("no sé cómo empezar a hablar con mi esposa de la deuda",), " para tu esposa"),
        ("es", ("¿cómo arranco esa charla con mi papá?",), " para tu papá"),
    ],
)
async def test_a_first_sentence_is_for_whom_it_is_about(
    language: str, said: tuple[str, ...], to: str
) -> None:
    found = await last(PEOPLE[language], *said)
    assert found.text.startswith(FIRST[language].format(to))
    assert found.chips[0].target == "start_a_talk"


@pytest.mark.parametrize(
    ("said", "begins"),
    [
        (
            ("I’m three months behind with the electric company", "what do I say to them?"),
            "You could say: “I’m having trouble",
        ),
        (
            ("my brother wants to borrow 500 again", "what do I say to him?"),
            "You could say to your brother: “I can’t",
        ),
        (("how do I ask my boss for a raise?",), "You could say: “I’d like to talk about my pay"),
        (
            ("should I say something about a raise to my manager, and what do I say?",),
            "You could say: “I’d like to talk about my pay",
        ),
    ],
)
async def test_what_was_asked_before_still_decides_where_no_talk_is_meant(
    said: tuple[str, ...], begins: str
) -> None:
    assert (await last(DEV, *said)).text.startswith(begins)


@pytest.mark.parametrize(
    "said", ["¿cómo hablo con una persona de verdad?", "¿cómo hablo con un asesor?"]
)
async def test_who_wants_to_talk_to_somebody_else_gets_no_words(said: str) -> None:
    assert not (await last(ROCIO, said)).text.startswith("Una primera frase")
