"""Claude behind our port.

Importing this costs nothing: the SDK is imported in a thread when the first call, or `prepare`,
needs it. Nothing of it leaves `anthropic_client`.
"""

from __future__ import annotations

import asyncio
import importlib
from contextlib import aclosing
from typing import TYPE_CHECKING, Literal, TypeVar
from urllib.parse import urlsplit

import structlog
from pydantic import BaseModel

from coaching import tracing
from coaching.clock import SystemClock
from coaching.errors import LLMCut, LLMUnavailable, OutsideWorld
from coaching.llm.batches import ended, params_of
from coaching.llm.call import Call
from coaching.llm.faults import BAD_REQUEST, NO_SUCH_MODEL
from coaching.llm.health import ModelHealth
from coaching.llm.local import local_body
from coaching.llm.port import Done, Event, Parsed, Request
from coaching.llm.roles import role_plans
from coaching.llm.schemas import answer_schema
from coaching.llm.structured import parsed
from coaching.llm.wire import body_of, has_thinking, without_thinking

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    import httpx2

    from coaching.clock import Clock
    from coaching.llm.anthropic_client import MessagesClient
    from coaching.llm.json_values import Object
    from coaching.settings import Settings

T = TypeVar("T", bound=BaseModel)

ALLOW_REAL_SERVICE = True
"""Tests set this to False: without a transport, only a server on this machine may be asked."""

REAL_SERVICE = "https://api.anthropic.com"
NO_KEY = "local"
"""What a local server gets that asks for no key: the SDK wants one."""
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
log = structlog.get_logger(__name__)


class AnthropicLLM:
    """The Coach's, Observer's and Strategist's model when there is a key."""

    name: Literal["claude", "offline"] = "claude"
    reads_context = False

    def __init__(
        self,
        settings: Settings,
        *,
        transport: httpx2.AsyncBaseTransport | None = None,
        clock: Clock | None = None,
    ) -> None:
        self._key = settings.anthropic_api_key
        self._base_url = settings.anthropic_base_url or REAL_SERVICE
        self._plans = role_plans(settings)
        self.health = ModelHealth(self._plans, clock or SystemClock())
        self._transport = transport
        self._client: MessagesClient | None = None
        self._connecting = asyncio.Lock()

    async def prepare(self) -> None:
        """Import the SDK without holding up the event loop; a call does it too if nobody did."""
        await self._connected()

    async def close(self) -> None:
        """Close every connection."""
        if self._client is not None:
            await self._client.close()

    async def parse(self, request: Request, schema: type[T]) -> Parsed[T]:
        """Return one validated structured answer, or raise `StructureInvalid` and the rest."""
        form, done = answer_schema(schema), None
        async with aclosing(self.stream(request, form)) as events:
            # To its end: a stream that is left before tells the circuit nothing.
            async for event in events:
                done = event if isinstance(event, Done) else done
        if done is None:
            raise LLMCut("a reply without an end")
        return parsed(done, schema, form)

    async def stream(
        self, request: Request, form: Object | None = None
    ) -> AsyncGenerator[Event, None]:
        """Stream one reply; the model's fallback answers if it no longer exists.

        `form` is the schema of a structured answer.
        """
        client = self._client or await self._connected()
        plan = self._plans[request.role]
        while True:
            choice = self.health.choice(request.role, request.model)
            body = local_body if plan.is_local else body_of
            call = Call(plan, choice, body(request, plan, choice, form))
            named = {"toney__role": request.role.value, "gen_ai__request__model": choice.model}
            span = tracing.span_of_generator("model", gen_ai__provider__name="anthropic", **named)
            try:
                with self.health.watching(choice.model), span:
                    async with aclosing(call.events(client)) as events:
                        async for event in events:
                            yield event
            except LLMUnavailable as fault:
                if call.has_begun:
                    raise
                if fault.kind == NO_SUCH_MODEL and self.health.has_gone(request.role, choice):
                    log.warning("model_gone", role=request.role.value, model=choice.model)
                elif fault.kind == BAD_REQUEST and has_thinking(request):
                    request = without_thinking(request)
                    log.warning("thinking_refused", role=request.role.value, model=choice.model)
                else:
                    raise
            else:
                return

    async def ask_later(self, request: Request, schema: type[BaseModel]) -> str:
        """Hand in a request for a structured answer; return the id of its batch."""
        client = self._client or await self._connected()
        plan = self._plans[request.role]
        choice = self.health.choice(request.role, request.model)
        body = body_of(request, plan, choice, answer_schema(schema))
        with self.health.watching(choice.model):
            return await client.send_batch(params_of(body))

    async def answered_later(self, batch: str, request: Request) -> Done | OutsideWorld | None:
        """Return the answer, or how the batch ended without one; None while it runs."""
        client = self._client or await self._connected()
        result = await client.batch_result(batch)
        return None if result is None else ended(result, request)

    async def forget_batch(self, batch: str) -> bool:
        """Cancel or delete a batch; return True once the service no longer has it."""
        client = self._client or await self._connected()
        return await client.forget_batch(batch)

    async def _connected(self) -> MessagesClient:
        async with self._connecting:
            if self._client is None:
                self._client = await self._connect()
            return self._client

    async def _connect(self) -> MessagesClient:
        self._check_transport()
        sdk = await asyncio.to_thread(importlib.import_module, "coaching.llm.anthropic_client")
        return sdk.MessagesClient(
            api_key=self._key.get_secret_value() or NO_KEY,
            base_url=self._base_url,
            transport=self._transport,
        )

    def _check_transport(self) -> None:
        at_home = urlsplit(self._base_url).hostname in LOOPBACK
        if not (ALLOW_REAL_SERVICE or self._transport or at_home):
            raise RuntimeError("a test without a transport would have asked the real service")
