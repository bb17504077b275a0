"""The list “Needs a look”: what is wrong now, how to mend it, and the page to do it on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from admin_app.copy import t
from admin_app.pages import model_words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from coaching.domains.metrics.morning import Morning
    from coaching.domains.operations.attention import Attention
    from coaching.services.overview import Overview
    from coaching.settings import Settings

SLOW_MS, ENOUGH_REPLIES = 4_000, 20
"""A first word that 5 of 100 people wait longer for is slow; a few replies say nothing yet."""
OLD_HELPLINES = timedelta(days=180)
COSTS, SYSTEM, JOBS, METRICS, INTEL, SAFETY = (
    "/costs",
    "/system",
    "/jobs",
    "/metrics",
    "/intel",
    "/safety",
)
TITLES = {
    COSTS: "costs",
    SYSTEM: "health",
    JOBS: "jobs",
    METRICS: "metrics",
    INTEL: "intel",
    SAFETY: "safety",
}
"""The pages by address; each title is a text `admin.<name>.title`."""
_OF_COSTS = frozenset({"cost_limit", "cost_alert", "many_calls"})


@dataclass(frozen=True, slots=True)
class Look:
    """One line: what it is, what to do, and where."""

    what: str
    how: str
    href: str
    page: str


def looks(
    settings: Settings, found: Overview, seen: Attention, how_it_went: Morning, *, now: datetime
) -> list[Look]:
    """Return what needs a look now, what people notice first."""
    return [
        *_of_the_model(settings, found),
        *_of_people(how_it_went),
        *_of_the_work(found, seen),
        *_of_the_house(seen, now),
    ]


def _of_the_model(settings: Settings, found: Overview) -> Iterator[Look]:
    troubles = [
        *model_words.troubles(settings, found.model, found.cost_today_microusd),
        *model_words.traffic_troubles(found.traffic_today),
    ]
    for kind, how in troubles:
        yield _look(kind, how, COSTS if kind in _OF_COSTS else SYSTEM)


def _of_people(how_it_went: Morning) -> Iterator[Look]:
    waiting = int(how_it_went.urgent.value or 0)
    if waiting:
        yield _look("urgent", t("look.urgent.how"), INTEL, count=waiting)
    slow = how_it_went.slow_today
    if slow is not None and slow > SLOW_MS and how_it_went.replies_today >= ENOUGH_REPLIES:
        yield _look("slow", t("look.slow.how"), METRICS, seconds=f"{slow / 1000:.1f}")


def _of_the_work(found: Overview, seen: Attention) -> Iterator[Look]:
    if seen.failed_jobs:
        yield _look("failed_jobs", t("look.failed_jobs.how"), JOBS, count=seen.failed_jobs)
    if seen.retrying_jobs:
        yield _look("retrying_jobs", t("look.retrying_jobs.how"), JOBS, count=seen.retrying_jobs)
    refused = found.strategist_this_week.refused
    if refused:
        yield _look("refused", t("look.refused.how"), INTEL, count=refused)


def _of_the_house(seen: Attention, now: datetime) -> Iterator[Look]:
    if seen.is_adding_up:
        yield _look("adding_up", t("look.adding_up.how"), METRICS)
    if not seen.keys_fit:
        yield _look("keys", t("look.keys.how"), SYSTEM)
    if seen.unconfirmed_lines:
        how = t("look.helplines.how", numbers=seen.unconfirmed_numbers)
        yield _look("helplines", how, SAFETY, count=seen.unconfirmed_lines)
    if now.date() - seen.helplines_checked_on > OLD_HELPLINES:
        on = f"{seen.helplines_checked_on:%d %b %Y}"
        yield _look("old_helplines", t("look.old_helplines.how"), SAFETY, on=on)


def _look(kind: str, how: str, href: str, **figures: object) -> Look:
    return Look(t(f"look.{kind}", **figures), how, href, t(f"{TITLES[href]}.title"))
