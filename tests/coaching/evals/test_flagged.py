"""Flagged replies as cases: said again they fail, whatever else passes."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from click.testing import CliRunner

from coaching.cli.eval import evaluate
from coaching.domains.quality.models import EvalCase
from coaching.evals import flagged
from coaching.repositories.db import Db
from coaching.values.quality import FlagKind
from tests.support import factories

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.support.databases import Database

LINES = ["The letters are in a drawer and I walk past it."]


def case(reply: str, **more: Any) -> dict[str, Any]:
    return {"id": "a", "lang": "en", "messages": LINES, "reply": reply, **more}


async def passes(row: dict[str, Any]) -> bool:
    report = await flagged.run([row], "offline")
    return report.cases[0].passed


async def test_a_case_fails_while_the_flagged_reply_is_said_again() -> None:
    [found] = (await flagged.run([case("Something else entirely.")], "offline")).cases
    assert found.passed
    now = str(found.got).partition(": ")[2]
    assert not await passes(case(now, kind="reply_missed"))
    assert await passes(case(now, kind="reply_helped")), "what helped may be said again"


def test_the_cases_of_the_database_are_played_without_a_file(
    sqlite_database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", sqlite_database.url)
    monkeypatch.setenv("TONEY_DATA_DIR", str(tmp_path))
    told = CliRunner().invoke(evaluate, ["flagged"])
    assert told.exit_code != 0
    assert "page Quality" in told.output
    asyncio.run(keeps(sqlite_database.url))
    told = CliRunner().invoke(evaluate, ["flagged", "--json"])
    found = json.loads(told.stdout.splitlines()[-1])
    assert (found["cases"], found["passed"], found["types"]) == (
        1,
        1,
        {"off_track": {"cases": 1, "passed": 1}},
    )


async def keeps(url: str) -> None:
    db = Db(url)
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    async with db.unit(owner, write=True) as s:
        s.add(
            EvalCase(
                user_id=owner,
                kind=FlagKind.OFF_TRACK,
                entry=session.id,
                conversation_id=session.id,
                example=case("Something else entirely.", kind="off_track"),
                made_by="ana",
            )
        )
    await db.close()
