from __future__ import annotations

from datetime import UTC, datetime

import pytest

from coaching.memory.evidence import (
    Quote,
    is_sentence,
    to_the_person,
    whole_quote,
    whole_sentences,
    with_whole_quotes,
)

AT = datetime(2026, 11, 22, tzinfo=UTC)
SAID = [Quote("I never put those two next to each other till now.", AT), Quote("Honestly?", AT)]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("They say yes before they think.", "You say yes before you think."),
        ("Their sister is called Ana.", "Your sister is called Ana."),
        ("You told your kids that they can wait.", "You told your kids that they can wait."),
        ("Works at the dentist.", "Works at the dentist."),
        ("They told their parents that they would pay.", ""),
        ("In-laws are coming on Sunday, six of them.", ""),
        ("A Saturday morning and a coffee are waiting, and they can wait quietly.", ""),
    ],
)
def test_an_old_line_is_turned_to_the_person_only_where_nobody_else_is_meant(
    text: str, shown: str
) -> None:
    assert to_the_person(text) == shown


@pytest.mark.parametrize(
    ("text", "is_whole"),
    [
        ("You waited until the next morning before you answered.", True),
        ("You said “let me look tomorrow” to your brother.", True),
        ("so dan wont see it straight away", False),
        ("Partner opens the spreadsheet", False),
        ("2026-04-10: “I never put those two next to each”", False),
        ("guilt: “its not guilt, you know”", False),
        ("Honestly?", False),
    ],
)
def test_a_fragment_or_a_label_is_no_sentence_to_the_person(text: str, *, is_whole: bool) -> None:
    assert is_sentence(text) is is_whole


def test_a_sentence_that_quotes_two_others_is_one() -> None:
    text = "You wrote “My kids think we're rich. I'd like to stop.” You used “Who is it?” once."
    assert whole_sentences(text) == [
        "You wrote “My kids think we're rich. I'd like to stop.”",
        "You used “Who is it?” once.",
    ]


def test_a_quote_is_shown_as_the_whole_sentence_or_not_at_all() -> None:
    assert whole_quote("I never put those two next to each", SAID) == SAID[0]
    assert whole_quote("Honestly?", SAID) is None
    assert whole_quote("", SAID) is None
    cut = "Last time you said: “I never put those two next to each”."
    assert with_whole_quotes(cut, SAID) == (
        "Last time you said: “I never put those two next to each other till now”."
    )
    card = "You saved this as a card: “I never put those two next to each”."
    assert with_whole_quotes(card, SAID) == card
