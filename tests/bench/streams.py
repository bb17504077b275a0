"""`python -m tests.bench.streams`: many people read a reply of a minute at the same time.

The stand-in model runs in a process of its own and writes into every piece of a reply when it was
sent, and into the first one when the model was asked. What Toney adds to the first word is the time
from the message to that question, and from the word's leaving to its arrival. The readers share the
processors with Toney and the model: with readers elsewhere the figures are better.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import httpx

from coaching.content.consent_texts import text_version
from coaching.serving.frontend import built
from tests.bench.machine import Tree
from tests.support.model_events import end, sse, start, text_block
from tests.support.model_server import ModelServer, Pause, Play, canned
from tests.support.served import ROOT, served_from_nothing

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Generator, Iterator, Sequence

    from tests.support.model_server import Body, Piece

PIECES_PER_SECOND = 5
WORDS = "and then another word or two "
TO_FIRST_WORD = 0.5
"""Seconds that the model takes."""
MOST_ADDED_MS = 150
SPREAD_SECONDS = 30
LIMITS = ("GUESTS_PER_ADDRESS_PER_DAY", "INTERACTIONS_PER_DAY", "MESSAGES_PER_MINUTE")
# In letters: a row of digits could be taken for an account number.
LETTERS = str.maketrans("0123456789", "abcdefghij")
DIGITS = str.maketrans("abcdefghij", "0123456789")
STAMP = re.compile(r"\b([xz])([a-j]{13})\b")


@dataclass
class Heard:
    """What one reader waited for, in milliseconds."""

    to_model: float = 0.0
    late: list[float] = field(default_factory=list[float])
    is_whole: bool = False

    @property
    def added(self) -> float:
        """Return what Toney added to the first word."""
        return self.to_model + self.late[0]


def main() -> int:
    """Measure and print; return 1 if somebody's reply is not whole, or 95 % wait for too long."""
    parser = argparse.ArgumentParser(description="Many replies of a minute at the same time.")
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60, help="how long a reply takes")
    parser.add_argument("--spread", type=float, default=SPREAD_SECONDS, help="until all have begun")
    parser.add_argument("--model", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.model:
        asyncio.run(_be_the_model(asked.seconds))
        return 0
    built("toney_app", ROOT)
    with tempfile.TemporaryDirectory() as folder, _model(asked.seconds) as model:
        settings = dict.fromkeys(LIMITS, "1000000")
        settings |= {"ANTHROPIC_API_KEY": "none", "ANTHROPIC_BASE_URL": model}
        with served_from_nothing(Path(folder) / "data", "--only", "toney", **settings) as toney:
            server = Tree(toney.process.pid)
            before, began = server.cpu_seconds, time.monotonic()
            load = os.getloadavg()[0]
            heard = asyncio.run(_crowd(toney.url, asked.people, asked.spread))
            used = (server.cpu_seconds - before) / (time.monotonic() - began)
            return _tell(heard, used, server.megabytes, load)


async def _crowd(url: str, people: int, spread: float) -> Sequence[Heard]:
    async with AsyncExitStack() as stack:
        found = [await stack.enter_async_context(_guest(url)) for _ in range(people)]
        return await asyncio.gather(
            *(_reads(browser, n * spread / people) for n, browser in enumerate(found))
        )


@asynccontextmanager
async def _guest(url: str) -> AsyncGenerator[httpx.AsyncClient]:
    # Nothing is encrypted here; certificates would take the readers' time.
    async with httpx.AsyncClient(base_url=url, timeout=None, verify=False) as browser:  # noqa: S113, S501
        consent = {"consent": {"textVersion": text_version()}}
        (await browser.post("/api/auth/guest", json=consent)).raise_for_status()
        yield browser


async def _reads(browser: httpx.AsyncClient, wait: float) -> Heard:
    heard = Heard()
    message = {"text": "I put the letter in the drawer.", "clientMessageId": str(uuid.uuid4())}
    await asyncio.sleep(wait)
    said_at = time.time()
    async with browser.stream("POST", "/api/chat", json=message) as reply:
        reply.raise_for_status()
        async for line in reply.aiter_lines():
            if line.startswith("event: done"):
                heard.is_whole = True
                break
            now = time.time()
            for kind, letters in STAMP.findall(line):
                at = int(letters.translate(DIGITS)) / 1000
                if kind == "x":
                    heard.to_model = (at - said_at) * 1000
                else:
                    heard.late.append((now - at) * 1000)
    return heard


def _tell(heard: Sequence[Heard], used: float, megabytes: float, load: float) -> int:
    whole = [one for one in heard if one.is_whole and one.late]
    print(f"load of the machine before: {load:.1f} on {os.cpu_count()} processors")
    print(f"{len(whole)} of {len(heard)} replies are whole")
    print(f"the server takes {used:.2f} processors and {megabytes:.0f} MB")
    if len(whole) < len(heard):
        return 1
    rows = {
        "added to the first word": [one.added for one in whole],
        "  of it message → model asked": [one.to_model for one in whole],
        "  of it first word → read": [one.late[0] for one in whole],
        "any word → read": [late for one in whole for late in one.late],
    }
    print(f"{'ms':<34}{'median':>8}{'95 %':>8}{'longest':>9}")
    for name, times in rows.items():
        print(f"{name:<34}{statistics.median(times):>8.0f}{_p95(times):>8.0f}{max(times):>9.0f}")
    return int(_p95(rows["added to the first word"]) > MOST_ADDED_MS)


def _p95(times: Sequence[float]) -> float:
    return sorted(times)[max(0, round(0.95 * len(times)) - 1)]


@contextmanager
def _model(seconds: float) -> Generator[str]:
    command = [sys.executable, "-m", "tests.bench.streams", "--model", "--seconds", str(seconds)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield process.stdout.readline().strip()
        process.terminate()


async def _be_the_model(seconds: float) -> None:
    def answer(body: Body) -> Play:
        if "format" in body.get("output_config", {}):
            return canned([])(body)
        return Play(_paced(time.time(), round(seconds * PIECES_PER_SECOND)))

    async with ModelServer(then=answer).listening() as url:
        print(url, flush=True)
        await asyncio.Event().wait()


def _paced(asked_at: float, pieces: int) -> Iterator[Piece]:
    began = time.monotonic() + TO_FIRST_WORD
    opened, _, closed = text_block("")
    yield sse(start(), opened)
    for number in range(pieces):
        yield Pause(max(0.0, began + number / PIECES_PER_SECOND - time.monotonic()))
        first = f"x{_letters(asked_at)} " if not number else ""
        [delta] = text_block(f"{first}z{_letters(time.time())} {WORDS}")[1:-1]
        yield sse(delta)
    yield sse(closed, *end())


def _letters(at: float) -> str:
    return str(round(at * 1000)).translate(LETTERS)


if __name__ == "__main__":
    sys.exit(main())
