"""The block of a session: what stage, danger and control change in it."""

from __future__ import annotations

from typing import Any

import pytest

from coaching.content import stage_offers
from coaching.prompts import build_system_prompt_blocks, modules
from coaching.values.context import PersonView, WorkingContext
from coaching.values.enums import CardKind, Stage
from tests.support.situations import TODAY


def block(**more: Any) -> str:
    """Return the second block of a third session."""
    context = WorkingContext(PersonView(), "hello", TODAY, 3, 1, **more)
    return build_system_prompt_blocks(context)[1].text


def test_after_a_danger_to_their_life_the_session_begins_with_one_question() -> None:
    text = block(after_crisis=True, last_session_urgent=True)

    assert "whether they are safe at the moment" in text
    assert "quote nothing" in text
    assert "The last session was a hard one" not in text


@pytest.mark.parametrize("stage", Stage)
def test_the_stage_names_the_cards_of_the_table_and_no_other(stage: Stage) -> None:
    words = {
        CardKind.REFRAME: "another way to see it",
        CardKind.TRUTH: "a sentence they know",
        CardKind.PLAN: "an if-then",
        CardKind.PRACTICE: "something to try",
        CardKind.CONVERSATION: "words for somebody",
    }
    text = modules.cards_that_fit(PersonView(stage=stage))

    assert {kind for kind, phrase in words.items() if phrase in text} == set(
        stage_offers(stage).offers
    )
    assert text in modules.stage(PersonView(stage=stage))


def test_words_for_somebody_are_not_offered_to_somebody_who_is_controlled() -> None:
    person = PersonView(stage=Stage.PREPARATION, life_context=("ctx_controlled",))

    assert "an if-then" in modules.stage(person)
    assert "words for somebody" not in modules.stage(person)
