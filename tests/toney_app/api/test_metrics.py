"""`/metrics`: numbers for this machine or for whoever has the token, and never a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
from prometheus_client.parser import text_string_to_metric_families
from pydantic import SecretStr

from tests.support.api_client import ORIGIN, say
from toney_app.api import api

if TYPE_CHECKING:
    from tests.support.api_client import WithApi

WORDS = "The drawer is full of letters"


def _values(text: str) -> dict[tuple[str, ...], float]:
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_turns_calls_and_parts_are_counted_without_words(
    web: WithApi, person: httpx.AsyncClient
) -> None:
    await say(person, WORDS)
    await web.coaching.runner.idle()
    web.coaching.reminded("failed")
    found = await person.get("/metrics")
    values = _values(found.text)
    assert found.headers["content-type"].startswith("text/plain")
    assert values["toney_turns_total", "claude", "done"] == 1
    assert values["toney_first_word_seconds_count",] == 1
    assert values["toney_model_calls_total", "done", "coach"] == 1
    assert values["toney_model_cost_usd_total", "coach"] >= 0
    assert values["toney_ready", "database"] == 1
    assert values["toney_reminders_total", "failed"] == 1
    assert values["toney_reminders_total", "sent"] == 0
    assert values["toney_turns_unfinished", "running"] == 0
    assert {key[0] for key in values} >= {"toney_jobs", "toney_sockets"}
    assert "drawer" not in found.text
    assert len(found.text) < 12_000


async def test_strangers_get_none_without_the_token(web: WithApi) -> None:
    async def status(address: str, **headers: str) -> int:
        transport = httpx.ASGITransport(app=api, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
            return (await client.get("/metrics", headers=headers)).status_code

    assert await status("127.0.0.1") == 200
    assert await status("::1") == 200
    assert await status("203.0.113.9") == 403
    assert await status("127.0.0.1", **{"x-forwarded-for": "203.0.113.9"}) == 403
    settings = web.coaching.settings
    object.__setattr__(settings, "metrics_token", SecretStr("a token for tests"))
    assert await status("203.0.113.9", authorization="Bearer a token for tests") == 200
    assert await status("203.0.113.9", authorization="Bearer another") == 403
