from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, cast

import pytest
from pydantic import ValidationError

from coaching.errors import Conflict, ToolFailed, ToolRetry
from coaching.models import CoachMemory
from coaching.repositories import cards as card_rows
from coaching.repositories import focus_days
from coaching.services import cards, completion, memories, prescriptions
from coaching.tools.mark_done import MarkDone, mark_done
from coaching.values.enums import CardKind, MemoryKind, PrescriptionAction
from coaching.values.strategy import FocusCardPrescription
from coaching.values.tools import ToolUse
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.models import RewireCard
    from coaching.repositories.db import Db
    from coaching.values.tools import ToolOutcome

SAID = "so i did it. saturday with the coffee like i said. hes not leaving lol"
PLAN = "Saturday morning, when he's made the coffee, I tell him the number."
TITLE = "When he's made the coffee"
QUOTE = "So I did it. Saturday with the coffee"


@pytest.fixture
async def use(db: Db, clock: FrozenClock) -> ToolUse:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    turn = await factories.exchange(db, owner, session, SAID)
    return ToolUse(owner=owner, turn_id=turn.id, message_id=None, at=clock.now())


async def planned(db: Db, owner: UUID, kind: CardKind = CardKind.PLAN) -> UUID:
    """Store the plan as the card on home."""
    card = await factories.card(db, owner, TITLE, content=PLAN, kind=kind)
    async with db.unit(owner, write=True) as s:
        await cards.set_focus(s, owner, card.id, at=card.created_at)
    return card.id


async def committed(db: Db, use: ToolUse) -> UUID:
    row = CoachMemory(
        user_id=use.owner,
        kind=MemoryKind.COMMITMENT,
        content="Will tell Dan the number on Saturday, when he has made the coffee",
        fingerprint="x",
        expires_at=use.at + timedelta(days=9),
        created_at=use.at,
    )
    async with db.unit(use.owner, write=True) as s:
        s.add(row)
    return row.id


async def mark(db: Db, use: ToolUse, **changes: Any) -> ToolOutcome:
    args = MarkDone.model_validate({"what": TITLE, "quote": QUOTE, "over": True} | changes)
    async with db.unit(use.owner, write=True) as s:
        return await mark_done(s, use, args)


async def card_of(db: Db, owner: UUID, card_id: UUID) -> RewireCard:
    async with db.unit(owner) as s:
        return await card_rows.require(s, owner, card_id)


async def test_a_plan_that_was_done_leaves_home_and_counts(db: Db, use: ToolUse) -> None:
    card_id = await planned(db, use.owner)

    outcome = await mark(db, use)

    card = await card_of(db, use.owner, card_id)
    assert (card.is_focus, card.graduated_at, card.times_completed) == (False, use.at, 1)
    assert (outcome.data["saved"], outcome.detail) == ("done", TITLE)


async def test_what_is_done_again_and_again_stays_on_home_and_counts_once_a_day(
    db: Db, use: ToolUse
) -> None:
    card_id = await planned(db, use.owner, CardKind.PRACTICE)

    for _ in range(2):
        await mark(db, use, over=False)

    card = await card_of(db, use.owner, card_id)
    assert (card.is_focus, card.graduated_at, card.times_completed) == (True, None, 1)


async def test_a_sentence_is_never_over(db: Db, use: ToolUse) -> None:
    card_id = await planned(db, use.owner, CardKind.TRUTH)

    await mark(db, use)

    card = await card_of(db, use.owner, card_id)
    assert (card.is_focus, card.times_completed) == (True, 1)


async def test_the_commitment_that_says_the_same_is_done_too(db: Db, use: ToolUse) -> None:
    await planned(db, use.owner)
    memory_id = await committed(db, use)

    await mark(db, use, what=PLAN)

    async with db.unit(use.owner) as s:
        assert (await memories.require(s, use.owner, memory_id)).done_at == use.at


async def test_a_card_like_the_note_that_was_named_counts_and_stays_on_home(
    db: Db, use: ToolUse
) -> None:
    card_id = await planned(db, use.owner)
    note_id = await committed(db, use)
    async with db.unit(use.owner) as s:
        (note,) = await memories.active(s, use.owner, at=use.at)

    outcome = await mark(db, use, what=note.content)

    assert (outcome.data["title"], outcome.detail) == (note.content, "")
    card = await card_of(db, use.owner, card_id)
    assert (card.is_focus, card.graduated_at, card.times_completed) == (True, None, 1)
    async with db.unit(use.owner) as s:
        (note,) = await memories.active(s, use.owner, at=use.at)
    assert (note.id, note.done_at) == (note_id, use.at)


async def test_undo_restores_everything(db: Db, use: ToolUse) -> None:
    card_id = await planned(db, use.owner)
    memory_id = await committed(db, use)
    outcome = await mark(db, use, what=PLAN)
    before: Any = outcome.data["before"]

    async with db.unit(use.owner, write=True) as s:
        await completion.undo(s, use.owner, before, at=use.at)

    card = await card_of(db, use.owner, card_id)
    async with db.unit(use.owner) as s:
        memory = await memories.require(s, use.owner, memory_id)
        days = await focus_days.since(s, use.owner, (use.at - timedelta(days=2)).date())
    assert (card.is_focus, card.graduated_at, card.times_completed) == (True, None, 0)
    assert (memory.done_at, memory.expires_at) == (None, use.at + timedelta(days=9))
    assert list(days) == []


