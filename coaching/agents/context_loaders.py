"""Context loaders: a person as they are now, read in one unit or in several side by side."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from coaching.agents.care import load_care
from coaching.agents.views import card_view, intel_view, person_view, signal_view, win_view
from coaching.clock import local_day
from coaching.content import effective_depth, effective_tone
from coaching.repositories import (
    cards,
    conversations,
    focus_days,
    intel,
    messages,
    profiles,
    signals,
    wins,
)
from coaching.services.signals import without_many_shifts
from coaching.values.enums import Stage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date, datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.agents.care import Care
    from coaching.models import RewireCard
    from coaching.repositories.db import Db
    from coaching.safety import Heard
    from coaching.values.context import CardView, IntelView, PersonView, SignalView, WinView
    from coaching.values.enums import Depth, LearningStyle

CARDS = 20
WINS = 10
SIGNALS, SIGNALS_READ = 10, 30
OPENINGS = 10
REPLIES = 60
WEEK = timedelta(days=6)  # today and the six days before


@dataclass(frozen=True, slots=True)
class Manner:
    """Style settings of this session, and the person's local day."""

    tone: float
    depth: Depth
    learning_style: LearningStyle
    care: Care
    today: date


@dataclass(frozen=True, slots=True)
class Person:
    """Profile fields and style of a person, as the prompt needs them."""

    view: PersonView
    intel: IntelView | None
    manner: Manner


@dataclass(frozen=True, slots=True)
class Keepsakes:
    """The person's cards, with this week's notes on them, and their wins."""

    cards: tuple[CardView, ...]
    wins: tuple[WinView, ...]

    @property
    def focus(self) -> CardView | None:
        """The card on home."""
        return next((card for card in self.cards if card.is_focus), None)


@dataclass(frozen=True, slots=True)
class Recent:
    """Newest events of a person across sessions."""

    signals: tuple[SignalView, ...]
    openings: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


async def load_side_by_side(
    db: Db, owner: UUID, *, session_number: int, at: datetime
) -> tuple[Person, Keepsakes, Recent]:
    """Read everything at once, each group in its own unit."""

    async def person() -> Person:
        async with db.unit(owner) as s:
            return await load_person(s, owner, session_number=session_number, at=at)

    async def keepsakes() -> Keepsakes:
        async with db.unit(owner) as s:
            return await load_keepsakes(s, owner, at=at)

    async def recent() -> Recent:
        async with db.unit(owner) as s:
            return await load_recent(s, owner)

    return await asyncio.gather(person(), keepsakes(), recent())


async def load_person(s: AsyncSession, owner: UUID, *, session_number: int, at: datetime) -> Person:
    """Read the person, with what is understood of them."""
    profile = await profiles.require(s, owner)
    manner = await load_manner(s, owner, session_number=session_number, at=at)
    row = await intel.find(s, owner)
    known = intel_view(row) if row else None
    view = person_view(
        profile,
        stage=known.stage_of_change if known else Stage.CONTEMPLATION,
        tone=manner.tone,
        depth=manner.depth,
        session_number=session_number,
    )
    return Person(view, known, manner)


async def load_manner(
    s: AsyncSession,
    owner: UUID,
    *,
    session_number: int,
    at: datetime,
    heard: Heard | None = None,
) -> Manner:
    """Read how to speak now: tone and depth as this session may use them.

    Counts the verdict on an incoming message before its safety event is stored.
    """
    profile = await profiles.require(s, owner)
    care = await load_care(s, owner, session_number=session_number, at=at)
    care = care.after(heard) if heard else care
    tone = effective_tone(profile.tone, safety_recent=care.is_gentle)
    depth = effective_depth(
        profile.depth,
        session_number=session_number,
        last_session_danger=care.last_session_danger,
        safety_recent=care.is_gentle,
    )
    return Manner(
        tone=tone,
        depth=depth,
        learning_style=profile.learning_style,
        care=care,
        today=local_day(at, profile.time_zone),
    )


async def load_keepsakes(
    s: AsyncSession, owner: UUID, *, at: datetime, days: timedelta = WEEK
) -> Keepsakes:
    """Read cards, newest first and the focus among them, and the last wins.

    `days` is how far back completions are read; "not today" always counts for a week.
    """
    today = local_day(at, (await profiles.require(s, owner)).time_zone)
    said = await focus_days.since(s, owner, today - days)
    found = await _with_focus(s, owner, await cards.for_user(s, owner, limit=CARDS))
    return Keepsakes(
        cards=tuple(card_view(card, said, week_from=today - WEEK) for card in found),
        wins=tuple(win_view(win) for win in await wins.for_user(s, owner, limit=WINS)),
    )


async def load_recent(s: AsyncSession, owner: UUID) -> Recent:
    """Read the newest signals, and how the last replies began and by which lines, oldest first."""
    metas = await messages.last_replies_meta(s, owner, limit=REPLIES)
    newest = await signals.newest(s, owner, limit=SIGNALS_READ)
    rows = without_many_shifts(newest)[-SIGNALS:]
    numbers: dict[UUID, int] = {}
    for session_id in {row.session_id for row in rows}:
        numbers[session_id] = (await conversations.require(s, owner, session_id)).session_number
    return Recent(
        signals=tuple(signal_view(row, session_number=numbers[row.session_id]) for row in rows),
        openings=_openings(metas[-OPENINGS:]),
        lines=tuple(tuple(meta.get("template_ids") or ()) for meta in metas),
    )


def _openings(metas: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    return tuple(str(meta["opening"]) for meta in metas if meta.get("opening"))


async def _with_focus(
    s: AsyncSession, owner: UUID, newest: Sequence[RewireCard]
) -> list[RewireCard]:
    """Return the newest cards and the focus card, which may be older than they are."""
    if len(newest) < CARDS or any(card.is_focus for card in newest):
        return list(newest)
    focus = await cards.focus(s, owner)
    return list(newest) if focus is None else [*newest, focus]
