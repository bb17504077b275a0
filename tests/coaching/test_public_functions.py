"""The engine's functions under the names of the contract, used the way another program would."""

from __future__ import annotations

import inspect
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

import coaching
from coaching.llm.scripted import ScriptedLLM, parses
from coaching.memory.intel import Intel
from coaching.offline import OfflineLLM
from coaching.values.context import ObserverContext
from coaching.values.enums import Stage, Tension, Trigger
from coaching.values.strategy import SECTIONS
from tests.support import strategy
from tests.support.cast import CAST, COUPLE
from tests.support.situations import NOW, SITUATIONS, TODAY, view

if TYPE_CHECKING:
    from tests.support.cast import Person

MID = SITUATIONS["mid_plan"]
FUNCTIONS = [name for name in coaching.__all__ if inspect.isroutine(getattr(coaching, name))]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_public_function_says_what_it_does(name: str) -> None:
    doc = inspect.getdoc(getattr(coaching, name)) or ""

    assert len(doc.split()) >= 6
    assert doc.rstrip().endswith((".", ")"))


def test_the_blocks_hold_the_briefing_or_what_the_app_was_told() -> None:
    core, briefed = coaching.build_system_prompt_blocks(MID.coach)
    same_core, legacy = coaching.build_system_prompt_blocks(SITUATIONS["new_user"].coach)

    assert core == same_core
    assert "<briefing version=" in briefed.text
    assert coaching.build_legacy_briefing(SITUATIONS["new_user"].coach) in legacy.text


def test_the_plain_prompt_is_the_legacy_one_even_when_there_is_a_briefing() -> None:
    text = coaching.build_system_prompt(MID.coach)

    assert "<briefing version" not in text
    assert coaching.build_legacy_briefing(MID.coach) in text


def test_a_given_briefing_is_the_one_that_is_used() -> None:
    assert MID.coach.briefing is not None
    newcomer = SITUATIONS["new_user"].coach

    blocks = coaching.build_system_prompt_from_briefing(newcomer, MID.coach.briefing)

    assert '<briefing version="4">' in blocks[1].text


@pytest.mark.parametrize("person", CAST, ids=lambda person: person.name)
def test_the_legacy_briefing_knows_why_everybody_came_and_no_name(person: Person) -> None:
    seen = view(person)
    context = SITUATIONS["new_user"].coach.__class__(seen, "hello", TODAY, 1, 1)

    text = coaching.build_legacy_briefing(context)

    assert f"<words>{seen.emotional_why}</words>" in text
    assert seen.name not in text.replace(seen.emotional_why, "")


@pytest.mark.parametrize(("hours", "is_new"), [(0, False), (12, False), (12.01, True)])
def test_a_session_ends_after_more_than_twelve_hours(hours: float, *, is_new: bool) -> None:
    assert coaching.detect_session_boundary(NOW, NOW + timedelta(hours=hours)) is is_new
    assert coaching.detect_session_boundary(None, NOW)


async def test_intel_is_extracted_the_first_seeds_way_and_merged() -> None:
    found = strategy.output(intel=strategy.intel(triggers=["Sunday evening, the app open"]))
    llm = ScriptedLLM(strategist=[parses(found)])
    context = coaching.StrategistContext(Trigger.SESSION_END, view(COUPLE), TODAY, session_number=2)

    update = await coaching.extract_behavioral_intel(llm, context)
    merged = coaching.merge_intel(Intel(), found, at=datetime(2026, 11, 20, tzinfo=UTC))

    assert update.triggers == ["Sunday evening, the app open"]
    assert [item.text for item in merged.triggers] == update.triggers


async def test_the_offline_coach_extracts_intel_too() -> None:
    update = await coaching.extract_behavioral_intel(OfflineLLM(), MID.strategist)

    assert update is not None


async def test_a_first_briefing_needs_the_person_and_nothing_else() -> None:
    output = await coaching.generate_initial_briefing(
        OfflineLLM(), view(COUPLE), today=date(2026, 11, 20)
    )

    assert [heading for heading in SECTIONS if heading not in output.briefing_content] == []
    assert output.stage_of_change is Stage.CONTEMPLATION


async def test_a_run_and_an_exchange_are_asked_of_any_model() -> None:
    output = await coaching.run_strategist(OfflineLLM(), MID.strategist)
    seen = await coaching.analyze_exchange(
        OfflineLLM(), ObserverContext("What is there?", "My chest is tight, a 7.", "A 7.")
    )

    assert output.doors
    assert [signal.signal_type for signal in seen.signals] == ["emotional"]
    assert MID.strategist.trigger is Trigger.SESSION_END


def test_a_tension_is_identified_from_answers() -> None:
    assert coaching.identify_tension({"q1": "q1_avoid"}).primary is Tension.AVOID
