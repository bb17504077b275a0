"""Offers and what becomes of them: a card, a win, a practice, a plan, a hand with something.

A pending offer owns the next reply; a shrug leaves it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from coaching.content import may_offer, starter_cards
from coaching.offline.keeping import (
    card_text,
    edited,
    keep_card,
    keep_of,
    keep_win,
    win_text,
)
from coaching.offline.scene import TENDER_MODES
from coaching.offline.steps import anything, mode, plainly, quietly, reflection
from coaching.offline.text import plain, upper_first, words
from coaching.offline.when import offered
from coaching.values.context import PendingOffer
from coaching.values.enums import CardKind

if TYPE_CHECKING:
    from coaching.offline.draft import Draft
    from coaching.offline.lexicon import Lexicon
    from coaching.offline.moment import Moment

Answer = Literal["yes", "no", "shrug", "other"]
BARE_ANSWER, LONGEST_ANSWER, SAID_BACK_WORDS = 4, 16, 22
SHORTEST_SENTENCE, LONGEST_SENTENCE, KEPT_FOR = 4, 18, 3
OWN_SENTENCE_MODES = frozenset({"breakthrough", "ability_talk"})
WIN_OFFERS = ("bw1", "bw2", "bw5", "bw6", "bw7", "wo_1", "wo_2", "wo_3")
CARD_OFFERS = ("bc1", "bc4", "bc5", "bc6", "bc7")
KINDER_LINES = frozenset({"fr1", "fr2"})
_HELP_MODES = {"legal": "legal_yes", "basics": "basics_yes"}
_FIRST_PERSON = re.compile(
    r"\b(?:i|i'm|i've|i'd|i'll|my|me|yo|mi|mis|soy|estoy|puedo|quiero|\w+é)\b"
)
_SECOND_PERSON = re.compile(r"\b(?:you|your|you're|tú|te|tu)\b")


def answer_of(moment: Moment) -> Answer:
    """Return what a message says to the offer that is open."""
    reading = moment.reading
    if reading.says("shrug"):
        return "shrug"
    if reading.says("yes_strong") and reading.word_count <= LONGEST_ANSWER:
        return "yes"
    if reading.says("yes") and reading.word_count <= BARE_ANSWER:
        return "yes"
    if says_yes_and_goes(moment):
        return "yes"
    if reading.says("no_strong") and reading.word_count <= LONGEST_ANSWER:
        return "no"
    if reading.says("no") and reading.word_count <= BARE_ANSWER:
        return "no"
    if reading.found("rename"):
        return "yes"
    return "yes" if reading.says("save_card", "save_win") else "other"


def says_yes_and_goes(moment: Moment) -> bool:
    """Whether a goodbye begins with a plain yes: `yeah. that's enough for today`."""
    return moment.reading.says("goodbye") and moment.reading.has("yes_first")


def answered(draft: Draft) -> str:
    """Yes keeps it, no and a shrug leave it."""
    offer = draft.moment.ctx.pending
    if offer is None:
        return "pending"
    answer = answer_of(draft.moment)
    if answer == "yes":
        return _accepted(draft, offer)
    declined = "win_declined" if offer.kind == "win" else "pending_declined"
    shrugged = answer == "shrug" and offer.kind == "win"
    draft.first(mode("shrug_to_an_offer" if shrugged else declined), plainly("pn1"))
    return "pending"


def _accepted(draft: Draft, offer: PendingOffer) -> str:
    if offer.kind == "permission":
        draft.first(mode(_HELP_MODES.get(offer.title, "")), reflection, anything)
        return "permission_given"
    if offer.kind == "practice":
        ends = offer.text.endswith((".", "!", "'", '"'))
        draft.put("px1", practice_how=offer.text if ends else f"{offer.text}.")
        return "practice_accepted"
    if draft.moment.is_quiet and offer.kind != "win":
        return nothing_now(draft)
    title = upper_first(draft.moment.reading.found("rename"))
    named = replace(offer, title=title) if title else offer
    keep = keep_of(named, _final_text(draft.moment, offer), draft.moment.reading.lexicon)
    draft.keep = keep.fitting(draft.moment.stage)
    return "pending"


def nothing_now(draft: Draft) -> str:
    """After a crisis nothing is made of these days; what they write themselves is theirs."""
    draft.first(mode("quiet_days"), quietly, anything)
    return "quiet_days"


def _final_text(moment: Moment, offer: PendingOffer) -> str:
    return edited(offer.text, moment.ctx.message, moment.reading.lexicon)


def after_tool(draft: Draft) -> str:
    """Say plainly whether it is kept."""
    moment = draft.moment
    name, told, is_error = moment.ctx.tool_results[-1]
    offer = moment.ctx.pending
    if is_error or '"draft":' in told:
        draft.put("sv2" if is_error else "sv10")
        return "pending"
    named = upper_first(moment.reading.found("rename"))
    if named:
        draft.put("sv5", title=named)
    elif offer is not None and _final_text(moment, offer) != offer.text:
        kept = keep_of(offer, _final_text(moment, offer), moment.reading.lexicon).words
        draft.put("sv3", kept=kept.rstrip("."))
    else:
        _say_kept(draft)
    if offer is not None and offer.kind == "plan":
        draft.line("pl3")
    elif name == "save_win":
        draft.say("win_close")
    if moment.reading.says("goodbye"):
        draft.say("goodbye_night" if "night" in moment.facts else "farewell")
    return "pending"


def names_late(moment: Moment) -> bool:
    """Whether a name comes for the card that was kept a moment ago."""
    return moment.scene.last_mode == "pending" and bool(moment.reading.found("rename"))


def named_late(draft: Draft) -> str:
    """The card is theirs, and so is its title."""
    draft.put("sv6", title=upper_first(draft.moment.reading.found("rename")))
    return "named_late"


def _say_kept(draft: Draft) -> None:
    """Give a short sentence back as it is kept; a long one needn't be read twice."""
    offer = draft.moment.ctx.pending
    text = offer.text if offer is not None else _own_sentence(draft.moment)
    kept = win_text(text, draft.moment.reading.lexicon).rstrip(".")
    if len(words(kept)) > SAID_BACK_WORDS and draft.say("pending_accepted"):
        return
    draft.put_rested("kept_in_words", kept=kept)


