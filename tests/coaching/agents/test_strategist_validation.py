from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

from coaching.agents.strategist_validation import Judged, judged
from coaching.content import load_onboarding
from coaching.memory.pruning import NOTHING_KNOWN
from coaching.offline.strategist.plan import plan
from coaching.values.context import IntelView, StrategistContext
from coaching.values.corrections import Correction
from coaching.values.enums import (
    Heard,
    HypothesisStatus,
    Lens,
    LensStatus,
    PrescriptionAction,
    RetiredBecause,
    Trigger,
    Verdict,
)
from coaching.values.guesses import Findings
from coaching.values.strategy import (
    SECTIONS,
    StrategistAnswer,
    StrategistOutput,
    section_of,
)
from tests.coaching.offline.strategist.files import first_run, held, later_run, personas, said
from tests.support import strategy
from tests.support.cast import COUPLE
from tests.support.situations import card, view

if TYPE_CHECKING:
    from coaching.values.guesses import HypothesisView

INES = StrategistContext(Trigger.SESSION_END, view(COUPLE), date(2026, 1, 12))
GUESS = strategy.output().hypothesis


def over(because: RetiredBecause) -> HypothesisView:
    return held(GUESS, status=HypothesisStatus.RETIRED, because=because)


REJECTED = replace(INES, hypotheses=(over(RetiredBecause.REJECTED),))


def answered(context: StrategistContext = INES, **changes: Any) -> Judged:
    return judged(StrategistAnswer.model_validate(strategy.as_json(**changes)), context)


def mended(context: StrategistContext = INES, **changes: Any) -> StrategistOutput:
    found = answered(context, **changes)
    assert found.output is not None, found.problems
    return found.output


def page(number: int, text: str) -> str:
    """Return a whole briefing with another text in one section."""
    content = strategy.briefing_content()
    before, _, rest = content.partition(f"{SECTIONS[number]}\n")
    _, gap, after = rest.partition("\n\n")
    return f"{before}{SECTIONS[number]}\n{text}{gap}{after}"


def doors(*changes: dict[str, str]) -> list[dict[str, str]]:
    return [strategy.DOOR | change for change in changes]


def test_an_answer_that_fits_is_taken_as_it_is() -> None:
    found = answered()
    assert (found.outcome, found.problems) == ("done", ())


@pytest.mark.parametrize(
    "changes",
    [
        {"briefing_content": page(2, "- One.\n- Two.")},
        {"briefing_content": page(2, "So it is. " * 400)},
        {"briefing_content": page(0, "They want to say no, kindly.")},
        {"focus_card_prescription": strategy.create(title="Feet still", content="My feet stay.")},
        {"curiosities": ["What she should be fine for.", "Help: who gives it?"]},
        {"briefing_content": strategy.briefing_content().replace("WHO THEY", "## WHO THEY")},
        {"session_strategy": "Ask what happened on Saturday, 17 January. Tone 7/10, 5 minutes."},
        {"session_strategy": "For Ines it is Sunday’s talk. “Theo again”, and Toney waits."},
        {"session_strategy": "Money Relationships may be next, Self-Receiving later."},
    ],
    ids=[
        "a list",
        "a long page",
        "the why in other words",
        "a card that is not named",
        "curiosities with should",
        "marks at a heading",
        "a date that was worked out",
        "known names, days and quotes",
        "names of lenses",
    ],
)
def test_ordinary_writing_is_taken(changes: dict[str, Any]) -> None:
    assert answered(**changes).outcome == "done"


def test_a_section_that_is_missing_says_that_nothing_is_known() -> None:
    output = mended(briefing_content=strategy.briefing_content(*SECTIONS[:-1]))
    assert section_of(output.briefing_content, 6) == NOTHING_KNOWN


