"""The numbers of the Metrics page as CSV for a spreadsheet, with one number in each line."""

from __future__ import annotations

import csv
from dataclasses import asdict
from io import StringIO
from typing import TYPE_CHECKING

from coaching.domains.metrics.small_groups import SMALLEST_GROUP, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.domains.metrics.service import Metrics

HEAD = ("metric", "of", "period", "value")
Line = tuple[str, str, str, int]


def as_csv(found: Metrics | None) -> str:
    """Return every number with what it counts; the names are those of docs/metrics.md.

    For None, the numbers of too few people, it is one line that says so.
    """
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(HEAD)
    hidden = ("hidden", f"fewer than {SMALLEST_GROUP} people", "", "")
    writer.writerows([hidden] if found is None else _lines(found))
    return text.getvalue()


def _lines(found: Metrics) -> Iterator[Line]:
    period = f"{found.since:%Y-%m-%d}/{found.until:%Y-%m-%d}"
    for metric, of, value in _totals(found):
        yield metric, of, period, value
    for day in found.active:
        yield "active_people", "", day.day.isoformat(), day.people
    for cohort in found.cohorts:
        for week, people in enumerate(cohort.active):
            yield "cohort", f"week {week}", cohort.monday.isoformat(), people
    for kind, weeks in found.signals.items():
        for monday, count in zip((one.monday for one in found.cohorts), weeks, strict=True):
            yield "signals", kind.value, monday.isoformat(), count
    for one in found.costs:
        of, day = f"{one.role} {one.model}", one.day.isoformat()
        yield "model_calls", of, day, one.calls
        yield "cost_microusd", of, day, one.microusd
        yield "saved_by_cache_microusd", of, day, one.uncached_microusd - one.microusd


def _totals(found: Metrics) -> Iterator[tuple[str, str, int]]:
    yield from (("funnel", step, people) for step, people in asdict(found.funnel).items())
    yield "active", "1 day", found.active_day
    yield "active", "7 days", found.active_week
    yield "active", "30 days", found.active_month
    for span in ("week", "month", "earlier"):
        yield "engagement", span, getattr(found.engagement, span)
    yield "messages", "", found.messages
    yield "sessions", "", found.sessions
    yield "wins", "", found.wins
    yield from _counted(found)
    yield from _used(found)
    yield from _failed(found)


def _counted(found: Metrics) -> Iterator[tuple[str, str, int]]:
    for tension, people in found.tensions.items():
        if shown(people) is not None:
            yield "people", tension.value if tension else "none", people
    yield from (("feedback", answer, count) for answer, count in found.feedback.items())
    yield from (("cards", by.value, count) for by, count in found.cards.by.items())
    yield "cards", "done", found.cards.done
    yield "cards", "skipped", found.cards.skipped
    yield "cards", "graduated", found.cards.graduated
    yield from (("safety", level.value, count) for level, count in found.safety.items())


def _used(found: Metrics) -> Iterator[tuple[str, str, int]]:
    for event, used in found.used.items():
        yield "used", event.value, used.times
        yield "used_by", event.value, used.people
    for one in found.practices:
        yield "practice_started", one.id, one.started
        yield "practice_done", one.id, one.done
        yield "practice_kept", one.id, one.kept
        yield "practice_too_much", one.id, one.too_much
        yield from (("practice_left", f"{one.id} {step}", times) for step, times in one.left_at)


def _failed(found: Metrics) -> Iterator[tuple[str, str, int]]:
    for percent, milliseconds in found.reply_times.items():
        yield "first_word_ms", f"p{percent}", milliseconds
    for kind, failures in (("model", found.models), ("tool", found.tools)):
        for one in failures:
            yield f"{kind}_calls", one.name, one.asked
            yield f"{kind}_failures", one.name, one.failed
