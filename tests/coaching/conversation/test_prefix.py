from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.conversation import accept, retry, stop
from coaching.conversation import runner as running
from coaching.errors import LLMCut
from coaching.llm.scripted import ScriptedLLM, calls, fails, says, together
from coaching.services import corrections
from coaching.services.corrections import Target
from coaching.values.enums import Role, TurnStatus, Verdict
from tests.support.hearing import turn_of

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.clock import FrozenClock
    from coaching.llm.port import ChatMessage, Request
    from coaching.llm.scripted import Step
    from tests.coaching.conversation.conftest import StartEngine


TURNS = 30
CUT = LLMCut("the stream ended")


@dataclass
class Gate:
    """Holds a reply in the middle until somebody has done something."""

    reached: asyncio.Event = field(default_factory=asyncio.Event)

    async def wait(self) -> None:
        self.reached.set()
        await asyncio.Event().wait()


def _script(stopped: Gate, crashed: Gate) -> list[Step]:
    steps = [says(f"Reply {n}.") for n in range(TURNS)]
    steps[26] = says("Half ", crashed.wait)
    steps.insert(27, says("Whole."))
    steps[21] = says("Some ", stopped.wait)
    steps[16] = fails(CUT, after="Left ")
    steps[11] = fails(CUT, after="Broken ")
    steps.insert(12, says("Mended."))
    steps[6] = together(says("Let me keep that."), calls("save_win", text="I opened one letter"))
    steps.insert(7, says("Kept."))
    return steps


def _bytes(request: Request, messages: int) -> str:
    """Return the request up to some of its messages, as it would be sent."""
    return json.dumps(
        [
            [block.text for block in request.system],
            [[tool.name, tool.description, dict(tool.input_schema)] for tool in request.tools],
            [[m.role, [dict(block) for block in m.content]] for m in request.messages[:messages]],
        ]
    )


def _last_words(messages: tuple[ChatMessage, ...]) -> str:
    return str(messages[-1].content[-1].get("text", ""))


async def _started(start_engine: StartEngine, llm: ScriptedLLM) -> Coaching:
    """Start an engine in which nobody but the Coach is asked."""
    coaching = await start_engine(llm, interactions_per_day=TURNS)
    await coaching.jobs.stop()
    return coaching


async def _correct(coaching: Coaching, owner: UUID) -> None:
    async with coaching.unit(owner, write=True) as s:
        target = Target("story:1", "You fear the post.")
        await corrections.correct(s, owner, target, Verdict.NOT_TRUE, at=coaching.clock.now())


@pytest.mark.slow
async def test_the_prefix_stays_byte_equal_over_thirty_turns(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a tool, a retry, a broken text, a stop, a correction and a restart among them."""
    monkeypatch.setattr(running, "DRAIN_SECONDS", 0)
    stopped, crashed = Gate(), Gate()
    llm = ScriptedLLM(_script(stopped, crashed))
    coaching = await _started(start_engine, llm)
    for n in range(TURNS):
        clock.move(timedelta(minutes=3))
        if n == 18:
            await _correct(coaching, owner)
        accepted = await accept(coaching, owner, f"Message {n}", f"m{n}")
        if n == 21:
            await stopped.reached.wait()
            await stop(coaching, owner, accepted.turn_id)
        if n == 26:
            await crashed.reached.wait()
            await coaching.stop()
            coaching = await _started(start_engine, llm)
        await coaching.runner.idle()
        if n == 11:
            broken = await turn_of(coaching, owner, accepted.turn_id)
            assert broken.status is TurnStatus.INTERRUPTED
            await retry(coaching, owner, accepted.turn_id)
            await coaching.runner.idle()
    asked = [request for request in llm.requests if request.role is Role.COACH]
    firsts = {_last_words(request.messages): request for request in reversed(asked)}
    for n in range(TURNS - 1):
        mine, following = firsts[f"Message {n}"], firsts[f"Message {n + 1}"]
        length = len(mine.messages)
        assert _bytes(following, length) == _bytes(mine, length), n
    said = " ".join(_last_words((message,)) for message in firsts["Message 29"].messages)
    assert "You fear the post." in _bytes(firsts["Message 29"], len(firsts["Message 18"].messages))
    for words in ("Kept.", "Mended.", "Left ", "Some ", "Whole."):
        assert words in said
    assert "Broken" not in said
    assert "Half" not in said
    llm.check()
