"""What runs in a process that may be killed. Imported by the fork server, which opens nothing."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel
from sqlmodel import col, select

from coaching import bootstrap
from coaching.conversation import accept, subscribe
from coaching.llm.port import Done, Parsed, TextDelta, ToolCall, Usage
from coaching.models import Job
from coaching.settings import Settings
from coaching.values.enums import JobStatus, Role
from coaching.values.events import TurnDone, TurnError
from tests.support import strategy
from tests.support.waiting import until

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from multiprocessing.connection import Connection
    from pathlib import Path
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.llm.port import ContentBlock, Event, Request
    from coaching.values.events import TurnEvent

T = TypeVar("T", bound=BaseModel)
PIECES = tuple(f"word{n} " for n in range(20))
HALF = len(PIECES) // 2
PLANNED = strategy.as_json(
    hypothesis="The phone may decide before the hand does.",
    focus_card_prescription=strategy.create(),
    intel=strategy.intel(coaching_notes=["Short answers landed."]),
)
USAGE = Usage(input_tokens=10, output_tokens=5)
SECONDS = 30


@dataclass(frozen=True)
class Scene:
    """One person on one database, and a file that outlives every process."""

    database_url: str
    folder: Path
    owner: UUID
    uses_tool: bool = False
    is_urgent: bool = False

    @property
    def asked(self) -> list[str]:
        """Return one word per request that any process made to the model."""
        log = self._log
        return log.read_text().split() if log.exists() else []

    def note(self, word: str) -> None:
        """Write a word down before anything else can happen."""
        with self._log.open("a") as file:
            file.write(f"{word}\n")

    @property
    def _log(self) -> Path:
        return self.folder / "model_requests"


@dataclass(frozen=True)
class Survived:
    """What a process that was not killed has seen."""

    turn_id: UUID | None = None
    is_new: bool | None = None
    events: tuple[TurnEvent, ...] = ()
    seconds: float = 0.0


class KillAt:
    """Ends the process, as a power cut would, where it is told to."""

    def __init__(self, point: str) -> None:
        self._point = point

    def __call__(self, point: str) -> None:
        if point == self._point:
            os.kill(os.getpid(), signal.SIGKILL)


@dataclass
class Model:
    """Says twenty words, first keeps a win when the scene has a tool, and writes down each ask."""

    scene: Scene
    reached: KillAt
    name: str = "claude"
    reads_context: bool = False
    engine: Coaching | None = field(default=None)

    async def stream(self, request: Request) -> AsyncGenerator[Event]:
        self.scene.note("coach")
        if self.scene.uses_tool and not _has_result(request):
            call = ToolCall("call_1", "save_win", {"text": "I opened one letter"})
            block: ContentBlock = {
                "type": "tool_use",
                "id": call.call_id,
                "name": call.name,
                "input": dict(call.input),
            }
            yield call
            yield Done("tool_use", (block,), USAGE, "claude-sonnet-5-5")
            return
        for place, piece in enumerate(PIECES):
            if place == HALF:
                await self._at_half()
            yield TextDelta(piece)
        text = {"type": "text", "text": "".join(PIECES)}
        yield Done("end_turn", (text,), USAGE, "claude-sonnet-5-5")

    async def parse(self, request: Request, schema: type[T]) -> Parsed[T]:
        if request.role is Role.CLOSING:
            return Parsed(schema.model_validate({"note": "You opened it."}), USAGE, "claude")
        self.scene.note(request.role.value)
        if request.role is Role.STRATEGIST:
            return Parsed(schema.model_validate(PLANNED), USAGE, "claude-sonnet-5-5")
        signal_ = {
            "signal_type": "breakthrough",
            "content": "Opened the letter",
            "quote": "I opened it",
            "confidence": 0.9,
            "urgency_flag": self.scene.is_urgent,
        }
        memory = {
            "kind": "fact",
            "content": "Opened it",
            "quote": "I opened it",
            "source": "stated",
            "importance": "low",
            "expires": "none",
            "sensitive": False,
            "supersedes": "none",
        }
        seen = {"signals": [signal_], "safety_level": "none", "memories": [memory]}
        return Parsed(schema.model_validate(seen), USAGE, "claude-haiku-5-5")

    async def _at_half(self) -> None:
        assert self.engine is not None
        await self.engine.runner.tick()
        self.reached("model.half")


def say(scene: Scene, kill_at: str, answer: Connection) -> None:
    """Send the message, hear the turn out and let its jobs run."""
    asyncio.run(_in_engine(scene, kill_at, answer, _say))


def recover(scene: Scene, kill_at: str, answer: Connection) -> None:
    """Start, and do nothing but what was left to do."""
    asyncio.run(_in_engine(scene, kill_at, answer, _recover))


async def _in_engine(scene: Scene, kill_at: str, answer: Connection, act: Any) -> None:
    began = time.monotonic()
    settings = Settings(
        _env_file=None,
        database_url=scene.database_url,
        toney_data_dir=scene.folder / "data",
    )
    kill = KillAt(kill_at)
    model = Model(scene, kill)
    coaching = model.engine = bootstrap.build(settings, llm=model, on_reached=kill)  # pyrefly: ignore[bad-argument-type]
    await coaching.start()
    async with asyncio.timeout(SECONDS):
        seen = await act(coaching, scene)
        await coaching.runner.idle()
        elapsed = time.monotonic() - began
        await until(lambda: _has_no_work(coaching), seconds=SECONDS)
    await coaching.stop()
    answer.send(Survived(**seen, seconds=elapsed))


async def _say(coaching: Coaching, scene: Scene) -> dict[str, Any]:
    accepted = await accept(coaching, scene.owner, "I opened one letter. I opened it.", "m1")
    listening = subscribe(coaching, scene.owner, accepted.turn_id)
    heard = [numbered.event async for numbered in listening]
    assert isinstance(heard[-1], TurnDone | TurnError), heard
    return {"turn_id": accepted.turn_id, "is_new": accepted.is_new, "events": tuple(heard)}


async def _recover(coaching: Coaching, scene: Scene) -> dict[str, Any]:
    del coaching, scene
    return {}


async def _has_no_work(coaching: Coaching) -> bool:
    async with coaching.db.system("test: jobs") as s:
        open_ = col(Job.status).in_((JobStatus.DUE, JobStatus.RUNNING))
        return (await s.exec(select(Job.id).where(open_))).first() is None


def _has_result(request: Request) -> bool:
    last = request.messages[-1].content
    return any(block.get("type") == "tool_result" for block in last)
