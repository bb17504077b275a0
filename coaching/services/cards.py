"""Cards: sentences to carry, in the person's words. At most one of them is the focus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coaching.content.card_parts import PARTS, as_text, parts_in, tidied
from coaching.errors import Conflict, InvalidInput
from coaching.models import FocusDay, RewireCard
from coaching.repositories import analytics, cards, focus_days, messages, profiles
from coaching.services.safety_events import Kept, screen_words
from coaching.text.words import bare_words, folded
from coaching.values.clean_text import clean_text
from coaching.values.enums import PrescribedBy
from coaching.values.undo import UNDO_WITHIN
from coaching.values.usage_events import UsageEvent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.enums import CardKind

TITLE_MAX = 80
CONTENT_MAX = 400
WHOLE_MAX = 1000
QUOTE_MAX = 2000
PAGE = 50
SEARCHED = 2_000
"""As many of the newest cards are searched."""


@dataclass(frozen=True, slots=True)
class Deleted:
    """A card that was deleted and its days, as JSON; nobody keeps it but the page's Undo."""

    card: dict[str, Any]
    days: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class CardWords:
    """The text of a card, and its parts if it has some."""

    content: str
    parts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CardPage:
    """Cards, newest first; `next` leads to older ones."""

    items: Sequence[RewireCard]
    next: datetime | None


async def page(
    s: AsyncSession, owner: UUID, *, before: datetime | None = None, limit: int = PAGE
) -> CardPage:
    """Return the newest cards, or those before an instant. The first page has the focus card.

    Cards of one instant are on one page, which may be longer for it.
    """
    found = list(await cards.for_user(s, owner, before=before, limit=limit + 1))
    shown = found[:limit]
    older = shown[-1].created_at if len(found) > limit else None
    if older and found[limit].created_at == older:
        shown = [card for card in shown if card.created_at != older]
        shown += await cards.of_instant(s, owner, older)
    if before is None and older and not any(card.is_focus for card in shown):
        focus = await cards.focus(s, owner)
        shown += [focus] if focus else []
    return CardPage(shown, older)


async def find(s: AsyncSession, owner: UUID, query: str) -> list[RewireCard]:
    """Return the cards that hold all words of a query, or their beginnings; none for no words."""
    wanted = bare_words(folded(query))
    if not wanted:
        return []
    every = await cards.for_user(s, owner, limit=SEARCHED)
    return [card for card in every if _holds(card, wanted)]


async def require(s: AsyncSession, owner: UUID, card_id: UUID) -> RewireCard:
    """Return a card of this person or raise NotFound."""
    return await cards.require(s, owner, card_id)


async def add(  # noqa: PLR0913 - the parts of a card, each by its name
    s: AsyncSession,
    owner: UUID,
    *,
    kind: CardKind,
    title: str,
    at: datetime,
    content: str = "",
    parts: Mapping[str, str] | None = None,
    quote: str = "",
    source_message_id: UUID | None = None,
    prescribed_by: PrescribedBy = PrescribedBy.USER,
) -> Kept[RewireCard]:
    """Keep a sentence, or the parts of a plan or a kit, as a card.

    `quote` is what was said, in the message it comes from: one of this person, or NotFound.
    """
    person = await profiles.require(s, owner)
    if source_message_id is not None and prescribed_by is PrescribedBy.USER:
        await messages.require(s, owner, source_message_id)
    words = card_words(person.locale, kind, content, parts)
    card = RewireCard(
        user_id=owner,
        kind=kind,
        title=_title(title),
        content=words.content,
        parts=dict(words.parts),
        quote=clean_text("quote", quote, maximum=QUOTE_MAX, may_be_empty=True),
        source_message_id=source_message_id,
        prescribed_by=prescribed_by,
        tension_type=person.tension_type,
        created_at=at,
        updated_at=at,
    )
    added = await cards.add(s, owner, card)
    await analytics.add(s, owner, UsageEvent.CARD_KEPT, at=at, kind=kind, by=prescribed_by)
    return await _kept(s, added, at)


async def edit(  # noqa: PLR0913 - the parts of a card, each by its name
    s: AsyncSession,
    owner: UUID,
    card_id: UUID,
    *,
    at: datetime,
    title: str | None = None,
    content: str | None = None,
    kind: CardKind | None = None,
    parts: Mapping[str, str] | None = None,
) -> Kept[RewireCard]:
    """Change a card; what is not given stays. A text takes the place of parts, and they of it."""
    card = await cards.require(s, owner, card_id)
    changes: dict[str, object] = {} if title is None else {"title": _title(title)}
    is_other_kind = kind is not None and kind is not card.kind
    if content is not None or parts or is_other_kind:
        language = (await profiles.require(s, owner)).locale
        written = card.content if content is None else content
        words = card_words(language, kind or card.kind, written, parts)
        changes |= {
            "kind": kind or card.kind,
            "content": words.content,
            "parts": dict(words.parts),
        }
    return await _kept(s, await cards.change(s, owner, card_id, now=at, **changes), at)


