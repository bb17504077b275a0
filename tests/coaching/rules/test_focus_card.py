from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from coaching.content import starter_cards
from coaching.rules.case import Case
from coaching.rules.focus_card import prescribe
from coaching.values.enums import CardKind, PrescriptionAction, SignalType, Tension
from tests.coaching.offline.strategist.files import (
    EVENING,
    RUTH,
    TODAY,
    card,
    first_run,
    later_run,
    said,
    signal,
    talk,
)

if TYPE_CHECKING:
    from coaching.values.strategy import FocusCardPrescription

WEEKS = (date(2026, 11, 2), date(2026, 11, 9), date(2026, 11, 20))
DAYS = (date(2026, 11, 18), date(2026, 11, 19), date(2026, 11, 20))
HABIT = signal(SignalType.PRACTICE_CHECKIN, "I don't even think about it any more")
YES = talk("It could move to your toolkit. Shall it?", "yes, it can go")
OFTEN = {"times_completed": 9, "completed_on": WEEKS}
OWN = card(2, is_focus=False, title="Let me look", content="Let me look first.")


def prescribed(**parts: Any) -> FocusCardPrescription:
    return prescribe(Case(later_run(**parts)))


@pytest.mark.parametrize("tension", Tension)
def test_everybody_begins_with_a_noticing_card_of_their_tension(tension: Tension) -> None:
    found = prescribe(Case(first_run(tension=tension, life_context=())))
    assert found.action is PrescriptionAction.CREATE_NEW
    assert found.card is not None
    assert found.card.kind is CardKind.NOTICING
    assert found.card.title in {starter.title for starter in starter_cards(tension)}
    assert len(found.card.content.split()) <= 40


@pytest.mark.parametrize(
    "changes",
    [{"tension": None}, {"life_context": ("ctx_urgent",)}, {"life_context": ("ctx_controlled",)}],
)
def test_nobody_in_need_begins_with_a_card(changes: dict[str, Any]) -> None:
    found = prescribe(Case(first_run(RUTH, **changes)))
    assert (found.action, found.card) == (PrescriptionAction.KEEP_CURRENT, None)


def test_a_card_that_lands_is_left_alone() -> None:
    assert prescribed(cards=(card(),)).action is PrescriptionAction.KEEP_CURRENT


def test_four_skips_in_a_week_are_the_cards_business() -> None:
    skipped = card(skips_last_week=4, times_completed=1)
    smaller, own = prescribed(cards=(skipped,)), prescribed(cards=(skipped, OWN))
    assert smaller.action is PrescriptionAction.CREATE_NEW
    assert (own.action, own.card_id) == (PrescriptionAction.SET_EXISTING, OWN.id)
    assert prescribed(cards=(card(skips_last_week=3),)).action is PrescriptionAction.KEEP_CURRENT


def test_a_card_graduates_by_count_weeks_their_word_and_their_yes() -> None:
    found = prescribed(cards=(card(**OFTEN),), signals=(HABIT,), transcript=YES)
    assert found.action is PrescriptionAction.GRADUATE
    assert found.card is not None


@pytest.mark.parametrize(
    "parts",
    [
        {"cards": (card(**OFTEN),)},
        {"cards": (card(**OFTEN),), "transcript": YES},
        {"cards": (card(**OFTEN),), "signals": (HABIT,)},
        {
            "cards": (card(times_completed=9, completed_on=DAYS),),
            "signals": (HABIT,),
            "transcript": YES,
        },
        {
            "cards": (card(times_completed=4, completed_on=WEEKS),),
            "signals": (HABIT,),
            "transcript": YES,
        },
    ],
    ids=["count only", "no word of habit", "no yes", "one week", "four times"],
)
def test_a_card_never_graduates_on_less(parts: dict[str, Any]) -> None:
    assert prescribed(**parts).action is not PrescriptionAction.GRADUATE


def test_their_own_words_come_before_an_unused_card_of_ours() -> None:
    newer = replace(OWN, created_at=card().created_at.replace(day=20, month=11))
    found = prescribed(cards=(card(times_completed=0), newer))
    assert (found.action, found.card_id) == (PrescriptionAction.SET_EXISTING, OWN.id)


STARTERS = starter_cards(Tension.GIVE)
GIVEN = card(times_completed=0, title=STARTERS[2].title, content=STARTERS[2].content)
ELSEWHERE = said(
    "My sister called again.",
    "She wants an answer today.",
    "I told her tomorrow. Let me check first.",
)


@pytest.mark.parametrize(
    "words", ["That card doesn’t fit me at all.", "Esta ficha la verdad no es para mí."]
)
def test_a_card_that_they_say_does_not_fit_is_replaced_by_another_starter_card(words: str) -> None:
    found = prescribed(cards=(card(),), transcript=said(words))
    assert found.action is PrescriptionAction.CREATE_NEW
    assert found.card is not None
    every = (*STARTERS, *starter_cards(Tension.GIVE, "es"))
    assert found.card.title in {starter.title for starter in every}


def test_an_unused_card_gives_way_to_one_about_what_they_talk_of() -> None:
    found = prescribed(cards=(GIVEN,), transcript=ELSEWHERE)
    assert found.card is not None
    assert found.card.title == STARTERS[0].title


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        ({"times_completed": 1}, ELSEWHERE),
        ({"skips_last_week": 1}, ELSEWHERE),
        ({"created_at": EVENING}, ELSEWHERE),
        ({}, said("My sister called again.", "I gave her a gift.", "I felt pressured.")),
        ({}, said("Hello.", "It rained.", "I am well.")),
        ({}, said("My card does not work at the shop.", "The card doesn't go through.")),
    ],
    ids=["used", "answered", "new", "about the card", "about neither", "bank card"],
)
def test_any_other_card_stays(changes: dict[str, Any], lines: Any) -> None:
    found = prescribed(cards=(replace(GIVEN, **changes),), transcript=lines)
    assert found.action is PrescriptionAction.KEEP_CURRENT


@pytest.mark.parametrize(("days", "has_card"), [(2, False), (8, True)])
def test_who_chose_no_card_gets_none_for_a_week(days: int, has_card: bool) -> None:
    since = TODAY - timedelta(days=days)
    refused = replace(GIVEN, is_focus=False, misfit_on=since)
    found = prescribed(cards=(refused,))
    assert (found.card is not None) == has_card
    assert found.card_id is None


def test_in_serious_days_no_card_is_made() -> None:
    found = prescribed(safety_recent=True, cards=(card(skips_last_week=6),))
    assert found.action is PrescriptionAction.KEEP_CURRENT
