"""That the page folds away what is minor, and tells an event once."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.models import CoachMemory
from coaching.values.enums import Certainty, Importance, Verdict
from tests.support import factories, strategy
from tests.support.insights import ONE, briefed, item, page, say, talked

if TYPE_CHECKING:
    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db


async def test_what_is_minor_is_folded_until_it_is_called_true_or_reworded(
    db: Db, clock: FrozenClock
) -> None:
    owner, session, _ = await talked(db, clock)
    scrap, minor, hanging, clear = (
        "On Sunday: “tell you”.",
        "You like the blue cup best.",
        "You haven't told your mother either.",
        "Your sister Ana moved in with your mother.",
    )
    async with db.unit(owner, write=True) as s:
        for content in (scrap, minor, hanging, clear):
            low = Importance.LOW if content is minor else Importance.MEDIUM
            row = CoachMemory(
                user_id=owner, content=content, importance=low, created_at=clock.now()
            )
            s.add(row)
    remark = "You don't give money to your brother."
    notes = strategy.intel(coaching_notes=[f"boundary: {remark}"])
    await briefed(db, clock, owner, session, intel=notes)

    asides = {i.text: i.is_aside for i in (await page(db, clock, owner)).items}
    assert asides | {scrap: True, minor: True, hanging: True, clear: False, remark: True} == asides

    await say(db, clock, owner, minor, Verdict.TRUE)
    assert not (await item(db, clock, owner, minor)).is_aside
    await say(db, clock, owner, hanging, Verdict.DIFFERENTLY, "My mother doesn't know of the debt.")
    assert not (await item(db, clock, owner, "My mother")).is_aside


@pytest.mark.parametrize(
    "passing",
    [
        "Your husband is called Graham; he does the spreadsheet.",
        "You must put leave in with Dr Pillay before he closes the book.",
        "You asked whether you should take a loan for the party.",
        "Quieres saber cómo hacer alcanzar la plata, y preguntas si con un préstamo.",
        "Tienes que pedir las vacaciones antes del viernes.",
    ],
)
async def test_what_was_asked_once_or_is_an_errand_is_folded(
    db: Db, clock: FrozenClock, passing: str
) -> None:
    owner, session, _ = await talked(db, clock)
    async with db.unit(owner, write=True) as s:
        s.add(CoachMemory(user_id=owner, content=passing, created_at=clock.now()))
    await briefed(db, clock, owner, session)

    assert (await item(db, clock, owner, passing[:20])).is_aside


async def test_the_sentence_on_home_is_folded_once_there_is_enough_beside_it(
    db: Db, clock: FrozenClock
) -> None:
    owner, session, _ = await talked(db, clock)
    await briefed(db, clock, owner, session, one_sentence="You're thinking about the card.")
    assert not (await item(db, clock, owner, "You're thinking")).is_aside
    async with db.unit(owner, write=True) as s:
        for what in ("owe 900 on the card", "rent a room in Leeds", "paid the dentist in May"):
            s.add(CoachMemory(user_id=owner, content=f"You {what}.", created_at=clock.now()))

    assert (await item(db, clock, owner, "You're thinking")).is_aside


async def test_the_story_does_not_tell_what_is_remembered(db: Db, clock: FrozenClock) -> None:
    owner, session, _ = await talked(db, clock)
    event = "You cut up the store card on 3 November with your sister Meg."
    async with db.unit(owner, write=True) as s:
        s.add(CoachMemory(user_id=owner, content=event, created_at=clock.now()))
    story = "You cut up the store card and told Meg about the debt. You cut up the store card."
    await briefed(db, clock, owner, session, journey_narrative=story)

    shown = [i.text for i in (await page(db, clock, owner)).items if i.section == "story"]
    assert shown == [ONE, "You cut up the store card and told Meg about the debt."]


async def test_a_figure_that_has_changed_since_is_folded(db: Db, clock: FrozenClock) -> None:
    owner, _, _ = await talked(db, clock)
    before, now = "Your overdraft is at 1,450.", "Your overdraft is at 1,200 now."
    for content in (before, now):
        async with db.unit(owner, write=True) as s:
            s.add(CoachMemory(user_id=owner, content=content, created_at=clock.now()))
        clock.move(timedelta(days=1))

    asides = {i.text: i.is_aside for i in (await page(db, clock, owner)).items}
    assert asides | {before: True, now: False} == asides


async def test_what_is_only_unsure_is_not_minor(db: Db, clock: FrozenClock) -> None:
    owner, _, _ = await talked(db, clock)
    said = "Your mother is moving in with you in June."
    row = CoachMemory(
        user_id=owner,
        content=said,
        importance=Importance.LOW,
        certainty=Certainty.UNSURE,
        created_at=clock.now(),
    )
    async with db.unit(owner, write=True) as s:
        s.add(row)

    assert not (await item(db, clock, owner, said)).is_aside


async def test_how_it_began_is_told_after_some_days_and_with_what_needs_it(
    db: Db, clock: FrozenClock
) -> None:
    owner, session, _ = await talked(db, clock)
    began = "When you began, the letters weren't counted. You sat down and counted them all."
    since, then = "Since then you asked Ana to sit beside you.", "You told Ana about the debt."
    await briefed(db, clock, owner, session, journey_narrative=f"{began} {since} {then}")

    early = {i.text: i.is_aside for i in (await page(db, clock, owner)).items}
    for _ in range(2):
        clock.move(timedelta(days=1))
        said = "I bought the blue boots on sale again."
        await factories.exchange(db, owner, session, said, at=clock.now())
    later = {i.text: i.is_aside for i in (await page(db, clock, owner)).items}

    assert early | {began: True, since: True, then: False} == early
    assert later | {began: False, since: False} == later


async def test_a_memory_in_another_form_of_address_is_folded(db: Db, clock: FrozenClock) -> None:
    owner, session, _ = await talked(db, clock)
    said = "Buenas noches, usted que ha leído tanto, deme una frase."
    await factories.exchange(db, owner, session, said, at=clock.now())
    theirs, other = (
        "Usted maneja un minibús en Cochabamba.",
        "Tienes dos hijos, y tú trabajas poco.",
    )
    async with db.unit(owner, write=True) as s:
        for content in (theirs, other):
            s.add(CoachMemory(user_id=owner, content=content, created_at=clock.now()))

    asides = {i.text: i.is_aside for i in (await page(db, clock, owner)).items}
    assert asides | {theirs: False, other: True} == asides
