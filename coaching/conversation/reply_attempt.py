"""Reply attempt: send out, store and remember what the agent says."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING

from coaching.agents import agent_named, run_agent
from coaching.agents.turn_run import Reply, Speaker
from coaching.errors import LLMTimeout, OutsideWorld
from coaching.llm.port import TextDelta
from coaching.values.events import Delta, ToolProgress

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from coaching.agents.turn_run import AgentEvent, TurnRun
    from coaching.conversation.engine import TurnEngine

TURN_SECONDS = 200.0
WINDOW_SECONDS = 0.027
"""The first piece goes out at once, then whatever came in this time as one event."""
_WORTH_ASKING_AGAIN = frozenset({"cut", "overloaded"})


class ReplyAttempt:
    """Hears the agent out; `text`, `speaker` and `reply` say what has come so far.

    `failed_calls`: the ids of the tool calls whose failure the person was told.
    """

    def __init__(self, coaching: TurnEngine, run: TurnRun) -> None:
        self._coaching = coaching
        self._run = run
        self._pieces: list[str] = []
        self._out = Coalescer(self._send)
        self.speaker: Speaker | None = None
        self.reply: Reply | None = None
        self.failed_calls: list[str] = []

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
                if isinstance(event, ToolProgress) and event.state == "failed":
                    self.failed_calls.append(event.call_id)
                await self._out.flush()
                await self._coaching.events.publish(self._run.turn_id, event)

    async def _send(self, text: str) -> None:
        await self._coaching.events.publish(self._run.turn_id, Delta(text))


class Coalescer:
    """Gathers deltas so that a fast model costs forty events a second, and a slow one no wait."""

    def __init__(self, send: Callable[[str], Awaitable[None]]) -> None:
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._pieces: list[str] = []
        self._sent_at = float("-inf")
        self._timer: asyncio.TimerHandle | None = None
        self._sending: asyncio.Task[None] | None = None

    async def push(self, text: str) -> None:
        """Send the text now or with what follows within the window."""
        self._pieces.append(text)
        if self._timer is None:
            wait = self._sent_at + WINDOW_SECONDS - self._loop.time()
            if wait <= 0:
                await self.flush()
            else:
                self._timer = self._loop.call_later(wait, self._begin)

    async def flush(self) -> None:
        """Send what has gathered, behind what is being sent; call it before any other event."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._sending is not None:
            sending, self._sending = self._sending, None
            await sending
        await self._send_all()

    def _begin(self) -> None:
        self._timer = None
        earlier = self._sending
        self._sending = self._loop.create_task(self._send_all(earlier))

    async def _send_all(self, earlier: asyncio.Task[None] | None = None) -> None:
        if earlier is not None:
            await earlier
        if self._pieces:
            text, self._pieces = "".join(self._pieces), []
            self._sent_at = self._loop.time()
            await self._send(text)
