"""What happens to the focus card: never graduated on count alone."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

from coaching.content import starter_cards
from coaching.rules.guess import first_guess
from coaching.rules.wording import times
from coaching.text.content import content_words, weight
from coaching.text.words import plain
from coaching.values.enums import CardKind, PrescriptionAction, SignalType
from coaching.values.strategy import CardDraft, FocusCardPrescription

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.content import StarterCard
    from coaching.rules.case import Case
    from coaching.values.context import CardView
    from coaching.values.enums import Tension

COMPLETIONS = 5  # until a card may graduate
SPREAD_DAYS = 14  # between the first and the last of them
SKIPS = 4  # in a week, until the card is made smaller
NO_CARD = frozenset({"ctx_urgent", "ctx_controlled"})
WITHOUT_CARD = timedelta(days=7)
"""How long no card comes to whom one didn't fit and who chose to have none for now."""
UNUSED = timedelta(days=7)
"""After that a card that was never answered may go, if the talk is about something else."""
ENOUGH_SAID = 3  # messages of a session, until it is about something
_REFUSES = re.compile(
    r"\b(?:that|this|your|the) card\b.{0,25}\b(?:(?:doesn'?t|does not) (?:fit|help|suit)"
    r"|(?:isn'?t|is not) (?:for|like) me)"
    r"|\b(?:esa|esta|la) (?:ficha|tarjeta)\b.{0,25}"
    r"\bno (?:me (?:sirve|ayuda|queda)|es para m[ií]\b)"
)
"""Said of a card of Toney's; a bank card doesn't work, is lost or is refused."""


def prescribe(case: Case) -> FocusCardPrescription:
    """Return the prescription with its reason."""
    if case.is_first:
        return _first(case)
    if case.ctx.safety_recent:
        return _keep("Company first: no new card in days like these.")
    focus = case.focus
    if focus is None:
        return _without_focus(case)
    if case.ctx.findings.card_is_new:
        return _keep(f"“{focus.title}” came in this session, and one change is enough.")
    if case.ctx.findings.may_graduate or is_internalised(focus, case):
        return _graduate(focus, case)
    if focus.skips_last_week >= SKIPS:
        return _misfit(focus, case)
    return _other_starter(focus, case) or _better_own_card(focus, case) or _keep(_landing(focus))


def _first(case: Case) -> FocusCardPrescription:
    tension = case.person.tension
    if tension is None or not NO_CARD.isdisjoint(case.person.life_context):
        return _keep("Nothing is put on the home screen before the first talk.")
    card = _closest_starter(tension, case)
    reason = (
        "It is the starter card closest to the answers at the beginning."
        if case.person.emotional_why.strip()
        else "The plainest of the starter cards, while no reason is written down."
    )
    return _create(card.title, card.content, CardKind.NOTICING, reason)


def _closest_starter(tension: Tension, case: Case) -> StarterCard:
    """Return the starter card that shares most with their reason and the guess; else the first."""
    about = content_words(f"{case.person.emotional_why} {first_guess(case)}")

    cards = starter_cards(tension, case.language)
    return max(
        cards, key=lambda card: weight(content_words(f"{card.title} {card.content}") & about)
    )


def _without_focus(case: Case) -> FocusCardPrescription:
    own = [card for card in case.own_cards if card.kind is not CardKind.CONVERSATION]
    if own:
        return _set(
            own[0].id,
            "The newest card in their own words comes forward; nothing was in front.",
        )
    refused = [card.misfit_on for card in case.ctx.cards if card.misfit_on]
    if refused and case.ctx.today - max(refused) < WITHOUT_CARD:
        return _keep("They chose to have no card for now, because the last one did not fit.")
    if case.person.tension is None or not NO_CARD.isdisjoint(case.person.life_context):
        return _keep("No card: there is no sentence of theirs yet.")
    return smaller(case, "A small noticing card, since nothing was in front.")


def is_internalised(focus: CardView, case: Case) -> bool:
    """Return True if all four hold: count, spread, words of habit or identity, and their yes."""
    days = sorted(focus.completed_on)
    spread = bool(days) and (days[-1] - days[0]).days >= SPREAD_DAYS
    if focus.times_completed < COMPLETIONS or not spread:
        return False
    kinds = (SignalType.BREAKTHROUGH, SignalType.PRACTICE_CHECKIN)
    spoken = [s.quote for s in case.signals if s.signal_type in kinds]
    if not any(_is_habit(text, case) for text in (*spoken, *case.said)):
        return False
    return _agreed(case)


def _is_habit(text: str, case: Case) -> bool:
    shows = case.lexicon.shows
    return shows("automatic", plain(text)) or shows("identity", plain(text))


def _agreed(case: Case) -> bool:
    lines = case.ctx.transcript
    for coach, user in pairwise(lines):
        offered = coach.role == "coach" and "toolkit" in coach.text.lower()
        if (
            offered
            and user.role == "user"
            and case.lexicon.shows("agrees_to_toolkit", plain(user.text))
        ):
            return True
    return any("toolkit" in plain(text) for text in case.said)


