"""What people talk about: a reply names it, says what can help, and goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from coaching.domains.practices.content import load_library
from coaching.evals.judges.replies import own_words
from coaching.offline.replies.texts import names, wording
from coaching.text.words import sentences, words
from coaching.values.context import PersonView
from tests.coaching.offline.talking import Session, converse, last

CASES = [
    line.split("\t")
    for file in ("subjects.tsv", "situations.tsv")
    for line in Path(__file__).with_name(file).read_text("utf-8").splitlines()
]
MOST_WORDS = 40
MOST_WRONG = 5
FORMS = frozenset({"shame", "secret", "win", "good_news"})
"""Modes of replies that name what it is about by what the message does."""


async def test_a_subject_is_answered_or_named() -> None:
    wrong: list[tuple[str, str, str]] = []
    for name, language, text in CASES:
        said = await last(Session(PersonView(language=language)), text)
        if said.mode.removeprefix("tip_") not in {name, "story", "denied"} | FORMS:
            wrong.append((said.mode, name, text))
    assert len(CASES) > 60
    assert len(wrong) <= MOST_WRONG, wrong


def test_every_text_is_short_asks_one_thing_and_names_real_practices() -> None:
    known = {practice.id for practice in load_library().practices}
    for name in names():
        found = wording(name)
        assert set(found.practices) <= known, name
        if name.startswith("tip_"):
            for language in ("en", "es"):
                text = found.said(language)
                assert len(words(text)) <= MOST_WORDS, name
                assert "?" not in own_words(text) or text.endswith("?"), name


async def test_an_answer_is_given_once_and_what_follows_is_taken_in() -> None:
    told = ("my rent goes up in march", "my rent goes up again in june", "and the lease is up")
    said = await converse(Session(PersonView()), told)
    assert [one.mode for one in said] == ["story", "story", "story"]
    assert "rent" in said[0].text
    assert len({one.text for one in said}) == len(said)


@pytest.mark.parametrize(
    ("language", "told", "begins"),
    [
        (
            "en",
            "the whole thing makes me so sad that I can't look at it",
            "I’m sorry, that sounds sad.",
        ),
        ("es", "me siento muy triste con todo lo que pasa", "Lo siento, suena triste."),
    ],
)
async def test_a_feeling_that_is_said_is_answered(language: str, told: str, begins: str) -> None:
    assert (await last(Session(PersonView(language=language)), told)).text.startswith(begins)


@pytest.mark.parametrize("asked", ["what would you do?", "what can I do about it", "any ideas?"])
async def test_who_asks_what_to_do_is_told_what_can_help_with_it(asked: str) -> None:
    said = await last(Session(PersonView()), "the electricity bill is due friday, 140", asked)
    assert said.text.startswith("Call before the date and ask for more time")
    assert any(chip.action == "practice" for chip in said.chips)


async def test_a_number_is_taken_in_and_not_said_back() -> None:
    said = await last(Session(PersonView()), "my rent goes up in march", "180 more")
    assert said.mode == "story"
    assert "180" not in said.text


async def test_words_to_say_are_given_once_and_then_pointed_at() -> None:
    told = ("my flatmate owes me 200", "what do I say to her?", "ok but how do I bring it up?")
    said = await converse(Session(PersonView()), told)
    assert "could you send me the money" in said[1].text
    assert said[2].mode == "words_said"


@pytest.mark.parametrize(
    ("asked", "begins"),
    [
        ("is it better to pay off the loan first or save?", "For most people: first a small"),
        ("which card do I pay first?", "Pay the minimum on all of them"),
        ("how much should I save each month?", "There’s no right number"),
        ("what does interest free mean?", "It means you pay no interest"),
    ],
)
async def test_a_question_that_many_people_ask_is_answered(asked: str, begins: str) -> None:
    assert (await last(Session(PersonView()), asked)).text.startswith(begins)


async def test_listening_names_the_situation_and_asks_nothing() -> None:
    said = await last(Session(PersonView()), "I'd like to talk", "my sister called me stingy")
    assert said.mode == "listen"
    assert "your sister" in said.text
    assert "?" not in said.text


async def test_a_fresh_loss_comes_before_the_bills() -> None:
    said = await last(Session(PersonView()), "my husband did the bills and he died in may")
    assert said.mode == "grief"


@pytest.mark.parametrize(
    ("language", "told", "begins"),
    [
        (
            "en",
            ("can't pay the electricity til friday", "what do I say"),
            "You could say: “I’m having",
        ),
        ("es", ("¿con quién puedo hablar de esto gratis?",), "Hay asesorías gratuitas"),
        (
            "es",
            ("no llego a fin de mes", "no quiero consejos, solo desahogarme"),
            "De acuerdo, sin sermones. Te escucho.",
        ),
    ],
)
async def test_who_wants_words_people_or_an_ear_gets_them(
    language: str, told: tuple[str, ...], begins: str
) -> None:
    assert (await last(Session(PersonView(language=language)), *told)).text.startswith(begins)


STORY = (
    "I went to the market with Ana on Sunday and we met the old teacher, who asked about my work. "
    "Then it rained, so we sat in the church for an hour and she told me all about her garden in "
    "the hills. "
)


async def test_a_long_message_is_answered_by_how_it_ends() -> None:
    said = await last(Session(PersonView()), f"{STORY}What is an overdraft?")
    assert said.text.startswith("An overdraft lets your account")


async def test_a_long_message_without_a_clear_end_is_taken_in_and_not_guessed_at() -> None:
    first, second = await converse(Session(PersonView()), (STORY, f"{STORY}And so on."))
    assert (first.mode, second.mode) == ("story", "story")
    assert first.text != second.text


@pytest.mark.parametrize(
    ("told", "begins"),
    [
        ("I said 300, it's 450", "Thanks, got it."),
        ("what did I say it costs?", "Ask me about one thing"),
        ("hi, I'm Sam", "Hi Sam, good to meet you."),
    ],
)
async def test_what_is_told_is_taken_in(told: str, begins: str) -> None:
    assert (await last(Session(PersonView()), told)).text.startswith(begins)


async def test_no_sentence_is_said_twice_in_a_conversation() -> None:
    told = ("the rent goes up", "it is too much", "I'm scared", "what can I do?", "and then?", "hm")
    said = await converse(Session(PersonView()), told)
    every = [one for reply in said for one in sentences(reply.text)]
    assert len(every) == len(set(every))


async def test_a_question_of_its_own_is_not_answered_with_what_was_open() -> None:
    told = ("my rent goes up in march", "do they check that at the office on mondays?")
    first, second = await converse(Session(PersonView()), told)
    assert first.mode == "story"
    assert "landlord" not in second.text


async def test_what_the_minimum_does_is_told_without_a_question_mark() -> None:
    told = ("debo tres tarjetas", "oye y si pago el minimo no mas q pasa, en serio pregunto")
    said = await last(Session(PersonView(language="es")), *told)
    assert "casi todo se va en intereses" in said.text


async def test_a_saying_of_somebody_who_died_is_no_fresh_loss() -> None:
    told = "I kept every bag. My late husband used to say he'd be buried in them."
    assert (await last(Session(PersonView()), told)).mode != "grief"


async def test_after_a_loss_another_matter_is_answered() -> None:
    told = ("my mum died in february", "how does one know what is safe to spend in a year?")
    assert (await last(Session(PersonView()), *told)).mode.startswith("question")


async def test_who_asks_who_can_read_this_is_told_and_not_warned() -> None:
    assert (await last(Session(PersonView()), "who reads these messages?")).mode == "app_data"


async def test_after_a_correction_what_was_said_before_is_dropped() -> None:
    told = ["my landlord put the rent up", "that's not really what I meant", "hmm"]

    *_, wrong, then = await converse(Session(PersonView(language="en")), told)

    assert wrong.text.startswith("Sorry, I got that wrong.")
    assert "landlord" not in then.text
