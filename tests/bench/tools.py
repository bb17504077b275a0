"""`python -m tests.bench.tools`: what Toney adds to a turn without tools, and to one with five.

Three kinds of turn take turns in one run, on one server: no tool, five tools in one step, five
tools one after the other. The tools save three wins and a memory and look in the notes, so each
writes to the database or its index. Added is the time from the message to the end of the turn
without what the model takes, from its request's arrival to its last byte. Beside it is the same
of a bare client that sends the model the very requests of that turn and does nothing else. The
processor time of the server is counted too: other work on the machine changes it less.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
import uuid
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx

from coaching.content.consent_texts import text_version
from coaching.serving.frontend import built
from tests.bench.machine import Tree
from tests.support.held_model import beside
from tests.support.model_events import end, sse, start, text_block, tool_block
from tests.support.model_server import Pause, Play, canned
from tests.support.served import ROOT, served_from_nothing

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence

    from tests.support.model_server import Body, Piece

LIMITS = ("GUESTS_PER_ADDRESS_PER_DAY", "INTERACTIONS_PER_DAY", "MESSAGES_PER_MINUTE")
TO_FIRST_TOKEN = 0.05
"""Seconds that the model takes."""
QUIET_SECONDS = 1.0
"""Between two turns, for the Observer's job."""
AHEAD = 3
"""Turns of each kind that aren't counted: caches are empty, statements are compiled."""
FIVE = 5
KINDS = {"no tool": 0, "five tools in one step": 1, "five tools one by one": FIVE}
"""How many steps with tools a turn of each kind has."""
LETTERS = str.maketrans("0123456789", "abcdefghij")


@dataclass
class Asked:
    """The requests of one turn: what was sent, when it arrived, when the last byte left."""

    bodies: list[Body] = field(default_factory=list["Body"])
    spans: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])

    @property
    def seconds(self) -> float:
        """Return what the model took."""
        return sum(last - first for first, last in self.spans)


class Model:
    """Asks for the tools of the kind of turn that is set, then says a sentence."""

    def __init__(self) -> None:
        self.steps, self.number, self.asked = 0, 0, Asked()

    def begins(self, steps: int) -> None:
        """Set what the next turn is like."""
        self.steps, self.asked = steps, Asked()
        self.number += 1

    @property
    def words(self) -> str:
        """Return what the person says in this turn: other words each time."""
        return " ".join((*self._wins(), self._memory()))

    def answer(self, body: Body) -> Play:
        """Answer the Coach; everybody else gets something that fits."""
        if "format" in body.get("output_config", {}):
            return canned([])(body)
        self.asked.bodies.append(body)
        return Play(self._played(self._results(body)))

    def _played(self, results: int) -> Iterator[Piece]:
        arrived = time.perf_counter()
        yield Pause(TO_FIRST_TOKEN)
        calls = self._calls()
        if self.steps == 1 and not results:
            blocks = [self._block(*call, place) for place, call in enumerate(calls)]
        elif results < self.steps and self.steps == FIVE:
            blocks = [self._block(*calls[results], 0)]
        else:
            blocks = []
        if blocks:
            yield sse(start(), *(event for block in blocks for event in block), *end("tool_use"))
        else:
            yield sse(start(), *text_block("You ", "put ", "it ", "in ", "the ", "drawer."), *end())
        self.asked.spans.append((arrived, time.perf_counter()))

    def _results(self, body: Body) -> int:
        """Return how many calls of this turn have been answered."""
        found = 0
        for message in reversed(body["messages"]):
            content = message["content"]
            if message["role"] == "user":
                kinds = [block["type"] for block in content] if isinstance(content, list) else []
                if "tool_result" not in kinds:
                    return found
                found += kinds.count("tool_result")
        return found

    def _calls(self) -> list[tuple[str, Mapping[str, str]]]:
        """Return the five calls; the notes come last, because nothing is saved after reading."""
        wins = [("save_win", {"text": win}) for win in self._wins()]
        memory = self._memory().removeprefix("Please remember this: ")
        return [
            *wins,
            ("remember", {"text": memory}),
            ("retrieve_notes", {"query": f"letters {self._name()}"}),
        ]

    def _wins(self) -> list[str]:
        name = self._name()
        return [
            f"I opened the {name} letter.",
            f"I paid the {name} bill.",
            f"I asked {name} before ordering.",
        ]

    def _memory(self) -> str:
        return f"Please remember this: the {self._name()} shop sends its letters on Mondays."

    def _name(self) -> str:
        return f"{self.number:03d}".translate(LETTERS).capitalize()

    def _block(self, name: str, given: Mapping[str, str], place: int) -> list[dict[str, Any]]:
        call = f"toolu_{self.number}_{name}_{uuid.uuid4().hex[:6]}"
        return tool_block(name, json.dumps(given), index=place, call_id=call)

    @contextmanager
    def listening(self) -> Generator[str]:
        """Listen in a thread; gives the address for ANTHROPIC_BASE_URL."""
        with beside(self.answer) as url:
            yield url


