"""The stand-in model at a known pace: it remembers when it was asked and when each word left."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.support.held_model import listens
from tests.support.model_events import end, sse, start, text_block
from tests.support.model_server import ModelServer, Pause, Play, canned

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping

    from tests.support.model_server import Body, Piece

WORDS_OF_A_PARAGRAPH = 40


@dataclass(frozen=True)
class Pace:
    """How a reply comes: seconds to the first piece, pieces a second, pieces, words of each."""

    first: float
    rate: float
    pieces: int
    words: int = 1


READING = Pace(first=0.3, rate=60, pieces=240)
FILLING = Pace(first=0.0, rate=400, pieces=12, words=20)
"""As much text in a twentieth of the events, for the turns between those that are measured."""


@dataclass
class Reply:
    """One reply; its words tell which they are, so that a page's text says how far it is."""

    mark: str
    asked_at: float
    sent_at: list[float] = field(default_factory=list[float])


class _Arrivals(ModelServer):
    """Notes when a request is there, before its form is checked."""

    arrived_at = 0.0

    def answer(self, raw: bytes, headers: Mapping[str, str]) -> Play:
        self.arrived_at = time.time()
        return super().answer(raw, headers)


class Model:
    """Answers the Coach at a pace, everybody else with something that fits."""

    def __init__(self) -> None:
        self.pace = FILLING
        self.replies: list[Reply] = []
        self._server = _Arrivals(then=self._answer)

    @property
    def next_mark(self) -> str:
        """Return how the words of the next reply begin."""
        return f"r{len(self.replies) + 1:03d}w"

    @contextmanager
    def listening(self) -> Generator[str]:
        """Listen in a thread; gives the address for ANTHROPIC_BASE_URL."""
        with listens(self._server.listening()) as url:
            yield url

    def _answer(self, body: Body) -> Play:
        if "format" in body.get("output_config", {}):
            return canned([])(body)
        reply = Reply(self.next_mark, self._server.arrived_at)
        self.replies.append(reply)
        return Play(self._paced(reply, self.pace))

    def _paced(self, reply: Reply, pace: Pace) -> Iterator[Piece]:
        began = time.monotonic() + pace.first
        opened, *deltas, closed = text_block(*_pieces(reply.mark, pace))
        yield sse(start(), opened)
        for number, delta in enumerate(deltas):
            yield Pause(max(0.0, began + number / pace.rate - time.monotonic()))
            yield sse(delta)
            reply.sent_at.append(time.time())
        yield sse(closed, *end())


def _pieces(mark: str, pace: Pace) -> Iterator[str]:
    for number in range(1, pace.pieces + 1):
        behind = " " if number * pace.words % WORDS_OF_A_PARAGRAPH else "\n\n"
        filler = "another " * (pace.words - 1)
        yield f"{filler}{mark}{number:03d}{behind}"
