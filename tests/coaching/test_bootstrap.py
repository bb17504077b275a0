from __future__ import annotations

import os
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching import bootstrap
from coaching.llm.anthropic_llm import AnthropicLLM
from coaching.offline import OfflineLLM
from coaching.repositories.engine_lock import EngineBusy
from coaching.text.lexicon import LANGUAGES, lexicon
from tests.support.talker import Talker

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from coaching.settings import Settings
    from tests.support.databases import Database

KEY = "a key for tests"


@pytest.fixture
def here(sqlite_database: Database, make_settings: Callable[..., Settings]) -> Settings:
    return make_settings(database_url=sqlite_database.url)


async def test_without_a_key_the_offline_coach_answers(
    make_settings: Callable[..., Settings], sqlite_database: Database
) -> None:
    where = {"database_url": sqlite_database.url}
    cases = [
        ({}, OfflineLLM, "no_key"),
        ({"disable_ai": True, "anthropic_api_key": KEY}, OfflineLLM, "switched_off"),
        ({"anthropic_api_key": KEY}, AnthropicLLM, ""),
    ]
    for settings, answers, because in cases:
        coaching = bootstrap.build(make_settings(**where, **settings))
        assert isinstance(coaching.llm, answers)
        assert await coaching.absence(None) == because
        assert isinstance(coaching.offline, OfflineLLM)
        await coaching.stop()


async def test_a_test_can_move_the_clock_of_a_running_product(
    here: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "clock"
    file.write_text("0\n")
    settings = here.model_copy(update={"test_clock_file": str(file)})
    built = [bootstrap.build(settings, llm=Talker()), bootstrap.build_desk(settings)]
    before = [each.clock.now() for each in built]

    (tmp_path / "next").write_text(f"{3 * 24 * 3600}\n")
    (tmp_path / "next").replace(file)

    moved = [each.clock.now() - at for each, at in zip(built, before, strict=True)]
    assert all(timedelta(days=3) <= by < timedelta(days=3, minutes=5) for by in moved)
    for each in built:
        await each.db.close()


async def test_a_second_engine_on_the_same_data_is_refused_with_the_pid_of_the_first(
    here: Settings,
) -> None:
    first, second = (bootstrap.build(here, llm=Talker()) for _ in range(2))
    await first.start()
    with pytest.raises(EngineBusy) as refused:
        await second.start()
    assert refused.value.pid == os.getpid()
    await first.stop()
    await second.start()
    await second.stop()


async def test_what_a_first_reply_needs_is_read_before_it_is_asked_for(here: Settings) -> None:
    lexicon.cache_clear()
    coaching = bootstrap.build(here, llm=Talker())
    await coaching.start()
    await coaching.stop()
    assert lexicon.cache_info().currsize == len(LANGUAGES)


async def test_only_an_engine_that_was_started_is_ready(here: Settings) -> None:
    coaching = bootstrap.build(here, llm=Talker())
    told = {"database": True, "storage": True}
    assert await coaching.readiness() == {**told, "engine": False, "scheduler": False}
    await coaching.start()
    assert await coaching.readiness() == {**told, "engine": True, "scheduler": True}
    await coaching.stop()
    await coaching.stop()
