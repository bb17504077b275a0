from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from coaching.memory.corrections import Correction, contradicts, masked, masked_reply, purged
from coaching.memory.matter import touches
from coaching.text.words import sentences
from coaching.values.corrections import Withheld
from coaching.values.enums import Verdict

PAIRS = tomllib.loads(Path(__file__).with_name("correction_pairs.toml").read_text("utf-8"))
RESENTS = Correction("Ruth may resent Dee.", Verdict.NOT_TRUE)
LETTERS = Correction(
    "You put off opening letters because you fear the number in them.", Verdict.NOT_TRUE
)
TIRED = Correction(
    "You put off opening letters because you fear the number.",
    Verdict.DIFFERENTLY,
    "I put off opening letters because I'm tired",
)


@pytest.mark.parametrize(
    "text",
    [
        "Ruth may resent Dee.",
        "Under the worry, Ruth is resentful of Dee, her sister.",
        'They seem warm. "Ruth resented Dee" is what it sounds like.',
    ],
)
def test_the_same_in_other_forms_is_said_again(text: str) -> None:
    assert contradicts(text, [RESENTS]) is RESENTS


@pytest.mark.parametrize(
    "text",
    [
        "You fear the number, so you put off opening the letters.",
        "They put off the opening of letters: they are afraid, they fear numbers.",
        "You fear opening letters.",
    ],
)
def test_a_long_sentence_is_found_in_most_of_its_words_or_as_a_part(text: str) -> None:
    assert contradicts(text, [LETTERS]) is LETTERS


@pytest.mark.parametrize(
    "text",
    [
        "Ruth is frightened for Dee.",
        "Dee called on Sunday.",
        "You opened the letters with Dee at the table.",
        "",
    ],
)
def test_another_thing_about_the_same_people_may_be_said(text: str) -> None:
    assert contradicts(text, [RESENTS, LETTERS]) is None


def test_a_denial_is_the_person_s_side() -> None:
    assert contradicts("Ruth does not resent Dee, by her own word.", [RESENTS]) is None
    assert contradicts("Ruth not only resents Dee.", [RESENTS]) is RESENTS


def test_what_was_denied_and_corrected_is_not_denied_again() -> None:
    denied = Correction("You do not trust your partner.", Verdict.NOT_TRUE)

    assert contradicts("They never trusted their partner.", [denied]) is denied
    assert contradicts("They trust their partner.", [denied]) is None


@pytest.mark.parametrize("verdict", [Verdict.DONT_USE, Verdict.DELETED])
def test_what_is_not_to_be_used_is_not_even_denied(verdict: Verdict) -> None:
    quiet = Correction("Ruth may resent Dee.", verdict)

    assert contradicts("Ruth does not resent Dee.", [quiet]) is quiet


def test_the_person_s_own_wording_may_be_said_and_the_old_one_not() -> None:
    assert contradicts("You put off opening letters because you are tired.", [TIRED]) is None
    assert contradicts("You put off letters: you fear the number.", [TIRED]) is TIRED


def test_what_was_called_true_binds_nobody() -> None:
    assert contradicts("Ruth may resent Dee.", [Correction(RESENTS.said, Verdict.TRUE)]) is None


def test_one_word_is_refused_where_it_stands_alone() -> None:
    word = Correction("debt", Verdict.DONT_USE)

    assert contradicts("debt", [word]) is word
    assert contradicts("They asked a debt adviser for help with the letters.", [word]) is None


def test_each_sentence_of_a_correction_counts() -> None:
    both = Correction("You hide post in the oven. You may resent Dee.", Verdict.DELETED)

    assert contradicts("Hiding post in an oven.", [both]) is both
    assert contradicts("Resents Dee.", [both]) is both


def test_spanish_is_read_too() -> None:
    said = Correction("Sientes rabia contra tu hermana.", Verdict.NOT_TRUE)

    assert contradicts("Ella siente rabia, y sientes rabia contra la hermana", [said]) is said


def test_only_the_offending_sentences_go_and_the_lines_stay() -> None:
    text = "WHO THEY ARE\nWarm at work. Ruth resents Dee. Toast is cold.\n\nWHAT WE KNOW\nPost."

    assert purged(text, [RESENTS]) == (
        "WHO THEY ARE\nWarm at work. Toast is cold.\n\nWHAT WE KNOW\nPost."
    )


def test_a_sentence_ends_behind_its_quotation_marks() -> None:
    assert sentences("She said “I can't look.” Then she did. It took 1.5 hours") == [
        "She said “I can't look.”",
        "Then she did.",
        "It took 1.5 hours",
    ]


WHY = "“hear the letterbox go and not feel my stomach drop”"
LOOKS_AWAY = f"You look away to keep the peace, and you wrote {WHY}; both can be true."
CAME_WITH = f"You came with {WHY}."


@pytest.mark.parametrize("verdict", [Verdict.NOT_TRUE, Verdict.DIFFERENTLY])
@pytest.mark.parametrize(("said", "other"), [(LOOKS_AWAY, CAME_WITH), (CAME_WITH, LOOKS_AWAY)])
def test_of_two_sentences_with_the_same_quote_only_the_corrected_one_goes(
    verdict: Verdict, said: str, other: str
) -> None:
    meant = Correction(said, verdict, "I look at all of it" * (verdict is Verdict.DIFFERENTLY))

    assert contradicts(said, [meant]) is meant
    assert purged(f"{said} {other}", [meant]) == other


@pytest.mark.parametrize(
    "text",
    [
        "Looking away keeps the peace, and it always did.",
        f"They look away for the peace of it: {WHY}.",
        "“You look away to keep the peace” is the sum of it.",
    ],
)
def test_what_was_said_of_a_quote_never_returns_with_it_or_without(text: str) -> None:
    meant = Correction(LOOKS_AWAY, Verdict.NOT_TRUE)

    assert contradicts(text, [meant]) is meant


