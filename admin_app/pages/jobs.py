"""Background work: what waits, runs and failed, and trying again."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID

import reflex as rx

from admin_app import arrival, theme
from admin_app.components.action_table import action_table
from admin_app.components.data_table import Row
from admin_app.components.figures import stat
from admin_app.copy import t
from admin_app.engine import engine
from admin_app.page import Page
from admin_app.session_state import SessionState
from coaching.domains.operations import service as operations

if TYPE_CHECKING:
    from datetime import datetime

    from coaching.models import Job

FIGURES = ("waiting", "running", "retrying", "failed", "done")
SHORT = 4


class JobsState(rx.State):
    figures: rx.Field[dict[str, str]] = rx.field(default_factory=lambda: dict.fromkeys(FIGURES, ""))
    rows: rx.Field[list[Row]] = rx.field(default_factory=list)

    @rx.event
    @arrival.page
    async def load(self) -> None:
        """Show the counts and the jobs that need a look."""
        await self._refresh()

    @rx.event
    @arrival.act
    async def retry(self, job_id: str) -> None:
        """Have a job run again within seconds, with all its attempts."""
        here = engine()
        admin, now = await arrival.who(self), here.clock.now()
        await operations.retry(here.db, admin, UUID(job_id), now=now)
        await arrival.say(self, t("jobs.retried"))
        await self._refresh()

    async def _refresh(self) -> None:
        here = engine()
        now = here.clock.now()
        found = await operations.jobs(here.db, now=now)
        self.figures = {name: f"{getattr(found, name):,}" for name in FIGURES}
        self.rows = [_row(job, now) for job in found.troubled]


def jobs_page() -> rx.Component:
    return rx.fragment(
        rx.el.h1(t("jobs.title"), class_name=theme.TITLE),
        rx.el.p(t("jobs.note"), class_name=theme.NOTE),
        rx.el.dl(
            *[
                stat(name, t(f"jobs.{name}"), JobsState.figures[name], t(f"jobs.{name}_note"))
                for name in FIGURES
            ],
            class_name=theme.STATS,
        ),
        action_table(
            "job",
            t("jobs.columns").split(" | "),
            JobsState.rows,
            label=t("jobs.look"),
            nothing=t("jobs.nothing"),
            go=t("jobs.retry"),
            on_click=JobsState.retry,
            may=SessionState.may_change,
        ),
    )


def _row(job: Job, now: datetime) -> Row:
    wait = max(job.run_at - now, timedelta())
    is_due = job.status == "due"
    return Row(
        [
            t(f"jobs.kind.{job.kind}"),
            job.user_id.hex[:SHORT] if job.user_id else "–",
            job.last_error or "–",
            t("jobs.attempt_of", attempt=job.attempts, most=job.max_attempts),
            t("jobs.in_minutes", minutes=round(wait.total_seconds() / 60)) if is_due else "–",
            t("jobs.will_retry") if is_due else t("status.failed"),
            str(job.id),
        ]
    )


PAGE = Page("jobs", "/jobs", "list_checks", jobs_page, JobsState.load, group="running")
