"""A run of the Strategist is killed between any two of its writes: all of it is there, or nothing.

It is killed after the model's reply, before the transaction, and after each statement of it.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from sqlmodel import select

from coaching.models import (
    BehavioralIntel,
    CoachingBriefing,
    Hypothesis,
    Job,
    ModelCall,
    RewireCard,
)
from coaching.repositories import cards
from coaching.repositories.db import Db
from coaching.services import briefings
from coaching.services.briefings import Run
from coaching.services.jobs import STRATEGIST, ask_session_end
from coaching.values.enums import HypothesisStatus, JobStatus, PrescribedBy, Trigger
from tests.crash import child
from tests.support import factories, strategy
from tests.support.invariants import violations

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.crash.conftest import Stage

pytestmark = pytest.mark.journey

POINTS = (
    "strategist.answered",
    "strategist.intel_merged",
    "strategist.guess_carried",
    "strategist.focus_set",
    "strategist.version_added",
    "strategist.before_end",
    "strategist.before_commit",
)
ASKED_AGAIN = ["strategist", "strategist"]
FIRST, AFTER = factories.MONDAY_MORNING, factories.MONDAY_MORNING + timedelta(hours=1)


@pytest.fixture
async def db(stage: Stage) -> AsyncGenerator[Db]:
    opened = Db(stage.database.url)
    yield opened
    await opened.close()


async def at_the_boundary(db: Db, stage: Stage) -> None:
    """A first briefing with its guess and a card in front; a session is over, its run is due."""
    owner = stage.scene.owner
    card = await factories.card(db, owner)
    session = await factories.conversation(db, owner, at=AFTER)
    async with db.unit(owner, write=True) as s:
        await cards.set_focus(s, owner, card.id, now=FIRST, prescribed_by=PrescribedBy.USER)
        first = Run(Trigger.ONBOARDING, "onboarding", "offline")
        await briefings.store(s, owner, strategy.output(), first, at=FIRST)
        await ask_session_end(s, owner, session, at=AFTER)


async def rows(db: Db, stage: Stage, table: type[Any]) -> list[Any]:
    async with db.unit(stage.scene.owner) as s:
        return list((await s.exec(select(table))).all())


async def written(db: Db, stage: Stage) -> dict[str, Any]:
    """Return everything that a run writes, as it stands."""
    (known,) = await rows(db, stage, BehavioralIntel)
    return {
        "notes": [item["text"] for item in known.coaching_notes],
        "run at": known.last_strategist_run,
        "guesses": sorted(
            (row.text, row.status.value, row.sessions_without_support)
            for row in await rows(db, stage, Hypothesis)
        ),
        "focus": [row.title for row in await rows(db, stage, RewireCard) if row.is_focus],
        "cards": len(await rows(db, stage, RewireCard)),
        "versions": sorted(row.version for row in await rows(db, stage, CoachingBriefing)),
        "calls": len(await rows(db, stage, ModelCall)),
    }


@pytest.mark.parametrize("at", POINTS)
async def test_a_killed_run_has_written_nothing_and_is_run_once_more(
    stage: Stage, db: Db, at: str
) -> None:
    await at_the_boundary(db, stage)
    before = await written(db, stage)

    stage.killed(child.recover, at=at)
    assert await written(db, stage) == before

    stage.survived()
    after = await written(db, stage)
    assert after["versions"] == [1, 2]
    assert after["notes"] == ["Short answers landed."]
    assert after["focus"] == [strategy.CARD["title"]]
    assert after["cards"] == before["cards"] + 1
    assert after["calls"] == 1
    assert after["run at"] > before["run at"]
    alive = [text for text, status, _ in after["guesses"] if status != HypothesisStatus.RETIRED]
    assert alive == [child.PLANNED["hypothesis"]]
    (job,) = [job for job in await rows(db, stage, Job) if job.kind == STRATEGIST]
    assert (job.status, stage.scene.asked) == (JobStatus.DONE, ASKED_AGAIN)
    assert violations(stage.database.administrator_url) == []


async def test_a_run_that_was_committed_is_not_run_again(stage: Stage, db: Db) -> None:
    await at_the_boundary(db, stage)
    stage.survived()
    first = await written(db, stage)
    stage.survived()
    assert await written(db, stage) == first
    assert stage.scene.asked == ["strategist"]
