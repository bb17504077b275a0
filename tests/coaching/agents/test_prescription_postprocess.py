from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest

from coaching.agents.prescription_postprocess import starter_prescription
from coaching.agents.strategist_postprocess import settled
from coaching.content import starter_cards
from coaching.prompts import strategist_prompt
from coaching.values.context import CardView, PersonView, StrategistContext
from coaching.values.enums import CardKind, PrescriptionAction, Tension, Trigger
from tests.support import strategy

TODAY = datetime(2026, 1, 12, tzinfo=UTC)
GIVER = PersonView(tension=Tension.GIVE)


def context(trigger: Trigger = Trigger.SESSION_START, **more: Any) -> StrategistContext:
    return StrategistContext(trigger, GIVER, TODAY.date(), **more)


def card_view() -> CardView:
    return CardView(
        id=uuid4(),
        kind=CardKind.REFRAME,
        title="Feet still",
        content="My feet stay where they are.",
        is_focus=False,
        times_completed=0,
        last_completed_at=None,
        graduated_at=None,
        created_at=TODAY,
    )


def prescribing(card_id: object) -> dict[str, object]:
    return {"action": "set_existing", "card": None, "card_id": str(card_id), "rationale": "Now."}


def test_the_person_s_own_card_may_be_named() -> None:
    own = card_view()
    output = strategy.output(focus_card_prescription=prescribing(own.id))

    assert settled(output, context(cards=(own,))).focus_card_prescription.card_id == own.id


@pytest.mark.parametrize("place", range(3))
def test_the_model_may_choose_among_the_starter_cards(place: int) -> None:
    starter = starter_cards(Tension.GIVE)[place]
    proposed = strategy.output(
        focus_card_prescription=strategy.create(title=starter.title, content="In other words.")
    ).focus_card_prescription

    chosen = starter_prescription(GIVER, proposed)

    assert chosen.action is PrescriptionAction.CREATE_NEW
    assert chosen.card is not None
    assert (chosen.card.title, chosen.card.content) == (starter.title, starter.content)
    assert chosen.card.kind is CardKind.NOTICING


def test_whatever_else_it_proposes_becomes_the_first_starter_card() -> None:
    proposed = strategy.output().focus_card_prescription

    chosen = starter_prescription(GIVER, proposed)

    assert chosen.card is not None
    assert chosen.card.title == starter_cards(Tension.GIVE)[0].title


@pytest.mark.parametrize(
    "person",
    [
        PersonView(tension=None),
        PersonView(tension=Tension.GIVE, life_context=("ctx_urgent",)),
        PersonView(tension=Tension.GIVE, life_context=("ctx_partner", "ctx_controlled")),
    ],
)
def test_some_people_begin_without_a_card(person: PersonView) -> None:
    proposed = strategy.output(focus_card_prescription=strategy.create()).focus_card_prescription

    assert starter_prescription(person, proposed).action is PrescriptionAction.KEEP_CURRENT


@pytest.mark.parametrize("by_id", [True, False])
def test_a_card_that_they_refused_does_not_come_back(by_id: bool) -> None:
    refused = replace(card_view(), misfit_on=TODAY.date())
    again = strategy.create(title="Again", content=refused.content)
    output = strategy.output(focus_card_prescription=prescribing(refused.id) if by_id else again)
    kept = settled(output, context(cards=(refused,))).focus_card_prescription
    assert kept.action is PrescriptionAction.KEEP_CURRENT


def test_after_a_crisis_nothing_new_is_set() -> None:
    output = strategy.output(focus_card_prescription=strategy.create())

    kept = settled(output, context(safety_recent=True)).focus_card_prescription

    assert (kept.action, kept.card) == (PrescriptionAction.KEEP_CURRENT, None)


def test_after_something_serious_the_onboarding_gives_no_card_and_asks_for_none() -> None:
    quiet = context(Trigger.ONBOARDING, safety_recent=True)
    answer = settled(strategy.output(), quiet)
    assert answer.focus_card_prescription.action is PrescriptionAction.KEEP_CURRENT
    asked = request_of(quiet)
    assert "create_new" not in asked
    assert "<starter_card" not in asked


def test_starter_cards_are_shown_in_the_language_that_they_write() -> None:
    person = PersonView(tension=Tension.GIVE, language="es", writes="es")
    asked = request_of(StrategistContext(Trigger.ONBOARDING, person, TODAY.date()))
    titles = [card.title for card in starter_cards(Tension.GIVE, "es")]
    assert all(f'title="{title}"' in asked for title in titles)


def request_of(asked: StrategistContext) -> str:
    _, (message,) = strategist_prompt(asked)
    return str(message.content)
