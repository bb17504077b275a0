"""Replies that are too long or too fast, over the real SDK."""

from __future__ import annotations

import asyncio
import time
import tracemalloc
from typing import TYPE_CHECKING

import pytest

from coaching.agents.loop import LONGEST_REPLY
from coaching.content import text
from coaching.conversation import accept
from coaching.safety.screen import prepare as prepare_screen
from coaching.serving.markdown import Growing
from coaching.values.events import Delta, TurnDone
from tests.support.hearing import events, text_of
from tests.support.model_events import end, sse, start, text_block
from tests.support.model_server import streams
from tests.support.model_talks import claude_at, serves

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence
    from uuid import UUID

    from coaching.clock import FrozenClock
    from tests.coaching.conversation.conftest import StartEngine
    from tests.support.model_server import Play


NOTE = "\n\n" + text("en", "coach.fallback.cut")
A_FELT_PAUSE = 1.0  # seconds of the processor: a busy machine is no fault of the loop's
LOREM = "Seven letters lay in the hallway. "


def flood(pieces: Sequence[str], *, at_once: int = 250) -> Play:
    """Return a reply whose deltas arrive as fast as the connection carries them."""
    opening, *deltas, last = text_block(*pieces)
    chunks = [sse(*deltas[n : n + at_once]) for n in range(0, len(deltas), at_once)]
    return streams(sse(start(), opening), *chunks, sse(last, *end(usage={"output_tokens": 9000})))


class Lag:
    """How long the loop's own thread kept others waiting, in seconds of the processor."""

    EVERY = 0.005

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.worst = 0.0
        self._planned, self._timer = self._plan()

    def end(self) -> None:
        self._timer.cancel()

    def _plan(self) -> tuple[float, asyncio.TimerHandle]:
        return time.thread_time(), self._loop.call_later(self.EVERY, self._look)

    def _look(self) -> None:
        self.worst = max(self.worst, time.thread_time() - self._planned)
        self._planned, self._timer = self._plan()


@pytest.fixture
async def lag() -> AsyncGenerator[Lag]:
    watching = Lag()
    yield watching
    watching.end()


@pytest.mark.slow
@pytest.mark.parametrize(
    "pieces",
    [
        ["x" * 100_000],
        [LOREM * 6000],
        [f"{LOREM}\n\n"] * 6000,
        ["- a point\n"] * 20_000,
    ],
    ids=["one line of 100 kB", "200 kB at once", "200 kB of paragraphs", "200 kB of points"],
)
async def test_a_reply_without_an_end_is_cut_with_a_note(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock, pieces: list[str]
) -> None:
    coaching = await start_engine(claude_at(serves(flood(pieces)), clock))
    accepted = await accept(coaching, owner, "Write a novel.", "m1")
    *said, done = await events(coaching, owner, accepted.turn_id)
    assert isinstance(done, TurnDone)
    assert done.text == "".join(pieces)[:LONGEST_REPLY] + NOTE
    assert text_of(said) == done.text


async def test_a_flood_of_deltas_becomes_few_events_and_stops_nobody(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock, lag: Lag
) -> None:
    pieces = [LOREM[n % 30 :][:3] for n in range(10_000)]
    coaching = await start_engine(claude_at(serves(flood(pieces)), clock))
    growing = Growing()
    began = time.perf_counter()
    accepted = await accept(coaching, owner, "Write a novel.", "m1")
    *said, done = await events(coaching, owner, accepted.turn_id)
    seconds = time.perf_counter() - began
    assert isinstance(done, TurnDone)
    assert done.text == "".join(pieces)
    deltas = [event for event in said if isinstance(event, Delta)]
    assert len(deltas) <= seconds / 0.027 + 3
    for delta in deltas:
        growing.feed(delta.text)
    assert lag.worst < A_FELT_PAUSE


async def test_memory_stays_flat_while_a_stream_never_ends(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    coaching = await start_engine(claude_at(serves(flood([LOREM] * 30_000)), clock))
    prepare_screen()  # its 120 MB are loaded once in a process
    tracemalloc.start()
    accepted = await accept(coaching, owner, "Write a novel.", "m1")
    done = (await events(coaching, owner, accepted.turn_id))[-1]
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert isinstance(done, TurnDone)
    assert most < 30_000_000
