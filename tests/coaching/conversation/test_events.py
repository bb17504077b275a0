from __future__ import annotations

import asyncio
from uuid import uuid4

from coaching.conversation.events import InProcessEvents, numbers_after
from coaching.values.events import Delta, Numbered

TURN, OWNER = uuid4(), uuid4()


async def _read(bus: InProcessEvents, after: int = 0) -> list[Numbered]:
    events = await bus.read(TURN, OWNER, after=after)
    assert events is not None
    return [event async for event in events]


async def _bus(*texts: str, after: int = 0) -> InProcessEvents:
    bus = InProcessEvents()
    await bus.open(TURN, OWNER, after=after)
    for text in texts:
        await bus.publish(TURN, Delta(text))
    return bus


async def test_events_count_from_one_and_reach_everybody_who_listens() -> None:
    bus = await _bus("a")
    readers = [asyncio.create_task(_read(bus)) for _ in range(3)]
    await asyncio.sleep(0)
    await bus.publish(TURN, Delta("b"))
    await bus.close(TURN)
    for events in await asyncio.gather(*readers):
        assert events == [Numbered(1, Delta("a")), Numbered(2, Delta("b"))]


async def test_a_reader_resumes_behind_the_number_it_knows() -> None:
    bus = await _bus("a", "b", "c")
    reader = asyncio.create_task(_read(bus, after=2))
    await asyncio.sleep(0)
    await bus.close(TURN)
    assert await reader == [Numbered(3, Delta("c"))]


async def test_a_number_from_an_earlier_attempt_gets_all_of_the_new_one() -> None:
    bus = await _bus("a", "b", after=numbers_after(1))
    reader = asyncio.create_task(_read(bus, after=2))
    await asyncio.sleep(0)
    await bus.close(TURN)
    assert [event.id for event in await reader] == [1_000_001, 1_000_002]


async def test_numbers_of_retries_and_restarts_never_overlap() -> None:
    bases = [
        base
        for fence in range(3)
        for base in (numbers_after(fence), numbers_after(fence, rejoined=True))
    ]
    assert bases == sorted(set(bases))


async def test_nobody_reads_what_is_not_theirs_or_not_live() -> None:
    bus = await _bus("a")
    assert await bus.read(TURN, uuid4(), after=0) is None
    await bus.close(TURN)
    assert await bus.read(TURN, OWNER, after=0) is None


async def test_opening_twice_keeps_what_was_said() -> None:
    bus = await _bus("a")
    await bus.open(TURN, OWNER, after=500)
    reader = asyncio.create_task(_read(bus))
    await asyncio.sleep(0)
    await bus.close(TURN)
    assert await reader == [Numbered(1, Delta("a"))]


async def test_what_is_said_after_the_end_is_not_kept() -> None:
    bus = await _bus("a")
    await bus.close(TURN)
    await bus.publish(TURN, Delta("b"))
    await bus.close(TURN)
    assert await bus.read(TURN, OWNER, after=0) is None
