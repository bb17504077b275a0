"""A talk with the real engine as somebody made up, message by message.

Before each message the database is copied, so that the same message can be replied to again from
the same moment, with a draft of a prompt or without. No job runs: what is shown is the Coach.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from coaching import bootstrap
from coaching.conversation import take_turn
from coaching.errors import Conflict, InvalidInput, LLMUnavailable, TooMany
from coaching.llm.anthropic_llm import AnthropicLLM
from coaching.llm.price_file import price_table
from coaching.repositories import messages, migrations, tool_calls
from coaching.repositories.engines import sqlite_file
from coaching.simulator import recorder
from coaching.simulator.space import arrive, model_of, put_database, settings_in
from coaching.values.clean_text import clean_text
from coaching.values.conversations import MessageRole
from coaching.values.events import Safety, TurnDone, TurnError, TurnStarted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.llm.port import LLM
    from coaching.settings import Settings
    from coaching.simulator.personas import Persona
    from coaching.simulator.recorder import Draft, Part, Recorder, Sent

    Connect = Callable[[Settings], LLM]

MOST_MESSAGES = 60
"""In one talk; each costs as much as a message of a person."""
LONGEST_DRAFT = 20_000
"""Of one part of the prompt, in characters; the whole core has about 5,000."""
_NO_MODEL = "Prompts can’t be compared in Simple mode, because no model reads them."
_NOTHING_SAID = "Send a message first. The same message is then sent with your draft."
_NOT_THERE = "This part isn’t in the prompt that was sent any more. Choose it again."
_UNCHANGED = "Change the text first: this is the prompt that was sent."
_ENOUGH = "This conversation is long enough. Start a new one."


@dataclass(frozen=True, slots=True)
class Decided:
    """How the offline coach chose its reply: its mode, its answers by name, and what it offered."""

    mode: str = ""
    answers: tuple[str, ...] = ()
    offer: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply with everything behind it; `sent` is empty when no model was asked."""

    text: str
    source: str
    shown: str = ""
    tools: tuple[str, ...] = ()
    chips: tuple[str, ...] = ()
    sent: tuple[Sent, ...] = ()
    decided: Decided = field(default_factory=Decided)
    milliseconds: int = 0

    @property
    def microusd(self) -> int:
        """Return what all calls cost in millionths of a dollar."""
        return sum(call.microusd for call in self.sent)

    @property
    def parts(self) -> Sequence[Part]:
        """Return the sections of the system prompt that was sent."""
        return self.sent[0].parts if self.sent else ()


