"""Cards as Rewire shows them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.content.card_parts import PARTS
from coaching.values.enums import PrescribedBy

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from coaching.models import RewireCard

RESTS_AFTER = timedelta(days=21)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a plan or a conversation kit."""

    name: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A card; `origin` names the sentence that says where it came from."""

    id: str = ""
    kind: str = ""
    title: str = ""
    content: str = ""
    parts: list[Part] = field(default_factory=list[Part])
    quote: str = ""
    origin: str = ""
    at: str = ""
    rests_since: str = ""
    practised: int = 0
    is_focus: bool = False
    is_accepted: bool = False
    is_kept: bool = False
    is_misfit: bool = False


@dataclass(frozen=True, slots=True)
class Shelf:
    """All cards by their place."""

    focus: Card = Card()
    practising: list[Card] = field(default_factory=list[Card])
    toolkit: list[Card] = field(default_factory=list[Card])


def shelf(cards: Iterable[RewireCard], now: datetime) -> Shelf:
    """Sort cards into focus, practising and toolkit."""
    shown = [card(row, now) for row in cards]
    return Shelf(
        focus=next((c for c in shown if c.is_focus), Card()),
        practising=[c for c in shown if not c.is_focus and not c.is_kept],
        toolkit=[c for c in shown if c.is_kept],
    )


def card(row: RewireCard, now: datetime) -> Card:
    """Return one card."""
    touched = max(filter(None, (row.created_at, row.focus_set_at, row.last_completed_at)))
    rests = not row.is_focus and row.misfit_at is None and now - touched > RESTS_AFTER
    return Card(
        id=str(row.id),
        kind=row.kind.value,
        title=row.title,
        content=row.content,
        parts=parts(row),
        quote="" if row.quote == row.content else row.quote,
        origin=_origin(row),
        at=row.created_at.isoformat(),
        rests_since=touched.isoformat() if rests else "",
        practised=row.times_completed,
        is_focus=row.is_focus,
        is_accepted=row.accepted_at is not None or row.times_completed > 0,
        is_kept=row.graduated_at is not None and not row.is_focus,
        is_misfit=row.misfit_at is not None,
    )


def parts(row: RewireCard) -> list[Part]:
    """Return the parts of a card, in the order in which they are read."""
    names = PARTS.get(row.kind, ())
    return [Part(name, row.parts[name]) for name in names if name in row.parts]


def _origin(row: RewireCard) -> str:
    # A card begun from a reply that answers no sentence of theirs is only what they wrote there.
    if row.quote or (row.source_message_id and row.prescribed_by is not PrescribedBy.USER):
        return "from_words"
    return "starter" if row.prescribed_by is PrescribedBy.STRATEGIST else "written"
