"""The filters of the pages Metrics and Intel, read from the address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from admin_app.components.filter_bar import Choice
from admin_app.copy import t
from coaching.content.catalogue import languages
from coaching.values.enums import Stage, Tension
from coaching.values.scope import Scope

if TYPE_CHECKING:
    from collections.abc import Mapping

RANGES = (7, 30, 90)
USUAL_DAYS = 30


@dataclass(frozen=True, slots=True)
class Filters:
    """What the numbers are about: so many days back, and whom."""

    days: int
    scope: Scope
    chosen: Mapping[str, str]


def read_filters(query: Mapping[str, str]) -> Filters:
    """Return the filters of an address; what isn't known is left out."""
    days = query.get("days", "")
    tension, stage, language = (query.get(name, "") for name in ("tension", "stage", "language"))
    known = {
        "days": days if days in set(map(str, RANGES)) else str(USUAL_DAYS),
        "tension": tension if tension in set(Tension) else "",
        "stage": stage if stage in set(Stage) else "",
        "language": language if language in languages() else "",
    }
    scope = Scope(
        tension=Tension(known["tension"]) if known["tension"] else None,
        stage=Stage(known["stage"]) if known["stage"] else None,
        language=known["language"] or None,
    )
    return Filters(int(known["days"]), scope, known)


def choices(*, with_days: bool = True) -> list[Choice]:
    """Return the choices for a filter bar."""
    days = Choice(
        "days",
        t("metrics.range"),
        tuple((str(days), t("metrics.days", count=days)) for days in RANGES),
    )
    people = [
        Choice(
            "tension",
            t("metrics.by_tension"),
            (
                ("", t("metrics.all_tensions")),
                *((one, t(f"metrics.tension.{one}")) for one in Tension),
            ),
        ),
        Choice(
            "stage",
            t("metrics.by_stage"),
            (("", t("metrics.all_stages")), *((one, t(f"intel.stage.{one}")) for one in Stage)),
        ),
        Choice(
            "language",
            t("metrics.by_language"),
            (
                ("", t("metrics.all_languages")),
                *((one, t(f"metrics.language.{one}")) for one in languages()),
            ),
        ),
    ]
    return [days, *people] if with_days else people
