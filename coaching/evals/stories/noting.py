"""What Toney has noted of a person since somebody last looked: rows as sentences, without ids."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

from coaching.content import load_knowledge, text
from coaching.repositories import briefings as versions
from coaching.repositories import cards, focus_days, hypotheses, memories, signals, wins
from coaching.values.enums import HypothesisStatus, LensStatus

if TYPE_CHECKING:
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import CoachingBriefing, RewireCard

MANY = 1_000


@dataclass(frozen=True, slots=True)
class Seen:
    """A signal of the Observer."""

    kind: str
    content: str
    quote: str
    confidence: float
    is_urgent: bool


@dataclass(frozen=True, slots=True)
class Remembered:
    """A memory as it stands now; `was` is how it stood before, empty for a new one."""

    kind: str
    content: str
    quote: str
    source: str
    state: str
    was: str = ""


@dataclass(frozen=True, slots=True)
class Guess:
    """A guess about the person and how it stands."""

    said: str
    status: str
    because: str = ""


@dataclass(frozen=True, slots=True)
class Version:
    """One briefing: what it says of the person, and the guesses as they stood with it."""

    number: int
    after: str
    model: str
    guess: str
    guess_status: str
    given_up: tuple[Guess, ...]
    one_sentence: str
    narrative: str
    stage: str
    lenses: tuple[str, ...]
    doors: tuple[str, ...]
    card: str
    card_why: str


@dataclass(frozen=True, slots=True)
class Card:
    """A card; `done` and `not_today` count its days."""

    title: str
    content: str
    kind: str
    by: str
    is_focus: bool
    done: int
    not_today: int
    is_graduated: bool


@dataclass(frozen=True, slots=True)
class Noted:
    """Everything that is new."""

    seen: tuple[Seen, ...] = ()
    remembered: tuple[Remembered, ...] = ()
    versions: tuple[Version, ...] = ()
    cards: tuple[Card, ...] = ()
    wins: tuple[str, ...] = ()

    def __add__(self, other: Noted) -> Noted:
        """Return what two looks found, in order; of a card the newer one counts."""
        newer = {card.title for card in other.cards}
        return Noted(
            self.seen + other.seen,
            self.remembered + other.remembered,
            self.versions + other.versions,
            tuple(card for card in self.cards if card.title not in newer) + other.cards,
            self.wins + other.wins,
        )


@dataclass(slots=True)
class Notebook:
    """Knows what was there at the last look."""

    owner: UUID
    _known: dict[UUID, object] = field(default_factory=dict["UUID", object])

    async def look(self, s: AsyncSession) -> Noted:
        """Return what is new or has changed."""
        return Noted(
            seen=await self._seen(s),
            remembered=await self._remembered(s),
            versions=await self._versions(s),
            cards=await self._cards(s),
            wins=await self._wins(s),
        )

    def _is_new(self, row_id: UUID, state: object) -> bool:
        before, self._known[row_id] = self._known.get(row_id), state
        return before != state

    async def _seen(self, s: AsyncSession) -> tuple[Seen, ...]:
        return tuple(
            Seen(row.signal_type, row.content, row.quote, row.confidence, row.urgency_flag)
            for row in await signals.newest(s, self.owner, limit=MANY)
            if self._is_new(row.id, "there")
        )

    async def _remembered(self, s: AsyncSession) -> tuple[Remembered, ...]:
        found: list[Remembered] = []
        rows = await memories.known(s, self.owner, limit=MANY)
        for row in sorted(rows, key=lambda row: (row.created_at, row.content)):
            was = str(self._known.get(row.id, ""))
            if self._is_new(row.id, row.state.value):
                told = (row.kind, row.content, row.quote, row.source, row.state)
                found.append(Remembered(*told, was=was))
        return tuple(found)

    async def _versions(self, s: AsyncSession) -> tuple[Version, ...]:
        rows = reversed(await versions.for_user(s, self.owner))
        new = [row for row in rows if self._is_new(row.id, "there")]
        if not new:
            return ()
        guesses = [
            (row.id, Guess(row.text, row.status, row.because or ""))
            for row in reversed(await hypotheses.for_user(s, self.owner))
        ]
        over = tuple(
            guess
            for row_id, guess in guesses
            if guess.status == HypothesisStatus.RETIRED and self._is_new(row_id, guess.status)
        )
        held = {guess.said: guess.status for _, guess in guesses}
        return tuple(_version(row, held, over if row is new[-1] else ()) for row in new)

    async def _cards(self, s: AsyncSession) -> tuple[Card, ...]:
        days = await focus_days.since(s, self.owner, date.min)
        found = [
            (row.id, _card(row, sum(d.rewire_card_id == row.id and not d.completed for d in days)))
            for row in reversed(await cards.for_user(s, self.owner))
        ]
        return tuple(card for row_id, card in found if self._is_new(row_id, card))

    async def _wins(self, s: AsyncSession) -> tuple[str, ...]:
        rows = reversed(await wins.for_user(s, self.owner))
        return tuple(row.text for row in rows if self._is_new(row.id, "there"))


def _version(row: CoachingBriefing, held: dict[str, str], given_up: tuple[Guess, ...]) -> Version:
    labels = {stage.id: stage.label for stage in load_knowledge().stages}
    prescribed = row.prescription
    return Version(
        number=row.version,
        after=row.trigger,
        model=row.model,
        guess=row.hypothesis,
        guess_status=held.get(row.hypothesis, ""),
        given_up=given_up,
        one_sentence=row.one_sentence,
        narrative=row.journey_narrative,
        stage=labels[row.stage_of_change],
        lenses=tuple(
            text("en", f"insight.lens.{lens}.{edge['status']}")
            for lens, edge in row.growth_edges.items()
            if edge["status"] == LensStatus.STABILIZING
        ),
        doors=tuple(str(door["title"]) for door in row.doors),
        card=str(prescribed.get("action", "")),
        card_why=str(prescribed.get("rationale", "")),
    )


def _card(row: RewireCard, not_today: int) -> Card:
    return Card(
        title=row.title,
        content=row.content,
        kind=row.kind,
        by=row.prescribed_by,
        is_focus=row.is_focus,
        done=row.times_completed,
        not_today=not_today,
        is_graduated=row.graduated_at is not None,
    )
