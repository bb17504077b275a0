"""Answers to an offer of the last reply: yes, no, its number or its name, as each chip has."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from coaching.offline.replies import listening, saving
from coaching.offline.replies.answer import (
    Answer,
    asked_for,
    is_again,
    practice_chip,
    practice_named,
    practice_of,
    say,
)
from coaching.offline.replies.intents import asks_for_help
from coaching.offline.replies.texts import group, pattern, table, wording
from coaching.offline.replies.turn import fold
from coaching.rules.keeping import edited, keep_of
from coaching.text.words import sentences, upper_first, words
from coaching.values.context import PendingOffer
from coaching.values.practice_choice import PRACTICE_STOPPED

if TYPE_CHECKING:
    from coaching.offline.replies.turn import Turn
    from coaching.values.chips import Chip
    from coaching.values.practices import Offered

Said = Literal["yes", "no", ""]
SHORT, NOD = 6, 3  # words of a yes or no, and of one that can be nothing else
BARE = frozenset(
    {"ack", "idk", "unclear", "story", "thanks", "asks_practice", "not_done", "correction"}
    | {"will_try"}
)
"""What a yes or a no may look like; anything clearer is about itself."""
_FIRST = re.compile(r"^(?:(?:the|la|el|lo) )?(?:first|1st|one|1|primer[oa]?|uno)(?: one)?\W*$")
_SECOND, _OFFERS = pattern("waiting_second"), pattern("waiting_offers")
_FOR_IT = re.compile(r"\b(?:thanks|thank you|thx|gracias) (?:for|por)\b(?! favor)")
"""Thanks for the talk is no yes to what was offered."""
_YES, _NO, _NOD, _WANTS = (pattern(f"waiting_{one}") for one in ("yes", "no", "nod", "wants"))
ALONE = group("waiting_alone")  # answers that are given whole while a practice waits
_TALKS = group("waiting_talks")


def said_to(turn: Turn) -> Said:
    """Return whether a short message is a yes or a no."""
    if turn.refuses:
        return "no"
    if turn.accepts:
        return "yes"
    if turn.count > SHORT:
        return ""
    if _NO.search(turn.folded):
        return "no"
    rest = _NOD.sub("", turn.folded)
    if rest != turn.folded and (words(rest) or turn.thanks):
        return "yes" if _WANTS.search(rest) else ""
    return "yes" if _YES.search(turn.folded) else ""


def answer(turn: Turn, intent: str) -> Answer | None:
    """Return the answer to what was offered, or None when the message is about something else."""
    if chip := picked(turn):
        return _taken(turn, chip)
    if named := practice_named(turn):
        return starting(turn, named)
    is_nod = turn.count <= NOD and said_to(turn) == "yes"
    is_bare = intent in BARE or is_nod or turn.refuses or turn.accepts
    offer, said = turn.ctx.pending, said_to(turn) if is_bare else ""
    if offer is not None and _is_edit(turn, offer):
        return _accepted(turn, offer)
    is_parting = _FOR_IT.search(turn.folded) is not None
    if not said or is_parting or not turn.replies:
        return None
    return _said(turn, said, offer)


def picked(turn: Turn) -> Chip | None:
    """Return the chip of the last reply that somebody types, by its text or its place."""
    chips = turn.replies[-1].chips if turn.replies else ()
    low = turn.low.strip(" .!?¿¡")
    for chip in chips:
        names = (chip.text, chip.text.split(" · ")[0])
        if low in {name.lower().strip(" .!?¿¡") for name in names}:
            return chip
    if chips and _FIRST.search(turn.folded):
        return chips[0]
    return chips[1] if len(chips) > 1 and _SECOND.search(turn.folded) else None


def _said(turn: Turn, said: Said, offer: PendingOffer | None) -> Answer | None:
    """Return what a yes or a no leads to; a clear yes to nothing gets an exercise."""
    if offer is None and _asked(turn):
        return say("plain_answer", turn) if turn.count <= NOD else None
    if said == "no":
        was_offered = offer is not None or bool(turn.replies[-1].chips)
        declined = turn.modes().count("declined_offer")
        return say("declined_offer", turn, nth=declined) if was_offered else None
    if offer is not None:
        return _accepted(turn, offer)
    first = turn.replies[-1].chips[:1]
    if first and first[0].action == "reminders":
        return _taken(turn, first[0])
    second = next((one for one in turn.replies[-1].chips if one.action == "practice"), None)
    if second and turn.accepts:
        return _taken(turn, second)
    if _invited(turn):
        return listening.begin(turn)
    if second and not listening.is_told(turn.last_mode):
        return _taken(turn, second)
    return offer_practice(turn) if turn.accepts else None


def _taken(turn: Turn, chip: Chip) -> Answer | None:
    """Return what a chip leads to that is typed instead of tapped."""
    if chip.action == "practice":
        found = practice_of(turn, chip.target)
        return starting(turn, found) if found else None
    if chip.action == "practice_resume":
        return starting(turn, turn.ctx.practices.running)
    if chip.action == "practice_leave":
        return say(PRACTICE_STOPPED, turn)
    if chip.action in {"keep_win", "keep_card"}:
        return _accepted(turn, turn.ctx.pending) if turn.ctx.pending else None
    if chip.id in _TALKS:
        return listening.begin(turn)
    if chip.id == "short":
        return offer_practice(turn)
    name = table()["chips"].get(chip.id, {}).get("says")
    return say(name, turn) if name else None


def starting(turn: Turn, practice: Offered | None) -> Answer:
    """Start a practice that they said yes to: the page opens it with the reply."""
    if practice is None:
        return offer_practice(turn)
    said = say("practice_start", turn)
    return replace(said, chips=(replace(practice_chip(practice), action="practice_start"),))


def beside(turn: Turn, found: Answer) -> Answer:
    """Answer in a sentence while a practice waits, and ask to go on; not in distress."""
    running = turn.ctx.practices.running
    if running is None or found.keep or not turn.is_safe or turn.is_quiet or _is_apart(turn, found):
        return found
    if any(chip.action == "practice_resume" for reply in turn.replies for chip in reply.chips):
        return found
    first = sentences(found.text)[0]
    heard = wording("listen").said(turn.language, 1) if "?" in first else first
    pending = PendingOffer("practice", running.id, running.title, len(turn.replies) + 1)
    return say("practice_waits", turn, pending=pending, heard=heard)


def _is_apart(turn: Turn, found: Answer) -> bool:
    offers = any(chip.action == "practice" for chip in found.chips[:1])
    return found.mode in ALONE or (offers and asks_for_help(turn.text, turn.language))


def offer_practice(turn: Turn) -> Answer:
    """Offer a practice to somebody who asked for one."""
    found = asked_for(turn)
    if found is None:
        return say("practice_list" if turn.ctx.practices.open else "practice_none", turn)
    return say("practice_other" if is_again(turn) else "practice_offer", turn, practices=[found])


def _accepted(turn: Turn, offer: PendingOffer) -> Answer:
    if offer.kind == "practice":
        running = turn.ctx.practices.running
        is_running = running is not None and running.id == offer.text
        found = running if is_running else practice_of(turn, offer.text)
        return starting(turn, found) if found else offer_practice(turn)
    if offer.kind == "permission":
        return listening.begin(turn)
    if turn.is_quiet:
        return say("quiet_days", turn)
    title = upper_first(_renamed(turn))
    named = replace(offer, title=title) if title else offer
    text = edited(offer.text, turn.ctx.message, turn.lexicon)
    return Answer("keep", keep=keep_of(named, text, turn.lexicon).fitting(turn.ctx.person.stage))


def _is_edit(turn: Turn, offer: PendingOffer) -> bool:
    """Return True if they name it, change it or ask to save it."""
    kept = offer.kind in {"card", "win", "plan"}
    return kept and (bool(_renamed(turn)) or saving.asks_to_keep(turn))


def _renamed(turn: Turn) -> str:
    found = turn.lexicon.cues["rename"].search(turn.text)
    return found.group(1).strip() if found else ""


def _asked(turn: Turn) -> bool:
    """Return True if the last reply asked about their life and offered nothing in words."""
    last = turn.replies[-1]
    return (
        listening.is_told(last.mode)
        and "?" in last.text
        and _OFFERS.search(fold(last.text)) is None
    )


def _invited(turn: Turn) -> bool:
    """Return True if a bare yes means that they want to talk: that was asked first."""
    last = turn.replies[-1]
    return bool(last.chips) and last.chips[0].id in _TALKS and "?" in last.text