def test_text_in_front_of_the_headings_is_kept() -> None:
    output = mended(briefing_content="They like lists.\n\n" + strategy.briefing_content())
    assert section_of(output.briefing_content, 0).startswith("They like lists.")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"briefing_content": "  "}, "briefing_content: it is empty"),
        ({"doors": doors({"title": " "})}, "doors: none is left"),
    ],
)
def test_only_what_cannot_be_used_at_all_is_refused(changes: dict[str, Any], reason: str) -> None:
    found = answered(**changes)
    assert found.output is None
    assert reason in map(str, found.problems)
    assert found.outcome == "refused"


def test_a_door_that_names_something_made_up_goes_alone() -> None:
    found = answered(doors=doors({}, {"opening": "How was it with Theo?"}, {}, {}))
    assert found.output is not None
    assert len(found.output.doors) == 3
    assert [str(problem) for problem in found.problems] == ["doors.2: a name that was not given"]
    assert found.problems[0].with_detail().endswith("(“How was it with Theo?”)")
    assert found.outcome == "mended"


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Just Some Company", "Just some company"),
        ("The Sunday Call", "The Sunday call"),
        ("The second before", "The second before"),
        ("What Ines Noticed", "What Ines noticed"),
    ],
)
def test_a_title_is_put_into_sentence_case(title: str, expected: str) -> None:
    assert mended(doors=doors({"title": title}, {}, {}, {})).doors[0].title == expected


def test_a_name_in_a_title_keeps_its_capital_when_the_person_writes_it_small() -> None:
    told = replace(INES, transcript=said("dan thinks weve got more for the deposit"))
    output = mended(
        told,
        briefing_content=page(2, "They want to tell Dan."),
        doors=doors({"title": "The Talk With Dan"}, {}, {}, {}),
    )
    assert output.doors[0].title == "The talk with Dan"


@pytest.mark.parametrize(
    "made_up",
    [
        "She owes 4200 to the bank.",
        "It began 7 years ago.",
        "It starts when Theo calls.",
        "The week in Lisbon was heavy.",
    ],
)
def test_a_sentence_with_something_made_up_goes_alone(made_up: str) -> None:
    output = mended(briefing_content=page(2, f"It starts at night. {made_up}"))
    assert section_of(output.briefing_content, 2) == "It starts at night."


def test_german_nouns_are_no_names() -> None:
    german = replace(INES, person=replace(INES.person, language="de"))
    assert answered(german, session_strategy="Nach der Karte fragen.").outcome == "done"


@pytest.mark.parametrize("count", [8, 14, 31, 40])
def test_a_home_sentence_of_a_readable_length_is_kept(count: int) -> None:
    line = " ".join(["word"] * count)
    assert mended(one_sentence=line).one_sentence == line


@pytest.mark.parametrize("count", [3, 41])
def test_another_one_is_replaced_by_a_sentence_of_the_journey(count: int) -> None:
    told = "Short. You waited until the morning before you answered him."
    output = mended(one_sentence=" ".join(["word"] * count), journey_narrative=told)
    assert output.one_sentence == "You waited until the morning before you answered him."


def test_a_card_of_somebody_else_changes_nothing() -> None:
    foreign = {**strategy.KEEP, "action": "set_existing", "card_id": str(UUID(int=9))}
    found = answered(
        replace(INES, cards=(card(2, "The boiler line", "I wait.", is_focus=True),)),
        focus_card_prescription=foreign,
    )
    assert found.output is not None
    prescribed = found.output.focus_card_prescription
    assert (prescribed.action, prescribed.card_id) == (PrescriptionAction.KEEP_CURRENT, None)
    assert "not one of this person's cards" in str(found.problems[0])


def test_lenses_that_were_not_answered_stay_as_they_were() -> None:
    edge: dict[str, object] = {"status": "active", "evidence": ["I wait."], "note": "She waits."}
    before = IntelView(growth_edges={Lens.MONEY_IDENTITY.value: edge})
    output = mended(replace(INES, intel=before), growth_edges={})
    assert set(output.growth_edges) == set(Lens)
    assert output.growth_edges[Lens.MONEY_IDENTITY].status is LensStatus.ACTIVE


