"""The Messages API with players behind it: every request becomes a file, its answer comes from one.

It refuses what the service refuses (`tests.support.api_rules`) and bills the prompt cache as
documented (`coaching.evals.cost.cache_model`), so that the product's own figures are right.

    python -m tests.model_in_loop.stand_in FOLDER --port 8951
"""

from __future__ import annotations

import argparse
import asyncio
import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from uuid import uuid4

from coaching.clock import ShiftedClock
from coaching.evals.cost.cache_model import PromptCache
from coaching.evals.cost.prompt_parts import parts_of
from coaching.llm.prices import estimated
from tests.model_in_loop.files import LOOK_EVERY_SECONDS, Content, Folder, Role, store
from tests.support.model_batches import succeeded
from tests.support.model_events import end, sse, start, text_block, tool_block, whole
from tests.support.model_server import EVENTS, JSON, ModelServer, Pause, Play

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from coaching.clock import Clock
    from tests.support.model_batches import StoredBatch
    from tests.support.model_server import Body, Piece

BAD_REQUEST = 400


class StandIn(ModelServer):
    """Hands every request to players and streams what they answer."""

    def __init__(self, folder: Folder, clock: Clock) -> None:
        super().__init__(then=self._handed_over)
        self._folder, self._clock = folder, clock
        self._cache = PromptCache()
        self._asked: dict[str, dict[str, Any]] = {}

    def answer(self, raw: bytes, headers: Mapping[str, str]) -> Play:
        """Answer a request; a refused one is kept, because none should ever be."""
        play = super().answer(raw, headers)
        if play.status == BAD_REQUEST:
            refused = {"request": json.loads(raw), "answer": [str(p) for p in play.pieces]}
            store(self._folder.path / "refused" / f"{uuid4()}.json", refused)
        return play

    def _of_batches(self, method: str, target: str, raw: bytes) -> Play:
        """Hand each batch over to the players; it ends once one of them has answered."""
        for batch in self.batches.all:
            if batch.status == "in_progress":
                self._look_at(batch)
        return super()._of_batches(method, target, raw)

    def _look_at(self, batch: StoredBatch) -> None:
        (body,) = batch.requests.values()
        if batch.id not in self._asked:
            self._asked[batch.id] = request_of(body, self._clock.now().timestamp())
            self._folder.hand_over(self._asked[batch.id])
        request = self._asked[batch.id]
        if (content := self._folder.taken(request)) is not None:
            usage = self._usage(body, request["at"])
            batch.end(succeeded(json.loads(_whole(body["model"], content, usage))))

    def _handed_over(self, body: Body) -> Play:
        request = request_of(body, self._clock.now().timestamp())
        self._folder.hand_over(request)
        headers = EVENTS if body.get("stream") else JSON
        pieces = self._pieces(body, request, self._usage(body, request["at"]))
        return Play(pieces, headers=headers)

    def _pieces(
        self, body: Body, request: dict[str, Any], usage: dict[str, Any]
    ) -> Iterator[Piece]:
        while (content := self._folder.taken(request)) is None:
            yield Pause(LOOK_EVERY_SECONDS)
        if body.get("stream"):
            yield _streamed(body["model"], content, usage)
        else:
            yield _whole(body["model"], content, usage)

    def _usage(self, body: Body, at: float) -> dict[str, Any]:
        billed = self._cache.bill(body["model"], parts_of(cast("Any", body)), at)
        written = billed.cache_write_5m_tokens, billed.cache_write_1h_tokens
        return {
            "input_tokens": billed.input_tokens,
            "cache_read_input_tokens": billed.cache_read_tokens,
            "cache_creation_input_tokens": sum(written),
            "cache_creation": {
                "ephemeral_5m_input_tokens": written[0],
                "ephemeral_1h_input_tokens": written[1],
            },
        }


def role_of(body: Body) -> Role:
    """Return which agent asks."""
    schema = body.get("output_config", {}).get("format", {}).get("schema")
    if schema is None:
        return "coach"
    properties = schema.get("properties", {})
    if "note" in properties:
        return "closing"
    return "observer" if "signals" in properties else "strategist"


def request_of(body: Body, at: float) -> dict[str, Any]:
    """Return what a player may see of a request, and whom it is about as a meaningless id."""
    output = body.get("output_config", {})
    return {
        "id": uuid4().hex,
        "at": at,
        "role": role_of(body),
        "model": body["model"],
        "who": body.get("metadata", {}).get("user_id", ""),
        "max_tokens": body["max_tokens"],
        "system": [block["text"] for block in body.get("system", [])],
        "tools": body.get("tools", []),
        "schema": output.get("format", {}).get("schema"),
        "messages": body["messages"],
    }


def _whole(model: str, content: Content, usage: dict[str, Any]) -> bytes:
    text = "".join(block["text"] for block in content)
    return whole(text, usage={**usage, "output_tokens": _tokens(content)}, model=model)


def _tokens(content: Content) -> int:
    return estimated(sum(len(json.dumps(block)) for block in content))


def _streamed(model: str, content: Content, usage: dict[str, Any]) -> bytes:
    events = [start(model, **usage)]
    for index, block in enumerate(content):
        if block["type"] == "text":
            events += text_block(block["text"], index=index)
        else:
            call_id, given = f"toolu_{uuid4().hex}", json.dumps(block["input"])
            events += tool_block(block["name"], given, index=index, call_id=call_id)
    calls = any(block["type"] == "tool_use" for block in content)
    reason = "tool_use" if calls else "end_turn"
    return sse(*events, *end(reason, usage={"output_tokens": _tokens(content)}))


async def _serve(folder: Folder, port: int) -> None:
    async with StandIn(folder, ShiftedClock(folder.clock)).listening(port):
        await asyncio.Event().wait()


def main() -> None:
    """Listen until the process is ended."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, required=True)
    given = parser.parse_args()
    folder = Folder(given.folder)
    if not folder.clock.exists():
        folder.path.mkdir(parents=True, exist_ok=True)
        folder.clock.write_text("0")
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(folder, given.port))


if __name__ == "__main__":
    main()
