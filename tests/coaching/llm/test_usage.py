"""What the service says of its cost, or does not."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from coaching.llm.port import CallFacts
from coaching.services import model_calls
from coaching.services.model_calls import Caller, Measured
from coaching.values.enums import Role
from tests.support.model_asking import hear, request, says
from tests.support.model_events import end, sse, start, text_block
from tests.support.model_server import ModelServer, streams

NOTHING: dict[str, Any] = {
    "cache_creation_input_tokens": 0,
    "cache_read_input_tokens": 0,
    "cache_creation": {},
}
LONG = "There is a letter in the drawer. " * 400


def told(first: dict[str, Any], last: dict[str, Any]) -> CallFacts:
    raw = sse(start(**first), *text_block(LONG), *end(usage=last))
    done = hear(ModelServer([streams(raw)]), request(Role.COACH, says(LONG))).done
    return CallFacts(done.model, done.request_id, done.usage)


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ({"input_tokens": None}, {"output_tokens": 4000}),
        ({"input_tokens": -5000}, {"output_tokens": 4000}),
        ({}, {"output_tokens": -1}),
        ({}, {"output_tokens": 10**12}),
        ({"input_tokens": "many"}, {"output_tokens": 4000}),
        ({"input_tokens": 0, **NOTHING}, {"output_tokens": 4000}),
        ({}, {"output_tokens": 0}),
    ],
    ids=[
        "missing",
        "negative",
        "less than none",
        "huge",
        "a word",
        "nothing asked",
        "nothing said",
    ],
)
def test_a_cost_that_cannot_be_believed_is_our_own_estimate(
    first: dict[str, Any], last: dict[str, Any]
) -> None:
    facts = told(first, last)
    row = model_calls.as_row(
        Caller(UUID(int=1), Role.COACH, "claude"),
        facts,
        Measured("done", datetime(2026, 11, 20, tzinfo=UTC), 5),
    )
    assert not row.cost_known
    assert row.output_tokens == pytest.approx(len(LONG) / 2.7, rel=0.01)
    assert row.cost_microusd is not None
    assert 40_000 < row.cost_microusd < 80_000


def test_a_cost_that_can_be_believed_is_what_the_service_says() -> None:
    facts = told({}, {"output_tokens": 4000})
    assert facts.usage.known
    assert facts.usage.output_tokens == 4000
