"""Many stories at once, each process playing one after the other; the result knows no order.

A story's database, clock and coach are its own, so who plays it beside whom changes nothing.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from collections import deque
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import TypeAdapter, ValidationError

from coaching.evals.stories.played import Told
from coaching.evals.stories.stage import tell
from coaching.evals.stories.story import BadStory, Story

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Sequence

    from coaching.evals.report import Model, Row

PLAYER = Path(__file__).with_name("player.py")
NO_CACHE = {"PYTHONDONTWRITEBYTECODE": "1"}
LONGEST_LINE = 2**26
_TOLD = TypeAdapter(Told)


def _silent(_told: Told) -> None:
    """Say nothing."""


@dataclass(frozen=True, slots=True)
class Playing:
    """How stories are played: who answers, in how many processes, by which version.

    `home` is another checkout; `on_told` hears of each story as it ends.
    """

    model: Model = "offline"
    jobs: int = 1
    home: Path | None = None
    on_told: Callable[[Told], None] = _silent


async def tell_all(stories: Sequence[Story], how: Playing) -> list[Told]:
    """Play stories and return them in their order."""
    told: dict[str, Told] = {}
    waiting = deque(sorted(stories, key=_lines, reverse=True))
    players = min(how.jobs, len(stories))
    if players == 1 and how.home is None:
        for story in stories:
            told[story.id] = await tell(story, how.model)
            how.on_told(told[story.id])
    else:
        await _share_out(waiting, told, how, players)
    return [told[story.id] for story in stories]


async def _share_out(
    waiting: deque[Story], told: dict[str, Told], how: Playing, players: int
) -> None:
    tasks = [asyncio.create_task(_play(waiting, told, how)) for _ in range(players)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _play(waiting: deque[Story], told: dict[str, Told], how: Playing) -> None:
    async with _player(how.home) as process:
        while waiting:
            story = waiting.popleft()
            told[story.id] = await _ask(process, story, how.model)
            how.on_told(told[story.id])


@asynccontextmanager
async def _player(home: Path | None) -> AsyncGenerator[asyncio.subprocess.Process]:
    """Start a player that ends with this block, however that ends, and leaves nothing behind."""
    with tempfile.TemporaryDirectory() as scratch:
        process = await _started(home, scratch)
        try:
            yield process
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()


async def _started(home: Path | None, scratch: str) -> asyncio.subprocess.Process:
    place = home or Path(__file__).parents[3]
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        str(PLAYER),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=LONGEST_LINE,
        env=os.environ | {"PYTHONPATH": str(place), "TMPDIR": scratch} | NO_CACHE,
        start_new_session=True,
    )


async def _ask(process: asyncio.subprocess.Process, story: Story, model: Model) -> Told:
    row = await _answer(process, {"model": model, "story": asdict(story)})
    try:
        return replace(_TOLD.validate_python(row | {"story": story}), story=story)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise BadStory(f"{story.id}: was told in another form: {place}: {first['msg']}") from error


async def _answer(process: asyncio.subprocess.Process, asked: Row) -> Row:
    if process.stdin is None or process.stdout is None:
        raise BadStory("a player without pipes")
    process.stdin.write(json.dumps(asked, default=str).encode() + b"\n")
    answer = await process.stdout.readline()
    if not answer:
        raise BadStory("a process that played has ended, see above")
    row = json.loads(answer)
    if "error" in row:
        raise BadStory(str(row["error"]))
    return row


def _lines(story: Story) -> int:
    return sum(len(session.lines) for session in story.sessions)
