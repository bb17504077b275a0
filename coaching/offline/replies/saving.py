"""Cards and wins: what is saved is in the person's own words, and only after they say so."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.content import may_offer
from coaching.offline.replies import own_things
from coaching.offline.replies.answer import Answer, say
from coaching.offline.replies.intents import intent_of, means
from coaching.offline.replies.texts import group, pattern
from coaching.offline.replies.turn import DANGER
from coaching.rules.keeping import card_text, edited, keep_card, keep_of, keep_win, win_text
from coaching.text.words import clauses, sentences, words
from coaching.values.context import PendingOffer
from coaching.values.enums import CardKind

if TYPE_CHECKING:
    from coaching.offline.replies.turn import Turn

SHORTEST = 4  # words; fewer make no sentence for a card
LONGEST_INSIGHT = 30  # words; a longer one is a story
LOOK_BACK = 8  # messages in which the sentence is looked for
_ASIDE = group("saving_aside")  # said to the coach, nothing to save
SUGGESTS = frozenset({"pay_order", "facts", "facts_own"})
"""Answers that a card may be made of, right after them."""
_QUOTED = re.compile(r"[\"“«]([^\"”»]{8,})[\"”»]")
_POINTS = pattern("saving_points")


def asks_to_keep(turn: Turn) -> bool:
    """Return True if they ask to save something."""
    return any(means(name, turn.text, turn.language) for name in ("save_card", "save_win"))


def card_asked_for(turn: Turn) -> Answer:
    """Draft a card from the words in this message, else from their last sentence of substance."""
    if turn.is_quiet:
        return say("quiet_days", turn)
    text = _given(turn) or _beside(turn) or _suggested(turn) or _last_substantive(turn)
    if not text:
        return say("card_wanted", turn)
    keep = keep_card(text, turn.lexicon).fitting(turn.ctx.person.stage)
    return Answer("keep", keep=replace(keep, input={**keep.input, "agreed": False}))


def win_asked_for(turn: Turn) -> Answer:
    """Save the words in this message, or what they did before it."""
    text = _given(turn) or _last_substantive(turn)
    return Answer("keep", keep=keep_win(text, turn.lexicon)) if text else say("win_wanted", turn)


def with_win(name: str, turn: Turn) -> Answer:
    """Answer what they did, and offer to save it."""
    offer = PendingOffer("win", win_text(turn.ctx.message, turn.lexicon), "", len(turn.replies) + 1)
    return say(name, turn, pending=None if turn.is_quiet else offer)


def insight(turn: Turn) -> Answer:
    """Answer something they saw for themselves, and offer a card of it."""
    text = card_text(turn.ctx.message, turn.lexicon)
    fits = SHORTEST <= len(words(text)) <= LONGEST_INSIGHT and "?" not in text
    may = may_offer(turn.ctx.person.stage, CardKind.TRUTH) and not turn.is_quiet
    if not (fits and may) or turn.lexicon.insults.search(turn.low):
        return say("story", turn)
    offer = PendingOffer("card", text, "", len(turn.replies) + 1)
    return say("insight", turn, pending=offer)


def after_tool(turn: Turn) -> Answer | None:
    """Say whether it was saved, with the words that were, or what was found."""
    name, told, is_error = turn.ctx.tool_results[-1]
    if name in own_things.TOOLS:
        return own_things.after_tool(turn, name, told, is_error=is_error)
    if is_error:
        return say("not_kept", turn)
    if '"draft":' in told:
        return say("card_drafted", turn)
    offer = turn.ctx.pending
    if offer is not None:
        changed = edited(offer.text, turn.ctx.message, turn.lexicon)
        kept = keep_of(offer, changed, turn.lexicon).words
    else:
        kept = win_text(_given(turn) or _last_substantive(turn), turn.lexicon)
    return say("win_kept" if name == "save_win" else "card_kept", turn, kept=kept.rstrip("."))


def _given(turn: Turn) -> str:
    """Return the words after `save this:`."""
    found = re.search(r"[:,] *[\"“«]?([^:]{8,}?)[\"”»]?\s*$", turn.text)
    head = turn.text[: found.start()] if found else ""
    if found is None or not _asks(head, turn):
        return ""
    return found.group(1) if len(words(found.group(1))) >= SHORTEST else ""


def _beside(turn: Turn) -> str:
    """Return the sentence in the same message: `I can wait a day, make that a card`."""
    if quoted := _QUOTED.search(turn.text):
        return quoted.group(1)
    for split in (sentences, clauses):
        left = [part for part in split(turn.text) if not _asks(part, turn)]
        text = " ".join(left) if split is sentences else ", ".join(left)
        if len(words(text)) >= SHORTEST and "?" not in text:
            return text if intent_of(text, turn.language) not in _ASIDE else ""
    return ""


def _suggested(turn: Turn) -> str:
    """Return what the last reply put in quotes, or its first sentence if they point at it."""
    last = turn.replies[-1] if turn.replies else None
    if last is None or last.mode in DANGER | {"card_kept", "win_kept"}:
        return ""
    if quoted := _QUOTED.search(last.text):
        return quoted.group(1)
    points = _POINTS.search(turn.folded) or last.mode in SUGGESTS
    return sentences(last.text)[0] if points else ""


def _asks(head: str, turn: Turn) -> bool:
    return any(means(name, head, turn.language) for name in ("save_card", "save_win"))


def _last_substantive(turn: Turn) -> str:
    """Return what they said last that was not to the coach, and nothing of danger."""
    for message, mode in turn.answered()[:LOOK_BACK]:
        if mode in DANGER or len(words(message)) < SHORTEST or "?" in message:
            continue
        if intent_of(message, turn.language) not in _ASIDE:
            return message
    return ""
