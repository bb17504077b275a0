"""Whether everything runs: database, store, scheduler, model, backups, versions, settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import reflex as rx

from admin_app import arrival, theme
from admin_app.components.description_list import description_list
from admin_app.copy import t
from admin_app.engine import engine
from admin_app.page import Page
from admin_app.pages import price_words
from coaching.domains.operations import health
from coaching.domains.privacy import consents

if TYPE_CHECKING:
    from coaching.domains.operations.health import Health
    from coaching.domains.privacy.consents import Agreed

Pairs = list[list[str]]
PARTS = ("database", "storage", "engine", "scheduler")
MEGABYTE = 1_000_000


class HealthState(rx.State):
    running: rx.Field[Pairs] = rx.field(default_factory=list)
    versions: rx.Field[Pairs] = rx.field(default_factory=list)
    settings: rx.Field[Pairs] = rx.field(default_factory=list)
    prices: rx.Field[Pairs] = rx.field(default_factory=list)
    consents: rx.Field[Pairs] = rx.field(default_factory=list)

    @rx.event
    @arrival.page
    async def load(self) -> None:
        """Ask how everything is."""
        here = engine()
        found = await health.health(here.db, here.settings, now=here.clock.now())
        self.running = _running(found)
        self.versions = [[name, version] for name, version in found.versions.items()]
        self.prices = price_words.used(here.prices())
        self.consents = _consents(await consents.agreed(here.db)) if found.answers else []
        self.settings = [[name, value or "–"] for name, value in found.settings]


def health_page() -> rx.Component:
    return rx.fragment(
        rx.el.h1(t("health.title"), class_name=theme.TITLE),
        rx.el.p(t("health.note"), class_name=theme.NOTE),
        rx.el.div(
            description_list(t("health.running"), HealthState.running),
            description_list(t("health.versions"), HealthState.versions),
            description_list(t("health.prices"), HealthState.prices, note=t("health.prices_note")),
            description_list(
                t("health.consents"), HealthState.consents, note=t("health.consents_note")
            ),
            class_name=theme.PANELS,
        ),
        description_list(
            t("health.settings"),
            HealthState.settings,
            note=t("health.settings_note"),
            is_wide=True,
        ),
    )


def _running(found: Health) -> Pairs:
    size = t("health.megabytes", size=f"{found.size / MEGABYTE:,.1f}")
    state = t("health.answers") if found.answers else t("health.away")
    model = found.model
    parts = [
        [t(f"health.part.{part}"), _state(found, part)] for part in PARTS if part != "database"
    ]
    return [
        [t("health.part.database"), f"{found.database}, {state}, {size}"],
        [t("health.revision"), found.revision or "–"],
        *parts,
        [t("health.model"), t(f"health.model.{model}") if model in MODELS else "–"],
        [
            t("health.backup"),
            f"{found.backup_at:%d %b %Y, %H:%M}" if found.backup_at else t("health.no_backup"),
        ],
    ]


def _consents(found: Agreed) -> Pairs:
    return [
        [t("health.consent.version"), found.version],
        [t("health.consent.current"), f"{found.current:,}"],
        [t("health.consent.older"), f"{found.older:,}"],
        [t("health.consent.withdrawn"), f"{found.withdrawn:,}"],
        [t("health.consent.never"), f"{found.never:,}"],
    ]


def _state(found: Health, part: str) -> str:
    if part not in found.parts:
        return t("health.unknown")
    return t("health.answers") if found.parts[part] else t("health.away")


MODELS = frozenset({"closed", "open", "half_open", "offline"})
PAGE = Page("health", "/system", "activity", health_page, HealthState.load, group="running")
