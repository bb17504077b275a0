from __future__ import annotations

import asyncio

import pytest

from coaching.agents.turn_run import LostTurn, Stopped
from coaching.conversation.turn import LiveTurn


async def _works(done: list[str]) -> None:
    done.append("worked")


async def _lasts() -> None:
    await asyncio.Event().wait()


async def test_work_that_nobody_ends_comes_to_its_end() -> None:
    done: list[str] = []
    await LiveTurn().run(_works(done))
    assert done == ["worked"]


async def test_a_stop_pressed_before_the_work_began_keeps_it_from_beginning() -> None:
    live, done = LiveTurn(), list[str]()
    live.stop()
    with pytest.raises(Stopped):
        await live.run(_works(done))
    assert done == []


async def test_the_first_reason_counts() -> None:
    live = LiveTurn()
    running = asyncio.create_task(live.run(_lasts()))
    await asyncio.sleep(0)
    live.lose()
    live.stop()
    with pytest.raises(LostTurn):
        await running


async def test_a_stop_that_comes_too_late_changes_nothing() -> None:
    live, done = LiveTurn(), list[str]()
    await live.run(_works(done))
    live.stop()
    assert done == ["worked"]


async def test_an_engine_that_leaves_ends_the_work_first() -> None:
    ended: list[str] = []

    async def lasts() -> None:
        try:
            await _lasts()
        finally:
            ended.append("ended")

    running = asyncio.create_task(LiveTurn().run(lasts()))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert ended == ["ended"]
