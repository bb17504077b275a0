"""Postprocessing of a prescription: what code decides, whatever the model says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.content import starter_cards
from coaching.rules.case import Case
from coaching.rules.focus_card import SKIPS, smaller
from coaching.text.language import language_of
from coaching.values.enums import CardKind, PrescriptionAction, Trigger
from coaching.values.strategy import CardDraft, FocusCardPrescription

if TYPE_CHECKING:
    from coaching.values.context import CardView, PersonView, StrategistContext
    from coaching.values.strategy import StrategistAnswer

NO_STARTER_CARD = frozenset({"ctx_urgent", "ctx_controlled"})


def settled_prescription(
    output: StrategistAnswer, context: StrategistContext
) -> FocusCardPrescription:
    """Return what happens to the card: the rules for cards win over what the model asks for."""
    wish = output.focus_card_prescription
    if context.safety_recent:
        return _keep("Nothing new in the days after something serious was said.")
    if context.trigger is Trigger.ONBOARDING:
        return starter_prescription(context.person, wish)
    if context.findings.card_is_new:
        return _keep("One change of the card in a session is enough.")
    if _comes_back(wish, context):
        return _keep("They said that this card doesn't fit them.")
    if wish.action is PrescriptionAction.GRADUATE and not context.findings.may_graduate:
        return _keep("It stays: count, weeks, ease and their yes have not all come together.")
    return _smaller_if_skipped(wish, context)


def _comes_back(wish: FocusCardPrescription, context: StrategistContext) -> bool:
    """Return True for a card that they refused."""
    refused = [card for card in context.cards if card.misfit_on]
    content = wish.card.content if wish.card else ""
    return any(wish.card_id == card.id or content == card.content for card in refused)


def _smaller_if_skipped(
    wish: FocusCardPrescription, context: StrategistContext
) -> FocusCardPrescription:
    """Return a card that asks for less where one was answered "not today" all week."""
    case = Case(context)
    if case.focus is None or case.focus.skips_last_week < SKIPS:
        return wish
    keeps = wish.action is PrescriptionAction.KEEP_CURRENT
    longer = wish.card is not None and _length(wish.card) >= _length(case.focus)
    return smaller(case, wish.rationale) if keeps or longer else wish


def _length(card: CardDraft | CardView) -> int:
    return len(card.content.split())


def starter_prescription(
    person: PersonView, proposed: FocusCardPrescription
) -> FocusCardPrescription:
    """Return the first focus card: a starter card of their tension, or none."""
    if person.tension is None or not NO_STARTER_CARD.isdisjoint(person.life_context):
        return _keep("The first session comes before the first card.")
    language = language_of((person.emotional_why,), person.language)
    starters = starter_cards(person.tension, language)
    title = proposed.card.title if proposed.card else ""
    titles = zip(starters, starter_cards(person.tension), strict=True)
    named = (card for card, english in titles if title in {card.title, english.title})
    card = next(named, starters[0])
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
