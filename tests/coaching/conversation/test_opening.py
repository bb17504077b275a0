"""The coach speaks first. `Talker` counts what a model is asked; here it is asked nothing."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from sqlmodel import select

from coaching.conversation import accept, open_door, revisit_card, subscribe
from coaching.errors import NotAllowed, NotFound
from coaching.models import BetaAnalytics, MessageRole, SessionStatus
from coaching.repositories import conversations, messages, turns, usage
from coaching.services import briefings, sessions
from coaching.services.briefings import Run
from coaching.values.enums import CardKind, Trigger, TurnKind, TurnStatus
from tests.support import factories, strategy
from tests.support.talker import Talker

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.clock import FrozenClock
    from coaching.llm.port import ChatMessage
    from tests.coaching.conversation.conftest import StartEngine

LINE = strategy.DOOR["opening"]


async def doors_of(coaching: Coaching, owner: UUID, *titles: str) -> list[str]:
    run = strategy.output(doors=[strategy.DOOR | {"title": t} for t in titles or "abcd"])
    made = Run(Trigger.SESSION_START, "session_start:1", "claude-sonnet-5-5")
    async with coaching.db.unit(owner, write=True) as s:
        row = await briefings.store(s, owner, run, made, at=coaching.clock.now())
    return [f"{row.id}:{place}" for place in range(4)]


def texts(message: ChatMessage) -> list[Any]:
    return [block["text"] for block in message.content]


async def test_a_door_opens_with_its_line_and_no_model_is_asked(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker()
    coaching = await start_engine(talker)
    door, *_ = await doors_of(coaching, owner)
    opened = await open_door(coaching, owner, door)
    assert (opened.text, opened.session_number, opened.is_new) == (LINE, 1, True)
    async with coaching.unit(owner) as s:
        turn = await turns.require(s, owner, opened.turn_id)
        said = await messages.of_turn(s, owner, turn.id, MessageRole.USER)
        line = await messages.of_turn(s, owner, turn.id, MessageRole.COACH)
        used = await usage.used(s, owner, day=coaching.clock.now().date().isoformat())
    assert (turn.kind, turn.status) == (TurnKind.SESSION_OPEN, TurnStatus.DONE)
    assert said is None
    assert line is not None
    assert (line.id, line.text) == (opened.message_id, LINE)
    assert used == 0
    await coaching.runner.idle()
    assert talker.requests == []


@pytest.mark.both_databases
async def test_the_same_door_from_two_tabs_is_one_line(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker())
    door, *_ = await doors_of(coaching, owner)
    first, second = await asyncio.gather(
        open_door(coaching, owner, door), open_door(coaching, owner, door)
    )
    assert first.turn_id == second.turn_id
    assert {first.is_new, second.is_new} == {True, False}
    again = await open_door(coaching, owner, door)
    assert (again.turn_id, again.session_number) == (first.turn_id, 1)
    async with coaching.unit(owner) as s:
        noted = (await s.exec(select(BetaAnalytics))).all()
    assert [row.event for row in noted] == ["door_opened"]


@pytest.mark.both_databases
async def test_a_late_second_tap_leads_back_into_the_talk(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker())
    door, *_ = await doors_of(coaching, owner)
    opened = await open_door(coaching, owner, door)
    await accept(coaching, owner, "It is in my hand.", "m1")
    await coaching.runner.idle()
    again = await open_door(coaching, owner, door)
    assert (again.turn_id, again.is_new) == (opened.turn_id, False)


@pytest.mark.both_databases
async def test_a_crash_before_the_commit_leaves_nothing_and_the_next_tap_opens(
    start_engine: StartEngine, owner: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    coaching = await start_engine(Talker())
    door, *_ = await doors_of(coaching, owner)

    def die(point: str) -> None:
        if point == "open.before_commit":
            raise ConnectionResetError

    with monkeypatch.context() as dying:
        dying.setattr(coaching, "on_reached", die)
        with pytest.raises(ConnectionResetError):
            await open_door(coaching, owner, door)
    async with coaching.unit(owner) as s:
        assert await conversations.current(s, owner) is None
    opened = await open_door(coaching, owner, door)
    assert (opened.session_number, opened.is_new) == (1, True)


async def test_it_survives_a_restart(start_engine: StartEngine, owner: UUID) -> None:
    first = await start_engine(Talker())
    door, *_ = await doors_of(first, owner)
    opened = await open_door(first, owner, door)
    await first.stop()
    second = await start_engine(Talker())
    events = [n.event async for n in subscribe(second, owner, opened.turn_id)]
    assert [type(event).__name__ for event in events] == ["TurnStarted", "Delta", "TurnDone"]
    assert (await open_door(second, owner, door)).turn_id == opened.turn_id


async def test_the_model_reads_a_note_then_its_own_line_then_the_person(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    talker = Talker()
    coaching = await start_engine(talker)
    door, *_ = await doors_of(coaching, owner, "The second before", "b", "c", "d")
    await open_door(coaching, owner, door)
    for number in (1, 2):
        clock.move(timedelta(minutes=1))
        await accept(coaching, owner, f"Message {number}", f"m{number}")
        await coaching.runner.idle()
    first, second = (request.messages for request in talker.requests)
    assert [message.role for message in first] == ["user", "assistant", "user"]
    assert "The second before" in texts(first[0])[0]
    assert texts(first[1]) == [LINE]
    assert texts(first[2])[-1] == "Message 1"
    assert second[: len(first)] == first


@pytest.mark.both_databases
async def test_a_running_session_goes_on_with_the_line_of_a_card(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker()
    coaching = await start_engine(talker)
    card = await factories.card(coaching.db, owner, "One look", kind=CardKind.REFRAME)
    accepted = await accept(coaching, owner, "Hello", "m1")
    await coaching.runner.idle()
    opened = await revisit_card(coaching, owner, card.id)
    assert opened.conversation_id == accepted.conversation_id
    assert "“One look”" in opened.text
    assert len(talker.requests) == 1
    await accept(coaching, owner, "It feels old.", "m2")
    await coaching.runner.idle()
    roles = [message.role for message in talker.requests[-1].messages]
    assert roles == ["user", "assistant", "user", "assistant", "user"]
    assert "I look once, and breathe out." in texts(talker.requests[-1].messages[2])[0]


@pytest.mark.parametrize("kind", list(CardKind))
async def test_each_kind_of_card_has_its_line(
    start_engine: StartEngine, owner: UUID, kind: CardKind
) -> None:
    coaching = await start_engine(Talker(name="offline"))
    card = await factories.card(coaching.db, owner, "One look", kind=kind)
    opened = await revisit_card(coaching, owner, card.id)
    assert "One look" in opened.text
    assert opened.text.count("?") == 1
    assert not opened.text.startswith("coach.")


async def test_after_a_goodbye_a_door_or_a_word_begins_the_next_session(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker())
    doors = await doors_of(coaching, owner)
    first = await open_door(coaching, owner, doors[0])
    async with coaching.unit(owner, write=True) as s:
        await sessions.end(s, owner, at=coaching.clock.now())
    second = await open_door(coaching, owner, doors[0])
    assert (second.session_number, second.is_new) == (2, True)
    async with coaching.unit(owner, write=True) as s:
        await sessions.end(s, owner, at=coaching.clock.now())
    said = await accept(coaching, owner, "One more thing.", "m1")
    assert said.session_number == 3
    async with coaching.unit(owner) as s:
        old = await conversations.require(s, owner, first.conversation_id)
    assert old.session_status is SessionStatus.CLOSED


async def test_without_consent_nothing_opens(start_engine: StartEngine) -> None:
    coaching = await start_engine(Talker())
    owner = await factories.person(coaching.db, consents=False)
    door, *_ = await doors_of(coaching, owner)
    with pytest.raises(NotAllowed):
        await open_door(coaching, owner, door)


@pytest.mark.both_databases
async def test_somebody_elses_card_is_not_there(start_engine: StartEngine, owner: UUID) -> None:
    coaching = await start_engine(Talker())
    card = await factories.card(coaching.db, owner)
    stranger = await factories.person(coaching.db, provider="Anthropic")
    with pytest.raises(NotFound):
        await revisit_card(coaching, stranger, card.id)
