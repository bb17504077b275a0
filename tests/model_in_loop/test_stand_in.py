"""The stand-in's batches: a player answers them as they answer everything else."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from coaching.clock import FrozenClock
from coaching.llm.port import Done
from coaching.values.enums import Role
from coaching.values.strategy import StrategistAnswer
from tests.model_in_loop.files import Folder
from tests.model_in_loop.stand_in import StandIn
from tests.support.model_asking import request
from tests.support.model_samples import strategist_output
from tests.support.model_talks import claude_at

if TYPE_CHECKING:
    from pathlib import Path


async def test_a_batch_ends_once_a_player_has_answered_it(tmp_path: Path) -> None:
    clock, folder = FrozenClock(datetime(2026, 11, 20, 12, tzinfo=UTC)), Folder(tmp_path)
    llm, asked = claude_at(StandIn(folder, clock), clock), request(Role.STRATEGIST)
    batch = await llm.ask_later(asked, StrategistAnswer)
    assert await llm.answered_later(batch, asked) is None
    (waiting,) = folder.pending()
    assert waiting["role"] == "strategist"

    text = strategist_output().model_dump_json()
    folder.answer(waiting["id"], [{"type": "text", "text": text}])
    found = await llm.answered_later(batch, asked)

    assert isinstance(found, Done)
    assert (found.text, found.model) == (text, "batch/claude-sonnet-5-5")
    assert await llm.forget_batch(batch)
    assert await llm.forget_batch(batch), "it is gone already"
    await llm.close()
