"""Asking the provider whether it knows our models."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx2
import pytest

from coaching.errors import LLMUnavailable
from coaching.llm import probe

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.settings import Settings

KNOWN = "claude-haiku-5-5"
MADE = "2026-01-01T00:00:00Z"


def _answer(request: httpx2.Request) -> httpx2.Response:
    if request.headers["authorization"] != "Bearer a key":
        return httpx2.Response(401, json={"error": {"type": "authentication_error"}})
    model = request.url.path.rpartition("/")[2]
    if model != KNOWN:
        return httpx2.Response(404, json={"error": {"type": "not_found_error"}})
    return httpx2.Response(200, json={"id": model, "type": "model", "created_at": MADE})


async def test_a_model_that_is_not_offered_is_named(make_settings: Callable[..., Settings]) -> None:
    settings = make_settings(
        anthropic_api_key="a key",
        coach_model=KNOWN,
        strategist_model="gone",
        observer_model=KNOWN,
        research_model=KNOWN,
    )
    assert await probe.unknown_models(settings, httpx2.MockTransport(_answer)) == ["gone"]


async def test_a_wrong_key_is_told(make_settings: Callable[..., Settings]) -> None:
    with pytest.raises(LLMUnavailable) as refused:
        await probe.unknown_models(
            make_settings(anthropic_api_key="another"), httpx2.MockTransport(_answer)
        )
    assert refused.value.kind == "authentication"
