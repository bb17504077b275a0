from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID

from coaching.agents.strategist_normalisation import MOST_CHOSEN, shaped
from coaching.agents.strategist_validation import judged
from coaching.memory.pruning import NOTHING_KNOWN
from coaching.values.context import StrategistContext
from coaching.values.enums import HypothesisStatus, RetiredBecause, Trigger
from coaching.values.strategy import (
    FOCUS,
    SECTIONS,
    STRATEGY,
    StrategistAnswer,
    memory_number,
    sections_of,
)
from tests.coaching.offline.strategist.files import held
from tests.support import strategy
from tests.support.cast import COUPLE
from tests.support.situations import DEV_MEMORY, briefing, view

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


EARLIER = {f"s{place}": f"Earlier words about part {place}." for place in range(1, 8)}
BRIEFED = replace(INES, previous_briefing=briefing(3, **EARLIER))
NEW = f"{SECTIONS[1]}\nThey told him about the loan."


def merged(context: StrategistContext = BRIEFED, **changes: Any) -> dict[str, str]:
    answer = StrategistAnswer.model_validate(strategy.as_json(briefing_content=NEW, **changes))
    return sections_of(shaped(answer, context)[0].briefing_content)


def test_sections_that_are_left_out_stay_as_they_were() -> None:
    found = merged(focus_card_prescription=strategy.KEEP)

    assert list(found) == ["", *SECTIONS]
    assert found[SECTIONS[1]] == "They told him about the loan."
    for place in (0, 2, 3, 4, 6):
        assert found[SECTIONS[place]] == f"Earlier words about part {place + 1}."


def test_the_plan_for_the_session_is_written_once_and_never_an_old_one() -> None:
    plan = "Ask about Sunday. Push nothing."

    assert merged(session_strategy=plan)[STRATEGY] == plan


def test_what_was_said_about_a_card_goes_with_the_card() -> None:
    assert merged(focus_card_prescription=strategy.create())[FOCUS] == NOTHING_KNOWN
    replaced = replace(BRIEFED, findings=replace(BRIEFED.findings, card_is_new=True))
    kept = merged(replaced, focus_card_prescription=strategy.KEEP)
    assert kept[FOCUS] == NOTHING_KNOWN


def test_without_a_briefing_before_a_missing_section_says_that_it_is_empty() -> None:
    assert merged(INES)[SECTIONS[4]] == NOTHING_KNOWN


def test_an_empty_journey_and_leverage_stay_as_they_were() -> None:
    raw = strategy.as_json(journey_narrative="", leverage=" ")
    answer, problems = shaped(StrategistAnswer.model_validate(raw), BRIEFED)

    before = BRIEFED.previous_briefing
    assert before is not None
    assert (answer.journey_narrative, answer.leverage) == (
        before.journey_narrative,
        before.leverage,
    )
    assert problems == []


def test_what_stays_is_checked_like_what_is_new() -> None:
    rejected = "Giving may be how you learned to be good."
    gone = held(rejected, status=HypothesisStatus.RETIRED, because=RetiredBecause.REJECTED)
    known = briefing(3, **{**EARLIER, "s7": f"{EARLIER['s7']} {rejected}"})
    raw = strategy.as_json(
        briefing_content=NEW, focus_card_prescription=strategy.KEEP, hypothesis=""
    )
    context = replace(BRIEFED, previous_briefing=known, hypotheses=(gone,))

    result = judged(StrategistAnswer.model_validate(raw), context)

    assert result.output is not None
    found = sections_of(result.output.briefing_content)
    assert list(found) == ["", *SECTIONS]
    assert found[SECTIONS[6]] == EARLIER["s7"]


def test_an_answer_without_any_section_is_still_refused() -> None:
    raw = strategy.as_json(briefing_content=" ")

    assert judged(StrategistAnswer.model_validate(raw), BRIEFED).output is None


def test_a_memory_that_is_over_is_named_by_a_number_that_only_it_has() -> None:
    one, other, twin = (
        replace(DEV_MEMORY, id=UUID(int=number)) for number in (0x14F2A, 0x100B1, 0x200B1)
    )
    told = replace(INES, memories=(one, other, twin))
    said = strategy.as_json(over=["m4f2a", "m00b1", "m9"])

    answer, _ = shaped(StrategistAnswer.model_validate(said), told)

    assert answer.over == [str(one.id)]


def test_a_memory_for_the_page_is_named_once_with_its_new_sentence_or_none() -> None:
    one, other, twin, third = (
        replace(DEV_MEMORY, id=UUID(int=number)) for number in (0x14F2A, 0x100B1, 0x200B1, 0x3CAFE)
    )
    told = replace(INES, memories=(one, other, twin, third))
    page = ["[m4F2A]: You lent Dev 40: it is for the boiler.", "m00b1", "m9: Made up.", "mcafe"]

    answer, _ = shaped(StrategistAnswer.model_validate(strategy.as_json(page=page)), told)

    assert answer.page == [f"{one.id}: You lent Dev 40: it is for the boiler.", str(third.id)]


def test_a_page_has_a_few_memories_only() -> None:
    many = [replace(DEV_MEMORY, id=UUID(int=0xA000 + number)) for number in range(20)]
    page = [memory_number(memory.id) for memory in many]
    told = replace(INES, memories=tuple(many))

    answer, _ = shaped(StrategistAnswer.model_validate(strategy.as_json(page=page)), told)

    assert answer.page == [str(memory.id) for memory in many[:MOST_CHOSEN]]
