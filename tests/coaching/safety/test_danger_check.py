from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coaching.safety import NOTHING_ASKED, DangerCheck, asked_in, asked_with, hear
from coaching.values.enums import CheckAnswer, SafetyLevel
from coaching.values.safety import SafetyVerdict

DANGER = DangerCheck("danger", "suicidality")
CRISIS = DangerCheck("danger", "suicidality", is_crisis=True)
SAFETY = DangerCheck("safe", "suicidality")
COMPANY = DangerCheck("company", "mania_psychosis", is_crisis=True)
NOTHING = SafetyVerdict()

CLEAR = [
    "you misunderstood me",
    "that's not what I meant",
    "me entendiste mal",
    "no",
    "No.",
    "nope, not that",
    "no no, I mean the budget",
    "no, I'm fine, it's just the money",
    "god no, it's the bills",
    "of course not",
    "I'm safe",
    "yes I'm safe, my sister is here",
    "it's a figure of speech, I don't want to die",
    "I'm not thinking about that at all",
    "no, thank you. about the card",
    "only the money",
    "no, es por la plata",
    "no no, estoy bien",
    "claro que no",
    "no quiero morirme, es un decir",
    "estoy a salvo",
]
YES = [
    "yes",
    "yeah, sometimes",
    "Yes I think about it. I haven't done anything",
    "both",
    "sometimes",
    "a bit of both I guess",
    "I think so",
    "kind of. I think about it most nights",
    "the second one",
    "I think about it most nights",
    "no, I'm not safe",
    "not safe no",
    "I just wouldn't have to explain it to anyone any more",
    "i do",
    "sí",
    "a veces",
    "creo que sí",
    "las dos cosas",
    "no, no estoy a salvo",
    "sí, lo pienso todas las noches",
]
UNCLEAR = [
    "I don't know",
    "maybe",
    "yeah, kind of",
    "yes something like that",
    "I guess so",
    "um, not sure",
    "sí, algo así",
    "si mas o menos",
    "no sé",
    "pues, tal vez",
    "supongo que sí",
]
BESIDE_IT = [
    "whatever, let's talk about the card",
    "can we look at the rent instead",
    "why do you ask that",
    "I don't want to talk about it",
    "...",
    "my boss called again today",
    "let's talk about the rent",
    "also the rent is due on Friday",
    "I am tired of your questions",
    "I keep thinking about that letter",
    "no one at work knows about the loan",
    "no idea what to cook tonight",
    "not really",
    "no, not tonight",
    "maybe I should pay the gas first",
    "no puedo más",
    "qué más da, hablemos de la tarjeta",
]


def said(check: DangerCheck, message: str) -> CheckAnswer | None:
    return hear(check, message, NOTHING).answer


@pytest.mark.parametrize("message", CLEAR)
def test_a_clear_no_or_safe_ends_the_check(message: str) -> None:
    for check in (DANGER, CRISIS):
        heard = hear(check, message, NOTHING)

        assert (heard.answer, heard.check) == (CheckAnswer.SAFE, NOTHING_ASKED)
        assert heard.verdict == NOTHING


@pytest.mark.parametrize("message", YES)
def test_a_yes_and_what_is_short_of_a_no_go_the_crisis_way(message: str) -> None:
    heard = hear(DANGER, message, NOTHING)

    assert heard.verdict == SafetyVerdict(SafetyLevel.CRISIS, "suicidality", source="check")
    assert heard.check.is_crisis
    assert hear(CRISIS, message, NOTHING).answer is CheckAnswer.YES


@pytest.mark.parametrize("message", UNCLEAR)
def test_a_vague_answer_is_no_yes_and_is_asked_about_once_more(message: str) -> None:
    for check in (DANGER, CRISIS, SAFETY):
        once = hear(check, message, NOTHING)

        assert (once.answer, once.verdict) == (CheckAnswer.UNCLEAR, NOTHING)
        assert once.check.about == check.about
        assert hear(once.check, "no", NOTHING).answer is not CheckAnswer.UNCLEAR
        assert hear(once.check, message, NOTHING).answer is CheckAnswer.YES


@pytest.mark.parametrize("message", BESIDE_IT)
def test_an_answer_beside_it_is_met_once_more_and_then_let_go(message: str) -> None:
    for check in (DANGER, CRISIS):
        once = hear(check, message, NOTHING)
        twice = hear(once.check, message, NOTHING)

        assert (once.answer, twice.answer) == (CheckAnswer.OPEN, CheckAnswer.LEFT)
        assert twice.check == NOTHING_ASKED
        assert hear(twice.check, message, NOTHING).answer is None


