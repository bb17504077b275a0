"""A run's folder: requests that wait for a player, their answers, and the records of people."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Role = Literal["coach", "observer", "strategist", "closing", "plain"]
Content = list[dict[str, Any]]
LOOK_EVERY_SECONDS = 0.1


def load(path: Path, default: Any = None) -> Any:
    """Return a JSON file's value, or the default if there is no whole file."""
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return default


def store(path: Path, value: Any) -> None:
    """Replace a JSON file, so that readers never see half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    temporary.write_text(json.dumps(value, ensure_ascii=False, indent=1), "utf-8")
    temporary.replace(path)


def digest(value: Any) -> str:
    """Return a short name for a JSON value: equal values have equal names."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def rows(database: Path, statement: str, *values: Any) -> list[dict[str, Any]]:
    """Read a SQLite file that the product writes."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=30)) as opened:
        opened.row_factory = sqlite3.Row
        return [dict(row) for row in opened.execute(statement, values)]


@dataclass(frozen=True)
class Folder:
    """Where the files of one run are."""

    path: Path

    @property
    def clock(self) -> Path:
        """The product's TEST_CLOCK_FILE."""
        return self.path / "clock"

    @property
    def finished(self) -> Path:
        """Exists as soon as no more requests will come."""
        return self.path / "finished"

    def person(self, name: str) -> Path:
        """Return the record of a person."""
        return self.path / "people" / f"{name}.json"

    def records(self) -> list[dict[str, Any]]:
        """Return all records, in the order of their ids."""
        return [load(path) for path in sorted((self.path / "people").glob("*.json"))]

    def pending(self) -> list[dict[str, Any]]:
        """Return the requests that no player has answered, oldest first."""
        found = [load(path) for path in (self.path / "pending").glob("*.json")]
        waiting = [r for r in found if r and not self._answer(r["id"]).exists()]
        return sorted(waiting, key=lambda request: request["at"])

    def request(self, request_id: str) -> dict[str, Any] | None:
        """Return a request, answered or not."""
        places = (self.path / name / f"{request_id}.json" for name in ("pending", "done"))
        return next((found for place in places if (found := load(place))), None)

    def hand_over(self, request: Mapping[str, Any]) -> None:
        """Let players see a request."""
        store(self.path / "pending" / f"{request['id']}.json", request)

    def answer(self, request_id: str, content: Content) -> None:
        """Answer a request."""
        store(self._answer(request_id), content)

    def taken(self, request: Mapping[str, Any]) -> Content | None:
        """Return the answer to a request and file both, or None while there is no answer."""
        content = load(self._answer(request["id"]))
        if content is not None:
            store(self.path / "done" / f"{request['id']}.json", {**request, "answer": content})
            (self.path / "pending" / f"{request['id']}.json").unlink(missing_ok=True)
            self._answer(request["id"]).unlink(missing_ok=True)
        return content

    async def answered(self, request: Mapping[str, Any]) -> Content:
        """Hand a request over and wait until a player has answered it."""
        self.hand_over(request)
        while (content := self.taken(request)) is None:  # noqa: ASYNC110 - files have no event
            await asyncio.sleep(LOOK_EVERY_SECONDS)
        return content

    def _answer(self, request_id: str) -> Path:
        return self.path / "answers" / f"{request_id}.json"