def test_words_to_avoid_are_words() -> None:
    output = mended(intel=strategy.intel(avoided_words=["“mess”", "guilt: its not guilt at all"]))
    assert output.intel.emotional_vocabulary.avoided_words == ["mess"]


def test_what_is_over_is_named_by_its_number_and_a_boundary_stays() -> None:
    notes = ("Likes pictures", "boundary: no talk about her father")
    told = replace(INES, intel=IntelView(coaching_notes=notes))
    assert told.intel is not None
    numbers = {text: number for number, _, text in told.intel.numbered()}
    output = mended(told, over=[*(numbers[note] for note in notes), "n99"])
    assert output.over == ["Likes pictures"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({}, "hypothesis"),
        ({"hypothesis": "She may have learned to be good by giving."}, "hypothesis"),
        ({"leverage": "She learned to be good by giving, and it shows."}, "leverage"),
    ],
    ids=["the same", "other words", "leverage"],
)
def test_a_guess_that_was_rejected_is_taken_out(changes: dict[str, Any], field: str) -> None:
    output = mended(REJECTED, **changes)
    assert getattr(output, field) == ""
    assert output.session_strategy == strategy.output().session_strategy


def test_its_door_and_its_curiosity_go_and_the_others_stay() -> None:
    output = mended(
        REJECTED,
        hypothesis="",
        curiosities=["Has she learned to be good by giving?", "What else?"],
        doors=doors({}, {}, {}, {"opening": "You learned to be good by giving. Is it so?"}),
    )
    assert (output.curiosities, len(output.doors)) == (["What else?"], 3)


@pytest.mark.parametrize("because", [RetiredBecause.REPLACED, RetiredBecause.UNSUPPORTED])
def test_a_guess_that_was_refined_or_not_taken_up_may_be_said(because: RetiredBecause) -> None:
    assert answered(replace(INES, hypotheses=(over(because),))).outcome == "done"


def test_what_the_person_said_themselves_may_be_quoted() -> None:
    quoted = page(2, "They say: “giving is how I learned to be good”.")
    assert answered(REJECTED, hypothesis="", briefing_content=quoted).outcome == "done"


def test_a_guess_that_they_have_just_rejected_is_over_already() -> None:
    heard = replace(INES, hypotheses=(held(GUESS),), findings=Findings(guess=Heard.REJECTED))
    assert mended(heard).hypothesis == ""


def test_what_they_corrected_is_taken_out() -> None:
    refused = Correction("She resents her brother", Verdict.NOT_TRUE)
    told = replace(INES, corrections=(refused,))
    output = mended(told, journey_narrative="She waits. She resents her brother.")
    assert output.journey_narrative == "She waits."


def test_a_story_of_which_nothing_is_left_is_empty() -> None:
    refused = Correction("She resents her brother", Verdict.NOT_TRUE)
    told = replace(INES, corrections=(refused,))
    assert mended(told, journey_narrative="She resents her brother.").journey_narrative == ""
    assert mended(told, journey_narrative="").journey_narrative == ""


@pytest.mark.parametrize("name", personas())
def test_the_rules_write_what_fits_whoever_it_is_about(name: str) -> None:
    context = personas()[name]
    assert judged(plan(context), context, may_invent=False).outcome == "done"
    texts = [context.person.hypothesis, *(r.text for r in load_onboarding().hypothesis.rules)]
    retired = tuple(
        held(text, status=HypothesisStatus.RETIRED, because=RetiredBecause.REJECTED)
        for text in texts
    )
    later = later_run(person=context.person, hypotheses=retired)
    assert judged(plan(later), later, may_invent=False).output is not None


def test_the_rules_invent_neither_names_nor_numbers() -> None:
    context = first_run()
    assert judged(plan(context), context).problems == ()
