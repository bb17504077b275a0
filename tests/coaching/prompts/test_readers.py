"""What Observer and Strategist are told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coaching.llm.prices import estimated
from coaching.prompts import observer_prompt, strategist_prompt
from coaching.prompts.dossier import BEGINNING_LEFT_OUT
from coaching.values.context import IntelView, ObserverContext, PersonView, StrategistContext
from coaching.values.corrections import Correction, Withheld
from coaching.values.enums import Lens, SignalType, Stage, Tension, Trigger, Verdict
from coaching.values.strategy import SECTIONS, STRATEGY, headings
from coaching.values.transcript import TranscriptLine
from tests.support.cast import CAST
from tests.support.factories import MONDAY_MORNING
from tests.support.situations import SITUATIONS, TODAY, view


def observer_system() -> str:
    """Return the Observer's rubric."""
    (block,), _ = observer_prompt(ObserverContext("", "hi", "hello"))
    return block.text


def strategist(context: StrategistContext) -> tuple[str, str]:
    """Return the Strategist's instructions and its request."""
    (system,), (message,) = strategist_prompt(context)
    return system.text, str(message.content[0]["text"])


def onboarding(person: PersonView) -> str:
    """Return the request of a first run."""
    return strategist(StrategistContext(Trigger.ONBOARDING, person, TODAY))[1]


def test_the_rubric_is_the_same_for_everyone_and_worth_caching() -> None:
    blocks = {observer_prompt(each.observer)[0] for each in SITUATIONS.values()}

    assert len(blocks) == 1
    assert estimated(len(observer_system())) >= 512


@pytest.mark.parametrize("kind", SignalType)
def test_every_signal_is_defined(kind: SignalType) -> None:
    assert f"- `{kind}`: " in observer_system()


def test_the_observer_reads_one_exchange_and_little_else() -> None:
    _, (message,) = observer_prompt(SITUATIONS["debt_distress"].observer)
    text = str(message.content[0]["text"])

    assert "<coach_before>What is in the hallway?</coach_before>" in text
    assert "<person>They will cut the power on Monday" in text
    assert "The app's screen says: concern." in text
    assert "Their focus card" not in text


def test_the_observer_asks_for_no_reasons() -> None:
    assert "reasoning" not in observer_system().lower()


def test_the_strategist_gets_the_headings_in_order_but_that_of_the_plan_which_it_writes_once() -> (
    None
):
    system, _ = strategist(SITUATIONS["new_user"].strategist)

    assert headings(system) == [name for name in SECTIONS if name != STRATEGY]


@pytest.mark.parametrize("word", [*Lens, *Stage])
def test_the_strategist_knows_every_lens_and_every_stage(word: str) -> None:
    system, _ = strategist(SITUATIONS["new_user"].strategist)

    assert f"`{word}`: " in system


@pytest.mark.parametrize(
    "rule",
    [
        "at most 160 words",
        "15 to 30 words",
        "3 ways",
        "At most two are `active`",
        "No diagnosis",
        "doesn't come back in other words",
        "not followed",
    ],
)
def test_the_rules_of_a_run_are_said(rule: str) -> None:
    system, _ = strategist(SITUATIONS["new_user"].strategist)

    assert rule in system


def test_answers_of_the_onboarding_are_read_until_a_session_was() -> None:
    contexts = (each.strategist for each in SITUATIONS.values())
    context = next(each for each in contexts if each.previous_briefing)
    assert context.previous_briefing is not None
    before, asked = context.previous_briefing, "A bill or bank notification pops up."
    person = replace(context.person, answers={"q1": "q1_avoid"})

    for trigger, is_read in ((Trigger.ONBOARDING, True), (Trigger.SESSION_END, False)):
        briefing = replace(before, trigger=trigger)
        known = replace(context, person=person, previous_briefing=briefing)
        assert (asked in strategist(known)[1]) is is_read


@pytest.mark.parametrize("tension", Tension)
def test_the_first_run_prescribes_a_starter_card_to_be_noticed(tension: Tension) -> None:
    text = onboarding(view(CAST[0], tension=tension, life_context=()))

    assert "`create_new`, kind `noticing`" in text
    assert text.count("<starter_card") == 3


@pytest.mark.parametrize(
    "person",
    [
        PersonView(),
        view(CAST[0], life_context=("ctx_urgent",)),
        view(CAST[0], life_context=("ctx_controlled",)),
    ],
    ids=["no tension", "urgent", "controlled"],
)
def test_the_first_run_leaves_home_empty_where_a_card_would_be_wrong(person: PersonView) -> None:
    text = onboarding(person)

    assert "`focus_card_prescription`: `keep_current`" in text
    assert "<starter_card" not in text


