"""Reply attempt: send out, store and remember what the agent says."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING

from coaching.agents import agent_named, run_agent
from coaching.agents.turn_run import Reply, Speaker
from coaching.conversation.stream import Coalescer
from coaching.errors import LLMTimeout, OutsideWorld
from coaching.llm.port import TextDelta
from coaching.values.events import Delta

if TYPE_CHECKING:
    from coaching.agents.turn_run import AgentEvent, TurnRun
    from coaching.conversation.engine import TurnEngine

TURN_SECONDS = 200.0
_WORTH_ASKING_AGAIN = frozenset({"cut", "overloaded"})


class ReplyAttempt:
    """Hears the agent out; `text`, `speaker` and `reply` say what has come so far."""

    def __init__(self, coaching: TurnEngine, run: TurnRun) -> None:
        self._coaching = coaching
        self._run = run
        self._pieces: list[str] = []
        self._out = Coalescer(self._send)
        self.speaker: Speaker | None = None
        self.reply: Reply | None = None

    @property
    def text(self) -> str:
        """Return all that was said."""
        return "".join(self._pieces)

    async def consume(self) -> None:
        """Hear the agent to its end. A stream that broke before any text is asked for once more."""
        agent = agent_named(self._run.agent)
        longest = TURN_SECONDS * self._coaching.settings.model_deadline_factor
        try:
            async with asyncio.timeout(longest):
                for is_last in (False, True):
                    try:
                        async with aclosing(run_agent(self._coaching, agent, self._run)) as events:
                            async for event in events:
                                await self._hear(event)
                        break
                    except OutsideWorld as error:
                        if is_last or self._pieces or error.kind not in _WORTH_ASKING_AGAIN:
                            raise
        except TimeoutError as error:
            raise LLMTimeout("the turn took too long") from error
        finally:
            await self._out.flush()

    async def _hear(self, event: AgentEvent) -> None:
        match event:
            case TextDelta(text):
                self._pieces.append(text)
                self._coaching.partials.add(self._run.turn_id, self._run.fence, text)
                await self._out.push(text)
            case Speaker():
                self.speaker = event
            case Reply():
                self.reply = event
            case _:
                await self._out.flush()
                await self._coaching.events.publish(self._run.turn_id, event)

    async def _send(self, text: str) -> None:
        await self._coaching.events.publish(self._run.turn_id, Delta(text))
