"""`python -m tests.bench.flatness`: what a turn costs without its model, by what was said before.

Somebody with 10, with 1,000 and with 100,000 stored messages says something. Measured are the way
from the message to the model's request, and from the model's last word to the end of the turn, by
`take_turn` against each database. The three take turns, so that a busy machine is as unkind to
each. A ratio above 1.5 against ten messages is a fault (issue 3), and the command fails.

    python -m tests.bench.flatness --turns 60 --only sqlite
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from uuid import uuid4

import sqlalchemy as sa
from sqlmodel import SQLModel

from coaching import bootstrap
from coaching.clock import FrozenClock
from coaching.conversation import take_turn
from coaching.llm.port import Done, TextDelta, Usage
from coaching.models import Conversation, Message, MessageRole, SessionStatus, Turn
from coaching.serving import logs
from coaching.settings import Settings
from coaching.simulator.space import settings_in
from coaching.values.enums import TurnStatus
from coaching.values.events import TurnDone
from tests.support import databases, factories, postgres

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Generator, Iterator, Sequence
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.llm.port import Event, Request
    from tests.support.databases import Database

SIZES = (10, 1_000, 100_000)
FLAT = 1.5
PER_SESSION = 40
CURRENT = 10
WARM_UP = CURRENT // 2
NOW = factories.MONDAY_MORNING
SAID = "I put the letter in the drawer again, and then I made tea."
Rows = dict[str, list[dict[str, Any]]]


@dataclass
class Stopwatch:
    """A model that answers at once, and notes when it was asked and when it was done."""

    name: Literal["claude", "offline"] = "claude"
    reads_context = False
    asked: float = 0.0
    done: float = 0.0

    async def stream(self, request: Request) -> AsyncGenerator[Event]:
        """Say one line."""
        del request
        self.asked = time.perf_counter()
        yield TextDelta("You put it in the drawer. What was the tea like?")
        self.done = time.perf_counter()
        yield Done("end_turn", ({"type": "text", "text": "…"},), Usage(), "a stopwatch")

    async def parse(self, request: Request, schema: type[Any]) -> Any:
        """Nobody asks for that here."""
        raise NotImplementedError


@dataclass
class Run:
    """One person with so many messages, and what their turns took, in milliseconds."""

    size: int
    coaching: Coaching
    model: Stopwatch
    owner: UUID
    before: list[float] = field(default_factory=list[float])
    after: list[float] = field(default_factory=list[float])

    async def take(self, number: int) -> None:
        """Take one turn."""
        began = time.perf_counter()
        async for event in take_turn(self.coaching, self.owner, SAID, f"turn {number}"):
            if isinstance(event, TurnDone) and number >= WARM_UP:
                self.before.append((self.model.asked - began) * 1000)
                self.after.append((time.perf_counter() - self.model.done) * 1000)
        await self.coaching.runner.idle()

    @property
    def medians(self) -> tuple[float, float]:
        """Return both, and their sum is the turn."""
        return statistics.median(self.before), statistics.median(self.after)


async def measure(found: Sequence[tuple[int, Database]], folder: Path, turns: int) -> list[Run]:
    """Let everybody take turns in turn."""
    runs = [await _person(size, database, folder) for size, database in found]
    for run in runs:
        await run.coaching.runner.start()
    try:
        for number in range(turns + WARM_UP):
            for run in runs:
                await run.take(number)
    finally:
        for run in runs:
            await run.coaching.runner.stop()
            await run.coaching.db.close()
    return runs


async def _person(size: int, database: Database, folder: Path) -> Run:
    many = {"interactions_per_day": 10_000, "messages_per_minute": 10_000}
    key = {"anthropic_api_key": "key-of-a-bench"}
    settings = settings_in(folder, database_url=database.url, **many, **key)
    model = Stopwatch()
    coaching = bootstrap.build(settings, llm=model, clock=FrozenClock(NOW))
    long_ago = NOW - timedelta(days=2000)
    owner = await factories.person(coaching.db, at=long_ago, provider="Anthropic")
    _fill(database, owner, size)
    return Run(size, coaching, model, owner)


def _fill(database: Database, owner: UUID, size: int) -> None:
    """Write what was said in earlier sessions."""
    with database.administrator.begin() as connection:
        for rows in _rows(owner, size):
            for name, found in rows.items():
                connection.execute(sa.insert(SQLModel.metadata.tables[name]), found)
        if database.is_postgres:  # its server does so by itself; Toney's SQLite file has none
            connection.exec_driver_sql("ANALYZE")


def _rows(owner: UUID, size: int) -> Iterator[Rows]:
    """Yield the rows of an earlier session at a time; the warm-up begins the current one."""
    lengths = [PER_SESSION] * ((size - CURRENT) // PER_SESSION)
    lengths += [rest] if (rest := (size - CURRENT) % PER_SESSION) else []
    seq = 0
    for number, length in enumerate(lengths, 1):
        at = NOW - timedelta(hours=13) * (len(lengths) + 1 - number)
        session = Conversation(
            user_id=owner,
            session_number=number,
            session_status=SessionStatus.CLOSED,
            last_message_at=at,
            created_at=at,
        )
        turns = [_turn(owner, session, seq + place, at) for place in range(1, length // 2 + 1)]
        seq += len(turns)
        said = [message for turn in turns for message in _messages(turn, at)]
        yield {
            "conversations": [session.model_dump()],
            "turns": [turn.model_dump() for turn in turns],
            "messages": [message.model_dump() for message in said],
        }


def _turn(owner: UUID, session: Conversation, seq: int, at: Any) -> Turn:
    return Turn(
        user_id=owner,
        conversation_id=session.id,
        client_message_id=uuid4().hex,
        text_hash="0" * 64,
        seq=seq,
        status=TurnStatus.DONE,
        created_at=at,
        finished_at=at,
    )


def _messages(turn: Turn, at: Any) -> list[Message]:
    return [
        Message(
            user_id=turn.user_id,
            conversation_id=turn.conversation_id,
            turn_id=turn.id,
            seq=turn.seq * 2 + by_coach,
            role=MessageRole.COACH if by_coach else MessageRole.USER,
            content=[{"type": "text", "text": SAID}],
            text=SAID,
            status="done" if by_coach else "saved",
            created_at=at,
        )
        for by_coach in (False, True)
    ]


@contextmanager
def _sqlite() -> Generator[list[tuple[int, Database]]]:
    with tempfile.TemporaryDirectory() as folder:
        template = databases.sqlite_template(Path(folder))
        places = [Path(folder) / str(size) for size in SIZES]
        for place in places:
            place.mkdir()
        yield [
            (size, databases.sqlite_database(template, place))
            for size, place in zip(SIZES, places, strict=True)
        ]


@contextmanager
def _postgres() -> Generator[list[tuple[int, Database]]]:
    with ExitStack() as stack:
        server = stack.enter_context(postgres.server())
        if server is None:
            raise SystemExit("no PostgreSQL: set TEST_POSTGRES_URL, or pass --only sqlite")
        names = [stack.enter_context(server.database(f"flat{size}")) for size in SIZES]
        yield [
            (size, stack.enter_context(databases.postgres_database(server, name)))
            for size, name in zip(SIZES, names, strict=True)
        ]


def _show(kind: str, runs: Sequence[Run]) -> float:
    """Print a table and return the worst ratio."""
    first, worst = runs[0].medians, 0.0
    print(f"{kind}, medians of {len(runs[0].before)} turns")
    print(f"{'messages':>9}  {'to the model':>16}  {'to the end':>16}  {'both':>16}")
    for run in runs:
        before, after = run.medians
        both = (before, after, before + after), (*first, sum(first))
        cells = [(value, value / base) for value, base in zip(*both, strict=True)]
        worst = max(worst, cells[-1][1])
        shown = "  ".join(f"{value:7.2f} ms {ratio:4.2f}×" for value, ratio in cells)
        print(f"{run.size:>9,}  {shown}")
    return worst


def main() -> None:
    """Measure both databases, or one."""
    logs.configure(Settings(), to=sys.stderr, at_least=logging.WARNING)
    parser = argparse.ArgumentParser(description="A turn without its model, by what was said.")
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--only", choices=("sqlite", "postgres"))
    wanted = parser.parse_args()
    worst = 0.0
    for kind, opened in (("sqlite", _sqlite), ("postgres", _postgres)):
        if wanted.only in (None, kind):
            with opened() as found, tempfile.TemporaryDirectory() as folder:
                runs = asyncio.run(measure(found, Path(folder), wanted.turns))
                worst = max(worst, _show(kind, runs))
    if worst > FLAT:
        raise SystemExit(f"not flat: {worst:.2f} times what ten messages take")


if __name__ == "__main__":
    main()