def test_the_first_run_cites_answers_in_the_words_that_were_read() -> None:
    text = onboarding(view(CAST[0], answers={"q1": "q1_avoid", "q2": "gone"}))

    assert '- A bill or bank notification pops up. What is your very first move? "Swipe' in text
    assert text.count("\n- ") == 1


def test_control_by_somebody_else_rules_out_talks_with_them() -> None:
    assert "No door, card or strategy about talking to that person." in onboarding(
        view(CAST[0], life_context=("ctx_controlled",))
    )


def test_cards_and_notes_come_with_what_an_answer_may_name_them_by() -> None:
    context = SITUATIONS["mid_plan"].strategist
    _, text = strategist(context)

    assert f'<card id="{context.cards[0].id}"' in text
    assert "Known `triggers`: n1 <words>a late invoice, the app before breakfast</words>" in text


def test_cards_say_where_they_stand() -> None:
    context = SITUATIONS["mid_plan"].strategist
    done = replace(context.cards[0], graduated_at=context.wins[0].created_at, is_focus=False)
    kept = replace(done, graduated_at=None, last_completed_at=None)

    _, text = strategist(replace(context, cards=(*context.cards, done, kept)))

    assert ['state="focus"' in text, 'state="graduated"' in text, 'state="kept"' in text] == [
        True
    ] * 3
    assert 'last_done="never"' in text


def test_a_person_without_a_past_has_nothing_to_read() -> None:
    assert onboarding(view(CAST[0])).endswith("Nothing beyond this.")


@pytest.mark.parametrize("lens", Lens)
def test_a_stabilizing_lens_is_told_like_an_active_one(lens: Lens) -> None:
    edge: dict[str, object] = {"status": "stabilizing", "evidence": [], "note": "opens letters"}
    context = SITUATIONS["mid_plan"].strategist
    known = replace(context.intel or IntelView(), growth_edges={lens.value: edge})

    _, text = strategist(replace(context, intel=known))

    assert f"{lens}: stabilizing <words>opens letters</words>" in text


@pytest.mark.parametrize("withheld", Withheld)
def test_what_is_withheld_is_no_correction(withheld: Withheld) -> None:
    said = Correction("You drink wine to sleep.", Verdict.DONT_USE, withheld=withheld)
    context = replace(SITUATIONS["mid_plan"].strategist, corrections=(said,))

    _, text = strategist(context)
    named = Correction("You fear the post.", Verdict.NOT_TRUE)
    _, beside = strategist(replace(context, corrections=(named, said)))

    assert "hard rule" not in text
    assert "write nothing about it" in text
    assert "hard rule" in beside


def test_after_danger_nothing_new_is_prescribed() -> None:
    assert (
        "no new card and no practice now" in strategist(SITUATIONS["debt_distress"].strategist)[1]
    )


def test_the_strategist_reads_the_session_word_for_word() -> None:
    context = SITUATIONS["mid_plan"].strategist
    reply = f"You opened it. {'That was a long walk to the door. ' * 8}What did it smell of?"
    lines = (
        TranscriptLine("coach", reply, MONDAY_MORNING),
        TranscriptLine("user", "Dust. " * 60, MONDAY_MORNING),
    )

    _, text = strategist(replace(context, transcript=lines))

    assert f"<coach>{reply}</coach>" in text
    assert "Dust. " * 59 in text


def test_of_a_very_long_session_the_strategist_reads_the_last_part() -> None:
    context = SITUATIONS["mid_plan"].strategist
    lines = tuple(TranscriptLine("user", f"{n}: {'hm ' * 400}", MONDAY_MORNING) for n in range(50))

    _, text = strategist(replace(context, transcript=lines))

    assert BEGINNING_LEFT_OUT in text
    assert ("<person>0: " in text, "<person>49: " in text) == (False, True)


def test_a_signal_tells_its_quote_once() -> None:
    context = SITUATIONS["mid_plan"].strategist
    seen = replace(context.signals[0], content="Says: “a tight chest”", quote="a tight chest")

    _, text = strategist(replace(context, signals=(seen,)))

    assert text.count("a tight chest") == 1


def test_the_strategist_knows_what_the_numbers_and_names_of_a_style_mean() -> None:
    told = strategist(SITUATIONS["mid_plan"].strategist)[1]

    assert "of 10 (10: direct)" in told
    assert "(deep: where it comes from)" in told
    assert "understands by " in told


def test_after_danger_no_part_of_an_answer_may_say_that_something_hard_was_said() -> None:
    context = replace(SITUATIONS["mid_plan"].strategist, safety_recent=True)
    system, told = strategist(context)

    assert "go gently" not in system
    assert "Nothing said in danger is quoted, hinted at," in system
    assert "nor that something hard was said" in told
