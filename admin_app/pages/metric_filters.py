"""The filters of the pages Metrics and Intel, read from the address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from admin_app.components.filter_bar import Choice
from admin_app.copy import t
from coaching.content.catalogue import languages
from coaching.values.enums import Stage, Tension
from coaching.values.scope import Scope
from coaching.values.tiers import Tier

if TYPE_CHECKING:
    from collections.abc import Mapping

RANGES = (7, 30, 90)
USUAL_DAYS = 30
PROVIDERS = ("claude", "local")
"""Who answers model calls; what the offline coach says is no model call."""


@dataclass(frozen=True, slots=True)
class Filters:
    """What the numbers are about: so many days back, whom, and whose model."""

    days: int
    scope: Scope
    provider: str
    chosen: Mapping[str, str]


def read_filters(query: Mapping[str, str]) -> Filters:
    """Return the filters of an address; what isn't known is left out."""
    days = query.get("days", "")
    names = ("tension", "stage", "language", "tier", "provider")
    tension, stage, language, tier, provider = (query.get(name, "") for name in names)
    known = {
        "days": days if days in set(map(str, RANGES)) else str(USUAL_DAYS),
        "tension": tension if tension in set(Tension) else "",
        "stage": stage if stage in set(Stage) else "",
        "language": language if language in languages() else "",
        "tier": tier if tier in set(Tier) else "",
        "provider": provider if provider in PROVIDERS else "",
    }
    scope = Scope(
        tension=Tension(known["tension"]) if known["tension"] else None,
        stage=Stage(known["stage"]) if known["stage"] else None,
        language=known["language"] or None,
        tier=known["tier"] or None,
    )
    return Filters(int(known["days"]), scope, known["provider"], known)


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
        Choice(
            "tier",
            t("metrics.by_tier"),
            (("", t("metrics.all_tiers")), *((one, t(f"metrics.tier.{one}")) for one in Tier)),
        ),
        Choice(
            "provider",
            t("metrics.by_provider"),
            (
                ("", t("metrics.all_providers")),
                *((one, t(f"metrics.provider.{one}")) for one in PROVIDERS),
            ),
        ),
    ]
    return [days, *people] if with_days else people
