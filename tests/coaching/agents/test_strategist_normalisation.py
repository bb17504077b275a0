from __future__ import annotations

from datetime import date

from coaching.agents.strategist_normalisation import shaped
from coaching.values.context import StrategistContext
from coaching.values.enums import Trigger
from coaching.values.strategy import StrategistAnswer
from tests.support import strategy
from tests.support.cast import COUPLE
from tests.support.situations import view

INES = StrategistContext(Trigger.SESSION_END, view(COUPLE), date(2026, 1, 12))


def brought_into_shape(**texts: str) -> tuple[StrategistAnswer, list[str]]:
    answer, problems = shaped(StrategistAnswer.model_validate(strategy.as_json(**texts)), INES)
    return answer, [str(problem) for problem in problems]


def test_a_text_with_too_many_sentences_keeps_the_first_ones() -> None:
    answer, problems = brought_into_shape(
        hypothesis="Maybe “yes.” is how you stay good. It began early. It still works.",
        session_strategy="Ask about Sunday. Push nothing. Then stop.",
        journey_narrative="You began. You tried. You waited. You rested.",
    )
    assert answer.hypothesis == "Maybe “yes.” is how you stay good."
    assert answer.session_strategy == "Ask about Sunday. Push nothing."
    assert answer.journey_narrative == "You began. You tried. You waited."
    assert problems == [
        "hypothesis: it has 3 sentences; at most 1 may be kept",
        "session_strategy: it has 3 sentences; at most 2 may be kept",
        "journey_narrative: it has 4 sentences; at most 3 may be kept",
    ]


def test_a_text_is_never_cut_inside_a_quote() -> None:
    quoted = "You began. You said: “I was not tired of money. I was lonely at three.” You rested."
    answer, problems = brought_into_shape(journey_narrative=quoted, hypothesis="")
    assert (answer.journey_narrative, problems) == (quoted, [])
    answer, _ = brought_into_shape(journey_narrative=f"{quoted} Then more.", hypothesis="")
    assert answer.journey_narrative == quoted


def test_a_journey_of_one_sentence_is_noted_and_kept() -> None:
    answer, problems = brought_into_shape(journey_narrative="You began to look.")
    assert answer.journey_narrative == "You began to look."
    assert problems == ["journey_narrative: it has fewer than 2 sentences"]


def test_texts_that_fit_are_not_touched() -> None:
    answer, problems = brought_into_shape(hypothesis="", session_strategy="  Ask.\nListen. ")
    assert (answer.hypothesis, answer.session_strategy) == ("", "  Ask.\nListen. ")
    assert problems == []
