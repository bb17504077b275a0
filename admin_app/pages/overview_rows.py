"""The overview's numbers, ready to show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from admin_app.components.told_figure import Told, spark_path
from admin_app.copy import t
from admin_app.pages import model_words
from admin_app.pages.metric_rows import seconds
from admin_app.pages.model_words import dollars

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.domains.metrics.morning import Figure, Morning
    from coaching.services.overview import Overview
    from coaching.settings import Settings

QUESTIONS = {
    "coming_back": (("active", "returned"), "/metrics"),
    "useful": (("helped", "first_helped"), "/metrics"),
    "danger": (("safety", "urgent"), "/safety"),
    "works": (("first_word", "failures"), "/metrics"),
    "costs": (("spent", "message_cost"), "/costs"),
}
"""Each question of the morning: its numbers, and the page behind them."""
TOLD = tuple(name for names, _ in QUESTIONS.values() for name in names)


def told(morning: Morning) -> dict[str, Told]:
    """Return each number with its line, its note and its line as a sentence."""
    show: dict[str, Callable[[float], str]] = {
        "helped": _percent,
        "first_helped": _percent,
        "failures": lambda share: f"{share:.1%}",
        "first_word": seconds,
        "spent": dollars,
        "message_cost": lambda microusd: dollars(round(microusd), 4),
    }
    notes = _notes(morning)
    return {
        name: _told(getattr(morning, name), show.get(name, _whole), notes[name], morning)
        for name in TOLD
    }


def totals(found: Overview, settings: Settings) -> tuple[dict[str, str], dict[str, str]]:
    """Return the figures of all time and of today, and the note under each."""
    spent = found.cost_today_microusd
    figures = {
        "people": f"{found.people:,}",
        "conversations": f"{found.conversations:,}",
        "turns": f"{found.messages_today:,}",
        "signals": f"{found.signals:,}",
        "cost": dollars(spent, 4),
        "saved": f"{found.costs.saved:.1%}",
        "model": model_words.state(settings, found.model, spent),
    }
    notes = {
        "people": t(
            "overview.people_note", new=found.people_today, active=found.people_active_today
        ),
        "conversations": t("overview.conversations_note", messages=f"{found.messages:,}"),
        "turns": t("overview.turns_note", all=f"{found.messages:,}"),
        "signals": t("overview.signals_note", today=f"{found.signals_today:,}"),
        "cost": model_words.cost_note(settings),
        "saved": t(
            "overview.saved_note",
            spent=dollars(found.costs.microusd, 4),
            uncached=dollars(found.costs.uncached_microusd, 4),
        ),
        "model": model_words.note(settings, found.model, spent),
    }
    return figures, notes


def _notes(morning: Morning) -> dict[str, str]:
    whole = {name: f"{getattr(morning, name).whole:,}" for name in TOLD}
    return {
        "active": t("overview.active_note"),
        "returned": t("overview.returned_note"),
        "helped": t("overview.helped_note", answered=whole["helped"]),
        "first_helped": t("overview.helped_note", answered=whole["first_helped"]),
        "safety": t("overview.safety_note"),
        "urgent": t("overview.urgent_note"),
        "first_word": t("overview.first_word_note"),
        "failures": t(
            "overview.failures_note", bad=f"{morning.failures.part:,}", calls=whole["failures"]
        ),
        "spent": t("overview.spent_note"),
        "message_cost": t("overview.message_cost_note", messages=whole["message_cost"]),
    }


def _told(figure: Figure, show: Callable[[float], str], note: str, morning: Morning) -> Told:
    value = "–" if figure.value is None else show(figure.value)
    said = ", ".join("–" if day is None else show(day) for day in figure.days)
    return Told(
        value,
        note,
        spark_path(figure.days),
        t(
            "overview.line",
            first=f"{morning.first_day:%d %b}",
            last=f"{morning.last_day:%d %b}",
            figures=said,
        ),
    )


def _whole(value: float) -> str:
    return f"{value:,.0f}"


def _percent(share: float) -> str:
    return f"{share:.0%}"
