"""A draft in the chat: nothing is kept before the person says so, and their words count."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.conversation import keep_draft, leave_draft, take_turn
from coaching.errors import Conflict, NotFound
from coaching.llm.scripted import ScriptedLLM, always, calls, parses, says
from coaching.models import MessageRole
from coaching.repositories import messages, profiles, turns
from coaching.services import cards, safety_events, threads
from coaching.services.drafts import Changed
from coaching.values.conversations import ProposalState
from coaching.values.enums import CardKind, PrescribedBy, SafetyLevel, TurnKind, TurnStatus
from coaching.values.events import Confirmation, ToolProgress, TurnDone
from coaching.values.observation import Observation
from coaching.values.safety import SafetyVerdict
from tests.support import factories

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.clock import FrozenClock
    from coaching.conversation import Decided
    from coaching.models import Proposal, RewireCard
    from tests.coaching.conversation.conftest import StartEngine

    Decide = Callable[[Coaching, UUID, UUID], Awaitable[Decided]]

pytestmark = pytest.mark.usefixtures("loose_scripts")
NOTHING = always(parses(Observation.model_validate({"signals": [], "safety_level": "none"})))
DRAFT = {
    "kind": "plan",
    "title": "Tea first",
    "content": "If the tea is poured, then I open one.",
    "agreed": True,
}


async def drafted(start_engine: StartEngine, owner: UUID) -> tuple[Coaching, Confirmation]:
    """Let the coach draft a card; a second turn reads what became of it."""
    llm = ScriptedLLM(
        [calls("save_card", **DRAFT), says("Have a look."), says("Go on.")], observer=[NOTHING]
    )
    coaching = await start_engine(llm)
    events = [event async for event in take_turn(coaching, owner, "What could I carry?", "c1")]
    (waits,) = [event for event in events if isinstance(event, Confirmation)]
    labels = [event.label for event in events if isinstance(event, ToolProgress)]
    done = events[-1]
    assert isinstance(done, TurnDone)
    assert (done.proposal_id, labels[-1]) == (waits.proposal_id, "Drafted a card")
    return coaching, waits


async def the_draft(coaching: Coaching, owner: UUID) -> Proposal:
    """Return the only draft in the chat, as a page that opens reads it."""
    async with coaching.unit(owner) as s:
        page = await threads.page(s, owner)
    (draft,) = [draft for turn in page.turns for draft in turn.drafts]
    return draft


async def kept(coaching: Coaching, owner: UUID) -> list[RewireCard]:
    async with coaching.unit(owner) as s:
        return list((await cards.page(s, owner)).items)


async def test_a_draft_stands_in_the_chat_and_keeping_it_makes_the_card(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    coaching, waits = await drafted(start_engine, owner)
    assert (waits.kind, waits.editable) == ("card", True)
    assert waits.preview == f"Tea first\n{DRAFT['content']}"
    assert waits.expires_at == clock.now() + timedelta(minutes=30)
    assert await kept(coaching, owner) == []

    decided = await keep_draft(coaching, owner, waits.proposal_id)
    again = await keep_draft(coaching, owner, waits.proposal_id)

    (card,) = await kept(coaching, owner)
    assert (card.title, card.kind, card.prescribed_by) == (
        "Tea first",
        CardKind.PLAN,
        PrescribedBy.COACH,
    )
    assert card.parts == {"cue": "the tea is poured", "response": "I open one"}
    assert again.turn_id == decided.turn_id
    async with coaching.unit(owner) as s:
        turn = await turns.require(s, owner, decided.turn_id)
        line = await messages.of_turn(s, owner, turn.id, MessageRole.COACH)
    assert (turn.kind, turn.status) == (TurnKind.DECISION, TurnStatus.DONE)
    assert line is not None
    assert line.text.startswith("I’ve saved “Tea first” to your cards")
    assert "They saved your draft as a card" in line.preface
    with pytest.raises(Conflict):
        await leave_draft(coaching, owner, waits.proposal_id)


async def test_what_they_change_first_is_kept_in_their_words_and_the_next_turn_knows(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching, waits = await drafted(start_engine, owner)
    changed = Changed(title="Kettle", kind=CardKind.TRUTH, content="Tea, then one.", is_focus=True)

    await keep_draft(coaching, owner, waits.proposal_id, changed)

    (card,) = await kept(coaching, owner)
    assert (card.title, card.content, card.kind) == ("Kettle", "Tea, then one.", CardKind.TRUTH)
    assert (card.is_focus, card.parts) == (True, {})
    events = [event async for event in take_turn(coaching, owner, "On Sunday then.", "c2")]
    assert isinstance(events[-1], TurnDone)
    read = str(coaching.llm.requests[-1].messages)  # pyrefly: ignore[missing-attribute]
    assert "They changed your draft and saved it as a card" in read
    assert "Tea, then one." in read


@pytest.mark.both_databases
async def test_what_is_left_is_not_kept(start_engine: StartEngine, owner: UUID) -> None:
    coaching, waits = await drafted(start_engine, owner)
    first, second = await asyncio.gather(
        leave_draft(coaching, owner, waits.proposal_id),
        leave_draft(coaching, owner, waits.proposal_id),
    )
    assert first.turn_id == second.turn_id
    with pytest.raises(Conflict):
        await keep_draft(coaching, owner, waits.proposal_id)
    assert await kept(coaching, owner) == []


async def test_after_half_an_hour_or_a_crisis_an_offer_has_rested(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    coaching, waits = await drafted(start_engine, owner)
    stranger = await factories.person(coaching.db)
    with pytest.raises(NotFound):
        await keep_draft(coaching, stranger, waits.proposal_id)
    async with coaching.unit(owner, write=True) as s:
        person = await profiles.require(s, owner)
        crisis = SafetyVerdict(SafetyLevel.CRISIS, "suicidality")
        await safety_events.note(s, person, crisis, at=clock.now())
    with pytest.raises(Conflict):
        await keep_draft(coaching, owner, waits.proposal_id)


async def test_a_draft_is_single_use_for_half_an_hour(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    coaching, waits = await drafted(start_engine, owner)
    clock.move(timedelta(minutes=30))
    with pytest.raises(Conflict):
        await keep_draft(coaching, owner, waits.proposal_id)
    assert await kept(coaching, owner) == []


@pytest.mark.parametrize(
    ("decide", "other", "what_became"),
    [
        (keep_draft, leave_draft, "They saved your draft as a card"),
        (leave_draft, keep_draft, "They didn't save your draft"),
    ],
)
async def test_after_a_restart_another_device_finds_it_open_and_decides_once(
    start_engine: StartEngine, owner: UUID, decide: Decide, other: Decide, what_became: str
) -> None:
    before, waits = await drafted(start_engine, owner)
    proposed = await the_draft(before, owner)
    await before.stop()

    llm = ScriptedLLM([says("On Sunday, then.")], observer=[NOTHING])
    after = await start_engine(llm)

    found = await the_draft(after, owner)
    assert (found.id, found.state) == (waits.proposal_id, ProposalState.OPEN)
    assert (found.payload, found.preview) == (proposed.payload, proposed.preview)
    assert found.expires_at == waits.expires_at
    await decide(after, owner, waits.proposal_id)
    with pytest.raises(Conflict):
        await other(after, owner, waits.proposal_id)
    assert len(await kept(after, owner)) == (decide is keep_draft)
    events = [event async for event in take_turn(after, owner, "And now?", "c2")]
    assert isinstance(events[-1], TurnDone)
    assert what_became in str(llm.requests[-1].messages)
