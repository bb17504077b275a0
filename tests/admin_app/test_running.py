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
from admin_app.pages.jobs import JobsState
from admin_app.pages.log import LogState
from admin_app.pages.safety import SOURCES, SafetyState
from admin_app.session_state import SessionState
from coaching.domains.practices import safety as practices
from coaching.models import Job
from coaching.repositories import jobs
from coaching.repositories.db import Db
from coaching.services import safety_events
from coaching.values.enums import JobStatus
from tests.support import every_table

if TYPE_CHECKING:
    from collections.abc import Callable

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
        await jobs.add(s, None, made)
    await db.close()
    page = await opens(open_tab(viewer_token), JobsState)
    assert page.figures["failed"] == "1"
    await JobsState.retry.fn(page, page.rows[0].cells[-1])
    assert (await page.get_state(SessionState)).problem
    page = await opens(open_tab(token), JobsState)
    await JobsState.retry.fn(page, page.rows[0].cells[-1])
    assert (await page.get_state(SessionState)).said
    assert (page.figures["failed"], page.rows) == ("0", [])
    log = await opens(open_tab(token), LogState)
    assert "retried a job" in [row.cells[2] for row in log.rows]


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
    page = await opens(open_tab(viewer_token), HealthState)
    assert page.running[0][1].startswith("SQLite, OK")
    assert ["TONEY_ENCRYPTION_KEYS", "•••"] in page.settings
    assert "kalimba" not in str(page.consents)
    assert sum(int(count) for _, count in page.consents[1:]) == 1


def test_every_place_where_something_serious_was_said_has_a_name() -> None:
    sources = {safety_events.CHAT, safety_events.UNANSWERED, practices.SOURCE}
    sources |= {safety_events.PATTERN_NOTE, safety_events.EMOTIONAL_WHY, "life_context"}
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
    form["until_at"] = f"{now + timedelta(hours=1):%Y-%m-%dT%H:%M}"
    await AnnouncementState.put_up.fn(page, form)
    assert (session.problem, page.rows[0].cells[2]) == ("", "admin")
    await AnnouncementState.take_down.fn(page, page.rows[0].cells[-1])
    assert page.rows[0].cells[-1] == ""
