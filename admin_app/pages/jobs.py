"""Background work: what waits, runs and failed, and trying again."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID

import reflex as rx

from admin_app import arrival, theme
from admin_app.components.action_table import action_table
from admin_app.components.data_table import Row, address
from admin_app.components.figures import stat
from admin_app.copy import t
from admin_app.engine import engine
from admin_app.page import Page
from admin_app.pages.model_words import KNOWN_FAULTS, fault_words
from admin_app.session_state import SessionState
from coaching.domains.operations import service as operations
from coaching.domains.people import service as people

if TYPE_CHECKING:
    from datetime import datetime

    from coaching.models import Job

ERRORS = frozenset(
    {
        "cut",
        "down",
        "mail",
        "overtaken",
        "provider",
        "refused",
        "structure",
        "timeout",
        "unavailable",
    }
)
"""What the world outside does wrong: each has a sentence."""
FIGURES = ("waiting", "running", "retrying", "failed", "done")


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
            people.short_id(job.user_id) if job.user_id else "–",
            t(f"jobs.kind.{job.kind}"),
            f"{job.finished_at or job.created_at:%d %b, %H:%M}",
            told(job.last_error) or "–",
            t("jobs.attempt_of", attempt=job.attempts, most=job.max_attempts),
            t("jobs.in_minutes", minutes=round(wait.total_seconds() / 60)) if is_due else "–",
            t("jobs.will_retry") if is_due else t("status.failed"),
            str(job.id),
        ],
        href=address("/person", id=str(job.user_id)) if job.user_id else "",
    )


def told(error: str) -> str:
    """Return an error as a sentence; one of our own code keeps its name."""
    kind, _, details = error.partition(": ")
    if kind in KNOWN_FAULTS:
        words = fault_words(kind)
        return words[0].upper() + words[1:]
    if kind not in ERRORS:
        return error
    sentence = t(f"jobs.error.{kind}")
    return f"{sentence}: {details}" if details else sentence


PAGE = Page("jobs", "/jobs", "list_checks", jobs_page, JobsState.load, group="running")