async def set_focus(
    s: AsyncSession,
    owner: UUID,
    card_id: UUID,
    *,
    at: datetime,
    prescribed_by: PrescribedBy = PrescribedBy.USER,
    rationale: str = "",
) -> RewireCard:
    """Set the focus card, replacing the previous one; a card from the toolkit becomes active.

    Where it is the focus already, the person takes it on: who wrote it stays as it is.
    """
    if prescribed_by is PrescribedBy.USER:
        current = await cards.focus(s, owner)
        if current is not None and current.id == card_id:
            taken = current.accepted_at or at
            return await cards.change(s, owner, card_id, now=at, accepted_at=taken)
    return await cards.set_focus(
        s, owner, card_id, now=at, prescribed_by=prescribed_by, rationale=rationale
    )


async def graduate(s: AsyncSession, owner: UUID, card_id: UUID, *, at: datetime) -> RewireCard:
    """Move a card that has become one's own to the toolkit, for ever."""
    return await cards.graduate(s, owner, card_id, now=at)


async def ungraduate(
    s: AsyncSession, owner: UUID, card_id: UUID, *, was_focus: bool, at: datetime
) -> None:
    """Undo `graduate`: the card is active again, and the focus if it was and none is now."""
    is_focus = was_focus and await cards.focus(s, owner) is None
    await cards.change(s, owner, card_id, now=at, graduated_at=None, is_focus=is_focus)


async def delete(s: AsyncSession, owner: UUID, card_id: UUID) -> Deleted:
    """Delete a card and what was said of it day by day; return what `restore` takes."""
    card = await cards.require(s, owner, card_id)
    days = await focus_days.of_card(s, owner, card_id)
    gone = Deleted(card.model_dump(mode="json"), [day.model_dump(mode="json") for day in days])
    await cards.remove(s, owner, card_id)
    return gone


async def restore(s: AsyncSession, owner: UUID, gone: Deleted) -> None:
    """Restore a deleted card with its days; idempotent. Another focus card stays the focus."""
    card = RewireCard.model_validate(gone.card)
    if await cards.find(s, owner, card.id) is not None:
        return
    card.is_focus = card.is_focus and await cards.focus(s, owner) is None
    await cards.add(s, owner, card)
    for day in gone.days:
        await focus_days.answer(s, owner, FocusDay.model_validate(day))


async def undo(s: AsyncSession, owner: UUID, card_id: UUID, *, at: datetime) -> None:
    """Undo saving a card, for a short time; later it can only be deleted, which asks first."""
    card = await cards.require(s, owner, card_id)
    if at - card.created_at > UNDO_WITHIN:
        raise Conflict("too late to undo; the card can be deleted")
    await delete(s, owner, card_id)


async def _kept(s: AsyncSession, card: RewireCard, at: datetime) -> Kept[RewireCard]:
    words = f"{card.title}\n{card.content}"
    return Kept(card, await screen_words(s, card.user_id, words, source="card", at=at))


def card_words(
    language: str, kind: CardKind, content: str, parts: Mapping[str, str] | None
) -> CardWords:
    """Return what a card says: its parts made one text, or its text and the parts found in it."""
    names = PARTS.get(kind, ())
    given = {name: part for name, part in (parts or {}).items() if part.strip()}
    if not given or not names:
        text = _content(content)
        return CardWords(text, parts_in(language, kind, text))
    if unknown := given.keys() - set(names):
        raise InvalidInput({f"parts.{name}": "is no part of this kind" for name in unknown})
    clean = {
        name: tidied(name, clean_text(f"parts.{name}", given[name], maximum=CONTENT_MAX))
        for name in names
        if name in given
    }
    text = clean_text("parts", as_text(language, kind, clean), maximum=WHOLE_MAX)
    return CardWords(text, clean)


def _holds(card: RewireCard, wanted: tuple[str, ...]) -> bool:
    parts = " ".join(card.parts.values())
    there = bare_words(folded(f"{card.title} {card.content} {parts} {card.quote}"))
    return all(any(word.startswith(start) for word in there) for start in wanted)


def _title(title: str) -> str:
    return clean_text("title", title, maximum=TITLE_MAX)


def _content(content: str) -> str:
    return clean_text("content", content, maximum=CONTENT_MAX)
