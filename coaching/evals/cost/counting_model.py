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
from coaching.offline import OfflineLLM
from coaching.prompts.strategist import ASKED_DOORS, ASKED_WORDS
from coaching.tools.save_win import LONGEST
from coaching.values.context import StrategistContext, WorkingContext
from coaching.values.enums import LensStatus, Role
from coaching.values.strategy import (
    SECTIONS,
    STRATEGY,
    StrategistOutput,
    section_of,
    sections_of,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from coaching.clock import FrozenClock
    from coaching.evals.cost.cache_model import RequestPart
    from coaching.llm.json_values import Object
    from coaching.llm.port import ContentBlock, Event, Request, Usage
    from coaching.settings import Settings

T = TypeVar("T", bound=BaseModel)
REPLY_TOKENS = 110
"""As measured: 144 replies of the bench have 300 characters on average (tests/model_in_loop)."""
NOT_READY = LensStatus.NOT_READY.value
ASKED_CURIOSITIES = 2
SECTION_WORDS = 15
"""A section is a sentence or two; those of the offline Strategist are longer."""
STAYS = ("leverage", "journey_narrative")
ANSWERS_IN = timedelta(seconds=4)
STRATEGIST_THINKS = 700
"""Tokens of hidden thinking in a run at medium effort. A guess, the only one here: without a key
no one can know. At high effort it was 1,000."""
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

    @property
    def model(self) -> str:
        """The model that was asked."""
        return str(self.body["model"])

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
        """Answer the Observer or the Strategist by rules."""
        answer = await self._words.parse(request, schema)
        if isinstance(answer.value, StrategistOutput):
            asked = _as_asked(answer.value, request.context)
            answer = replace(answer, value=schema.model_validate(asked))
        thinks = STRATEGIST_THINKS if request.role is Role.STRATEGIST else 0
        written = estimated(len(json.dumps(_as_written(answer.value), ensure_ascii=False)))
        usage, model = self._bill(request, written + thinks, answer_schema(schema), thinks)
        return replace(answer, usage=usage, model=model)

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
        self, request: Request, output: int, schema: Object | None = None, thinking: int = 0
    ) -> tuple[Usage, str]:
        plan = self._plans[request.role]
        body = body_of(request, plan, plan.choices[0], schema)
        asked = Asked(self._clock.now().timestamp(), request.role, body, output, thinking)
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
        **{name: "" for name in STAYS if before and getattr(output, name) == getattr(before, name)},
    }
    return {**answer, **shorter}


def _as_written(answer: BaseModel) -> dict[str, object]:
    """Return the answer as a model writes it: of the seven lenses only those that are in use."""
    written = answer.model_dump(mode="json")
    if isinstance(answer, StrategistOutput):
        edges = written["growth_edges"]
        used = {lens: edge for lens, edge in edges.items() if edge["status"] != NOT_READY}
        written["growth_edges"] = used
    return written


def _win(message: str) -> str:
    return message[:LONGEST].strip() or "noticed it"


def _tool_use(call: ToolCall) -> ContentBlock:
    return {"type": "tool_use", "id": call.call_id, "name": call.name, "input": dict(call.input)}
