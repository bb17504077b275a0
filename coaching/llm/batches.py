"""What goes into a batch of the Messages API, and what comes out of it.

A batch holds one request. Its books say `batch/` before the model's name, since it costs half.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.errors import LLMCut, LLMUnavailable, OutsideWorld
from coaching.llm.assembly import Assembler
from coaching.llm.faults import service_fault, spend_code
from coaching.llm.json_values import as_object, as_text
from coaching.llm.port import Done
from coaching.model_settings import BATCH

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

    from coaching.llm.json_values import Object
    from coaching.llm.port import Request


def params_of(body: Object) -> Object:
    """Return the body of a call without what a batch refuses: it streams nothing."""
    return {name: value for name, value in body.items() if name != "stream"}


def ended(result: Mapping[str, JsonValue], request: Request) -> Done | OutsideWorld:
    """Return the answer of a batch that has ended, or why there is none."""
    kind = as_text(result.get("type"))
    if kind == "succeeded":
        return _answer(as_object(result.get("message")), request)
    if kind == "errored":
        error = as_object(as_object(result.get("error")).get("error"))
        said = as_text(error.get("message"))
        return service_fault(None, as_text(error.get("type")), spend_code(error), said)
    return LLMUnavailable(f"the batch was {kind or 'not readable'}", kind=f"batch_{kind}")


def _answer(message: Mapping[str, JsonValue], request: Request) -> Done | OutsideWorld:
    sent = sum(len(block.text) for block in request.system)
    sent += sum(len(str(message.content)) for message in request.messages)
    assembler = Assembler(sent=lambda: sent)
    try:
        assembler.take_whole(message)
        for event in assembler.result():
            if isinstance(event, Done):
                return replace(event, model=f"{BATCH}{event.model}")
    except ValueError:
        return LLMCut("an answer that is not in order", kind="bad_stream")
    except OutsideWorld as fault:
        facts = assembler.facts("", as_text(message.get("id")))
        fault.facts = replace(facts, model=f"{BATCH}{facts.model}")
        return fault
    return LLMCut("an answer without an end")
