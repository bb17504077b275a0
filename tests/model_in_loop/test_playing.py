from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from coaching import bootstrap
from coaching.clock import ShiftedClock
from coaching.jobs import sweep
from coaching.repositories.engines import sqlite_file
from tests.model_in_loop import playing
from tests.model_in_loop.answers import content_of
from tests.model_in_loop.files import Folder, rows
from tests.model_in_loop.people import person_of
from tests.model_in_loop.playing import BEGINS, play
from tests.model_in_loop.stand_in import StandIn
from tests.support.api_client import ORIGIN
from tests.support.model_samples import sample_for
from toney_app.api import api
from toney_app.engine import running

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Mapping

    from coaching.bootstrap import Coaching
    from coaching.settings import Settings
    from tests.support.databases import Database

ANA = person_of(
    {
        "id": "ana",
        "timeZone": "Europe/Madrid",
        "onboarding": {"answers": {"q1": "q1_avoid"}, "style": {"s1": "s1_b"}},
        "keeps_drafts": False,
        "sessions": [
            {"end": "button", "messages": ["hi. the deposit is 27k lol", "keep that: I look once"]},
            {"days_before": 5, "end": "silence", "messages": ["what did i say about the deposit"]},
        ],
        "memory_questions": [{"session": 2, "message_index": 0, "answer": "27k"}],
    }
)
WRONG = person_of(
    {"id": "wrong", "onboarding": {"answers": {"q4": "q4_avoid"}}, "sessions": []},
)
CARD = {"kind": "practice", "title": "Look once", "content": "I look once.", "agreed": False}


class InProcess:
    """The product inside the test."""

    def __init__(self, coaching: Coaching, folder: Folder) -> None:
        self._coaching, self._folder = coaching, folder

    def client(self) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app=api, raise_app_exceptions=False)
        return httpx.AsyncClient(transport=transport, base_url=ORIGIN)

    def rows(self, statement: str, *values: Any) -> list[dict[str, Any]]:
        return rows(Path(sqlite_file(self._coaching.settings.database)), statement, *values)

    def now(self) -> datetime:
        return self._coaching.clock.now()

    async def move_to(self, at: datetime) -> None:
        move(self._folder, at)
        await sweep.run(self._coaching)


def move(folder: Folder, at: datetime) -> None:
    following = folder.clock.with_suffix(".next")
    following.write_text(f"{(at - datetime.now(UTC)).total_seconds()}")
    following.replace(folder.clock)


def automatic(request: Mapping[str, Any]) -> Any:
    """Answer as a model that does what it must, and drafts a card when it hears "keep"."""
    if request["schema"]:
        return sample_for(request["schema"])
    last = json.dumps(request["messages"][-1])
    if "keep that" in last and "tool_result" not in last:
        return [{"type": "tool_use", "name": "save_card", "input": CARD}]
    return "That sounds like a lot."


async def answer_everything(folder: Folder) -> None:
    while True:
        for request in folder.pending():
            folder.answer(request["id"], content_of(request, automatic(request)))
        await asyncio.sleep(0.02)


@asynccontextmanager
async def product(
    folder: Folder, database: Database, make_settings: Callable[..., Settings]
) -> AsyncGenerator[InProcess]:
    async with StandIn(folder, ShiftedClock(folder.clock)).listening() as url:
        settings = make_settings(
            database_url=database.url,
            anthropic_api_key="of the bench",
            anthropic_base_url=url,
            test_clock_file=str(folder.clock),
            # As the bench does: whether a batch is ready is looked up every five real minutes.
            strategist_batch=False,
        )
        async with asyncio.TaskGroup() as tasks:  # a player who breaks ends the test
            player = tasks.create_task(answer_everything(folder))
            async with running(bootstrap.build(settings)) as coaching:
                yield InProcess(coaching, folder)
            player.cancel()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    monkeypatch.setattr(playing, "CALM_SECONDS", 0.1)
    monkeypatch.setattr(playing, "LOOK_EVERY_SECONDS", 0.05)
    folder = Folder(tmp_path)
    move(folder, BEGINS)
    return folder


async def test_a_person_whose_onboarding_is_refused_stops_the_run_with_the_reason(
    folder: Folder, sqlite_database: Database, make_settings: Callable[..., Settings]
) -> None:
    async with product(folder, sqlite_database, make_settings) as running_product:
        with pytest.raises(ValueError, match=r"wrong: .*is not one of the answers"):
            await play(running_product, [WRONG], folder)


@pytest.mark.slow
async def test_a_person_is_played_to_the_end_and_only_once(
    folder: Folder, sqlite_database: Database, make_settings: Callable[..., Settings]
) -> None:
    async with product(folder, sqlite_database, make_settings) as running_product:
        await play(running_product, [ANA], folder)
        (record,) = folder.records()
        await play(running_product, [ANA], folder)

    assert folder.finished.exists()
    assert not (folder.path / "refused").exists()
    assert "errors" not in record
    first, second = record["sessions"]
    assert [turn["status"] for turn in first["turns"] + second["turns"]] == ["done"] * 3
    assert first["turns"][0]["reply"] == "That sounds like a lot."
    assert first["turns"][1]["decided"][0]["decision"] == "reject"
    assert first["ended"]["conversationId"] == first["turns"][0]["conversation_id"]
    assert second["pages"]["closing"]["note"]
    assert first["pages"]["insight"]["items"]
    days = datetime.fromisoformat(second["at"]) - datetime.fromisoformat(first["at"])
    assert timedelta(days=5) <= days < timedelta(days=5, minutes=5)
    assert any(call["cache_write_1h_tokens"] for call in record["rows"]["model_calls"])
    assert folder.records()[0]["sessions"][0]["turns"] == first["turns"]
