"""A card that the person says doesn't fit: another one takes its place, or none."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from coaching.content import TRANSLATED, starter_cards
from coaching.errors import NotFound
from coaching.repositories import cards, profiles
from coaching.rules.focus_card import NO_CARD
from coaching.services import prescriptions
from coaching.values.enums import CardKind, PrescribedBy
from coaching.values.strategy import CardDraft

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.content import StarterCard
    from coaching.models import RewireCard
    from coaching.values.enums import Tension

INSTANTS = ("focus_set_at", "accepted_at", "graduated_at", "misfit_at")


async def others(s: AsyncSession, owner: UUID) -> list[StarterCard]:
    """Return the starter cards of their tension that they may have instead, as the app reads.

    None that is their focus card or that they refused, in any language.
    """
    person = await profiles.require(s, owner)
    if person.tension_type is None or not NO_CARD.isdisjoint(person.life_context):
        return []
    over = {
        card.content
        for card in await cards.for_user(s, owner)
        if card.is_focus or card.misfit_at is not None
    }
    return [
        card
        for card in starter_cards(person.tension_type, person.locale)
        if over.isdisjoint(_in_all_languages(person.tension_type, card.id))
    ]


async def leave_out(s: AsyncSession, owner: UUID, card_id: UUID, *, at: datetime) -> dict[str, Any]:
    """Take a card that doesn't fit off home; return as JSON what `restore` takes.

    Return {} where it isn't the focus: another tap was quicker.
    """
    await profiles.hold(s, owner)
    card = await cards.require(s, owner, card_id)
    if not card.is_focus:
        return {}
    before = {"made": "", "cards": [_as_json(card)]}
    await cards.change(s, owner, card_id, now=at, misfit_at=at, is_focus=False)
    return before


async def made_way(
    s: AsyncSession, owner: UUID, card_id: UUID, own: UUID, *, at: datetime
) -> dict[str, Any]:
    """Take a card off home for one that they wrote instead; return what `restore` takes.

    One that was deleted meanwhile makes way by that: what they wrote is saved.
    """
    if await cards.find(s, owner, card_id) is None:
        return {}
    before = await leave_out(s, owner, card_id, at=at)
    return {**before, "made": str(own)} if before else {}


async def replace_with(
    s: AsyncSession, owner: UUID, card_id: UUID, starter: str, *, at: datetime
) -> dict[str, Any]:
    """Set a starter card as the focus in the place of a card; return what `restore` takes."""
    chosen = next((card for card in await others(s, owner) if card.id == starter), None)
    before = await leave_out(s, owner, card_id, at=at)
    if not before:
        return {}
    if chosen is None:
        raise NotFound("no such starter card")
    there = {card.id: _as_json(card) for card in await cards.for_user(s, owner)}
    draft = CardDraft(kind=CardKind.NOTICING, title=chosen.title, content=chosen.content)
    new = await prescriptions.written(s, owner, draft, at=at)
    await cards.set_focus(s, owner, new, now=at, prescribed_by=PrescribedBy.USER)
    known = there.get(new)
    if known is None:
        return {**before, "made": str(new)}
    return {**before, "cards": [known, *before["cards"]]}


async def restore(
    s: AsyncSession, owner: UUID, _row: UUID, gone: Mapping[str, Any], /, *, at: datetime
) -> None:
    """Undo a replacement: its card goes, and the one before is the focus if no other is."""
    await profiles.hold(s, owner)
    if gone["made"]:
        await cards.remove(s, owner, UUID(gone["made"]))
    for told in gone["cards"]:
        if await cards.find(s, owner, UUID(told["id"])) is None:
            continue
        instants = {name: _instant(told[name]) for name in INSTANTS}
        card_id, reason = UUID(told["id"]), told["rationale"]
        await cards.change(s, owner, card_id, now=at, is_focus=False, rationale=reason, **instants)
        is_focus = told["is_focus"] and await cards.focus(s, owner) is None
        await cards.change(s, owner, card_id, now=at, is_focus=is_focus)


def _in_all_languages(tension: Tension, starter: str) -> set[str]:
    return {
        card.content
        for language in ("en", *TRANSLATED)
        for card in starter_cards(tension, language)
        if card.id == starter
    }


def _as_json(card: RewireCard) -> dict[str, Any]:
    return card.model_dump(mode="json", include={"id", "is_focus", "rationale", *INSTANTS})


def _instant(told: str | None) -> datetime | None:
    return datetime.fromisoformat(told) if told else None
