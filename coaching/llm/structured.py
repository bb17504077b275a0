"""A structured answer, checked by us: the SDK's own parsing loses the usage when it fails."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel, ValidationError

from coaching.errors import StructureInvalid
from coaching.llm.local import json_in
from coaching.llm.port import CallFacts, Parsed
from coaching.llm.schemas import made_to_fit
from coaching.llm.unicode import mended_values
from coaching.model_settings import LOCAL

if TYPE_CHECKING:
    from coaching.llm.json_values import Object
    from coaching.llm.port import Done

T = TypeVar("T", bound=BaseModel)


def parsed(done: Done, schema: type[T], wire_schema: Object) -> Parsed[T]:
    """Return the answer as a value, or raise `StructureInvalid` with what came."""
    facts = CallFacts(done.model, done.request_id, done.usage)
    if done.stop_reason != "end_turn":
        raise StructureInvalid(f"ended with {done.stop_reason}", raw=done.text, facts=facts)
    try:
        read = json_in if done.model.startswith(LOCAL) else json.loads
        answer = made_to_fit(mended_values(read(done.text)), wire_schema)
        value = schema.model_validate(answer)
    except ValidationError as error:
        raise StructureInvalid(_places(error), raw=done.text, facts=facts) from None
    except ValueError:
        raise StructureInvalid("not JSON", raw=done.text, facts=facts) from None
    return Parsed(value, done.usage, done.model, done.request_id)


def _places(error: ValidationError) -> str:
    """Return the fields that are invalid and why, without the person's text."""
    problems = error.errors(include_input=False, include_url=False, include_context=False)
    return "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in problems)
