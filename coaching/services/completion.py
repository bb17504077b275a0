"""Marking what was planned as done: a card, a note, or both when they are the same."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from coaching.errors import Conflict, NotFound
from coaching.memory.deduplication import telling
from coaching.memory.plans import is_open
from coaching.memory.rules import load_rules
from coaching.repositories import cards, messages, profiles
from coaching.services import focus, memories
from coaching.text.similarity import containment
from coaching.text.words import bare_words, letters
from coaching.values.enums import CardKind
from coaching.values.undo import UNDO_WITHIN

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import CoachMemory, RewireCard

Item = TypeVar("Item", "RewireCard", "CoachMemory")
ENOUGH = 0.5
LEAST_SHARED = 2
LATELY = 20
DONE_ONCE = frozenset({CardKind.PLAN, CardKind.CONVERSATION})
CAN_BE_OVER = DONE_ONCE | {CardKind.PRACTICE}
"""A sentence is never over: it can only have helped once more."""


@dataclass(frozen=True, slots=True)
class Done:
    """The marked row; `before` is the state that undo restores."""

    title: str
    before: dict[str, Any]

    is_card: bool
    """False for a note: it is a sentence about the person, too long for a line."""


async def is_said(s: AsyncSession, owner: UUID, quote: str) -> bool:
    """Return True if the person wrote these words lately; nothing from a crisis counts."""
    own = f" {' '.join(bare_words(quote))} "
    said = await messages.by_person(s, owner, limit=LATELY)
    return bool(own.strip()) and any(own in f" {' '.join(bare_words(m.text))} " for m in said)


async def mark(
    s: AsyncSession, owner: UUID, what: str, *, is_over: bool, at: datetime
) -> Done | None:
    """Mark the card and the commitment that say this; None if there are none.

    A plan that is over leaves home for the toolkit. Anything else counts one more time today; so
    does a card that is only like the note that was named.
    """
    await profiles.hold(s, owner)
    card = _nearest(what, await _open_cards(s, owner), _card_texts)
    plan = _nearest(what, await _open_plans(s, owner, at), _memory_texts) if is_over else None
    if card is None and plan is None:
        return None
    before: dict[str, Any] = {"at": at.isoformat()}
    is_named = (
        plan is None
        or not _is_named(what, plan.content)
        or (card is not None and _is_named(what, card.title))
    )
    if card is not None:
        before["card"] = await _mark_card(s, card, is_over=is_over and is_named, at=at)
    if plan is not None:
        expires = plan.expires_at.isoformat() if plan.expires_at else None
        before["memory"] = {"id": str(plan.id), "expires_at": expires}
        await memories.mark_done(s, owner, plan.id, at=at)
    if card is not None and is_named:
        return Done(card.title, before, is_card=True)
    return Done(plan.content if plan else "", before, is_card=False)


async def is_note(s: AsyncSession, owner: UUID, what: str, *, at: datetime) -> bool:
    """Return True if an open note says this; a note has no count."""
    return _nearest(what, await _open_plans(s, owner, at), _memory_texts) is not None


async def open_titles(s: AsyncSession, owner: UUID, *, at: datetime) -> list[str]:
    """Return what could be marked, as the model may name it."""
    found = [card.title for card in await _open_cards(s, owner)]
    return found + [memory.content for memory in await _open_plans(s, owner, at)]


async def undo(s: AsyncSession, owner: UUID, before: Mapping[str, Any], *, at: datetime) -> None:
    """Restore what was marked a moment ago."""
    if at - datetime.fromisoformat(before["at"]) > UNDO_WITHIN:
        raise Conflict("too late to undo")
    await open_again(s, owner, before, at=at)


async def open_again(
    s: AsyncSession, owner: UUID, before: Mapping[str, Any], *, at: datetime
) -> None:
    """Restore what was marked, however long ago."""
    await profiles.hold(s, owner)
    if "card" in before:
        marked_at = datetime.fromisoformat(before["at"])
        await _restore_card(s, owner, before["card"], marked_at=marked_at, at=at)
    if "memory" in before:
        expires = before["memory"]["expires_at"]
        until = datetime.fromisoformat(expires) if expires else None
        await memories.mark_open(s, owner, UUID(before["memory"]["id"]), expires_at=until, at=at)


async def _mark_card(
    s: AsyncSession, card: RewireCard, *, is_over: bool, at: datetime
) -> dict[str, Any]:
    leaves = is_over and card.kind in CAN_BE_OVER
    counted = await focus.count_today(s, card, at=at)
    before = {"id": str(card.id), "counted": counted, "left": leaves, "focus": card.is_focus}
    if leaves:
        await cards.graduate(s, card.user_id, card.id, now=at)
    return before


async def _restore_card(
    s: AsyncSession, owner: UUID, before: Mapping[str, Any], *, marked_at: datetime, at: datetime
) -> None:
    card = await cards.find(s, owner, UUID(before["id"]))
    if card is None:
        raise NotFound("that card was deleted")
    if before["counted"]:
        await focus.uncount_day_of(s, card, marked_at, at=at)
    if before["left"]:
        may_return = before["focus"] and await cards.focus(s, owner) is None
        await cards.change(s, owner, card.id, now=at, graduated_at=None, is_focus=may_return)


async def _open_cards(s: AsyncSession, owner: UUID) -> list[RewireCard]:
    return [card for card in await cards.for_user(s, owner) if card.graduated_at is None]


async def _open_plans(s: AsyncSession, owner: UUID, at: datetime) -> list[CoachMemory]:
    found = await memories.active(s, owner, at=at)
    return [memory for memory in found if is_open(memory)]


def _card_texts(card: RewireCard) -> tuple[str, ...]:
    return card.title, card.content, f"{card.title} {card.content}"


def _memory_texts(memory: CoachMemory) -> tuple[str, ...]:
    return memory.content, memory.quote


def _nearest(
    what: str, items: Sequence[Item], texts: Callable[[Item], tuple[str, ...]]
) -> Item | None:
    """Return the item that shares most of its telling words with a text, if that is enough."""
    scored = [(max(_shared(what, text) for text in texts(item)), item) for item in items]
    best = max(scored, key=lambda found: found[0], default=None)
    return best[1] if best is not None and best[0] >= ENOUGH else None


def _is_named(what: str, text: str) -> bool:
    return bare_words(what) == bare_words(text)


def _shared(what: str, text: str) -> float:
    if _is_named(what, text):
        return 1.0
    days, other = _weekdays(what), _weekdays(text)
    if days and other and not days & other:  # a plan that was moved is another plan
        return 0.0
    a, b = telling(what), telling(text)
    return max(containment(a, b), containment(b, a)) if len(a & b) >= LEAST_SHARED else 0.0


def _weekdays(text: str) -> frozenset[str]:
    rules = load_rules()
    return frozenset(letters(rules.written_out(text))) & frozenset(rules.weekdays)
