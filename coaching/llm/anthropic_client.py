"""Anthropic client: the only file that imports the SDK, so importing it takes a second.

The SDK keeps what it is good at: sign-in, headers, retries before an answer begins, connections.
Bodies are read raw (`sse.py`). Every fault of every family leaves here as one of our errors.
"""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass
from email.utils import mktime_tz, parsedate_tz
from typing import TYPE_CHECKING, Any, cast

import anthropic
import httpx2

from coaching.errors import LLMCut, LLMTimeout, LLMUnavailable, OutsideWorld
from coaching.llm.faults import SPEND_CODES, service_fault, spend_code
from coaching.llm.json_values import as_object
from coaching.llm.port import CallFacts

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Mapping
    from contextlib import AbstractAsyncContextManager

    from anthropic import APIRequest, AsyncAPIResponse, AsyncCallNext
    from pydantic import JsonValue

    from coaching.llm.json_values import Object
    from coaching.llm.roles import Deadlines

MAX_RETRIES = 2
LONGEST_RETRY_WAIT = 15.0
CONNECT_SECONDS = 5.0
ONLY_REQUEST = "briefing"
BATCH_ENDED = "ended"
BATCH_SECONDS = 60.0
NEVER_RETRY = {"x-should-retry": "false"}
FAULTS = (anthropic.AnthropicError, httpx2.HTTPError, httpx2.StreamError, ValueError)


@dataclass(frozen=True, slots=True)
class Answer:
    """A service's answer that has begun with status 200."""

    request_id: str
    chunks: AsyncIterator[bytes]


class MessagesClient:
    """Opens calls to a Messages API server."""

    def __init__(
        self, *, api_key: str, base_url: str, transport: httpx2.AsyncBaseTransport | None
    ) -> None:
        client = anthropic.DefaultAsyncHttpxClient(transport=transport) if transport else None
        self._sdk = anthropic.AsyncAnthropic(
            api_key=api_key,
            base_url=base_url,
            max_retries=MAX_RETRIES,
            http_client=client,
            open_telemetry=False,
            middleware=[_give_up_early],
        )

    @asynccontextmanager
    async def open(self, body: Object, deadlines: Deadlines) -> AsyncGenerator[Answer]:
        """Ask, and give the answer's bytes; the connection is released at the end."""
        timeout = httpx2.Timeout(
            deadlines.total, connect=CONNECT_SECONDS, read=deadlines.first_token + 15
        )
        expected = "text/event-stream" if body.get("stream") else "application/json"
        try:
            async with self._call(body, timeout) as response:
                _check_content_type(response.headers.get("content-type", ""), expected)
                yield Answer(response.request_id or "", response.iter_bytes())
        except FAULTS as error:
            raise fault_of(error) from error

    def _call(
        self, body: Object, timeout: httpx2.Timeout
    ) -> AbstractAsyncContextManager[AsyncAPIResponse[Any]]:
        arguments: dict[str, Any] = {**body, "timeout": timeout}
        return cast(
            "AbstractAsyncContextManager[AsyncAPIResponse[Any]]",
            self._sdk.messages.with_streaming_response.create(**arguments),
        )

    async def knows(self, model: str) -> bool:
        """Return True if the service lists a model; asking costs nothing."""
        try:
            await self._sdk.models.retrieve(model, timeout=CONNECT_SECONDS)
        except anthropic.NotFoundError:
            return False
        except FAULTS as error:
            raise fault_of(error) from error
        return True

    async def send_batch(self, params: Object) -> str:
        """Hand in one request; return the id of its batch."""
        request: Any = {"custom_id": ONLY_REQUEST, "params": params}
        async with _bounded():
            batch = await self._sdk.messages.batches.create(requests=[request])
            return batch.id

    async def batch_result(self, batch_id: str) -> Object | None:
        """Return how the one request of a batch ended; None while the batch runs."""
        async with _bounded():
            batch = await self._sdk.messages.batches.retrieve(batch_id)
            if batch.processing_status != BATCH_ENDED:
                return None
            async for line in await self._sdk.messages.batches.results(batch_id):
                return dict(as_object(cast("JsonValue", line.result.to_dict(mode="json"))))
        return {}

    async def forget_batch(self, batch_id: str) -> bool:
        """Cancel a batch, or delete it once it has ended; return True when it is gone."""
        async with _bounded():
            try:
                batch = await self._sdk.messages.batches.retrieve(batch_id)
                if batch.processing_status == BATCH_ENDED:
                    await self._sdk.messages.batches.delete(batch_id)
                    return True
                if batch.cancel_initiated_at is None:
                    await self._sdk.messages.batches.cancel(batch_id)
            except anthropic.NotFoundError:
                return True
        return False

    async def close(self) -> None:
        """Close every connection."""
        await self._sdk.close()


@asynccontextmanager
async def _bounded() -> AsyncGenerator[None]:
    """Limit what a batch is asked, with all attempts, and give our errors."""
    try:
        async with asyncio.timeout(BATCH_SECONDS):
            yield
    except TimeoutError as error:
        raise LLMUnavailable("no answer in time", kind="no_answer") from error
    except FAULTS as error:
        raise fault_of(error) from error


def fault_of(error: Exception) -> OutsideWorld:
    """Return our error for one of the SDK's, of the HTTP library's, or for broken JSON."""
    if isinstance(error, anthropic.APIStatusError):
        fault = service_fault(
            error.status_code, error.type or "", error.error_code or "", error.message
        )
        fault.facts = CallFacts(request_id=error.request_id or "")
        return fault
    if isinstance(error, (anthropic.AnthropicError, httpx2.ConnectError, httpx2.ConnectTimeout)):
        return LLMUnavailable("no connection to the service", kind="no_connection")
    if isinstance(error, httpx2.TimeoutException):
        return LLMTimeout("the connection fell silent", kind="timeout_read")
    if isinstance(error, ValueError):
        return LLMCut("a stream that is not in order", kind="bad_stream")
    return LLMCut("the connection broke off")


def _check_content_type(found: str, expected: str) -> None:
    if not found.startswith(expected):
        raise LLMUnavailable(f"expected {expected}, got {found or 'nothing'}", kind="not_the_api")


async def _give_up_early(request: APIRequest, call_next: AsyncCallNext) -> AsyncAPIResponse[Any]:
    """Don't retry what can't help, and don't wait longer than a person would."""
    response = await call_next(request)
    http = response.http_response
    if http.is_error and await _is_hopeless(http):
        http.headers.update(NEVER_RETRY)
    return response


async def _is_hopeless(response: httpx2.Response) -> bool:
    if _asked_to_wait(response.headers.get("retry-after", "")) > LONGEST_RETRY_WAIT:
        return True
    return spend_code(await _error_in(response)) in SPEND_CODES


async def _error_in(response: httpx2.Response) -> Mapping[str, JsonValue]:
    try:
        return as_object(as_object(json.loads(await response.aread())).get("error"))
    except ValueError:
        return {}


def _asked_to_wait(retry_after: str) -> float:
    """Return the seconds of a `retry-after` header, which holds a number or a date."""
    date = parsedate_tz(retry_after)
    if date is not None:
        return mktime_tz(date) - time.time()
    try:
        return float(retry_after)
    except ValueError:
        return 0.0
