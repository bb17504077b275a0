"""Message Batches of the stand-in: handed in, looked at, canceled, deleted, as documented.

A batch runs until `end` is called, or ends as it is handed in (`ends_at_once`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.support.api_rules import problems_in

PATH = "/v1/messages/batches"
CREATED, EXPIRES, ENDED = (f"2026-11-2{day}T10:00:00Z" for day in (0, 1, 0))
MOST_REQUESTS = 100_000
Body = Mapping[str, Any]
Reply = tuple[int, str, bytes]
"""Status, content type, body."""
Result = dict[str, Any]


def succeeded(message: Body) -> Result:
    """Return the result of a request that was answered."""
    return {"type": "succeeded", "message": {**message, "usage": _in_batch(message)}}


def errored(error_type: str = "api_error") -> Result:
    """Return the result of a request that the service couldn't answer."""
    error = {"type": "error", "error": {"type": error_type, "message": "no"}, "request_id": "r"}
    return {"type": "errored", "error": error}


@dataclass
class StoredBatch:
    """A batch at the service: its requests by their custom id, and how each ended."""

    id: str
    requests: dict[str, Body]
    results: dict[str, Result] = field(default_factory=dict[str, Result])
    status: str = "in_progress"

    def end(self, *results: Result) -> None:
        """End with these results, in the order of the requests."""
        self.results = dict(zip(self.requests, results, strict=True))
        self.status = "ended"

    def as_json(self) -> dict[str, Any]:
        """Return the batch as the service tells of it."""
        ended = self.status == "ended"
        kinds = [result["type"] for result in self.results.values()]
        counts = {kind: kinds.count(kind) for kind in KINDS}
        return {
            "id": self.id,
            "type": "message_batch",
            "processing_status": self.status,
            "request_counts": {"processing": len(self.requests) - len(kinds), **counts},
            "created_at": CREATED,
            "expires_at": EXPIRES,
            "ended_at": ENDED if ended else None,
            "archived_at": None,
            "cancel_initiated_at": CREATED if self.status == "canceling" else None,
            "results_url": f"{PATH}/{self.id}/results" if ended else None,
        }


KINDS = ("succeeded", "errored", "canceled", "expired")


class Batches:
    """The batches of one service. `ends_at_once` answers each request as it is handed in."""

    def __init__(self, ends_at_once: Callable[[Body], Result] | None = None) -> None:
        self.all: list[StoredBatch] = []
        self.deleted: list[str] = []
        self._ends_at_once = ends_at_once

    def answer(self, method: str, path: str, raw: bytes) -> Reply:
        """Return what the service says to a request below `/v1/messages/batches`."""
        parts = path.partition("?")[0].removeprefix(PATH).strip("/").split("/")
        if parts == [""]:
            return self._created(json.loads(raw)["requests"])
        batch = next((each for each in self.all if each.id == parts[0]), None)
        if batch is None or batch.id in self.deleted:
            return _refused(404, "not_found_error", "no such batch")
        match method, parts[1:]:
            case "GET", []:
                return _told(batch.as_json())
            case "GET", ["results"] if batch.status == "ended":
                lines = ({"custom_id": name, "result": r} for name, r in batch.results.items())
                return 200, "application/x-jsonl", b"".join(map(_line, lines))
            case "POST", ["cancel"] if batch.status == "in_progress":
                batch.status = "canceling"
                return _told(batch.as_json())
            case "DELETE", [] if batch.status == "ended":
                self.deleted.append(batch.id)
                return _told({"id": batch.id, "type": "message_batch_deleted"})
            case _:
                return _refused(400, "invalid_request_error", "not in this state")

    def _created(self, requests: Iterable[Body]) -> Reply:
        by_id = {request["custom_id"]: request["params"] for request in requests}
        problems = [problem for body in by_id.values() for problem in _problems(body)]
        if problems:
            return _refused(400, "invalid_request_error", "; ".join(problems))
        batch = StoredBatch(f"msgbatch_{len(self.all) + 1}", by_id)
        self.all.append(batch)
        created = batch.as_json()
        if self._ends_at_once is not None:
            batch.end(*map(self._ends_at_once, by_id.values()))
        return _told(created)


def _problems(body: Body) -> Iterable[str]:
    yield from problems_in(body)
    if "stream" in body:
        yield "stream: not in a batch"


def _in_batch(message: Body) -> dict[str, Any]:
    return {**message.get("usage", {}), "service_tier": "batch"}


def _told(value: Body) -> Reply:
    return 200, "application/json", json.dumps(value).encode()


def _refused(status: int, error_type: str, said: str) -> Reply:
    error = {"type": error_type, "message": said}
    return status, "application/json", json.dumps({"type": "error", "error": error}).encode()


def _line(value: Body) -> bytes:
    return json.dumps(value).encode() + b"\n"