async def test_after_an_hour_it_is_too_late_to_undo(db: Db, use: ToolUse) -> None:
    await planned(db, use.owner)
    before: Any = (await mark(db, use)).data["before"]

    with pytest.raises(Conflict):
        async with db.unit(use.owner, write=True) as s:
            await completion.undo(s, use.owner, before, at=use.at + timedelta(minutes=61))


@pytest.mark.parametrize("quote", ["I will do it on Saturday", "...", "she did it"])
async def test_only_their_own_words_are_evidence(db: Db, use: ToolUse, quote: str) -> None:
    card_id = await planned(db, use.owner)

    with pytest.raises(ToolRetry):
        await mark(db, use, quote=quote)

    assert (await card_of(db, use.owner, card_id)).is_focus


async def test_what_nobody_planned_is_answered_with_what_there_is(db: Db, use: ToolUse) -> None:
    with pytest.raises(ToolFailed, match="no open plan"):
        await mark(db, use, what="Call the bank")
    await planned(db, use.owner)
    with pytest.raises(ToolFailed, match=TITLE):
        await mark(db, use, what="Call the bank")


async def test_a_plan_that_is_done_is_not_put_on_home_again(db: Db, use: ToolUse) -> None:
    card_id = await planned(db, use.owner)
    await mark(db, use)
    wish = FocusCardPrescription(
        action=PrescriptionAction.SET_EXISTING, card=None, card_id=card_id, rationale="Again."
    )

    async with db.unit(use.owner, write=True) as s:
        await prescriptions.apply(s, use.owner, wish, at=use.at)

    assert not (await card_of(db, use.owner, card_id)).is_focus


@pytest.mark.parametrize("wrong", [{"what": ""}, {"over": "yes"}, {"id": "1"}])
def test_what_is_not_the_form_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        MarkDone.model_validate({"what": "a", "quote": "b", "over": True} | wrong)


async def test_a_plan_that_was_moved_to_another_day_is_not_the_card_of_the_first(
    db: Db, use: ToolUse
) -> None:
    first = await factories.card(
        db, use.owner, "Open the account Saturday", content="On Saturday I open the account."
    )
    moved = "You'll open the account on Tuesday, 1 December, with Pilar, who'll knit at you."
    memory_id = await noted(db, use, moved, MemoryKind.COMMITMENT)

    outcome = await mark(db, use, what=moved)

    card = await card_of(db, use.owner, first.id)
    assert (card.times_completed, card.graduated_at) == (0, None)
    assert outcome.data["title"] == moved
    assert outcome.detail == ""
    async with db.unit(use.owner) as s:
        assert (await memories.require(s, use.owner, memory_id)).done_at == use.at


async def test_a_note_that_repeats_stays_open_and_is_not_called_unknown(
    db: Db, use: ToolUse
) -> None:
    rule = "Te gustaría intentar esperar una sola noche antes de decir que sí."
    memory_id = await noted(db, use, rule, MemoryKind.DECISION)

    with pytest.raises(ToolFailed, match="stays open"):
        await mark(db, use, what=rule, over=False)

    async with db.unit(use.owner) as s:
        assert (await memories.require(s, use.owner, memory_id)).done_at is None


async def test_the_model_does_not_read_what_only_an_undo_needs(db: Db, use: ToolUse) -> None:
    await planned(db, use.owner)

    outcome = await mark(db, use)

    assert outcome.for_model == {"saved": "done", "title": TITLE}


async def noted(db: Db, use: ToolUse, content: str, kind: MemoryKind) -> UUID:
    row = CoachMemory(
        user_id=use.owner,
        kind=kind,
        content=content,
        fingerprint=content,
        expires_at=use.at + timedelta(days=9),
        created_at=use.at,
    )
    async with db.unit(use.owner, write=True) as s:
        s.add(row)
    return row.id


APPOINTMENT = "You have an interview at the hospital on 9 December at ten."


async def test_an_appointment_can_be_done_and_opened_again(db: Db, use: ToolUse) -> None:
    memory_id = await noted(db, use, APPOINTMENT, MemoryKind.LIFE_EVENT)

    outcome = await mark(db, use, what=APPOINTMENT)
    async with db.unit(use.owner, write=True) as s:
        assert (await memories.require(s, use.owner, memory_id)).done_at == use.at
        await completion.undo(
            s, use.owner, cast("dict[str, Any]", outcome.data["before"]), at=use.at
        )

    async with db.unit(use.owner) as s:
        assert (await memories.require(s, use.owner, memory_id)).done_at is None


@pytest.mark.parametrize(
    "content",
    ["Your father's restaurant closed when you were eleven.", "You lost your job on Friday."],
)
async def test_what_only_happened_cannot_be_done(db: Db, use: ToolUse, content: str) -> None:
    await noted(db, use, content, MemoryKind.LIFE_EVENT)

    with pytest.raises(ToolFailed, match="no open plan"):
        await mark(db, use, what=content)
