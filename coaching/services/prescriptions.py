"""Apply the Strategist's prescription to the focus card (A68)."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.models import RewireCard
from coaching.repositories import cards, profiles
from coaching.rules.focus_card import WITHOUT_CARD
from coaching.services import safety_events
from coaching.services.completion import DONE_ONCE
from coaching.services.do_not_repeat import may_offer, unspoken
from coaching.values.enums import PrescribedBy, PrescriptionAction

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.strategy import CardDraft, FocusCardPrescription


CHOSEN_STAYS = timedelta(days=1)


async def apply(
    s: AsyncSession, owner: UUID, prescription: FocusCardPrescription, *, at: datetime
) -> bool:
    """Do what was prescribed; return False if the card stays as it is against that.

    A card of somebody else is NotFound and undoes the whole run. A crisis may lie between the
    reading and this: in the days after it no card comes and none goes.
    The person may have chosen a card themselves meanwhile: theirs stays.
    """
    if await safety_events.is_quiet(s, owner, at=at) or await _is_just_chosen(s, owner, at):
        return prescription.action is PrescriptionAction.KEEP_CURRENT
    if not await _may_be_shown(s, owner, prescription.card):
        return False
    card_id = None
    if prescription.action is PrescriptionAction.GRADUATE:
        await _graduate_current(s, owner, at)
    if prescription.action is PrescriptionAction.SET_EXISTING:
        card_id = prescription.card_id
    elif prescription.action is not PrescriptionAction.KEEP_CURRENT and prescription.card:
        card_id = await written(s, owner, prescription.card, at=at)
    if card_id is None:
        return True
    if await _is_over(s, owner, card_id):
        return False
    await cards.set_focus(
        s,
        owner,
        card_id,
        now=at,
        prescribed_by=PrescribedBy.STRATEGIST,
        rationale=prescription.rationale,
    )
    return True


async def _may_be_shown(s: AsyncSession, owner: UUID, card: CardDraft | None) -> bool:
    """Return False for a card that says what was said in danger or about abuse."""
    if card is None:
        return True
    return may_offer(f"{card.title}\n{card.content}", await unspoken(s, owner))


async def _is_just_chosen(s: AsyncSession, owner: UUID, at: datetime) -> bool:
    """Return True when the person put a card in focus lately, perhaps since the model read.

    So is having no card, once they have said that one doesn't fit.
    """
    current = await cards.focus(s, owner)
    if current is None:
        refused = [card.misfit_at for card in await cards.for_user(s, owner) if card.misfit_at]
        return bool(refused) and at - max(refused) < WITHOUT_CARD
    if current.rationale:
        return False
    return current.focus_set_at is not None and at - current.focus_set_at < CHOSEN_STAYS


async def _is_over(s: AsyncSession, owner: UUID, card_id: UUID) -> bool:
    """Return True for a card that isn't shown on home again: a plan that is done, or a misfit."""
    card = await cards.require(s, owner, card_id)
    if card.misfit_at is not None:
        return True
    return card.graduated_at is not None and card.kind in DONE_ONCE


async def _graduate_current(s: AsyncSession, owner: UUID, at: datetime) -> None:
    current = await cards.focus(s, owner)
    if current is not None:
        await cards.graduate(s, owner, current.id, now=at)


async def written(s: AsyncSession, owner: UUID, draft: CardDraft, *, at: datetime) -> UUID:
    """Return the card with this text, else a new one."""
    for card in await cards.for_user(s, owner):
        if (card.title, card.content) == (draft.title, draft.content):
            return card.id
    made = RewireCard(
        user_id=owner,
        kind=draft.kind,
        title=draft.title,
        content=draft.content,
        tension_type=(await profiles.require(s, owner)).tension_type,
        prescribed_by=PrescribedBy.STRATEGIST,
        created_at=at,
        updated_at=at,
    )
    return (await cards.add(s, owner, made)).id
