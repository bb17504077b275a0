"""What code decides about a prescription, whatever the model says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.content import starter_cards
from coaching.errors import StructureInvalid
from coaching.values.enums import CardKind, PrescriptionAction, Trigger
from coaching.values.strategy import CardDraft, FocusCardPrescription

if TYPE_CHECKING:
    from coaching.values.context import PersonView, StrategistContext
    from coaching.values.strategy import StrategistOutput

NO_STARTER_CARD = frozenset({"ctx_urgent", "ctx_controlled"})


def require_own_cards(output: StrategistOutput, context: StrategistContext) -> None:
    """Refuse an answer that names a card which the person does not have (AP-15)."""
    card_id = output.focus_card_prescription.card_id
    if card_id is not None and card_id not in {card.id for card in context.cards}:
        raise StructureInvalid("focus_card_prescription.card_id: not one of this person's", raw="")


def settled(output: StrategistOutput, context: StrategistContext) -> StrategistOutput:
    """Return the answer with what is fixed: the starter card, no new card after a crisis."""
    prescription = output.focus_card_prescription
    if context.trigger is Trigger.ONBOARDING:
        prescription = starter_prescription(context.person, prescription)
    elif context.safety_recent:
        prescription = _keep("Nothing new in the days after something serious was said.")
    closing = output.closing_note if context.trigger is Trigger.SESSION_END else ""
    return output.model_copy(
        update={"focus_card_prescription": prescription, "closing_note": closing}
    )


def starter_prescription(
    person: PersonView, proposed: FocusCardPrescription
) -> FocusCardPrescription:
    """Return the first focus card: a starter card of their tension, or none (contracts.md)."""
    if person.tension is None or not NO_STARTER_CARD.isdisjoint(person.life_context):
        return _keep("The first session comes before the first card.")
    starters = starter_cards(person.tension)
    title = proposed.card.title if proposed.card else ""
    card = next((starter for starter in starters if starter.title == title), starters[0])
    return FocusCardPrescription(
        action=PrescriptionAction.CREATE_NEW,
        card=CardDraft(kind=CardKind.NOTICING, title=card.title, content=card.content),
        card_id=None,
        rationale=proposed.rationale,
    )


def _keep(rationale: str) -> FocusCardPrescription:
    return FocusCardPrescription(
        action=PrescriptionAction.KEEP_CURRENT, card=None, card_id=None, rationale=rationale
    )
