"""What was said in danger or about abuse is shown again nowhere: one test for each place."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from sqlmodel import col, update

from coaching.errors import NotFound, ToolFailed
from coaching.models import CoachMemory, Conversation, Turn
from coaching.repositories import cards, memories, messages
from coaching.safety import ABUSE, asked_in, screen
from coaching.services import (
    briefings,
    do_not_repeat,
    doors,
    insight,
    insight_history,
    lenses,
    prescriptions,
    search,
    sessions,
    threads,
)
from coaching.services.briefings import Run
from coaching.services.do_not_repeat import may_repeat, sayable, sayable_ones, unspoken
from coaching.tools.save_card import SaveCard, save_card
from coaching.values.conversations import MessageRole
from coaching.values.enums import (
    CardKind,
    Lens,
    MemoryState,
    PrescriptionAction,
    SafetyLevel,
    Trigger,
)
from coaching.values.strategy import CardDraft, FocusCardPrescription
from coaching.values.tools import ToolUse
from tests.support import factories, strategy

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db
    from coaching.values.safety import SafetyVerdict

TOLD = "He keeps my card in his safe."
AFTER = "I am afraid when he comes home."
CALM = "I opened the drawer with the letters."
GAP = timedelta(hours=12)


async def test_no_title_of_a_conversation_has_it(
    db: Db, owner: UUID, session: Conversation
) -> None:
    other = await factories.conversation(db, owner)
    await factories.exchange(db, owner, other, TOLD)
    async with db.unit(owner) as s:
        titles = [item.title for item in (await search.sessions(s, owner)).items]
    assert titles == ["", CALM]
    assert session.id != other.id


@pytest.fixture
async def owner(db: Db) -> UUID:
    return await factories.person(db)


@pytest.fixture
async def session(db: Db, owner: UUID) -> Conversation:
    """A conversation in which abuse was told, and one more thing after it."""
    found = await factories.conversation(db, owner)
    await factories.exchange(db, owner, found, CALM)
    told = await factories.exchange(db, owner, found, TOLD)
    await factories.exchange(db, owner, found, AFTER, f"You said: “{AFTER}”")
    async with db.unit(owner, write=True) as s:
        flagged = update(Turn).where(col(Turn.id) == told.id)
        await s.exec(flagged.values(safety_level=SafetyLevel.CONCERN, safety_category=ABUSE))
    return found


async def briefed(db: Db, owner: UUID, clock: FrozenClock, **said: object) -> None:
    run = strategy.output(**said)
    made = Run(Trigger.SESSION_END, f"session_end:{uuid4()}", "m")
    async with db.unit(owner, write=True) as s:
        await briefings.store(s, owner, run, made, at=clock.now())


@pytest.mark.usefixtures("session")
async def test_what_was_told_of_abuse_and_what_followed_it_is_not_repeated(
    db: Db, owner: UUID
) -> None:
    async with db.unit(owner) as s:
        before = await unspoken(s, owner)
    assert not may_repeat(TOLD, before)
    assert sayable(f"{CALM} {AFTER}\nA good step.", before) == f"{CALM}\nA good step."
    assert sayable_ones([CALM, AFTER], before) == [CALM]
    assert not may_repeat("You wrote: I want to end my life.", ())


async def test_with_nothing_told_everything_may_be_said(db: Db, owner: UUID) -> None:
    async with db.unit(owner) as s:
        assert await unspoken(s, owner) == ()
    assert sayable(CALM, ()) == CALM


async def test_a_closing_leaves_it_out(
    db: Db, owner: UUID, session: Conversation, clock: FrozenClock
) -> None:
    async with db.unit(owner, write=True) as s:
        at_once = await sessions.end(s, owner, at=clock.now())
        row = await s.get_one(Conversation, session.id)
        row.session_notes, row.one_line = f"{CALM} {AFTER}", AFTER
    async with db.unit(owner) as s:
        written = await sessions.closing(s, owner, session.id)
    assert "afraid" not in f"{at_once.note} {at_once.one_line}"
    assert (written.note, written.one_line) == (CALM, "")


@pytest.mark.usefixtures("session")
async def test_no_door_leads_to_it(db: Db, owner: UUID, clock: FrozenClock) -> None:
    own = [strategy.DOOR | {"title": "The call"}] * 3
    await briefed(db, owner, clock, doors=[strategy.DOOR | {"opening": AFTER}, *own])
    clock.move(timedelta(days=3))
    async with db.unit(owner) as s:
        found = await doors.offered(s, owner, at=clock.now(), gap=GAP)
        assert [door.title for door in found] == ["The call"] * 3
        with pytest.raises(NotFound):
            await doors.require(s, owner, found[0].id.replace(":1", ":0"))


@pytest.mark.usefixtures("session")
async def test_home_does_not_say_it(db: Db, owner: UUID, clock: FrozenClock) -> None:
    sentence = f"You came because you wrote: {AFTER} Nothing else has to happen today at all."
    await briefed(db, owner, clock, one_sentence=sentence)
    async with db.unit(owner) as s:
        assert await insight.home_sentence(s, owner) == ""
        assert await threads.last_words(s, owner) == ""


async def test_the_list_of_conversations_and_search_leave_it_out(
    db: Db, owner: UUID, session: Conversation
) -> None:
    async with db.unit(owner, write=True) as s:
        (await s.get_one(Conversation, session.id)).one_line = AFTER
    async with db.unit(owner) as s:
        (shown,) = (await search.sessions(s, owner)).items
        by_word = [(await search.sessions(s, owner, query=q)).items for q in ("safe", "afraid")]
        (calm,) = (await search.sessions(s, owner, query="drawer")).items
    assert (shown.note, shown.line) == ("", "")
    assert by_word == [(), ()]
    assert calm.snippet is not None


async def test_home_quotes_nothing_around_a_question_about_danger(db: Db, owner: UUID) -> None:
    session = await factories.conversation(db, owner)
    await factories.exchange(db, owner, session, CALM)
    asked = "Are you thinking about ending your life?"
    assert asked_in(asked).about
    await factories.exchange(db, owner, session, "I can not do this money thing any more.", asked)
    answer = "God no. It is just the money and it came out wrong."
    await factories.exchange(db, owner, session, answer, "Good. What is the worst bill?")
    async with db.unit(owner) as s:
        assert await threads.last_words(s, owner) == CALM

    other = await factories.conversation(db, owner)
    await factories.exchange(db, owner, other, "I had this thought on the bridge again.")
    told = await factories.exchange(db, owner, other, answer, "Good. What is the worst bill?")
    async with db.unit(owner, write=True) as s:
        said = await messages.of_turn(s, owner, told.id, MessageRole.USER)
        assert said is not None
        said.meta = {"check": "safe"}
    async with db.unit(owner) as s:
        assert await threads.last_words(s, owner) == ""


async def test_a_new_card_does_not_begin_with_it(
    db: Db, owner: UUID, session: Conversation
) -> None:
    async with db.unit(owner) as s:
        last = await messages.last_by_coach(s, owner, session.id, before=100)
        assert last is not None
        words = await threads.card_words(s, owner, last.id)
    assert words == threads.CardWords()


@pytest.mark.usefixtures("session")
async def test_no_card_is_drafted_or_prescribed_of_it(
    db: Db, owner: UUID, clock: FrozenClock
) -> None:
    args = SaveCard.model_validate(
        {"kind": "truth", "title": "I know", "content": AFTER, "agreed": True}
    )
    use = ToolUse(owner=owner, turn_id=uuid4(), message_id=None, at=clock.now())
    draft = CardDraft(kind=CardKind.TRUTH, title="I know", content=AFTER)
    new = FocusCardPrescription(
        action=PrescriptionAction.CREATE_NEW, card=draft, card_id=None, rationale="Hers."
    )
    async with db.unit(owner, write=True) as s:
        with pytest.raises(ToolFailed, match="no cards of what was said in danger"):
            await save_card(s, use, args)
        await prescriptions.apply(s, owner, new, at=clock.now())
        assert await cards.for_user(s, owner) == []


@pytest.mark.usefixtures("session")
async def test_what_toney_thinks_its_letters_and_lenses_leave_it_out(
    db: Db, owner: UUID, clock: FrozenClock
) -> None:
    edge = {"status": "active", "note": AFTER, "evidence": [TOLD, CALM]}
    await briefed(
        db,
        owner,
        clock,
        journey_narrative=f"{CALM} {AFTER}",
        growth_edges=strategy.output().growth_edges | {Lens.MONEY_RELATIONSHIPS: edge},
    )
    memory = CoachMemory(
        user_id=owner,
        content=TOLD,
        quote=TOLD,
        is_sensitive=True,
        state=MemoryState.WAITING,
        active=False,
        waits_until=clock.now() + timedelta(days=9),
    )
    async with db.unit(owner, write=True) as s:
        await memories.add(s, owner, memory)
    async with db.unit(owner) as s:
        page = await insight.page(s, owner, at=clock.now())
        letters = await insight_history.history(s, owner)
        steps = await lenses.history(s, owner)
        assert not await insight.asks(s, owner, at=clock.now())
    shown = f"{page} {letters} {steps}"
    assert "drawer" in shown
    assert "afraid" not in shown
    assert "safe" not in shown


def test_a_line_is_screened_once_and_no_word_of_it_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    screened: list[str] = []

    def noted(text: str) -> SafetyVerdict:
        screened.append(text)
        return screen(text)

    monkeypatch.setattr(do_not_repeat, "screen", noted)
    monkeypatch.setattr(do_not_repeat, "_known", {})
    monkeypatch.setattr(do_not_repeat, "MOST_KNOWN", 2)
    lines = [CALM, "I want to kill myself.", CALM, "I want to kill myself."]

    assert [may_repeat(line, ()) for line in lines] == [True, False, True, False]
    assert screened == lines[:2]
    assert all(isinstance(kept, bytes) for kept in do_not_repeat._known)
    assert may_repeat("The letters can wait until Sunday.", ())
    assert len(do_not_repeat._known) == 1, "what is known stays small"