@dataclass
class Figures:
    """Milliseconds of each turn of a kind; the clock of processor time has steps of ten."""

    added: list[float] = field(default_factory=list[float])
    floor: list[float] = field(default_factory=list[float])
    processor: list[float] = field(default_factory=list[float])


def main() -> int:
    """Measure and print; return 1 if a tool of a turn didn't run."""
    parser = argparse.ArgumentParser(description="Turns without tools and with five.")
    parser.add_argument("--rounds", type=int, default=30, help="turns of each kind")
    asked = parser.parse_args()
    built("toney_app", ROOT)
    model = Model()
    found = {kind: Figures() for kind in KINDS}
    with tempfile.TemporaryDirectory() as folder, model.listening() as address:
        settings = dict.fromkeys(LIMITS, "1000000")
        settings |= {"ANTHROPIC_API_KEY": "none", "ANTHROPIC_BASE_URL": address}
        data, load = Path(folder) / "data", os.getloadavg()[0]
        with (
            served_from_nothing(data, "--only", "toney", **settings) as toney,
            httpx.Client(base_url=toney.url, timeout=60) as person,
            httpx.Client(base_url=address, timeout=60) as bare,
        ):
            consent = {"consent": {"textVersion": text_version()}}
            server = Tree(toney.child("toney_app").pid)
            person.post("/api/auth/guest", json=consent).raise_for_status()
            for turn in range(AHEAD + asked.rounds):
                for kind, steps in KINDS.items():
                    time.sleep(QUIET_SECONDS)
                    before = server.cpu_seconds
                    added, used = _added(person, model, steps), server.cpu_seconds - before
                    floor = _floor(bare, model)
                    if turn >= AHEAD:
                        found[kind].added.append(added)
                        found[kind].floor.append(floor)
                        found[kind].processor.append(used * 1000)
            ran = toney.rows("SELECT name, status, count(*) FROM tool_calls GROUP BY 1, 2")
    print(f"load of the machine before and after: {load:.1f}, {os.getloadavg()[0]:.1f}")
    _tell(found)
    whole = 2 * (AHEAD + asked.rounds)
    wanted = [("remember", whole), ("retrieve_notes", whole), ("save_win", 3 * whole)]
    if sorted((name, count) for name, status, count in ran if status == "done") != wanted:
        print(f"not all tools ran: {ran}")
        return 1
    return 0


def _added(person: httpx.Client, model: Model, steps: int) -> float:
    """Take a turn; return the milliseconds that were not the model's."""
    model.begins(steps)
    message = {"text": model.words, "clientMessageId": str(uuid.uuid4())}
    began = time.perf_counter()
    with person.stream("POST", "/api/chat", json=message) as reply:
        reply.raise_for_status()
        for line in reply.iter_lines():
            if line.startswith("event: done"):
                break
    took = time.perf_counter() - began
    if len(model.asked.spans) != steps + 1:
        raise RuntimeError(f"{steps + 1} requests were expected, not {len(model.asked.spans)}")
    return (took - model.asked.seconds) * 1000


def _floor(bare: httpx.Client, model: Model) -> float:
    """Send the model the requests of that turn again; return what is not its own time."""
    bodies, model.asked = model.asked.bodies, Asked()
    began = time.perf_counter()
    for body in bodies:
        with bare.stream("POST", "/v1/messages", json=dict(body)) as reply:
            reply.raise_for_status()
            for _ in reply.iter_lines():
                pass
    return (time.perf_counter() - began - model.asked.seconds) * 1000


def _tell(found: Mapping[str, Figures]) -> None:
    print(
        f"{'ms':<26}{'bare':>8}{'Toney':>8}{'ratio':>7}{'quickest':>10}{'95 %':>8}{'processor':>11}"
    )
    for kind, one in found.items():
        floor, added = statistics.median(one.floor), statistics.median(one.added)
        print(
            f"{kind:<26}{floor:>8.1f}{added:>8.1f}{added / floor:>7.1f}"
            f"{min(one.added):>10.1f}{_p95(one.added):>8.1f}{statistics.mean(one.processor):>11.1f}"
        )
    none = found["no tool"]
    for kind, one in list(found.items())[1:]:
        more = statistics.median(one.added) - statistics.median(none.added)
        ratio = statistics.median(a / b for a, b in zip(one.added, none.added, strict=True))
        print(f"{kind}: {more:+.1f} ms beside none, {more / FIVE:.1f} a tool, {ratio:.1f} times")


def _p95(values: Sequence[float]) -> float:
    return sorted(values)[max(0, round(len(values) * 0.95) - 1)]


if __name__ == "__main__":
    raise SystemExit(main())
