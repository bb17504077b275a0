"""Call of the Messages API, from the request's body to the port's events."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.errors import OutsideWorld
from coaching.llm.assembly import SIGNS_OF_LIFE, Assembler
from coaching.llm.json_values import as_object
from coaching.llm.port import Done, facts_of
from coaching.llm.sse import EventReader
from coaching.llm.watchdog import Watchdog, drain
from coaching.llm.wire import characters_in
from coaching.model_settings import LOCAL

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Generator, Iterable, Mapping

    from pydantic import JsonValue

    from coaching.llm.anthropic_client import MessagesClient
    from coaching.llm.json_values import Object
    from coaching.llm.port import Event
    from coaching.llm.roles import ModelChoice, RolePlan


class Call:
    """Asks one model once; a failure carries what it still told us."""

    def __init__(self, plan: RolePlan, choice: ModelChoice, body: Object) -> None:
        self._plan = plan
        self._choice = choice
        self._body = body
        self._request_id = ""
        self._assembler = Assembler(sent=lambda: characters_in(body))

    @property
    def has_begun(self) -> bool:
        """Return True if a reply began: from then on, asking again would say it twice."""
        return self._assembler.started

    async def events(self, client: MessagesClient) -> AsyncGenerator[Event, None]:
        """Yield what comes and one `Done` at the end, or raise one of our errors."""
        watchdog = Watchdog(self._plan.deadlines)
        try:
            async with AsyncExitStack() as stack:
                async with watchdog.head():
                    opened = client.open(self._body, self._plan.deadlines)
                    answer = await stack.enter_async_context(opened)
                self._request_id = answer.request_id
                if self._plan.streamed:
                    reader = EventReader()
                    while not self._assembler.ended:
                        chunk = await watchdog.next(answer.chunks)
                        if chunk is None:
                            break
                        for event in self._taken(reader.feed(chunk), watchdog):
                            yield event
                else:
                    whole = json.loads(await watchdog.whole(answer.chunks))
                    self._assembler.take_whole(as_object(whole))
                for event in self._assembler.result():
                    yield self._signed(event)
                await drain(answer.chunks)
        except OutsideWorld as fault:
            request_id = self._request_id or facts_of(fault).request_id
            facts = self._assembler.facts(self._choice.model, request_id)
            fault.facts = replace(facts, model=self._kept_name(facts.model))
            raise

    def _taken(
        self, events: Iterable[Mapping[str, JsonValue]], watchdog: Watchdog
    ) -> Generator[Event]:
        for event in events:
            if event.get("type") in SIGNS_OF_LIFE:
                watchdog.alive()
            said = self._assembler.take(event)
            if said is not None:
                yield said

    def _signed(self, event: Event) -> Event:
        if not isinstance(event, Done):
            return event
        return replace(event, request_id=self._request_id, model=self._kept_name(event.model))

    def _kept_name(self, model: str) -> str:
        return f"{LOCAL}{model or self._choice.model}" if self._plan.is_local else model