@pytest.mark.parametrize("message", ["yes", "yeah I think so", "I'm ok", "sí", "estoy bien"])
def test_asked_whether_they_are_safe_a_yes_is_good_news(message: str) -> None:
    assert said(SAFETY, message) is CheckAnswer.SAFE


@pytest.mark.parametrize("message", ["no", "not really", "nope."])
def test_asked_whether_they_are_safe_less_than_a_yes_is_a_crisis(message: str) -> None:
    assert hear(SAFETY, message, NOTHING).verdict.level is SafetyLevel.CRISIS


@pytest.mark.parametrize("message", ["yes", "no", "I don't know"])
def test_asked_who_is_with_them_a_word_says_nothing_of_danger(message: str) -> None:
    assert said(COMPANY, message) is CheckAnswer.OPEN


@pytest.mark.parametrize("category", ["suicidality", "harm_to_others"])
def test_a_fixed_text_of_concern_that_asks_leaves_a_check_open(category: str) -> None:
    found = asked_with(SafetyVerdict(SafetyLevel.CONCERN, category))

    assert (found.about, found.category, found.is_crisis) == ("danger", category, False)


@pytest.mark.parametrize("category", ["fraud", "acute_debt"])
def test_a_scam_or_an_empty_fridge_asks_nobody_whether_they_live(category: str) -> None:
    assert asked_with(SafetyVerdict(SafetyLevel.CRISIS, category)) == NOTHING_ASKED


def test_what_is_serious_in_the_answer_counts_by_itself() -> None:
    serious = SafetyVerdict(SafetyLevel.CRISIS, "suicidality")
    hopeless = SafetyVerdict(SafetyLevel.CONCERN, "gambling")

    assert hear(DANGER, "I want to die", serious).verdict == serious
    assert hear(CRISIS, "and I bet again", hopeless).check == CRISIS


@pytest.mark.parametrize(
    ("reply", "about"),
    [
        ("Is it about the money, or are you also thinking about not being here?", "danger"),
        ("¿Es por el dinero, o también piensas en no estar aquí?", "danger"),
        ("I'd rather ask: are you thinking of ending your life?", "danger"),
        ("Before anything else: are you safe at the moment?", "safe"),
        ("Antes que nada: ¿estás a salvo ahora?", "safe"),
        ("What would feel safe about opening it?", ""),
        ("Are you thinking of ending the subscription?", ""),
        ("I hope you are safe right now.", ""),
    ],
)
def test_a_reply_that_asks_about_danger_is_noticed(reply: str, about: str) -> None:
    assert asked_in(reply).about == about


MONEY = [
    "Are you thinking about ending your gym membership?",
    "Are you thinking of killing the subscription?",
    "Are you afraid of hurting someone's feelings?",
    "Would saying no mean hurting someone you love?",
    "Are you in danger of going overdrawn?",
    "Do you feel financially safe?",
    "Do you want to die on that hill?",
    "Have you thought about not being here for the sale?",
    "¿Estás en peligro de perder el piso?",
    "¿Te sientes a salvo con ese colchón?",
    "¿Tienes miedo de hacerle daño a alguien si dices que no?",
    "¿Has pensado en no estar aquí el viernes?",
]


@pytest.mark.parametrize("question", MONEY)
@pytest.mark.parametrize("message", ["no", "yes", "no, I'm fine", "sí", "maybe", "the rent"])
def test_a_question_about_money_opens_no_check_that_a_message_could_answer(
    question: str, message: str
) -> None:
    heard = hear(asked_in(question), message, NOTHING)

    assert (heard.answer, heard.check, heard.verdict) == (None, NOTHING_ASKED, NOTHING)


@given(st.lists(st.sampled_from(CLEAR + YES + UNCLEAR + BESIDE_IT), max_size=6))
def test_only_a_check_that_is_open_is_answered(messages: list[str]) -> None:
    """Whatever is said in whatever order: nothing is answered that nobody asked."""
    check = DANGER
    for message in messages:
        heard = hear(check, message, NOTHING)

        assert (heard.answer is not None) == bool(check.about)
        assert heard.answer is not CheckAnswer.SAFE or heard.check == NOTHING_ASKED
        check = heard.check
