"""Events of the Messages API → the events of our port, and at the end one whole reply.

Unknown events and blocks are ignored. A reply is whole only when `message_stop` has come with a
stop reason: a connection that ends early looks like success to the SDK.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from coaching.errors import LLMCut, LLMRefused
from coaching.llm import usage
from coaching.llm.blocks import Block, TextBlock, ToolBlock, opened
from coaching.llm.faults import from_error_event
from coaching.llm.json_values import as_list, as_object, as_text, as_whole
from coaching.llm.port import CallFacts, Done, TextDelta, Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from pydantic import JsonValue

    from coaching.llm.json_values import Object
    from coaching.llm.port import Event

Ended = Literal["end_turn", "tool_use", "max_tokens", "stop_sequence", "pause_turn"]
SIGNS_OF_LIFE = frozenset(
    {"content_block_start", "content_block_delta", "content_block_stop", "message_delta"}
)


class Assembler:
    """Accumulator of one streamed reply, from its first event to its last."""

    def __init__(self, *, sent: Callable[[], int]) -> None:
        """`sent` tells how many characters the request held, for a guess of its cost."""
        self.ended = False
        self._sent = sent
        self._received = 0
        self.started = False
        self._model = ""
        self._stop_reason = ""
        self._refusal = ""
        self._usage: Object = {}
        self._blocks: list[Block] = []
        self._open: dict[int, Block] = {}

    def take(self, event: Mapping[str, JsonValue]) -> Event | None:
        """Add one event; return the events to show. Raises ValueError for events out of order."""
        match event.get("type"):
            case "content_block_delta":
                return self._delta(event)
            case "content_block_start":
                return self._block(event)
            case "content_block_stop":
                return self._open_block(event, close=True).close()
            case "message_start":
                self._start(as_object(event.get("message")))
            case "message_delta":
                self._ending(as_object(event.get("delta")), as_object(event.get("usage")))
            case "message_stop":
                self.ended = True
            case "error":
                raise from_error_event(as_object(event.get("error")))
            case _:
                pass
        return None

    def take_whole(self, message: Mapping[str, JsonValue]) -> None:
        """Add a whole reply that was not streamed."""
        for event in _as_events(message):
            self.take(event)

    def result(self) -> Iterator[Event]:
        """Yield the tool calls, if they may run, and `Done`; raise if the reply is not whole."""
        stop_reason = self._checked_stop_reason()
        calls = [block for block in self._blocks if isinstance(block, ToolBlock)]
        runs = stop_reason == "tool_use"
        if runs and not calls:
            raise LLMCut("a tool turn without a tool", kind="bad_stream")
        if runs:
            yield from (block.call() for block in calls)
        kept = (b.stored() for b in self._blocks if runs or not isinstance(b, ToolBlock))
        yield Done(
            stop_reason=stop_reason,
            content=tuple(block for block in kept if block is not None),
            usage=self._used(),
            model=self._model,
        )

    def facts(self, model: str, request_id: str) -> CallFacts:
        """Return what a call that failed still told us; `model` is the one that was asked."""
        return CallFacts(self._model or model, request_id, self._used())

    def _start(self, message: Mapping[str, JsonValue]) -> None:
        if self.started:
            raise ValueError("a second message_start")
        self.started = True
        self._model = as_text(message.get("model"))
        self._usage = dict(as_object(message.get("usage")))

    def _block(self, event: Mapping[str, JsonValue]) -> Event | None:
        index, start = _index(event), as_object(event.get("content_block"))
        if index in self._open:
            raise ValueError("a block that is open already")
        block = opened(start)
        self._blocks.append(block)
        self._open[index] = block
        if isinstance(block, TextBlock) and start.get("text"):
            self._received += len(as_text(start["text"]))
            return block.add({"type": "text_delta", "text": start["text"]})
        return None

    def _delta(self, event: Mapping[str, JsonValue]) -> Event | None:
        delta = as_object(event.get("delta"))
        said = self._open_block(event).add(delta)
        self._received += len(said.text) if isinstance(said, TextDelta) else _size(delta)
        return said

    def _open_block(self, event: Mapping[str, JsonValue], *, close: bool = False) -> Block:
        index = _index(event)
        if index not in self._open:
            raise ValueError("a block that was never opened")
        return self._open.pop(index) if close else self._open[index]

    def _ending(self, delta: Mapping[str, JsonValue], used: Mapping[str, JsonValue]) -> None:
        self._stop_reason = as_text(delta.get("stop_reason")) or self._stop_reason
        self._refusal = as_text(as_object(delta.get("stop_details")).get("category"))
        self._usage |= {name: count for name, count in used.items() if count is not None}

    def _checked_stop_reason(self) -> Ended:
        if not self.ended or not self._stop_reason:
            raise LLMCut("the stream ended before the reply did")
        if self._stop_reason == "refusal":
            raise LLMRefused(f"refused: {self._refusal or 'no category'}")
        if self._stop_reason == "model_context_window_exceeded":
            raise LLMCut("the conversation no longer fits", kind="context_full")
        cut_short = self._stop_reason == "max_tokens"
        for known in get_args(Ended):
            if self._stop_reason == known and (cut_short or not self._open):
                return known
        raise LLMCut(f"an ending we don't know: {self._stop_reason}", kind="bad_stream")

    def _used(self) -> Usage:
        if not self.started:
            return Usage(known=False)
        said, sent = usage.read(self._usage), self._sent()
        if said is not None and not usage.is_believable(said, sent, 0):
            said = None
        if said is not None and self.ended and usage.is_believable(said, sent, self._received):
            return said
        return usage.guessed(sent, self._received, said)


def _index(event: Mapping[str, JsonValue]) -> int:
    index = as_whole(event.get("index"))
    if index is None:
        raise ValueError("a block without an index")
    return index


def _size(delta: Mapping[str, JsonValue]) -> int:
    return len(as_text(delta.get("thinking"))) + len(as_text(delta.get("partial_json")))


def _as_events(message: Mapping[str, JsonValue]) -> Iterator[Object]:
    yield {"type": "message_start", "message": dict(message)}
    for index, block in enumerate(as_list(message.get("content"))):
        yield {"type": "content_block_start", "index": index, "content_block": block}
        yield {"type": "content_block_stop", "index": index}
    ending = {name: message.get(name) for name in ("stop_reason", "stop_details")}
    yield {"type": "message_delta", "delta": ending, "usage": message.get("usage")}
    yield {"type": "message_stop"}
