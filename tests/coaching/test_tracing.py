"""Traces say what ran and how it ended, and never what anybody said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest
from opentelemetry.trace import StatusCode

from coaching import tracing
from coaching.serving import traces
from coaching.serving.child import Served
from tests.support.model_asking import hear
from tests.support.model_events import stored
from tests.support.model_server import ModelServer, streams
from toney_app.api import api

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from opentelemetry.sdk.trace import ReadableSpan

SECRET = "I hid the electricity letter behind the toaster."


async def test_a_request_is_named_by_its_route_and_not_by_its_path(
    exported: Callable[[], Sequence[ReadableSpan]],
) -> None:
    transport = httpx.ASGITransport(app=Served(api))
    async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
        answer = await client.put("/auth/magic/the-key-of-somebody")
    assert answer.status_code == 405
    (span,) = exported()
    assert span.name == "PUT /auth/magic/{token}"
    assert "the-key" not in span.to_json()


def test_a_failure_is_its_class_without_its_message(
    exported: Callable[[], Sequence[ReadableSpan]],
) -> None:
    with pytest.raises(ValueError, match="toaster"), tracing.span("unit", write=True):
        raise ValueError(SECRET)
    (span,) = exported()
    assert span.status.status_code is StatusCode.ERROR
    assert dict(span.attributes or {}) == {"write": True, "error.type": "ValueError"}
    assert SECRET not in span.to_json()
    assert not span.events


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({}, False),
        ({"OTEL_SERVICE_NAME": "toney"}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"}, True),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://127.0.0.1:4318/v1/traces"}, True),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x", "OTEL_TRACES_EXPORTER": "none"}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x", "OTEL_SDK_DISABLED": "true"}, False),
    ],
)
def test_nothing_leaves_unless_a_place_is_named(environment: dict[str, str], wanted: bool) -> None:
    assert traces.is_wanted(environment) is wanted


def test_a_call_of_the_model_names_role_and_model_alone(
    exported: Callable[[], Sequence[ReadableSpan]],
) -> None:
    heard = hear(ModelServer([streams(stored("text"))]))
    (span,) = exported()
    assert span.name == "model"
    assert dict(span.attributes or {}) == {
        "gen_ai.provider.name": "anthropic",
        "gen_ai.request.model": heard.done.model,
        "toney.role": "coach",
    }
