from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID

import pytest

from coaching.agents.judging import require_fit
from coaching.content import load_onboarding
from coaching.errors import StructureInvalid
from coaching.offline.strategist.plan import plan
from coaching.values.context import StrategistContext
from coaching.values.enums import Heard, HypothesisStatus, Trigger
from coaching.values.guesses import Findings
from coaching.values.strategy import SECTIONS, StrategistOutput
from tests.coaching.offline.strategist.files import first_run, held, later_run, personas
from tests.support import strategy
from tests.support.cast import COUPLE
from tests.support.situations import card, view

INES = StrategistContext(Trigger.SESSION_END, view(COUPLE), date(2026, 1, 12))
GUESS = strategy.output().hypothesis
SESSION = Findings(closed_session_id=UUID(int=5))
REFUSED = held(GUESS, status=HypothesisStatus.RETIRED)


def refused(context: StrategistContext = INES, **changes: Any) -> str:
    with pytest.raises(StructureInvalid) as error:
        require_fit(strategy.output(**changes), context)
    return str(error.value)


def page(number: int, text: str) -> str:
    """Return a whole briefing with another text in one section."""
    content = strategy.briefing_content()
    before, _, rest = content.partition(f"{SECTIONS[number]}\n")
    _, gap, after = rest.partition("\n\n")
    return f"{before}{SECTIONS[number]}\n{text}{gap}{after}"


def test_an_answer_that_fits_is_taken() -> None:
    require_fit(strategy.output(), INES)


@pytest.mark.parametrize("list_", ["- One.\n- Two.", "* One.", "1. One.\n2. Two.", "• One."])
def test_a_list_is_no_narrative(list_: str) -> None:
    assert "no lists" in refused(briefing_content=page(2, list_))


def test_a_page_that_nobody_reads_to_its_end_is_refused() -> None:
    assert "more than 1000 words" in refused(briefing_content=page(2, "So it is. " * 400))


def test_the_why_stands_in_who_they_are_word_for_word() -> None:
    assert "their why" in refused(briefing_content=page(0, "They want to say no, kindly."))


def test_quotes_and_case_around_the_why_are_free() -> None:
    said = 'Her words: "I want to say no\nwithout feeling mean".'
    require_fit(strategy.output(briefing_content=page(0, said)), INES)


def test_without_a_why_none_is_asked_for() -> None:
    nameless = replace(INES, person=replace(INES.person, emotional_why=""))
    require_fit(strategy.output(briefing_content=page(0, "No reason yet.")), nameless)


def test_the_card_in_front_is_named() -> None:
    focus = replace(INES, cards=(card(2, "The boiler line", "I wait.", is_focus=True),))
    assert "focus card" in refused(focus)
    assert "focus card" in refused(
        focus_card_prescription=strategy.create(title="Feet still", content="My feet stay.")
    )


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"briefing_content": page(2, "She owes 4200 to the bank.")}, "WHAT WE KNOW"),
        ({"journey_narrative": "It began 7 years ago."}, "journey_narrative"),
        ({"hypothesis": "The 3 cards may be one."}, "hypothesis"),
    ],
)
def test_a_number_that_nobody_gave_is_refused(changes: dict[str, Any], field: str) -> None:
    assert f"{field}: a number that nobody gave" in refused(**changes)


def test_a_number_that_was_given_may_be_said() -> None:
    require_fit(strategy.output(session_strategy="Tone 5. Ask how close, 0 to 10."), INES)


@pytest.mark.parametrize(
    "changes",
    [
        {"briefing_content": page(2, "It starts when Theo calls.")},
        {"session_strategy": "Ask after the week in Lisbon."},
    ],
)
def test_a_name_that_nobody_gave_is_refused(changes: dict[str, Any]) -> None:
    assert "a name that nobody gave" in refused(**changes)


def test_names_that_were_given_days_and_quotes_may_be_said() -> None:
    text = "For Ines it is Sunday’s talk. “Theo again”, and Toney waits."
    require_fit(strategy.output(session_strategy=text), INES)


def test_german_nouns_are_no_names() -> None:
    german = replace(INES, person=replace(INES.person, language="de"))
    require_fit(strategy.output(session_strategy="Nach der Karte fragen."), german)


@pytest.mark.parametrize("count", [14, 31])
def test_the_sentence_on_home_has_15_to_30_words(count: int) -> None:
    assert "one_sentence" in refused(one_sentence=" ".join(["word"] * count))


@pytest.mark.parametrize(
    "order", ["Ask about the brother.", "Explore the phone.", "What she should say.", "Try a no."]
)
def test_a_curiosity_is_no_order(order: str) -> None:
    assert "curiosities" in refused(curiosities=["What is warm about it?", order])


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"hypothesis": "She may have learned to be good by giving."},
        {"hypothesis": "", "leverage": "She learned to be good by giving, and it shows."},
        {"hypothesis": "", "briefing_content": page(4, "Giving is how she learned to be good.")},
        {"hypothesis": "", "curiosities": ["Has she learned to be good by giving?", "What else?"]},
        {
            "hypothesis": "",
            "doors": [
                *[strategy.DOOR] * 3,
                strategy.DOOR | {"opening": "You learned to be good by giving. Is it so?"},
            ],
        },
    ],
    ids=["the same", "other words", "leverage", "page", "curiosity", "door"],
)
def test_a_guess_that_was_given_up_returns_in_no_part(changes: dict[str, Any]) -> None:
    assert "given up" in refused(replace(INES, hypotheses=(REFUSED,)), **changes)


def test_what_the_person_said_themselves_may_be_quoted() -> None:
    quoted = page(2, "They say: “giving is how I learned to be good”.")
    answer = strategy.output(hypothesis="", briefing_content=quoted)
    require_fit(answer, replace(INES, hypotheses=(REFUSED,)))


def test_a_guess_that_ends_with_this_run_is_over_already() -> None:
    current = held(GUESS, sessions_without_support=1)
    require_fit(strategy.output(), replace(INES, hypotheses=(current,)))
    assert "given up" in refused(replace(INES, hypotheses=(current,), findings=SESSION))
    heard = replace(INES, hypotheses=(current,), findings=Findings(guess=Heard.REJECTED))
    assert "given up" in refused(heard)


def test_support_that_was_heard_keeps_it() -> None:
    current = held(GUESS, sessions_without_support=1)
    heard = replace(SESSION, guess=Heard.SUPPORTED)
    require_fit(strategy.output(), replace(INES, hypotheses=(current,), findings=heard))


@pytest.mark.parametrize("name", personas())
def test_the_rules_write_what_fits_whoever_it_is_about(name: str) -> None:
    context = personas()[name]
    require_fit(plan(context), context)
    texts = [context.person.hypothesis, *(r.text for r in load_onboarding().hypothesis.rules)]
    retired = tuple(held(text, status=HypothesisStatus.RETIRED) for text in texts)
    later = later_run(person=context.person, hypotheses=retired)
    require_fit(plan(later), later)


def test_the_rules_invent_neither_names_nor_numbers() -> None:
    context = first_run()
    output: StrategistOutput = plan(context)
    require_fit(output, context, may_invent=True)
