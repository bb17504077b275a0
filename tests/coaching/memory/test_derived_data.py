from __future__ import annotations

from coaching.memory.derived_data import Echo, echo_of, without
from coaching.text.content import content_words

EVERYDAY = content_words("Yes, you can save a card or a letter any time.")
SAID = "I bought a kalimba for Katarzyna. The letter is still closed."
ELSEWHERE = ["Katarzyna is my sister."]


def echo() -> Echo:
    return echo_of(SAID, ELSEWHERE, EVERYDAY)


def test_a_word_is_rare_when_nothing_else_of_theirs_has_it() -> None:
    assert "kalimba" in echo().rare
    assert not echo().rare & content_words("Katarzyna letter save")


def test_only_the_sentences_that_repeat_it_go() -> None:
    briefing = "Katarzyna matters here.\n\nA kalimba was bought. The rest is calm."
    assert without(briefing, echo()) == "Katarzyna matters here.\n\nThe rest is calm."


def test_what_says_the_same_in_common_words_goes() -> None:
    assert without("“The letter is still closed.” Ask about it.", echo()) == "Ask about it."


def test_an_entry_of_a_list_goes_as_a_whole() -> None:
    triggers = [{"text": "the kalimba", "times": 2}, {"text": "Sundays", "times": 1}]
    assert without(triggers, echo()) == triggers[1:]
    assert without({"edges": ["A kalimba.", "Calls"]}, echo()) == {"edges": ["Calls"]}


def test_ordinary_words_say_nothing() -> None:
    calm = echo_of("Yes, I can save it.", [], EVERYDAY)
    assert without("You can save a card. Yes.", calm) == "You can save a card. Yes."
