from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

from coaching.agents.strategist_postprocess import settled
from coaching.values.check_ins import CheckInView, Mood
from coaching.values.context import IntelView, StrategistContext
from coaching.values.enums import (
    Heard,
    Lens,
    LensStatus,
    PrescriptionAction,
    Stage,
    Trigger,
)
from coaching.values.guesses import Findings
from tests.coaching.offline.strategist.files import held, said
from tests.support import strategy
from tests.support.cast import COUPLE
from tests.support.situations import NOW, WinView, card, view

if TYPE_CHECKING:
    from coaching.values.strategy import FocusCardPrescription

FOCUS = card(2, "The boiler line", "I did not know about the boiler either.", is_focus=True)
INES = StrategistContext(Trigger.SESSION_END, view(COUPLE), date(2026, 1, 12), cards=(FOCUS,))
GRADUATE = {**strategy.create(), "action": "graduate"}
WIN = WinView(UUID(int=12), "I said tomorrow, and he was fine", NOW)


def prescribed(context: StrategistContext = INES, **wish: Any) -> FocusCardPrescription:
    output = strategy.output(focus_card_prescription={**strategy.KEEP, **wish})
    return settled(output, context).focus_card_prescription


def test_a_card_graduates_only_when_all_its_conditions_and_their_yes_are_there() -> None:
    ready = replace(INES, findings=Findings(may_graduate=True))
    assert prescribed(ready, **GRADUATE).action is PrescriptionAction.GRADUATE
    kept = prescribed(INES, **GRADUATE)
    assert kept.action is PrescriptionAction.KEEP_CURRENT
    assert "yes" in kept.rationale


def test_a_run_on_the_first_answers_alone_has_seen_no_scene() -> None:
    intel = strategy.intel(triggers=["When the post comes"], coaching_notes=["Keep it short."])
    output = strategy.output(intel=intel)

    first = settled(output, replace(INES, trigger=Trigger.ONBOARDING)).intel

    assert (first.triggers, first.coaching_notes) == ([], ["Keep it short."])
    assert settled(output, INES).intel.triggers == ["When the post comes"]


def test_the_card_changes_once_in_a_session() -> None:
    new = replace(INES, findings=Findings(card_is_new=True, may_graduate=True))
    for wish in (strategy.create(), GRADUATE):
        assert prescribed(new, **wish).action is PrescriptionAction.KEEP_CURRENT
    assert prescribed(INES, **strategy.create()).action is PrescriptionAction.CREATE_NEW


@pytest.mark.parametrize(
    "wish",
    [strategy.KEEP, strategy.create(content="I wait and I breathe and I look at it all once.")],
    ids=["kept", "longer"],
)
def test_a_card_that_was_skipped_all_week_becomes_a_smaller_one(wish: dict[str, Any]) -> None:
    skipped = replace(INES, cards=(replace(FOCUS, skips_last_week=4),))
    found = prescribed(skipped, **wish)
    assert found.action is PrescriptionAction.CREATE_NEW
    assert found.card is not None
    assert len(found.card.content.split()) < len(FOCUS.content.split())
    assert found.rationale


def test_a_smaller_card_of_theirs_is_taken_as_it_is() -> None:
    skipped = replace(INES, cards=(replace(FOCUS, skips_last_week=4),))
    found = prescribed(skipped, **strategy.create(content="I wait."))
    assert found.card is not None
    assert found.card.content == "I wait."


def test_nothing_new_comes_after_danger() -> None:
    quiet = replace(INES, safety_recent=True)
    assert prescribed(quiet, **strategy.create()).action is PrescriptionAction.KEEP_CURRENT


def edges(**changed: dict[str, Any]) -> dict[str, Any]:
    return {lens.value: strategy.NO_EDGE for lens in Lens} | changed


def lens(name: Lens, context: StrategistContext, **edge: Any) -> Any:
    output = strategy.output(growth_edges=edges(**{name.value: {**strategy.NO_EDGE, **edge}}))
    return settled(output, context).growth_edges[name]


def test_no_lens_is_open_by_guess() -> None:
    invented = lens(Lens.MONEY_IDENTITY, INES, status="active", evidence=["sig_1", "I am rich"])
    assert (invented.status, invented.evidence) == (LensStatus.NOT_READY, [])
    proved = lens(
        Lens.MONEY_IDENTITY,
        replace(INES, wins=(WIN,)),
        status="active",
        evidence=[str(WIN.id), "sig_1"],
    )
    assert (proved.status, proved.evidence) == (LensStatus.ACTIVE, [str(WIN.id)])


