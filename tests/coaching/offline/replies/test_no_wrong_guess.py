"""Goodbyes, first words and questions are seen, and one cue alone names or reads nothing."""

from __future__ import annotations

import pytest

from coaching.values.context import PersonView
from tests.coaching.offline.talking import Session, converse, last

ENGLISH, SPANISH = Session(PersonView()), Session(PersonView(language="es"))
TOLD = {"en": "the printer at work jams every day", "es": "la impresora se traba todos los días"}


def session(language: str) -> Session:
    return ENGLISH if language == "en" else SPANISH


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            "oh no the oven is on, I gotta run. my brother will never let me hear the end of it",
        ),
        ("en", "bye, my tram is here"),
        ("en", "they want me at the till now???? I have to go, the queue is out of the door again"),
        ("en", "gotta hang up now"),
        ("en", "thanks, that's enough for today"),
        ("en", "I stop here because the plumber has come. With kind regards, Mrs Teasdale"),
        ("en", "well the quiz is on so I'll say goodbye. The neighbours are all here already"),
        ("es", "bueno, me voy a la peluquería. La chica habla más que yo y no calla nunca"),
        ("es", "nada, ya está resuelto y hoy paga mi hermano la cena. Agur!"),
        ("es", "bueno me voy"),
        ("es", "pues hablamos otro día, que ya llega mi turno y luego no me dejan mirar esto"),
        ("es", "Sin otro particular, queda a su disposición, Remedios"),
    ],
)
async def test_a_goodbye_at_the_start_or_the_end_gets_one_and_no_question(
    language: str, said: str
) -> None:
    found = await last(session(language), TOLD[language], said)
    assert found.mode.startswith("goodbye"), found.text
    assert "?" not in found.text


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "my landlord says I have to go by June and I found nothing"),
        ("en", "I have to go to the bank and I don't want to"),
        ("en", "she left without saying goodbye"),
        ("es", "bueno, me voy de la casa porque no aguanto a mi suegra"),
    ],
)
async def test_going_somewhere_is_no_goodbye(language: str, said: str) -> None:
    found = await last(session(language), TOLD[language], said)
    assert not found.mode.startswith("goodbye"), found.text


@pytest.mark.parametrize(("language", "said"), [("en", "sawubona"), ("es", "kaixo")])
async def test_one_unknown_word_at_the_start_is_a_hello(language: str, said: str) -> None:
    assert (await last(session(language), said)).mode.startswith("greeting")


async def test_who_says_that_they_are_widowed_beside_their_age_is_no_fresh_loss() -> None:
    said = await last(SPANISH, "Soy de Linares, viuda, sesenta y nueve años, y coso cortinas")
    assert not said.mode.startswith("grief")


@pytest.mark.parametrize(
    ("said", "unsaid"),
    [
        (
            "We cooked on the roof at 35 degrees. My aunt brought a goat on a lead. It was fun",
            "goat",
        ),
        ("The brochure had a lake in it. There was a dog on a boat too. I have not seen it", "dog"),
        ("If I got a loan my cousin would want half of it. She is like that. We laughed", "loan"),
        ("It raises a point. I never thought about it that way before. Funny old world", "raise"),
    ],
)
async def test_a_side_word_of_a_longer_message_is_not_named(said: str, unsaid: str) -> None:
    assert unsaid not in (await last(ENGLISH, said)).text


@pytest.mark.parametrize(
    ("language", "said", "unsaid"),
    [
        ("en", "if I have to fold one more sheet I'll scream", "waiting for you"),
        ("en", "last spring we bought a house with a huge plum tree", "just before you bought"),
        ("en", "he has never told a joke in his life", "a lot to keep"),
        ("en", "we lie down on the grass and wait for the train", "sounds sad"),
        ("en", "I dunno why I do that to be honest", "plain with you"),
        ("es", "no te voy a decir cuánto pesa el perro", "Suena a un plan"),
        ("es", "se ta poniendo vieja la bici", "De nada"),
    ],
)
async def test_one_cue_that_does_not_fit_reads_nothing(
    language: str, said: str, unsaid: str
) -> None:
    assert unsaid not in (await last(session(language), said)).text


@pytest.mark.parametrize(
    ("language", "said", "begins"),
    [
        ("en", "is this a bot", "Yes, I’m software."),
        ("en", "can I ask you something", "Sure, go ahead."),
        ("en", "and if two of us pay who gets the discount", "I don’t know that, sorry"),
        ("en", "what would be a silly way to spend it?", "I go by fixed rules, so I have no good"),
        ("en", "I like it when the week is over. is that weird", "I don’t think so."),
        ("en", "how do people make it last, honestly", "Many people move a part away"),
        ("en", "do i have to pay tax on my eggs", "I can’t give legal or tax advice."),
        ("en", "how would you word a message asking for it?", "A short message is enough"),
        ("es", "¿cómo se le cobra a un vecino?", "Basta un mensaje corto"),
        ("es", "quisiera saber si conviene subir el precio del taller", "Eso no lo sé, perdón"),
        ("es", "¿y todo esto sin costo?", "Puedes enviar"),
    ],
)
async def test_a_question_is_answered_or_the_limit_is_said(
    language: str, said: str, begins: str
) -> None:
    assert (await last(session(language), TOLD[language], said)).text.startswith(begins)


async def test_a_quoted_question_is_not_asked_of_the_coach() -> None:
    said = await last(ENGLISH, "My aunt looked at it and said, 'And you didn't ring me?' I blushed")
    assert not said.mode.startswith("question")


async def test_the_second_question_is_answered_in_other_words() -> None:
    asked = ("does a plum stone bring luck?", "does it bring more if two of us have one?")
    first, second = await converse(ENGLISH, asked)
    assert first.mode == second.mode == "question"
    assert second.text not in first.text


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Don't tell me to be grateful, I know"), ("es", "no me digas que ahorre más")],
)
async def test_a_wish_not_to_be_told_something_is_heard(language: str, said: str) -> None:
    assert (await last(session(language), said)).mode == "no_lecture"


async def test_a_rate_of_interest_is_not_called_harmless() -> None:
    said = await last(ENGLISH, "my card takes 34% interest, is that bad")
    assert "don’t think so" not in said.text


async def test_who_can_see_this_is_answered() -> None:
    said = await last(ENGLISH, "is anyone reading this? can she see it on the laptop")
    assert said.mode == "app_data"


async def test_a_pet_in_a_joke_is_not_mourned() -> None:
    said = await last(ENGLISH, "my hamster is dead and still has a better credit score lol")
    assert "sorry" not in said.text


async def test_a_mortgage_to_come_is_no_trouble_with_a_landlord() -> None:
    asked = ("We want to apply for a mortgage in June", "what would you do")
    assert "tenants" not in (await converse(ENGLISH, asked))[-1].text
