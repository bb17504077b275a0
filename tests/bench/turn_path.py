"""`python -m tests.bench.turn_path`: what a message passes on its way to the model.

Counted is what runs of `coaching` between `accept` and the request for the third message of a
session, with the real adapter over a transport in memory, on SQLite. A coroutine
that goes on counts again, and so does what a thread does meanwhile. `--list` names the functions
as they are entered.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import tempfile
import threading
import time
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import httpx2

import coaching
from coaching import bootstrap
from coaching.conversation import accept, runner, subscribe
from coaching.llm.anthropic_llm import AnthropicLLM
from coaching.repositories import migrations
from coaching.serving import logs
from coaching.simulator.space import settings_in
from tests.support import factories
from tests.support.model_events import end, sse, start, text_block

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType

    from coaching.settings import Settings

HOME = Path(coaching.__file__).parent
SAID = (
    "I put the letter in the drawer again.",
    "I made tea instead of opening it.",
    "It's from the bank, I think.",
)
Entry = tuple[str, str, int]
"""File, function, line."""


class Trace:
    """Notes every call of our own code, in order, until the model is asked."""

    def __init__(self) -> None:
        self._threads: dict[int, list[Entry]] = {}
        self._is_on = False
        threading.setprofile(self._note)  # of the threads that begin from now on

    @property
    def calls(self) -> list[Entry]:
        """All calls, thread by thread."""
        return [call for calls in self._threads.values() for call in calls]

    def __enter__(self) -> None:
        self._is_on = True
        sys.setprofile(self._note)

    def __exit__(self, *_: object) -> None:
        self._is_on = False
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if self._is_on and event == "call" and code.co_filename.startswith(f"{HOME}/"):
            file = str(Path(code.co_filename).relative_to(HOME))
            calls = self._threads.setdefault(threading.get_ident(), [])
            calls.append((file, code.co_qualname, code.co_firstlineno))


async def measure(settings: Settings) -> tuple[list[Entry], float]:
    """Take three turns; return the path of the third and the milliseconds of the second."""
    migrations.upgrade(settings.database)
    trace, asked = Trace(), list[float]()

    def answer(_: httpx2.Request) -> httpx2.Response:
        trace.__exit__()
        asked.append(time.perf_counter())
        stream = sse(start(), *text_block("You put it in the drawer."), *end())
        return httpx2.Response(200, headers={"content-type": "text/event-stream"}, content=stream)

    llm = AnthropicLLM(settings, transport=httpx2.MockTransport(answer))
    engine = bootstrap.build(settings, llm=llm)
    runner.TICK_SECONDS = 3600  # neither ticks nor jobs are on the way
    await engine.runner.start()
    owner = await factories.person(engine.db, provider="Anthropic")
    took: list[float] = []
    for number, text in enumerate(SAID):
        began = time.perf_counter()
        if number + 1 == len(SAID):
            trace.__enter__()
        accepted = await accept(engine, owner, text, f"message {number}")
        async for _ in subscribe(engine, owner, accepted.turn_id):
            pass
        took.append((asked[number] - began) * 1000)
        await engine.runner.idle()
    await engine.runner.stop()
    await llm.close()
    await engine.db.close()
    return trace.calls, took[1]


def _figures(calls: Sequence[Entry]) -> dict[str, int]:
    files = [file for file, _, _ in calls]
    packages = [file.split("/", 1)[0] for file in files]
    return {
        "files": len(set(files)),
        "functions": len(set(calls)),
        "calls": len(calls),
        "changes of file": sum(one != other for one, other in pairwise(files)),
        "changes of package": sum(one != other for one, other in pairwise(packages)),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=measure.__doc__)
    parser.add_argument("--list", action="store_true", help="name what is entered")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = settings_in(Path(folder), anthropic_api_key="a key")
        logs.configure(settings, to=sys.stderr, at_least=logging.WARNING)
        calls, milliseconds = asyncio.run(measure(settings))
    if asked.list:
        for file, name, line in calls:
            print(f"{file}:{line} {name}")
    for name, count in _figures(calls).items():
        print(f"{name:<20}{count:>6}")
    print(f"{'second turn, ms':<20}{milliseconds:>6.1f}")


if __name__ == "__main__":
    main()