def _graduate(focus: CardView, case: Case) -> FocusCardPrescription:
    reason = (
        f"“{focus.title}” has become ordinary, by count, weeks and their own word; they agreed."
    )
    own = next(iter(case.own_cards), None)
    if own is not None:
        draft = CardDraft(kind=own.kind, title=own.title, content=own.content)
    else:
        draft = _small_draft(case)
    return FocusCardPrescription(
        action=PrescriptionAction.GRADUATE, card=draft, card_id=None, rationale=reason
    )


def _misfit(focus: CardView, case: Case) -> FocusCardPrescription:
    """Replace a card that was answered “Not today” four times in a week."""
    own = next(iter(case.own_cards), None)
    if own is not None:
        return _set(own.id, f"“{focus.title}” does not fit their week; this one is theirs.")
    return smaller(case, f"“{focus.title}” does not fit their week, so something smaller comes in.")


def _other_starter(focus: CardView, case: Case) -> FocusCardPrescription | None:
    """Replace a card that they say doesn't fit, or never used while they talk of something else."""
    starters = _starters_left(case)
    about = content_words(" ".join(case.said))

    def shared(card: StarterCard | CardView) -> float:
        return weight(content_words(f"{card.title} {card.content}") & about)

    best = max(starters, key=shared, default=None)
    if best is not None and any(_REFUSES.search(plain(text)) for text in case.said):
        return _create(best.title, best.content, CardKind.NOTICING, "They said it does not fit.")
    if best is None or not _is_unused(focus, case) or shared(focus) >= 1 or shared(best) < 1:
        return None
    reason = f"“{focus.title}” was not used, and this one is about what they talk about."
    return _create(best.title, best.content, CardKind.NOTICING, reason)


def _starters_left(case: Case) -> list[StarterCard]:
    """Return the starter cards that they have not had."""
    tension = case.person.tension
    if tension is None or not NO_CARD.isdisjoint(case.person.life_context):
        return []
    had = {card.content for card in case.ctx.cards}
    return [card for card in starter_cards(tension, case.language) if card.content not in had]


def _is_unused(focus: CardView, case: Case) -> bool:
    """Return True for a starter card older than a week without an answer, while they talk."""
    is_answered = focus.times_completed or focus.skips_last_week
    is_old = case.ctx.today - focus.created_at.date() > UNUSED
    is_ours = focus.kind is CardKind.NOTICING
    return is_ours and is_old and not is_answered and len(case.said) >= ENOUGH_SAID


def _better_own_card(focus: CardView, case: Case) -> FocusCardPrescription | None:
    """Prefer a card in the person's own words, or the one they chose, to a starter card."""
    own = next(iter(case.own_cards), None)
    if own is None:
        return None
    wanted = any(case.lexicon.shows("in_front", plain(text)) for text in case.said)
    starter_unused = focus.kind is CardKind.NOTICING and focus.times_completed == 0
    if wanted or (starter_unused and own.created_at > focus.created_at):
        return _set(own.id, "A card in their own words is there now, and it comes before ours.")
    return None


def _landing(focus: CardView) -> str:
    if focus.times_completed:
        return f"“{focus.title}” has been used {times(focus.times_completed)} and stays in front."
    return f"“{focus.title}” stays in front; unused is fine as well."


def smaller(case: Case, reason: str) -> FocusCardPrescription:
    """Return a card that asks for less than the one in focus."""
    draft = _small_draft(case)
    return _create(draft.title, draft.content, draft.kind, reason)


def _small_draft(case: Case) -> CardDraft:
    """Return their tension's smallest card, or a still smaller one if that one did not fit."""
    labels = case.labels
    title = case.copy.get("card_title", labels["small_title"])
    content = case.copy.get("card_content", labels["small_content"])
    if any(card.misfit_on and card.content == content for card in case.ctx.cards) or (
        case.focus is not None and len(content.split()) >= len(case.focus.content.split())
    ):
        title, content = labels["smallest_title"], labels["smallest_content"]
    return CardDraft(kind=CardKind.NOTICING, title=title, content=content)


def _create(title: str, content: str, kind: CardKind, reason: str) -> FocusCardPrescription:
    return FocusCardPrescription(
        action=PrescriptionAction.CREATE_NEW,
        card=CardDraft(kind=kind, title=title, content=content),
        card_id=None,
        rationale=reason,
    )


def _set(card_id: UUID, reason: str) -> FocusCardPrescription:
    return FocusCardPrescription(
        action=PrescriptionAction.SET_EXISTING, card=None, card_id=card_id, rationale=reason
    )


def _keep(reason: str) -> FocusCardPrescription:
    return FocusCardPrescription(
        action=PrescriptionAction.KEEP_CURRENT, card=None, card_id=None, rationale=reason
    )
