"""A model that answers by rules and counts what its requests would cost.

What it counts are the bodies that `coaching.llm.wire` builds for the service: the very ones that
Claude would be sent. The words come from the offline coach, made as long as a model's.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property
from itertools import cycle
from typing import TYPE_CHECKING, Literal, TypeVar

from pydantic import BaseModel, JsonValue

from coaching.evals.cost.cache_model import PromptCache
from coaching.evals.cost.prompt_parts import parts_of
from coaching.llm.port import Done, Parsed, TextDelta, ToolCall
from coaching.llm.prices import CHARACTERS_PER_TOKEN, estimated
from coaching.llm.roles import role_plans
from coaching.llm.schemas import answer_schema
from coaching.llm.wire import body_of
from coaching.model_settings import BATCH
from coaching.offline import OfflineLLM
from coaching.prompts.strategist import ASKED_DOORS, ASKED_WORDS
from coaching.text.words import sentences
from coaching.tools.save_win import LONGEST
from coaching.values.closing import ClosingContext
from coaching.values.context import StrategistContext, WorkingContext
from coaching.values.enums import LensStatus, Role
from coaching.values.strategy import (
    SECTIONS,
    STRATEGY,
    StrategistOutput,
    memory_number,
    section_of,
    sections_of,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from coaching.clock import FrozenClock
    from coaching.errors import OutsideWorld
    from coaching.evals.cost.cache_model import RequestPart
    from coaching.llm.json_values import Object
    from coaching.llm.port import ContentBlock, Event, Request, Usage
    from coaching.settings import Settings

T = TypeVar("T", bound=BaseModel)
REPLY_TOKENS = 110
"""As measured: 144 replies of the bench have 300 characters on average (tests/model_in_loop)."""
NOT_READY = LensStatus.NOT_READY.value
ASKED_CURIOSITIES = 2
ASKED_MEMORIES, REWORDED = 8, 2
"""Memories that are chosen for the page, and those of them with another sentence."""
ASKED_SENTENCES = 2
"""Of the story."""
SECTION_WORDS = 15
"""A section is a sentence or two; those of the offline Strategist are longer."""
STAYS = ("leverage", "journey_narrative")
ANSWERS_IN = timedelta(seconds=4)
ADAPTIVE: Object = {"type": "adaptive"}
STRATEGIST_THINKS = 700
"""Tokens of hidden thinking in a run at medium effort. A guess, the only one here: without a key
no one can know. At high effort it was 1,000. A run that is asked without thinking has none."""
CLOSING_TOKENS = 70
"""A note of 40 words, and the braces around it."""
MORE = (
    "There is no hurry with any of this, and nothing has to be decided tonight.",
    "What you just described is a small thing from outside and a large one from inside.",
    "I would like to stay with that moment a little longer, the one right before you looked away.",
    "You noticed it while it was happening, which is not how it went the last time you told me.",
    "It may be worth wondering what that part of you has been looking after all these years.",
    "You can put it down again whenever you like, and it will still be yours in the morning.",
)


@dataclass(frozen=True)
class Asked:
    """One request: when, by whom, its body, and the tokens of its answer."""

    at: float
    role: Role
    body: Object
    output_tokens: int
    thinking_tokens: int = 0
    is_in_batch: bool = False

    @property
    def model(self) -> str:
        """The model that was asked, as the price list knows it."""
        return f"{BATCH if self.is_in_batch else ''}{self.body['model']}"

    @cached_property
    def parts(self) -> tuple[RequestPart, ...]:
        """Return the parts of the body: every layout bills the same ones."""
        return tuple(parts_of(self.body))


class CountingLLM:
    """Stands where Claude stands; `calls_a_tool` says whether the next message gets a tool round.

    Usage is billed as it would be; `asked` keeps every request. An answer takes four seconds.
    """

    name: Literal["claude", "offline"] = "claude"
    reads_context = True

    def __init__(self, settings: Settings, clock: FrozenClock) -> None:
        self.asked: list[Asked] = []
        self.calls_a_tool = False
        self._plans = role_plans(settings)
        self._clock = clock
        self._words = OfflineLLM()
        self._cache = PromptCache()
        self._more = cycle(MORE)
        self._batches: dict[str, Done] = {}

    async def stream(self, request: Request) -> AsyncIterator[Event]:
        """Answer the Coach: with a tool call first, if this message is to have one."""
        context = request.context
        if self.calls_a_tool and isinstance(context, WorkingContext):
            self.calls_a_tool = False
            call = ToolCall(f"call_{len(self.asked)}", "save_win", {"text": _win(context.message)})
            yield call
            yield self._done(request, _tool_use(call), estimated(len(str(call.input))), "tool_use")
            return
        said, meta = await self._said(request)
        yield TextDelta(said)
        text: ContentBlock = {"type": "text", "text": said}
        done = self._done(request, text, estimated(len(said)), "end_turn")
        yield replace(done, meta=meta)

    async def parse(self, request: Request, schema: type[T]) -> Parsed[T]:
        """Answer by rules what is asked for in a schema."""
        value = await self._written(request, schema)
        usage, model = self._bill(request, _size(value), answer_schema(schema))
        return Parsed(value, usage, model)

    async def ask_later(self, request: Request, schema: type[T]) -> str:
        """Answer a request as a batch; the answer is there when somebody looks."""
        value = await self._written(request, schema)
        usage, model = self._bill(request, _size(value), answer_schema(schema), is_in_batch=True)
        text: ContentBlock = {"type": "text", "text": json.dumps(value.model_dump(mode="json"))}
        batch = f"batch_{len(self._batches)}"
        self._batches[batch] = Done("end_turn", (text,), usage, model)
        return batch

    async def answered_later(self, batch: str, request: Request) -> Done | OutsideWorld | None:
        """Return the answer of a batch."""
        del request
        return self._batches[batch]

    async def forget_batch(self, batch: str) -> bool:
        """Delete a batch."""
        return self._batches.pop(batch, None) is not None

    async def _written(self, request: Request, schema: type[T]) -> T:
        """Return an answer by rules; a closing note by rules is kept without being asked for."""
        if isinstance(request.context, ClosingContext):
            length = round(CLOSING_TOKENS * CHARACTERS_PER_TOKEN) - len('{"note": ""}')
            return schema.model_validate({"note": " ".join(MORE)[:length]})
        value = (await self._words.parse(request, schema)).value
        if isinstance(value, StrategistOutput):
            return schema.model_validate(_as_asked(value, request.context))
        return value

    async def _said(self, request: Request) -> tuple[str, Mapping[str, JsonValue]]:
        """Return what the offline coach says, and more of it, exactly as long as a model's reply.

        What it says has no part in the costs, so that other words of Simple mode cost the same.
        """
        said, meta = "", dict[str, JsonValue]()
        async for event in self._words.stream(replace(request, tools=())):
            if isinstance(event, TextDelta):
                said += event.text
            elif isinstance(event, Done):
                meta = dict(event.meta)
        length = round(REPLY_TOKENS * CHARACTERS_PER_TOKEN)
        while len(said) < length:
            said = f"{said} {next(self._more)}"
        return said[:length], meta

    def _done(
        self,
        request: Request,
        block: ContentBlock,
        tokens: int,
        stop_reason: Literal["tool_use", "end_turn"],
    ) -> Done:
        usage, model = self._bill(request, tokens)
        return Done(stop_reason, (block,), usage, model)

    def _bill(
        self,
        request: Request,
        written: int,
        schema: Object | None = None,
        *,
        is_in_batch: bool = False,
    ) -> tuple[Usage, str]:
        plan = self._plans[request.role]
        body = body_of(request, plan, plan.choices[0], schema)
        thinking = STRATEGIST_THINKS if body.get("thinking") == ADAPTIVE else 0
        at, output = self._clock.now().timestamp(), written + thinking
        asked = Asked(at, request.role, body, output, thinking, is_in_batch)
        self._clock.move(ANSWERS_IN)
        self.asked.append(asked)
        usage = self._cache.bill(asked.model, asked.parts, asked.at)
        return replace(usage, output_tokens=output, thinking_tokens=thinking), asked.model


def _as_asked(output: StrategistOutput, context: object) -> dict[str, object]:
    """Return an answer of the offline Strategist no longer than a model is asked to make it.

    The first section is the longest: at its end is their why, word for word. What is the same as in
    the briefing until now is left out.
    """
    first, *others = (section_of(output.briefing_content, n) for n in range(len(SECTIONS)))
    most = ASKED_WORDS - SECTION_WORDS * len(others)
    last = " ".join(first.split()[-most:])
    texts = [last, *(" ".join(text.split()[:SECTION_WORDS]) for text in others)]
    before = context.previous_briefing if isinstance(context, StrategistContext) else None
    known = sections_of(before.briefing_content) if before else {}
    written = [
        (name, text)
        for name, text in zip(SECTIONS, texts, strict=True)
        if name != STRATEGY and text != known.get(name)
    ]
    briefing = "\n\n".join(map("\n".join, written))
    answer = output.model_dump()
    shorter = {
        "doors": answer["doors"][:ASKED_DOORS],
        "curiosities": answer["curiosities"][:ASKED_CURIOSITIES],
        "growth_edges": {
            lens: edge for lens, edge in answer["growth_edges"].items() if edge["evidence"]
        },
        "briefing_content": briefing,
        "journey_narrative": " ".join(sentences(output.journey_narrative)[:ASKED_SENTENCES]),
        "page": _page(context),
        **{name: "" for name in STAYS if before and getattr(output, name) == getattr(before, name)},
    }
    return {**answer, **shorter}


def _page(context: object) -> list[str]:
    """Return a choice of memories as a model writes it."""
    memories = context.memories if isinstance(context, StrategistContext) else ()
    numbers = [memory_number(memory.id) for memory in memories[:ASKED_MEMORIES]]
    pairs = zip(numbers[:REWORDED], memories, strict=False)
    reworded = [f"{number}: {memory.content}" for number, memory in pairs]
    return [*reworded, *numbers[REWORDED:]]


def _as_written(answer: BaseModel) -> dict[str, object]:
    """Return the answer as a model writes it: of the seven lenses only those that are in use."""
    written = answer.model_dump(mode="json")
    if isinstance(answer, StrategistOutput):
        edges = written["growth_edges"]
        used = {lens: edge for lens, edge in edges.items() if edge["status"] != NOT_READY}
        written["growth_edges"] = used
    return written


def _size(answer: BaseModel) -> int:
    return estimated(len(json.dumps(_as_written(answer), ensure_ascii=False)))


def _win(message: str) -> str:
    return message[:LONGEST].strip() or "noticed it"


def _tool_use(call: ToolCall) -> ContentBlock:
    return {"type": "tool_use", "id": call.call_id, "name": call.name, "input": dict(call.input)}
