from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.repositories import cards, profiles
from coaching.services import cards as services
from coaching.services import misfits, prescriptions, safety_events
from coaching.services.do_not_repeat import may_repeat
from coaching.values.enums import CardKind, PrescriptionAction, SafetyLevel
from coaching.values.safety import SafetyVerdict
from coaching.values.strategy import CardDraft, FocusCardPrescription
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db

NEW = FocusCardPrescription(
    action=PrescriptionAction.CREATE_NEW,
    card=CardDraft(kind=CardKind.TRUTH, title="I count", content="I count as one of the people."),
    card_id=None,
    rationale="Her own sentence.",
)


@pytest.mark.parametrize(("hours", "title"), [(1, "Looking is enough for today"), (49, "I count")])
async def test_a_crisis_after_the_reading_leaves_the_card_as_it_is(
    db: Db, clock: FrozenClock, hours: int, title: str
) -> None:
    owner = await factories.person(db)
    await factories.card(db, owner, title="Looking is enough for today", is_focus=True)
    async with db.unit(owner, write=True) as s:
        person = await profiles.require(s, owner)
        crisis = SafetyVerdict(SafetyLevel.CRISIS, "suicidality")
        await safety_events.note(s, person, crisis, at=clock.now())
    clock.move(timedelta(hours=hours))
    async with db.unit(owner, write=True) as s:
        await prescriptions.apply(s, owner, NEW, at=clock.now())

    async with db.unit(owner) as s:
        card = await cards.focus(s, owner)
    assert card is not None
    assert card.title == title


@pytest.mark.parametrize(("hours", "title"), [(1, "My own"), (25, "I count")])
async def test_a_card_that_the_person_just_put_in_focus_stays(
    db: Db, clock: FrozenClock, hours: int, title: str
) -> None:
    owner = await factories.person(db)
    mine = await factories.card(db, owner, title="My own")
    async with db.unit(owner, write=True) as s:
        await services.set_focus(s, owner, mine.id, at=clock.now())
    clock.move(timedelta(hours=hours))
    async with db.unit(owner, write=True) as s:
        await prescriptions.apply(s, owner, NEW, at=clock.now())

    async with db.unit(owner) as s:
        card = await cards.focus(s, owner)
    assert card is not None
    assert card.title == title


async def refused(db: Db, clock: FrozenClock) -> tuple[UUID, UUID]:
    """Somebody without a card, because theirs didn't fit; return them and the card."""
    owner = await factories.person(db)
    card = await factories.card(db, owner, title="Looking is enough for today", is_focus=True)
    async with db.unit(owner, write=True) as s:
        await misfits.leave_out(s, owner, card.id, at=clock.now())
    return owner, card.id


@pytest.mark.parametrize(("days", "title"), [(1, ""), (8, "I count")])
async def test_who_chose_no_card_gets_none_for_a_week(
    db: Db, clock: FrozenClock, days: int, title: str
) -> None:
    owner, _ = await refused(db, clock)
    clock.move(timedelta(days=days))
    async with db.unit(owner, write=True) as s:
        await prescriptions.apply(s, owner, NEW, at=clock.now())
        card = await cards.focus(s, owner)
    assert (card.title if card else "") == title


async def test_a_card_that_doesn_t_fit_is_never_prescribed_again(
    db: Db, clock: FrozenClock
) -> None:
    owner, card_id = await refused(db, clock)
    clock.move(timedelta(days=8))
    again = FocusCardPrescription(
        action=PrescriptionAction.SET_EXISTING, card=None, card_id=card_id, rationale="Again."
    )
    async with db.unit(owner, write=True) as s:
        await prescriptions.apply(s, owner, again, at=clock.now())
        assert await cards.focus(s, owner) is None


async def test_a_plan_that_only_weights_take_for_danger_becomes_the_card(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    content = "When I want to ask Marit for more time, I write down the reason I have so far."
    assert not may_repeat(content, ())
    draft = CardDraft(kind=CardKind.PLAN, title="Yes or no, with the reason", content=content)
    async with db.unit(owner, write=True) as s:
        assert await prescriptions.apply(
            s, owner, NEW.model_copy(update={"card": draft}), at=clock.now()
        )
        card = await cards.focus(s, owner)
    assert card is not None
    assert card.title == "Yes or no, with the reason"


async def test_a_card_in_which_a_rule_hears_danger_does_not_come(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    draft = CardDraft(kind=CardKind.TRUTH, title="True", content="I want to end my life.")
    async with db.unit(owner, write=True) as s:
        assert not await prescriptions.apply(
            s, owner, NEW.model_copy(update={"card": draft}), at=clock.now()
        )
        assert await cards.focus(s, owner) is None