def test_words_of_the_session_are_evidence() -> None:
    told = replace(INES, transcript=said("I told him I'd answer tomorrow."))
    found = lens(Lens.MONEY_RELATIONSHIPS, told, status="active", evidence=["I’d answer tomorrow"])
    assert found.status is LensStatus.ACTIVE


def test_the_words_of_a_check_in_are_evidence_and_are_kept_by_its_id() -> None:
    felt = CheckInView(Mood.STEADY, "I opened the two letters today.", NOW, id=UUID(int=15))
    told = replace(INES, check_ins=(felt,))
    found = lens(
        Lens.FINANCIAL_AWARENESS, told, status="active", evidence=["opened the two letters"]
    )
    assert (found.status, found.evidence) == (LensStatus.ACTIVE, [str(UUID(int=15))])


def test_stabilizing_needs_two_pieces_of_evidence() -> None:
    once = lens(
        Lens.MONEY_IDENTITY,
        replace(INES, wins=(WIN,)),
        status="stabilizing",
        evidence=[str(WIN.id)],
    )
    assert once.status is LensStatus.ACTIVE


@pytest.mark.parametrize("name", [Lens.FINANCIAL_AWARENESS, Lens.MONEY_RELATIONSHIPS])
def test_what_a_lens_rested_on_counts_beside_what_is_new(name: Lens) -> None:
    edge: dict[str, object] = {"status": "active", "evidence": ["I opened it"], "note": "looked"}
    known = replace(IntelView(), growth_edges={name.value: edge})
    told = replace(INES, intel=known, transcript=said("I told him I'd answer tomorrow."))

    found = lens(name, told, status="stabilizing", evidence=["I’d answer tomorrow"])

    assert found.status is LensStatus.STABILIZING
    assert found.evidence == ["I opened it", "I’d answer tomorrow"]


def test_at_most_two_lenses_are_open() -> None:
    proof = {"status": "active", "evidence": [str(WIN.id)], "note": "said so"}
    output = strategy.output(growth_edges={lens.value: proof for lens in Lens})
    found = settled(output, replace(INES, wins=(WIN,))).growth_edges
    assert [edge.status for edge in found.values()].count(LensStatus.ACTIVE) == 2


@pytest.mark.parametrize(
    ("now", "goal", "then"),
    [
        (Stage.CONTEMPLATION, Stage.ACTION, Stage.PREPARATION),
        (Stage.PREPARATION, Stage.ACTION, Stage.ACTION),
        (Stage.ACTION, Stage.RELAPSE, Stage.RELAPSE),
        (Stage.PREPARATION, Stage.CONTEMPLATION, Stage.CONTEMPLATION),
    ],
)
def test_a_stage_moves_one_step_forward_at_most(now: Stage, goal: Stage, then: Stage) -> None:
    person = replace(INES.person, stage=now)
    output = strategy.output(stage_of_change=goal)
    assert settled(output, replace(INES, person=person)).stage_of_change is then


@pytest.mark.parametrize(
    ("quote", "verdict"),
    [
        ("I told him I'd answer tomorrow", Heard.SUPPORTED),
        ("answer tomorrow", Heard.OPEN),
        ("always knew that it was so", Heard.OPEN),
        ("", Heard.OPEN),
    ],
)
def test_support_is_proved_by_a_sentence_of_theirs(quote: str, verdict: Heard) -> None:
    output = strategy.output(heard_guess={"verdict": "supported", "quote": quote})
    guess = held("Waiting may be how you stay good.")
    told = replace(INES, transcript=said("I told him I'd answer tomorrow."), hypotheses=(guess,))
    assert settled(output, told).heard_guess.verdict is verdict


def test_what_the_rows_say_stands_above_the_model() -> None:
    output = strategy.output(heard_guess={"verdict": "supported", "quote": "boiler"})
    refused = replace(INES, findings=Findings(guess=Heard.REJECTED))
    assert settled(output, refused).heard_guess.verdict is Heard.REJECTED


def test_words_from_before_the_guess_support_nothing() -> None:
    quote = "I told him I'd answer tomorrow"
    output = strategy.output(heard_guess={"verdict": "supported", "quote": quote})
    lines = said(quote)
    guess = held("Waiting may be how you stay good.", created_at=lines[-1].at + timedelta(days=1))
    told = replace(INES, transcript=lines, hypotheses=(guess,))
    assert settled(output, told).heard_guess.verdict is Heard.OPEN
