"""Every family of faults becomes one of ours: the SDK's, the HTTP library's, broken JSON."""

from __future__ import annotations

import json

import anthropic
import httpx2
import pytest

from coaching.errors import LLMCut, LLMTimeout, LLMUnavailable, OutsideWorld
from coaching.llm.anthropic_client import FAULTS, fault_of

REQUEST = httpx2.Request("POST", "http://127.0.0.1/v1/messages")


@pytest.mark.parametrize(
    ("error", "ours", "kind"),
    [
        (anthropic.APITimeoutError(REQUEST), LLMUnavailable, "no_connection"),
        (anthropic.APIConnectionError(request=REQUEST), LLMUnavailable, "no_connection"),
        (anthropic.CredentialsError("no key"), LLMUnavailable, "no_connection"),
        (httpx2.ConnectError("refused"), LLMUnavailable, "no_connection"),
        (httpx2.ConnectTimeout("slow"), LLMUnavailable, "no_connection"),
        (httpx2.ReadTimeout("silent"), LLMTimeout, "timeout_read"),
        (httpx2.ReadError("reset"), LLMCut, "cut"),
        (httpx2.RemoteProtocolError("cut"), LLMCut, "cut"),
        (httpx2.DecodingError("gzip"), LLMCut, "cut"),
        (httpx2.StreamClosed(), LLMCut, "cut"),
        (json.JSONDecodeError("no", "{", 0), LLMCut, "bad_stream"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "no"), LLMCut, "bad_stream"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_a_fault_is_one_of_ours(error: Exception, ours: type[OutsideWorld], kind: str) -> None:
    fault = fault_of(error)

    assert isinstance(error, FAULTS)
    assert type(fault) is ours
    assert (fault.kind, fault.retryable) == (kind, True)