def test_where_nothing_is_said_beside_a_quote_the_quote_was_meant() -> None:
    meant = Correction(CAME_WITH, Verdict.NOT_TRUE)

    assert contradicts(f"Their words: {WHY}.", [meant]) is meant
    assert contradicts("They want to hear the letterbox and not feel the drop.", [meant]) is meant
    assert contradicts("A stomach knows the letterbox.", [meant]) is None


@pytest.mark.parametrize("verdict", [Verdict.DONT_USE, Verdict.DELETED])
def test_what_is_not_to_be_used_is_not_quoted_by_anybody(verdict: Verdict) -> None:
    quiet = Correction(CAME_WITH, verdict)

    assert contradicts(LOOKS_AWAY, [quiet]) is quiet


def test_labelled_pairs_are_told_apart() -> None:
    wrong = [pair for pair in PAIRS["other"] if contradicts(pair[1], [_untrue(pair[0])])]
    missed = [pair for pair in PAIRS["again"] if not contradicts(pair[1], [_untrue(pair[0])])]

    assert wrong == []
    assert len(missed) <= 1, missed


def test_pairs_that_nothing_was_fitted_to_are_told_apart_too() -> None:
    wrong = [p for p in PAIRS["held_other"] if contradicts(p[1], [_untrue(p[0])])]
    missed = [p for p in PAIRS["held_again"] if not contradicts(p[1], [_untrue(p[0])])]

    assert len(wrong) <= 1, wrong
    assert len(missed) <= 1, missed


def _untrue(said: str) -> Correction:
    return Correction(said, Verdict.NOT_TRUE)


CAR = Correction(
    "Sits in the car on the drive for an hour some nights\n"
    "i sit in the car on the drive for an hour some nights cos i cant face going in",
    Verdict.DONT_USE,
    withheld=Withheld.WAITING,
)


def test_a_chat_is_passed_on_without_what_waits_for_a_yes() -> None:
    said = (
        "honestly? someone finding out. like i sit in the car on the drive for an hour some nights "
        "cos i cant face going in. not in a dark way just flat"
    )
    replied = "An hour in the car on the drive before you go in, some nights. Is it ever worse?"

    assert masked(said, [CAR]) == (
        "honestly? someone finding out. like (Left out: they have not agreed yet that this is "
        "remembered.) not in a dark way just flat"
    )
    assert masked(replied, [CAR]) == (
        "(Left out: they have not agreed yet that this is remembered.) Is it ever worse?"
    )


def test_a_chat_keeps_what_only_was_called_untrue() -> None:
    assert masked("Ruth may resent Dee.", [RESENTS]) == "Ruth may resent Dee."
    deleted = Correction(RESENTS.said, Verdict.DELETED)
    assert masked("Ruth may resent Dee. She called.", [deleted]) == (
        "(Left out: they asked for this to be forgotten.) She called."
    )


def test_every_line_of_a_text_is_read() -> None:
    assert contradicts("Ruth may resent Dee\nShe called", [RESENTS]) is RESENTS


@pytest.mark.parametrize(
    ("withheld", "note"), [(Withheld.WAITING, "not agreed yet"), (Withheld.DECLINED, "forgotten")]
)
def test_a_reply_to_something_withheld_is_read_more_strictly(withheld: Withheld, note: str) -> None:
    wine = Correction("You drink wine most nights to sleep.", Verdict.DONT_USE, withheld=withheld)
    reply = "That's a lot of wine to need before bed. Sleep is hard then. How is work going?"

    said = masked_reply(reply, [wine])

    assert note in said
    assert said.endswith("How is work going?")
    assert "wine" not in said
    assert "Sleep" not in said
    assert masked(reply, [wine]) == reply


LOAN = Correction(
    "En marzo sacaste un crédito de nómina para pagar la muela y el techo, y Fer no lo sabe.\n"
    "En marzo saqué un crédito de nómina",
    Verdict.DONT_USE,
    withheld=Withheld.WAITING,
)


def test_what_else_a_sentence_says_of_it_is_left_out_and_what_is_harmless_stays() -> None:
    said = (
        "En marzo saqué un crédito de nómina para pagarle a mi mamá lo de su muela y el techo, "
        "porque nos habían quitado horas. El domingo vamos a ver un salón en Santiago."
    )

    assert masked(said, [LOAN]) == (
        "(Left out: they have not agreed yet that this is remembered.), porque nos habían "
        "quitado horas. El domingo vamos a ver un salón en Santiago."
    )


def test_the_note_of_one_correction_is_not_read_for_the_next() -> None:
    copied = replace(LOAN, said="They have not agreed yet that this is remembered.")
    said = "En marzo saqué un crédito de nómina. Luego volví a casa."

    assert masked(said, [LOAN, copied]) == (
        "(Left out: they have not agreed yet that this is remembered.) Luego volví a casa."
    )


def test_a_word_that_was_said_openly_before_gives_nothing_away_in_a_reply() -> None:
    reply = "Con la muela y el techo, escribirlo ya fue mucho. Fer va contigo a Santiago."

    assert masked_reply(reply, [LOAN], {"fer"}) == (
        "(Left out: they have not agreed yet that this is remembered.) Fer va contigo a Santiago."
    )


def test_a_sentence_with_two_of_its_words_tells_of_it() -> None:
    assert touches("Cuenta de la muela y del techo.", [LOAN])
    assert not touches("Van a ver un salón en Santiago con Fer.", [LOAN])
