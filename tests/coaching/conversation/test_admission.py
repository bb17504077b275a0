from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlmodel import func, select

from coaching.conversation import accept, retry, subscribe
from coaching.errors import (
    Conflict,
    InvalidInput,
    LimitReached,
    LLMUnavailable,
    NotAllowed,
    RateLimited,
)
from coaching.models import MessageRole, SafetyEvent, Turn
from coaching.repositories import consents, usage
from coaching.values.enums import SafetyLevel, TurnStatus
from coaching.values.events import Safety, TurnDone, TurnError, TurnStarted
from tests.support import factories
from tests.support.hearing import events, message_of, turn_of
from tests.support.talker import Talker

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.clock import FrozenClock
    from coaching.llm.port import Event, Request
    from tests.coaching.conversation.conftest import StartEngine

pytestmark = pytest.mark.both_databases
CRISIS = "I want to end my life"


async def _count(coaching: Coaching, owner: UUID) -> int:
    async with coaching.unit(owner) as s:
        return (await s.exec(select(func.count()).select_from(Turn))).one()


async def _used(coaching: Coaching, owner: UUID) -> int:
    async with coaching.unit(owner) as s:
        return await usage.used(s, owner, day=coaching.clock.now().date().isoformat())


async def test_the_words_are_stored_before_the_answer(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker(hold_after=0)
    coaching = await start_engine(talker)
    accepted = await accept(coaching, owner, "  I looked.\n", "m1")
    said = await message_of(coaching, owner, accepted.turn_id, MessageRole.USER)
    assert said is not None
    assert (said.text, said.id) == ("I looked.", accepted.user_message_id)
    assert (accepted.status, accepted.position, accepted.is_new) == (TurnStatus.RUNNING, 0, True)
    talker.go_on()


class _Connected(Talker):
    """Its request leaves a round of the loop after it is made, as that of an HTTP client does."""

    sent = 0

    async def stream(self, request: Request) -> AsyncGenerator[Event]:
        await asyncio.sleep(0)
        self.sent += 1
        async for event in super().stream(request):
            yield event


async def test_the_model_is_asked_before_the_caller_goes_on(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = _Connected()
    coaching = await start_engine(talker)
    await accept(coaching, owner, "I looked.", "m1")
    await coaching.runner.idle()  # what the day has cost is read with the first message
    await accept(coaching, owner, "I opened it.", "m2")
    assert talker.sent == 2


async def test_without_a_consent_no_turn_is_taken(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    coaching = await start_engine(Talker())
    async with coaching.unit(owner, write=True) as s:
        await consents.withdraw(s, owner, at=clock.now())
    with pytest.raises(NotAllowed) as refused:
        await accept(coaching, owner, "Hello", "m1")
    assert refused.value.reason == "consent"
    assert await _count(coaching, owner) == 0


@pytest.mark.parametrize(
    ("text", "client_id", "field"),
    [
        ("   ", "m1", "text"),
        ("a\x00b", "m1", "text"),
        ("\ud800", "m1", "text"),
        ("x" * 8001, "m1", "text"),
        ("Hello", "", "clientMessageId"),
        ("Hello", "x" * 129, "clientMessageId"),
    ],
)
async def test_a_broken_message_is_refused_and_nothing_is_stored(
    start_engine: StartEngine, owner: UUID, text: str, client_id: str, field: str
) -> None:
    coaching = await start_engine(Talker())
    with pytest.raises(InvalidInput) as refused:
        await accept(coaching, owner, text, client_id)
    assert list(refused.value.fields) == [field]
    assert await _count(coaching, owner) == 0


@pytest.mark.slow
async def test_the_same_message_fifty_times_is_one_turn(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker()
    coaching = await start_engine(talker)
    many = await asyncio.gather(*(accept(coaching, owner, "Hello", "m1") for _ in range(50)))
    heard = await asyncio.gather(*(events(coaching, owner, one.turn_id) for one in many))
    assert len({one.turn_id for one in many}) == 1
    assert sum(one.is_new for one in many) == 1
    assert len({tuple(map(repr, one[-1:])) for one in heard}) == 1
    assert len(talker.requests) == 1
    assert await _used(coaching, owner) == 1


async def test_the_same_id_with_another_text_is_refused(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker())
    first = await accept(coaching, owner, "Hello", "m1")
    await coaching.runner.idle()
    with pytest.raises(Conflict):
        await accept(coaching, owner, "Goodbye", "m1")
    said = await message_of(coaching, owner, first.turn_id, MessageRole.USER)
    assert said is not None
    assert said.text == "Hello"


async def test_two_people_may_use_the_same_id(start_engine: StartEngine, owner: UUID) -> None:
    coaching = await start_engine(Talker())
    other = await factories.person(coaching.db, provider="Anthropic")
    mine = await accept(coaching, owner, "Hello", "m1")
    theirs = await accept(coaching, other, "Something else", "m1")
    assert theirs.is_new
    assert theirs.turn_id != mine.turn_id


async def test_an_id_is_remembered_for_ever(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    coaching = await start_engine(Talker())
    first = await accept(coaching, owner, "Hello", "m1")
    await coaching.stop()
    clock.move(timedelta(hours=25))
    again = await start_engine(Talker())
    repeat = await accept(again, owner, "Hello", "m1")
    assert (repeat.turn_id, repeat.is_new) == (first.turn_id, False)
    assert await _count(again, owner) == 1


async def test_thirty_a_minute(start_engine: StartEngine, owner: UUID) -> None:
    coaching = await start_engine(Talker(), messages_per_minute=2)
    for name in ("m1", "m2"):
        await accept(coaching, owner, "Hello", name)
    with pytest.raises(RateLimited) as refused:
        await accept(coaching, owner, "Hello", "m3")
    assert (refused.value.reason, refused.value.retry_after) == ("burst", 60)


async def test_exactly_as_many_a_day_as_allowed_however_many_come_at_once(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    coaching = await start_engine(Talker(), interactions_per_day=3)

    said = await asyncio.gather(
        *(accept(coaching, owner, "Hello", f"m{n}") for n in range(12)), return_exceptions=True
    )
    await coaching.runner.idle()
    refused = [answer for answer in said if isinstance(answer, LimitReached)]
    assert (len(refused), await _used(coaching, owner)) == (9, 3)
    midnight = clock.now().replace(day=13, hour=0)
    assert {(answer.limit, answer.reset_at) for answer in refused} == {(3, midnight)}


async def test_the_day_is_a_utc_day(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    coaching = await start_engine(Talker(), interactions_per_day=1)
    await accept(coaching, owner, "Hello", "m1")
    clock.move(timedelta(hours=15))
    await accept(coaching, owner, "Hello again", "m2")


@pytest.mark.slow
async def test_five_may_wait_and_the_next_is_told_so(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker(hold_after=1)
    coaching = await start_engine(talker)
    await accept(coaching, owner, "Running", "m0")
    await talker.is_holding()
    waiting = [await accept(coaching, owner, f"Hello {n}", f"m{n}") for n in range(1, 6)]
    with pytest.raises(RateLimited) as refused:
        await accept(coaching, owner, "Too many", "m6")
    assert refused.value.reason == "queue"
    assert [one.position for one in waiting] == [1, 2, 3, 4, 5]
    talker.go_on()
    await coaching.runner.idle()
    texts = [request.messages[-1].content[-1]["text"] for request in talker.requests]
    assert texts == ["Running", "Hello 1", "Hello 2", "Hello 3", "Hello 4", "Hello 5"]
    assert (talker.most_at_once, await _used(coaching, owner)) == (1, 6)


@pytest.mark.slow
async def test_a_crisis_reaches_help_with_every_limit_exhausted_and_the_model_off(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker(hold_after=1)
    coaching = await start_engine(talker, messages_per_minute=6, interactions_per_day=6)
    await accept(coaching, owner, "Running", "m0")
    await talker.is_holding()
    for n in range(1, 6):
        await accept(coaching, owner, f"Hello {n}", f"m{n}")
    talker.fail_from_now_on(LLMUnavailable("down"))
    accepted = await accept(coaching, owner, CRISIS, "m6")
    help_ = await anext(
        one.event
        async for one in subscribe(coaching, owner, accepted.turn_id)
        if isinstance(one.event, Safety)
    )
    assert help_.level == "crisis"
    assert help_.message
    assert help_.resources
    talker.go_on()
    heard = await events(coaching, owner, accepted.turn_id)
    assert isinstance(heard[-1], TurnError)
    assert await _used(coaching, owner) == 1  # the first spoke; what failed was given back
    async with coaching.unit(owner) as s:
        noted = (await s.exec(select(SafetyEvent))).one()
    assert (noted.level, noted.turn_id) == (SafetyLevel.CRISIS, accepted.turn_id)


async def test_help_is_shown_again_when_the_turn_is_read_later(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker())
    accepted = await accept(coaching, owner, CRISIS, "m1")
    live = await events(coaching, owner, accepted.turn_id)
    later = await events(coaching, owner, accepted.turn_id)
    assert [type(event) for event in live[:2]] == [TurnStarted, Safety]
    assert live[1] in later
    assert isinstance(later[-1], TurnDone)


async def test_who_writes_spanish_in_a_crisis_reads_spanish(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker())
    accepted = await accept(coaching, owner, "Me quiero matar, no veo salida.", "m1")
    heard = await events(coaching, owner, accepted.turn_id)
    (help_,) = (event for event in heard if isinstance(event, Safety))
    assert "¿Estás a salvo en este momento?" in help_.message
    assert "Servicios de emergencia" in [place.name for place in help_.resources]


async def test_a_turn_that_brought_nothing_is_given_back_once(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker(errors=(LLMUnavailable("a"), LLMUnavailable("b"))))
    accepted = await accept(coaching, owner, "Hello", "m1")
    await coaching.runner.idle()
    assert await _used(coaching, owner) == 0
    for _ in range(2):
        await retry(coaching, owner, accepted.turn_id)
        await coaching.runner.idle()
    assert (await turn_of(coaching, owner, accepted.turn_id)).status is TurnStatus.DONE
    assert await _used(coaching, owner) == 0


async def test_a_client_that_hangs_up_does_not_leave_a_turn_that_nobody_runs(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker())
    asking = asyncio.create_task(accept(coaching, owner, "Hello", "m1"))
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    repeat = await accept(coaching, owner, "Hello", "m1")
    heard = await events(coaching, owner, repeat.turn_id)
    assert isinstance(heard[-1], TurnDone)
