"""A reply names what a message is about: people and things, and what the message does."""

from __future__ import annotations

import re

import pytest

from coaching.offline.replies import naming
from coaching.offline.replies.texts import read
from coaching.values.context import PersonView
from tests.coaching.offline.talking import Session, converse, last

ENGLISH, SPANISH = Session(PersonView()), Session(PersonView(language="es"))


def found(text: str, language: str = "en", *before: str) -> tuple[str, str]:
    named = naming.names(text, language, before=before)
    return named.who, named.thing


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("my sister texted me about the car", ("your sister", "the car")),
        ("mum paid my rent", ("your mum", "your rent")),
        ("my older brother wants his bike back", ("your older brother", "his bike")),
        ("my friend Maeve laughed", ("your friend Maeve", "")),
        ("the vet wants £850 for the dog", ("", "the dog")),
        ("I lost my job in May", ("", "losing your job")),
        ("a sister is a good thing to have", ("", "")),
        ("I'm fine, I'll ring them and work more", ("", "")),
        ("it's not the coat", ("", "")),
        ("my mum's car broke down", ("your mum", "the car")),
    ],
)
def test_people_and_things_are_named_as_they_are_said_back(
    text: str, named: tuple[str, str]
) -> None:
    assert found(text) == named


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("mi hermana me pidió plata para el arriendo", ("tu hermana", "el arriendo")),
        ("mis papás no saben de las deudas", ("tus papás", "las deudas")),
        ("me llegó una multa de 2300 pesos", ("", "la multa")),
        ("me echaron el lunes", ("", "quedarte sin trabajo")),
        ("no es mi mamá, es mi suegra", ("tu suegra", "")),
    ],
)
def test_spanish_names_have_their_article_and_gender(text: str, named: tuple[str, str]) -> None:
    assert found(text, "es") == named


def test_a_pronoun_means_the_person_who_was_named_last_and_no_animal() -> None:
    assert found("she wants half of it", "en", "my sister called")[0] == "your sister"
    assert found("he is fourteen", "en", "the dog is ill", "my son called")[0] == ""
    assert found("no le he dicho nada", "es", "mi novia quiere mudarse")[0] == "tu novia"


@pytest.mark.parametrize(
    ("session", "told", "holds"),
    [
        (ENGLISH, "my sister wants me to pay for the car", "your sister"),
        (ENGLISH, "my dad was just the same with coats", "goes back to your dad"),
        (ENGLISH, "mum says she can lend me 200 for the bus pass", "an offer from your mum"),
        (ENGLISH, "I'm dreading the interview", "the interview"),
        (ENGLISH, "my neighbour got a new van", "your neighbour"),
        (SPANISH, "mi mamá dice que la familia es la familia", "Para tu mamá es así"),
        (SPANISH, "me da rabia lo de la multa", "la multa"),
    ],
)
async def test_a_reply_says_whom_or_what_it_is_about(
    session: Session, told: str, holds: str
) -> None:
    assert holds in (await last(session, told)).text


async def test_nothing_is_named_twice_running_and_no_form_is_repeated() -> None:
    told = ["the car is blue", "the car is old", "the fridge hums", "the oven is new"]
    said = [one.text for one in await converse(ENGLISH, told)]
    assert "the car" in said[0]
    assert "the car" not in said[1]
    assert len({re.sub(r"the \w+", "", text) for text in said}) == len(said)


@pytest.mark.parametrize(
    "told", ["I'm not angry about the rent", "he is angry with me", "she isn't sad at all"]
)
async def test_a_feeling_that_is_denied_or_of_others_is_not_theirs(told: str) -> None:
    said = (await last(ENGLISH, told)).text
    assert "you’re angry" not in said
    assert "sounds sad" not in said


@pytest.mark.parametrize(
    ("told", "begins"),
    [
        ("please don't lecture me", "OK, no lecture."),
        ("can you be blunt with me", "OK, I’ll be plain with you"),
        ("am I being ridiculous?", "I don’t think so."),
        ("do other people do this?", "Yes, a lot of people do"),
        ("do pet charities pay for teeth?", "I don’t know that, sorry"),
        ("should I fix the car or the roof?", "I can’t judge that for you."),
        ("what will he say about it?", "I can’t tell you how that will go."),
        ("how many letters until they come?", "I don’t know that"),
        ("can you ask one thing at a time?", "Of course, we’ll go slowly."),
        ("please use normal words, no emojis", "OK, plain words only."),
        ("tell it to me straight", "OK, I’ll be plain with you"),
        ("could you keep it short please", "OK, I’ll keep it short."),
        ("¿puedes preguntarme solo una cosa a la vez?", "Claro, vamos despacio."),
    ],
)
async def test_a_wish_or_a_question_is_answered_as_one(told: str, begins: str) -> None:
    assert (await last(ENGLISH, told)).text.startswith(begins)


async def test_opening_toney_is_no_feat_and_opening_the_banking_app_is_one() -> None:
    came = "so i opened the app because i bought a coat i can't afford"
    assert not (await last(ENGLISH, came)).text.startswith("Well done")
    assert (await last(ENGLISH, "i opened the banking app today")).text.startswith("Well done")


async def test_after_no_questions_none_is_asked() -> None:
    told = ["just listen please, no questions", "my husband opened the parcel", "I'm scared"]
    _, *after = await converse(ENGLISH, told)
    assert not [one.text for one in after if "?" in one.text]


async def test_after_a_false_alarm_the_talk_goes_on_with_help_beside_it() -> None:
    forms = await last(ENGLISH, "she keeps the car", "my sister has the car on sundays")
    assert "your sister" in forms.text


def test_every_form_has_a_text_that_needs_no_name_and_one_in_each_language() -> None:
    for name, row in read("naming.toml")["forms"].items():
        for language in ("en", "es"):
            free = [text for text in row[language] if "{" not in text]
            assert free or row.get("who") or row.get("sum"), (name, language)
            assert all(text.count("?") <= 1 for text in row[language])


@pytest.mark.parametrize(
    "told",
    ["There is another letter and I put it in the drawer.", "my brother recommended it again"],
)
async def test_whoever_put_something_somewhere_is_not_welcomed(told: str) -> None:
    assert "Welcome" not in (await last(ENGLISH, told)).text