class Talk:
    """One talk in its own folder; `close` deletes all of it."""

    def __init__(self, person: Persona, there: Settings, connect: Connect = AnthropicLLM) -> None:
        self.person = person
        self.replies: list[tuple[str, Reply]] = []
        self.has_model = there.has_model
        self._how, self._connect = model_of(there), connect
        self._stack = AsyncExitStack()
        self._coaching: Coaching | None = None
        self._recorder: Recorder | None = None
        self._folder, self._owner = Path(), uuid4()
        self._one_at_a_time = asyncio.Lock()

    async def open(self) -> None:
        """Make the folder and the database, and arrive as the person."""
        self._folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory()))
        self._coaching, self._recorder = await self._engine(self._folder, self._stack)
        now = self._coaching.clock.now()
        self._owner = await arrive(self._coaching, self.person, now=now)

    async def close(self) -> None:
        """Stop the engine and delete the folder."""
        async with self._one_at_a_time:
            await self._stack.aclose()

    async def say(self, line: str) -> Reply:
        """Send a message as the person and return the reply; errors of a model are raised."""
        async with self._one_at_a_time:
            coaching = self._require()
            if len(self.replies) >= MOST_MESSAGES:
                raise TooMany("a simulated talk", say=_ENOUGH, limit=MOST_MESSAGES)
            line = clean_text("text", line)
            await asyncio.to_thread(self._copy, coaching)
            reply = await _taken(coaching, self._recorder, self._owner, line)
            self._coming.replace(self._before)  # only now: `again` repeats the last reply
            self.replies.append((line, reply))
            return reply

    async def again(self, draft: Draft) -> Reply:
        """Return the reply to the last message, from the same moment, with a draft put in."""
        async with self._one_at_a_time:
            if not self.has_model:
                raise Conflict("no model", say=_NO_MODEL)
            if not self.replies:
                raise Conflict("nothing was said", say=_NOTHING_SAID)
            line, before = self.replies[-1]
            clean_text("draft", draft.after, maximum=LONGEST_DRAFT, may_be_empty=True)
            _check(draft, before)
            async with AsyncExitStack() as stack:
                folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
                coaching, noting = await self._engine(folder, stack, self._before, draft)
                return await _taken(coaching, noting, self._owner, line)

    def proposed(self) -> str:
        """Return the person’s next line, or a quick reply; empty when there is neither."""
        if len(self.replies) < len(self.person.lines):
            return self.person.lines[len(self.replies)]
        chips = self.replies[-1][1].chips if self.replies else ()
        return chips[0] if chips else ""

    @property
    def _before(self) -> Path:
        return self._folder / "before.db"

    @property
    def _coming(self) -> Path:
        return self._folder / "coming.db"

    def _require(self) -> Coaching:
        if self._coaching is None:
            raise InvalidInput({"talk": "is not open"})
        return self._coaching

    def _copy(self, coaching: Coaching) -> None:
        self._coming.unlink(missing_ok=True)
        migrations.copy_database(Path(sqlite_file(coaching.settings.database)), self._coming)

    async def _engine(
        self,
        folder: Path,
        stack: AsyncExitStack,
        copied: Path | None = None,
        draft: Draft | None = None,
    ) -> tuple[Coaching, Recorder | None]:
        settings = settings_in(folder, **self._how)
        await asyncio.to_thread(put_database, settings, copied)
        noting = None
        if self.has_model:
            noting = recorder.recorded(self._connect(settings), draft, price_table(settings))
            stack.push_async_callback(noting.close)
        coaching = bootstrap.build(settings, llm=noting)
        stack.push_async_callback(coaching.db.close)
        await coaching.runner.start()
        stack.push_async_callback(coaching.runner.stop)
        return coaching, noting


def _check(draft: Draft, before: Reply) -> None:
    if draft.after == draft.before:
        raise InvalidInput({"draft": "unchanged"}, say=_UNCHANGED)
    if not any(draft.before in block.text for call in before.sent for block in call.blocks):
        raise InvalidInput({"draft": "not in the prompt"}, say=_NOT_THERE)


async def _taken(coaching: Coaching, noting: Recorder | None, owner: UUID, line: str) -> Reply:
    """Take one turn and return it with what was sent meanwhile."""
    already, began = len(noting.sent) if noting else 0, time.perf_counter()
    shown, turn_id, done = "", None, None
    async for event in take_turn(coaching, owner, line, uuid4().hex):
        match event:
            case TurnStarted():
                turn_id = event.turn_id
            case Safety():
                shown = event.message
            case TurnDone():
                done = event
            case TurnError():
                raise LLMUnavailable(event.code, say=event.error)
            case _:
                pass
    if done is None or turn_id is None:
        raise LLMUnavailable("no reply")
    passed = round((time.perf_counter() - began) * 1000)
    async with coaching.unit(owner) as s:
        called = await tool_calls.of_turn(s, owner, turn_id)
        stored = await messages.of_turn(s, owner, turn_id, MessageRole.COACH)
    return Reply(
        text=done.text,
        source=done.model,
        shown=shown,
        tools=tuple(call.name for call in called),
        chips=tuple(chip.text for chip in done.chips),
        sent=tuple(noting.sent[already:]) if noting else (),
        decided=_decided(stored.meta if stored else {}),
        milliseconds=passed,
    )


def _decided(meta: dict[str, Any]) -> Decided:
    offer: dict[str, Any] = meta.get("pending") or {}
    answers = tuple(map(str, meta.get("template_ids") or ()))
    return Decided(str(meta.get("mode", "")), answers, str(offer.get("kind", "")))
