from __future__ import annotations

import pytest

from coaching.rules.quotes import LONGEST, pick_quote
from coaching.text.lexicon import lexicon
from coaching.text.words import plain, words

EN, ES = lexicon("en"), lexicon("es")
MESSAGES = (
    "my stomach drops when I hear the letterbox because then I know",
    "I paid for everyone again on Saturday and Anita didn't even look up from her phone",
    "nobody here when I get home, that's the thing, and the shop is always open",
)


@pytest.mark.parametrize("message", MESSAGES)
def test_a_quote_is_two_to_eight_words_as_they_stand_there(message: str) -> None:
    quote = pick_quote(message, EN)
    assert 2 <= len(words(quote)) <= LONGEST
    assert quote.lower() in plain(message)


def test_not_this_but_that_stays_whole() -> None:
    message = "oh. it's not the letters, it's dad's face when he read my marks out"
    assert pick_quote(message, EN) == message.removeprefix("oh. ")


def test_their_own_quotation_marks_win() -> None:
    assert pick_quote('I could say "this month is thin" to her', EN) == "this month is thin"


@pytest.mark.parametrize("message", ["ok", "you never listen", "why"])
def test_nothing_is_quoted_when_nothing_is_worth_it(message: str) -> None:
    assert not pick_quote(message, EN)


def test_spanish_is_quoted_too() -> None:
    assert pick_quote("igual me va a dejar en visto", ES) == "me va a dejar en visto"
