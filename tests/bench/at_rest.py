"""`python -m tests.bench.at_rest`: what encrypting words at rest costs (ADR 0036).

The same people and messages three times: a plain file, the file encrypted as a whole, and texts
encrypted one by one with a key per person and no index. Figures of this machine at this moment.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import itertools
import os
import random
import shutil
import sqlite3
import statistics
import tempfile
import time
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

import sqlalchemy as sa
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from sqlmodel import col, select

from coaching.domains.backups import conversion
from coaching.models import Conversation, Message, Turn
from coaching.repositories import migrations, sqlite_files
from coaching.repositories.db import Db
from coaching.services import search
from coaching.settings import Settings
from coaching.values.conversations import MessageRole
from coaching.values.enums import TurnStatus
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from collections.abc import Generator

SESSIONS = 20
NONCE = 12
_SYLLABLES = (
    "ba",
    "re",
    "ti",
    "no",
    "su",
    "ka",
    "le",
    "mi",
    "po",
    "du",
    "va",
    "ze",
    "fi",
    "go",
    "hu",
)
WORDS = ["".join(each) for each in itertools.product(_SYLLABLES, repeat=3)]
KEY = os.urandom(32)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="The cost of encrypted words at rest.")
    parser.add_argument("--people", type=int, default=100)
    parser.add_argument("--messages", type=int, default=600, help="of each person")
    parser.add_argument("--rounds", type=int, default=60)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_measure(Path(folder), asked))


async def _measure(folder: Path, asked: argparse.Namespace) -> None:
    plain, whole = folder / "plain.db", folder / "whole.db"
    migrations.upgrade(f"sqlite:///{plain}")
    people = await _fill(plain, asked.people, asked.messages)
    shutil.copyfile(plain, whole)
    begun = time.perf_counter()
    conversion.convert(whole, key="", new_key=KEY.hex())
    spent = time.perf_counter() - begun
    print(f"{asked.people * asked.messages} messages, encrypted as a whole in {spent:.1f} s")
    settings = Settings(_env_file=None, toney_database_key=_base64(KEY))
    sqlite_files.remember(settings, str(whole))
    print(f"{'':<27}    MB   turn, ms        search, ms      open, ms    (waited, processor)")
    kinds = [_File("plain", plain, people), _File("encrypted as a whole", whole, people)]
    each = _Each(folder / "each.db", plain, people)
    for _ in range(asked.rounds):  # in turns: what else this machine does hits all of them
        for kind in (*kinds, each):
            await kind.turn()
            await kind.look()
            kind.open()
    for kind in (*kinds, each):
        kind.tell()
        await kind.close()


class _Kind:
    """One way to keep words, and how long each thing took."""

    def __init__(self, name: str, file: Path, people: list[UUID]) -> None:
        self.name, self.file, self.people = name, file, people
        self.dice = random.Random(2)  # noqa: S311 - made-up words
        self.size = file.stat().st_size / 1e6 if file.exists() else 0.0
        self.took: dict[str, list[float]] = {"turn": [], "look": [], "open": []}
        self.worked: dict[str, list[float]] = {"turn": [], "look": [], "open": []}

    @contextmanager
    def timed(self, what: str) -> Generator[UUID]:
        """Time a block and yield the person whom it is about."""
        owner = self.dice.choice(self.people)
        begun, worked = time.perf_counter(), time.process_time()
        yield owner
        self.took[what].append((time.perf_counter() - begun) * 1000)
        self.worked[what].append((time.process_time() - worked) * 1000)

    def tell(self) -> None:
        """Print the row; the first rounds filled caches."""
        cells = [
            f"{statistics.median(each[5:]):6.2f} {statistics.median(self.worked[what][5:]):6.2f}"
            for what, each in self.took.items()
        ]
        print(f"{self.name:<27} {self.size:6.1f}   {'   '.join(cells)}")


class _File(_Kind):
    """The project's own tables, index and queries, on a file with or without a key."""

    def __init__(self, name: str, file: Path, people: list[UUID]) -> None:
        super().__init__(name, file, people)
        self.db = Db(f"sqlite:///{file}")

    async def turn(self) -> None:
        """Read the newest three sessions and write two messages."""
        with self.timed("turn") as owner:
            async with self.db.unit(owner) as s:
                newest = select(Conversation.id).where(Conversation.user_id == owner)
                newest = newest.order_by(col(Conversation.session_number).desc()).limit(3)
                sessions = (await s.exec(newest)).all()
                read = select(Message.text).where(Message.user_id == owner)
                assert (await s.exec(read.where(col(Message.conversation_id).in_(sessions)))).all()
            async with self.db.unit(owner, write=True) as s:
                for _ in range(2):
                    s.add(_message(owner, sessions[0], 10_000 + self.dice.randrange(10**8)))

    async def look(self) -> None:
        """Search one's own words."""
        with self.timed("look") as owner:
            async with self.db.unit(owner) as s:
                await search.sessions(s, owner, query=self.dice.choice(WORDS))

    def open(self) -> None:
        """Open the file."""
        with self.timed("open"):
            sqlite_files.connect(self.file).close()

    async def close(self) -> None:
        """Close the file."""
        await self.db.close()


