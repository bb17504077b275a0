"""One person as rows and marks that are ready to show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from admin_app.components.data_table import Row
from admin_app.components.timeline import Mark, Track, dot, shape
from admin_app.copy import t
from admin_app.pages.flag_rows import language_words
from admin_app.pages.jobs import told
from admin_app.pages.log import log_row
from admin_app.pages.model_words import dollars
from coaching.domains.people import service as people
from coaching.safety.country import ELSEWHERE, country_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from coaching.domains.people.history import SessionLine, Spent
    from coaching.domains.people.person import CardLine, Head, Remembered, Story, Version
    from coaching.domains.privacy.consents import Given
    from coaching.models import AuditEntry, Job

LARGEST = 9
SIGNALS = 30


def title(head: Head) -> str:
    return t("person.title_of", person=people.short_id(head.id))


def about(head: Head) -> str:
    """Return the line under the title."""
    parts = [
        t("person.joined", day=day(head.joined_at)),
        _country(head.country),
        t("person.active", at=minute(head.last_active_at)) if head.last_active_at else "",
    ]
    return " · ".join(filter(None, parts))


def facts(head: Head) -> list[list[str]]:
    known = [kind for kind in head.accounts if kind != "guest"] or ["guest"]
    return [
        [t("users.tension"), t(f"metrics.tension.{head.tension or 'none'}")],
        [t("person.second"), _tension(head.second_tension)],
        [t("users.stage"), t(f"intel.stage.{head.stage}") if head.stage else "–"],
        [t("person.tier"), t(f"metrics.tier.{head.tier}")],
        [t("users.account"), ", ".join(t(f"users.account.{kind}") for kind in known)],
        [t("users.language"), language_words(head.locale)],
        [t("person.id"), str(head.id)],
    ]


def tracks(story: Story, now: datetime) -> tuple[list[Track], str, str]:
    """Return the rows of the time line with its first and last day; empty before a first event."""
    instants = [
        *(one.began_at for one in story.sessions),
        *(at for at, *_ in story.signals),
        *story.wins,
        *(at for at, _ in story.briefings),
        *story.cards,
    ]
    if not instants:
        return [], "", ""
    start = min(instants)
    span = max((now - start).total_seconds(), 1)

    def place(at: datetime) -> str:
        return f"{1 + 98 * (at - start).total_seconds() / span:.2f}%"

    def track(name: str, marks: Iterable[Mark]) -> Track:
        drawn = list(marks)
        label = t(f"person.track.{name}")
        return Track(label, drawn, t("person.track_said", name=label, count=len(drawn)))

    shown = [
        track(
            "sessions",
            (Mark(place(s.began_at), dot(min(3 + s.written, LARGEST))) for s in story.sessions),
        ),
        track("signals", (Mark(place(at), shape(kind), kind) for at, kind, *_ in story.signals)),
        track("wins", (Mark(place(at), dot(5)) for at in story.wins)),
        track("cards", (Mark(place(at), dot(5)) for at in story.cards)),
        track("briefings", (Mark(place(at), dot(5), "ink") for at, _ in story.briefings)),
    ]
    return shown, day(start), day(now)


def signal_rows(story: Story) -> list[Row]:
    return [
        Row([minute(at), t(f"metrics.signal.{kind}"), f"{sure:.2f}", _yes(is_urgent)])
        for at, kind, sure, is_urgent in story.signals[:SIGNALS]
    ]


def session_rows(sessions: Sequence[SessionLine]) -> list[Row]:
    return [
        Row(
            [
                f"{one.number}",
                minute(one.began_at),
                f"{one.written}",
                t("person.deleted") if one.is_deleted else t(f"person.session.{one.status}"),
                t(f"person.feedback.{one.feedback}") if one.feedback else "–",
                "" if one.is_deleted else str(one.id),
            ]
        )
        for one in sessions
    ]


def briefing_rows(versions: Sequence[Version]) -> list[Row]:
    return [
        Row(
            [
                f"{one.version}",
                minute(one.at),
                t(f"person.trigger.{one.trigger}"),
                t(f"intel.stage.{one.stage}"),
                f"{one.words}",
                f"+{one.gained}  −{one.lost}",
            ]
        )
        for one in versions
    ]


def memory_rows(memories: Sequence[Remembered], words: Sequence[tuple[str, str]]) -> list[Row]:
    """Return memories; without a grant their texts are only measured."""
    texts = [f"{text} “{quote}”" if quote else text for text, quote in words]
    return [
        Row(
            [
                minute(one.at),
                t(f"person.memory.{one.kind}"),
                t(f"person.source.{one.source}"),
                t(f"person.state.{one.state}"),
                _yes(one.is_sensitive),
                texts[place] if place < len(texts) else hidden(one.words),
            ]
        )
        for place, one in enumerate(memories)
    ]


def card_rows(cards: Sequence[CardLine], titles: Sequence[str]) -> list[Row]:
    return [
        Row(
            [
                minute(one.at),
                t(f"person.card.{one.kind}"),
                _now(one),
                f"{one.times}",
                t(f"person.by.{one.prescribed_by}"),
                titles[place] if place < len(titles) else hidden(one.words),
            ]
        )
        for place, one in enumerate(cards)
    ]


def cost_rows(spent: Sequence[Spent]) -> list[Row]:
    return [
        Row(
            [
                t(f"costs.role.{one.role}"),
                f"{one.calls:,}",
                f"{one.tokens:,}",
                dollars(one.microusd, 4),
            ]
        )
        for one in spent
    ]


def job_rows(jobs: Sequence[Job]) -> list[Row]:
    return [
        Row(
            [
                minute(one.created_at),
                t(f"jobs.kind.{one.kind}"),
                t(f"status.{one.status}"),
                t("jobs.attempt_of", attempt=one.attempts, most=one.max_attempts),
                told(one.last_error) or "–",
            ]
        )
        for one in jobs
    ]


def consent_rows(given: Sequence[Given]) -> list[Row]:
    return [
        Row(
            [
                one.version,
                minute(one.given_at),
                minute(one.withdrawn_at) if one.withdrawn_at else "–",
                t(f"person.consent.{one.state}"),
            ]
        )
        for one in given
    ]


def log_rows(entries: Sequence[AuditEntry]) -> list[Row]:
    shown = [log_row(one).cells for one in entries]
    return [Row([*cells[:3], *cells[4:]]) for cells in shown]


def hidden(words: int) -> str:
    """Return what stands for a text that isn't shown."""
    return t("person.hidden", words=words)


def day(at: datetime) -> str:
    return f"{at:%d %b %Y}"


def minute(at: datetime) -> str:
    return f"{at:%d %b %Y, %H:%M}"


def _country(code: str) -> str:
    return t("person.elsewhere") if code == ELSEWHERE else country_names().get(code, code)


def _tension(tension: str | None) -> str:
    return t(f"metrics.tension.{tension}") if tension else t("person.no_second")


def _now(card: CardLine) -> str:
    """Return what a card is now, in words."""
    if card.is_focus:
        return t("person.focus")
    return t("person.graduated") if card.is_graduated else "–"


def _yes(is_so: bool) -> str:  # noqa: FBT001 - a value, as it comes
    return t("person.yes") if is_so else "–"