def offer_card(draft: Draft) -> bool:
    """Offer a card, once a session, soon after a sentence of theirs that is worth keeping."""
    moment = draft.moment
    scene = moment.scene
    if offered(moment, *CARD_OFFERS) or scene.must_stay_quiet or moment.ctx.pending is not None:
        return False
    if moment.is_quiet or scene.was(TENDER_MODES, within=2):
        return False
    if not may_offer(moment.stage, CardKind.TRUTH):
        return False
    sentence = _sentence_before(moment)
    if not sentence:
        return False
    draft.put_rested(
        "card_offer" if draft.may_ask else "card_offer_said", card_text=sentence.rstrip(".")
    )
    draft.pending = PendingOffer("card", sentence, offered_in_turn=scene.turn)
    return True


def _sentence_before(moment: Moment) -> str:
    """A recent message that was an insight or the answer to a kinder-sentence question."""
    scene, lexicon = moment.scene, moment.reading.lexicon
    replies, said = scene.replies[-KEPT_FOR:], scene.said[-KEPT_FOR:]
    for reply, message in zip(reversed(replies), reversed(said), strict=False):
        is_own = reply.mode in OWN_SENTENCE_MODES or KINDER_LINES & set(reply.template_ids)
        text = card_text(message, lexicon)
        if is_own and _is_worth_keeping(text, lexicon):
            return text
    return ""


def _is_worth_keeping(text: str, lexicon: Lexicon) -> bool:
    """A sentence of theirs about themselves, without an insult, of the size of a card."""
    low = plain(text)
    about_me = bool(_FIRST_PERSON.search(low)) and not _SECOND_PERSON.search(low)
    fits = SHORTEST_SENTENCE <= len(words(text)) <= LONGEST_SENTENCE
    return about_me and fits and not lexicon.insults.search(low)


def offer_win(draft: Draft) -> bool:
    """Offer to keep what they did as a win, in their words."""
    moment = draft.moment
    if moment.scene.must_stay_quiet or moment.is_quiet or offered(moment, *WIN_OFFERS):
        return False
    if moment.scene.was(TENDER_MODES, within=2):
        return False
    draft.first(mode("win_offer"), mode("win_offer_said"), plainly("bw5"))
    text = win_text(moment.ctx.message, moment.reading.lexicon)
    draft.pending = PendingOffer("win", text, offered_in_turn=moment.scene.turn)
    return True


def card_asked_for(draft: Draft) -> str:
    """They ask to keep something: the words in this message, else the sentence before."""
    if draft.moment.is_quiet:
        return nothing_now(draft)
    sentence = _own_sentence(draft.moment)
    if sentence:
        keep = keep_card(sentence, draft.moment.reading.lexicon)
        draft.keep = keep.fitting(draft.moment.stage)
    else:
        draft.first(mode("card_words_wanted"), anything)
    return "save_card"


def win_asked_for(draft: Draft) -> str:
    """They ask to keep it as a win."""
    sentence = _own_sentence(draft.moment)
    if sentence:
        draft.keep = keep_win(sentence, draft.moment.reading.lexicon)
    else:
        draft.first(mode("card_words_wanted"), anything)
    return "save_win"


def _own_sentence(moment: Moment) -> str:
    given = moment.reading.found_as_written("keep_this")
    if len(words(given)) >= SHORTEST_SENTENCE and not moment.reading.lexicon.says(
        "goodbye", plain(given)
    ):
        return given
    if moment.ctx.pending is not None:
        return moment.ctx.pending.text
    return moment.scene.said[-1] if moment.scene.said else ""


def wants_card(draft: Draft) -> str:
    """They want something to take along: the focus card, else a starter card of their tension."""
    moment = draft.moment
    if moment.is_quiet:
        return nothing_now(draft)
    if moment.ctx.focus_card and draft.say("focus_mention", "asks_advice_card"):
        return "wants_card"
    if moment.tension and draft.line("bc3"):
        card = starter_cards(moment.tension, moment.language)[0]
        draft.pending = PendingOffer("card", card.content, card.title, moment.scene.turn)
        return "wants_card"
    draft.first(reflection, anything)
    return "wants_card"
