"""The pages that show how Toney runs, and what an admin does there."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import coaching
from admin_app.copy import t
from admin_app.one_admin import keep_to_one_admin
from admin_app.pages.announcement import AnnouncementForm, AnnouncementState
from admin_app.pages.health import HealthState
from admin_app.pages.jobs import ERRORS, JobsState
from admin_app.pages.log import LogState
from admin_app.pages.safety import SOURCES, SafetyState, safety_page
from admin_app.session_state import SessionState
from coaching.content.helplines import load_helplines
from coaching.domains.practices import safety as practices
from coaching.errors import OutsideWorld
from coaching.models import Job, SafetyEvent
from coaching.repositories import jobs
from coaching.repositories import safety_events as repository
from coaching.repositories.db import Db
from coaching.services import safety_events
from coaching.values.enums import JobStatus, SafetyLevel
from coaching.values.people import PATTERN_NOTE
from tests.support import every_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from uuid import UUID

    import reflex as rx

    from coaching.bootstrap import Desk
    from tests.support.databases import Database

    OpenTab = Callable[..., rx.State]


async def opens(root: rx.State, state: Any) -> Any:
    await keep_to_one_admin(root)
    page = await root.get_state(state)
    await state.load.fn(page)
    assert (await root.get_state(SessionState)).problem == ""
    return page


async def test_a_failed_job_is_retried_by_an_admin_and_not_by_a_viewer(
    desk: Desk, database: Database, open_tab: OpenTab, token: str, viewer_token: str
) -> None:
    db, now = Db(database.url), desk.clock.now()
    async with db.system("test", write=True) as s:
        made = Job(kind="observer", status=JobStatus.FAILED, attempts=6, run_at=now, created_at=now)
        made.last_error = "authentication"
        await jobs.add(s, None, made)
    await db.close()
    page = await opens(open_tab(viewer_token), JobsState)
    assert page.figures["failed"] == "1"
    assert page.rows[0].cells[1:4] == [
        "Observer",
        f"{now:%d %b, %H:%M}",
        "Invalid API key",
    ]
    await JobsState.retry.fn(page, page.rows[0].cells[-1])
    assert (await page.get_state(SessionState)).problem
    page = await opens(open_tab(token), JobsState)
    await JobsState.retry.fn(page, page.rows[0].cells[-1])
    assert (await page.get_state(SessionState)).said
    assert (page.figures["failed"], page.rows) == ("0", [])
    log = await opens(open_tab(token), LogState)
    assert "retried a job" in [row.cells[2] for row in log.rows]


async def test_a_failed_job_leads_to_its_person_and_says_what_was_wrong(
    desk: Desk, app_db: Db, mara: UUID, open_tab: OpenTab, token: str
) -> None:
    now = desk.clock.now()
    async with app_db.unit(mara, write=True) as s:
        made = Job(kind="strategist", status=JobStatus.FAILED, run_at=now, created_at=now)
        made.last_error = "structure: growth_edges"
        await jobs.add(s, mara, made)
    page = await opens(open_tab(token), JobsState)
    [row] = [row for row in page.rows if row.cells[1] == "Strategist"]
    assert (row.cells[0], row.href) == (mara.hex[:4], f"/person?id={mara}")
    assert row.cells[3] == "The answer didn’t fit: growth_edges"


def test_every_error_of_a_job_has_a_sentence() -> None:
    kinds = {kind.kind for kind in kinds_of(OutsideWorld)}
    assert kinds == ERRORS
    assert all(t(f"jobs.error.{kind}") for kind in kinds)


def kinds_of(error: type[OutsideWorld]) -> Iterator[type[OutsideWorld]]:
    yield error
    for kind in error.__subclasses__():
        yield from kinds_of(kind)


async def test_an_alarm_that_was_a_mistake_says_so_and_help_has_its_name(
    desk: Desk, app_db: Db, mara: UUID, open_tab: OpenTab, viewer_token: str
) -> None:
    at = desk.clock.now() + timedelta(minutes=1)
    shown = ["gb_emergency", "any_general", "gone_1"]
    async with app_db.unit(mara, write=True) as s:
        event = SafetyEvent(
            user_id=mara, level=SafetyLevel.CRISIS, category="minor",
            source=safety_events.CHAT, shown_resources=shown, created_at=at,
        )  # fmt: skip
        s.add(event)
        await repository.mark_mistaken(s, mara, event, at=at)
    page = await opens(open_tab(viewer_token), SafetyState)
    [row] = [row for row in page.rows if row.cells[2] == "Crisis, taken back"]
    assert row.cells[4:6] == ["First questions", "Emergency services, Find A Helpline, gone_1"]


def test_safety_says_what_the_owner_has_to_do() -> None:
    assert "have to do anything about these" in str(safety_page())


async def test_safety_and_health_say_nothing_of_what_was_said(
    desk: Desk, database: Database, open_tab: OpenTab, viewer_token: str
) -> None:
    db = Db(database.url)
    owner = await every_table.fill(db, "kalimba")
    await db.close()
    page = await opens(open_tab(viewer_token), SafetyState)
    assert page.rows[0].cells[0] == owner.hex[:4]
    assert page.rows[0].cells[2:5] == ["Concern", "Acute debt", "Chat"]
    assert "kalimba" not in str(page.rows)
    assert {row.cells[1] for row in page.helplines} == {
        line.name for line in load_helplines().lines if line.status != "confirmed"
    }
    page = await opens(open_tab(viewer_token), HealthState)
    kind = "PostgreSQL" if database.is_postgres else "SQLite"
    assert page.running[0][1].startswith(f"{kind}, OK")
    assert ["TONEY_ENCRYPTION_KEYS", "•••"] in page.settings
    assert "kalimba" not in str(page.consents)
    assert sum(int(count) for _, count in page.consents[1:]) == 1


def test_every_place_where_something_serious_was_said_has_a_name() -> None:
    sources = {safety_events.CHAT, safety_events.UNANSWERED, practices.SOURCE}
    sources |= {PATTERN_NOTE, safety_events.EMOTIONAL_WHY, "life_context"}
    code = "".join(file.read_text("utf-8") for file in Path(coaching.__file__).parent.rglob("*.py"))
    sources |= set(re.findall(r'screen_words\([^)]*?source="(\w+)"', code))

    assert sources == SOURCES
    assert all(t(f"safety.source.{source}") for source in SOURCES)


async def test_an_announcement_is_put_up_and_taken_down(
    desk: Desk, open_tab: OpenTab, token: str
) -> None:
    now = desk.clock.now()
    page = await opens(open_tab(token), AnnouncementState)
    session = await page.get_state(SessionState)
    form: AnnouncementForm = {
        "text_en": "We update tonight.",
        "text_es": "Actualizamos esta noche.",
        "from_at": f"{now:%Y-%m-%dT%H:%M}",
        "until_at": f"{now - timedelta(hours=1):%Y-%m-%dT%H:%M}",
    }
    await AnnouncementState.put_up.fn(page, form)
    assert session.problem.startswith("The end has to be after the start")
    assert page.form == 0, "what was written is still there"
    form["until_at"] = f"{now + timedelta(hours=1):%Y-%m-%dT%H:%M}"
    await AnnouncementState.put_up.fn(page, form)
    assert (session.problem, page.rows[0].cells[2]) == ("", "admin")
    assert page.form == 1, "the form is empty again"
    assert page.clock == f"It’s {now:%H:%M} UTC now."
    await AnnouncementState.take_down.fn(page, page.rows[0].cells[-1])
    assert page.rows[0].cells[-1] == ""