class _Each(_Kind):
    """A key per person: each text alone under AES-256-GCM; a search reads all of one's own."""

    def __init__(self, file: Path, source: Path, people: list[UUID]) -> None:
        self.keys = {owner.hex: AESGCM(os.urandom(32)) for owner in people}
        self.db = sqlite3.connect(file, isolation_level=None)
        for pragma in ("journal_mode=WAL", "synchronous=FULL"):
            self.db.execute(f"PRAGMA {pragma}")
        self.db.executescript(
            "CREATE TABLE m (owner TEXT, seq INT, text BLOB); CREATE INDEX i ON m (owner, seq)"
        )
        with closing(sqlite3.connect(source)) as old:
            rows = old.execute("SELECT user_id, seq, text FROM messages").fetchall()
        owned = [(UUID(who).hex, seq, text) for who, seq, text in rows]
        sealed = [(who, seq, _seal(self.keys[who], text)) for who, seq, text in owned]
        self.db.execute("BEGIN")
        self.db.executemany("INSERT INTO m VALUES (?, ?, ?)", sealed)
        self.db.execute("COMMIT")
        self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        super().__init__("a key per person, no index", file, people)

    async def turn(self) -> None:
        """Read as many texts as three sessions have, and write two."""
        with self.timed("turn") as owner:
            key = self.keys[owner.hex]
            mine = "SELECT text FROM m WHERE owner = ? ORDER BY seq DESC LIMIT 90"
            for (blob,) in self.db.execute(mine, (owner.hex,)).fetchall():
                _opened(key, blob)
            self.db.execute("BEGIN IMMEDIATE")
            for _ in range(2):
                blob = _seal(key, "a word and another " * 10)
                self.db.execute("INSERT INTO m VALUES (?, 100000, ?)", (owner.hex, blob))
            self.db.execute("COMMIT")

    async def look(self) -> None:
        """Search one's own words, without an index and without ranks."""
        with self.timed("look") as owner:
            mine = self.db.execute("SELECT text FROM m WHERE owner = ?", (owner.hex,)).fetchall()
            word = self.dice.choice(WORDS)
            sum(word in _opened(self.keys[owner.hex], blob) for (blob,) in mine)

    def open(self) -> None:
        """Open the file."""
        with self.timed("open"):
            sqlite3.connect(self.file).close()

    async def close(self) -> None:
        """Close the file."""
        self.db.close()


async def _fill(file: Path, people: int, messages: int) -> list[UUID]:
    dice, db = random.Random(1), Db(f"sqlite:///{file}")  # noqa: S311 - made-up words
    owners: list[UUID] = []
    for _ in range(people):
        owner = await factories.person(db)
        owners.append(owner)
        sessions = [
            Conversation(**_of(owner), session_number=n + 1, last_message_at=MONDAY_MORNING)
            for n in range(SESSIONS)
        ]
        turns, said = [], []
        for number in range(messages // 2):
            session = sessions[number * 2 * SESSIONS // messages].id
            turn = Turn(
                **_of(owner),
                conversation_id=session,
                client_message_id=str(number),
                text_hash="",
                seq=number + 1,
                status=TurnStatus.DONE,
            )
            turns.append(turn)
            for half, role in enumerate((MessageRole.USER, MessageRole.COACH)):
                text = " ".join(dice.choices(WORDS, k=dice.randint(8, 80)))
                one = _message(owner, session, number * 2 + half + 1, text)
                one.turn_id, one.role = turn.id, role
                said.append(one)
        async with db.unit(owner, write=True) as s:
            for table, rows in ((Conversation, sessions), (Turn, turns), (Message, said)):
                await s.exec(sa.insert(table), params=[row.model_dump() for row in rows])
    await db.close()
    return owners


def _seal(key: AESGCM, text: str) -> bytes:
    nonce = os.urandom(NONCE)
    return nonce + key.encrypt(nonce, text.encode(), None)


def _opened(key: AESGCM, blob: bytes) -> str:
    return key.decrypt(blob[:NONCE], blob[NONCE:], None).decode()


def _of(owner: UUID) -> dict[str, Any]:
    return {"user_id": owner, "created_at": MONDAY_MORNING}


def _message(owner: UUID, session: UUID, seq: int, text: str = "") -> Message:
    said = text or "a word and another " * 10
    return Message(**_of(owner), conversation_id=session, seq=seq, role=MessageRole.USER, text=said)


def _base64(key: bytes) -> str:
    return base64.urlsafe_b64encode(key).decode()


if __name__ == "__main__":
    main()
