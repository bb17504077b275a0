from __future__ import annotations

import pytest

from coaching.offline.fragments import clause, phrase
from coaching.offline.lexicon import lexicon

EN = lexicon("en")
CLAUSES = {
    "she was awake too, on the bus": "She was awake too",
    "the parcels stay in the hall for days": "The parcels stay in the hall for days",
    "told Callum about the drawer": "You told Callum about the drawer",
    "jo texted back both times, she's up with the baby": "Jo texted back both times",
}
NO_CLAUSE = (
    "why do I do this",
    "it's not the letters, it's dad's face",
    "don't lecture me",
    "after the shift, 4am, on the kitchen floor",
    "my heart was beating like when the alarm of a patient goes",
)
PHRASES = {
    "i bought two blankets at four in the morning": "two blankets at four in the morning",
    "there's a drawer in the hall. I close it fast": "a drawer in the hall",
    "well i waited like 6 min": "6 min",
}


@pytest.mark.parametrize("message", CLAUSES)
def test_a_clause_comes_back_with_its_subject_and_verb(message: str) -> None:
    assert clause(message, EN) == CLAUSES[message]


@pytest.mark.parametrize("message", NO_CLAUSE)
def test_questions_turns_orders_and_torn_pieces_do_not_come_back(message: str) -> None:
    assert not clause(message, EN)


NO_PHRASE = (
    "it was 300 now its like 900 somethin i quit lookin",
    "I have no exams in June",
    "it is for mum's new medicines",
)


@pytest.mark.parametrize("message", NO_PHRASE)
def test_what_doesnt_name_a_thing_is_no_phrase(message: str) -> None:
    assert not phrase(message, EN)


@pytest.mark.parametrize("message", PHRASES)
def test_a_phrase_is_for_the_inside_of_a_sentence(message: str) -> None:
    assert phrase(message, EN) == PHRASES[message]
