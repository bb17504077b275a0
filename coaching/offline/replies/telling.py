"""Replies about a subject: name it, say what can help, offer the exercise for it, never twice."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.offline.replies import (
    areas,
    asking,
    choosing,
    going_on,
    listening,
    meanings,
    moves,
    saving,
    subjects,
    sums,
    texts,
)
from coaching.offline.replies.answer import say
from coaching.offline.replies.intents import asks_for_help, certain
from coaching.offline.replies.patterns import compiled
from coaching.offline.replies.texts import wording
from coaching.offline.replies.turn import GRIEF

if TYPE_CHECKING:
    from coaching.offline.replies.answer import Answer
    from coaching.offline.replies.turn import Turn

ASKS = frozenset(
    {"first_step", "help", "decide", "opinion", "your_place", "words_for", "normal", "why"}
)
"""Questions about what to do, that a tip about the subject answers."""
OPEN = "first_step"
"""A question about what to do first, whatever is spoken of."""
OF_ITS_OWN = frozenset({"normal", "why"})
"""Those that have an answer of their own."""
ASIDE = 3  # words of a question that is about what was said: how so?
BARE = frozenset({"idk", "ack"})
LONG = 25  # words that tell of several things
SEVERAL = 3  # subjects
MORE = 3  # times that more of the same is asked about
BRIEF, SWITCH = 8, 0.55  # words that rarely change the subject; how likely that must be
FEW = 6  # words of a short answer
_CORRECTS = compiled(r"^(?:no|nah|nope|not really|it.?s not|isn.?t|no es)\b")
_CLOSE = compiled(r"\b<KIN>\b")
"""Whom one talks to at home: words for an office don't fit."""
_MATTERS = compiled("<TROUBLE>", "<MONEY>", r"\d")
"""Words without which small talk isn't taken for a subject."""
DENIED = {"told_them": "kept_quiet"}
"""What a message does that denies a subject."""
CORRECTED = 0.5
"""How much the subject of a message counts that begins with a no: it names what isn’t so."""
AMOUNT = "amount_detail"
SURE = 0.3
"""How likely a move must be in a first message, and to go before an insight."""
BESIDE = 0.45
"""How much the likelihood of a subject counts beside that of a move, which is more careful."""
ROUGH = ("about_family", "about_partner", "about_work", "costs_much")
PLAIN = frozenset({"story", "told_short", "unclear", "worry", "plays_down", "number", *ROUGH})
"""What a message may seem to mean while it tells of anything."""
GOES_ON = frozenset({"story", "told_short", "unclear", "number", "not_that", "change"})
"""Messages that go on about what was spoken of, where they name nothing else."""


def answer(turn: Turn, intent: str) -> Answer | None:
    """Answer what somebody tells or asks about a subject; a loss that is spoken of comes first."""
    if turn.was(GRIEF, within=1) and turn.mourns:
        return None
    own = "" if intent == OPEN and subjects.current(turn) else subjects.told(turn, intent)
    if intent == "words_for":
        return _draft(turn)
    if found := _in_the_story(turn, intent):
        return found
    own = "" if own and _strays(turn, own) else own
    asks = intent in ASKS or (intent in GOES_ON and asks_for_help(turn.text, turn.language))
    if own:
        return _of_its_own(turn, own, intent, asks=asks or asking.asks(turn))
    if asks:
        name = subjects.current(turn, asks=True)
        return (_tip(turn, name) or _said(turn, name, intent)) if name else None
    return _broadly(turn, intent)


def _in_the_story(turn: Turn, intent: str) -> Answer | None:
    """Answer what a message does in the story, where that is likelier than its subject."""
    if intent in DENIED and meanings.denies(turn.text):
        return say(DENIED[intent], turn, nth=len(turn.said))
    than = meanings.likely(intent, turn.text)
    has_form = than == 0 or certain(turn.text, turn.language) == intent
    if intent == "insight" and turn.said:
        return moves.answer(turn, least=SURE)
    if asking.asks(turn) or not turn.count or (intent not in PLAIN and has_form):
        return None
    first = meanings.moves(turn.text)[0].name
    if first == AMOUNT and (found := sums.of_payment(turn)):
        return found
    if first == AMOUNT and turn.count <= FEW and (not turn.said or subjects.current(turn)):
        return None
    than = max(than, SURE) if not turn.said else than * BESIDE
    if _CORRECTS.search(turn.folded):
        than *= CORRECTED
    if listening.is_listening(turn):
        return listening.go_on(turn, "") if intent in PLAIN else None
    return moves.answer(turn, least=max(moves.LEAST, than))


def _strays(turn: Turn, own: str) -> bool:
    """Return True if a few words may as well go on about what is open, in another area."""
    area, was = texts.area_of(own), texts.area_of(subjects.current(turn))
    is_sure = meanings.near(turn.text)[0].score >= SWITCH
    is_brief = turn.count <= BRIEF and not asking.asks(turn) and own not in turn.modes()
    return bool(area and was) and area != was and is_brief and not is_sure


def _of_its_own(turn: Turn, own: str, intent: str, *, asks: bool) -> Answer | None:
    """Answer a message about a subject that is known."""
    if listening.is_listening(turn) and not asks:
        return listening.go_on(turn, own)
    if asks and turn.count >= LONG and len(subjects.of(turn.text)) >= SEVERAL:
        return say("several", turn)
    is_answer = "answers" in texts.subjects()[own] and own not in turn.modes()
    if asks and not is_answer and (wording(own).tips or own in turn.modes()):
        return _tip(turn, own) or _said(turn, own, intent)
    if own not in turn.modes():
        return saving.with_win(own, turn) if own in subjects.WINS else say(own, turn)
    return _more(turn, own, before="")


def _broadly(turn: Turn, intent: str) -> Answer | None:
    """Answer what names no subject: by its area, or as more about what is open."""
    after = intent in BARE and turn.last_mode in texts.subjects()
    if not after and intent not in GOES_ON:
        return None
    area, was = areas.told(turn.text, turn.folded), areas.current(turn)
    if asking.asks(turn) and turn.count > ASIDE:
        return going_on.question(turn, area) if area else None
    if listening.is_listening(turn):
        return None
    open_ = subjects.current(turn)
    matters = area != "" and _MATTERS.search(turn.folded) is not None
    is_new = matters and area not in {was, texts.area_of(open_)} and turn.count > FEW
    if is_new:
        return going_on.about(turn, area)
    if open_ and turn.count <= FEW:
        return _more(turn, open_, before=_taken_in(turn))
    named = was or (area if matters else "")
    return going_on.on(turn, named, _taken_in(turn)) if named else None


def _draft(turn: Turn) -> Answer | None:
    """Return words to write or say about what is open, if there are some that fit."""
    if asking.says_no(turn):
        return None
    name = subjects.current(turn, asks=True)
    if name and "“" in wording(name).tip("en"):
        return _tip(turn, name) or _said(turn, name, "words_for")
    if _CLOSE.search(turn.folded):
        return None
    area = areas.told(turn.text, turn.folded) or areas.current(turn)
    return going_on.words_to_say(turn, area) if area else None


def _tip(turn: Turn, name: str) -> Answer | None:
    """Say what can help, with the exercise for it; None where that was said before."""
    tip = wording(name).tip(turn.language)
    if not tip or turn.has_said(tip):
        return None
    fits = choosing.of(turn, wording(name).practices)
    asked = choosing.asked_for(turn) if asks_for_help(turn.text, turn.language) else None
    return say(name, turn, tip=True, practices=fits or ([asked] if asked else []))


def _said(turn: Turn, name: str, intent: str) -> Answer | None:
    """Point at what was suggested before, with the exercise for it."""
    if intent in OF_ITS_OWN:
        return None
    if intent == "words_for":
        return asking.words_for(turn) if asking.says_no(turn) else say("words_said", turn)
    if (area := texts.area_of(name)) and "help_more" in turn.modes():
        return going_on.on(turn, area, _taken_in(turn))
    fits = choosing.of(turn, wording(name).practices, most=1)
    known = bool(wording(name).tips) and "help_more" not in turn.modes()
    return say("help_more", turn, practices=fits) if known else None


def _more(turn: Turn, name: str, *, before: str) -> Answer | None:
    """Go on about a subject: what can help with it, then what can help with its area."""
    if found := _tip(turn, name):
        return replace(found, text=f"{before} {found.text}".strip())
    if subjects.is_again(turn) and "again" not in turn.modes():
        return say("again", turn, practices=choosing.of(turn, wording(name).practices, most=1))
    if area := texts.area_of(name):
        return going_on.on(turn, area, before or _taken_in(turn))
    nth = turn.modes().count("more_of_it")
    return say("more_of_it", turn, nth=nth) if nth < MORE else None


def _taken_in(turn: Turn) -> str:
    """Return a few words for what was just said: its number, or that it was understood."""
    number = asking.amount(turn) if turn.count <= FEW else ""
    nth = sum(texts.area_of(mode) != "" for mode in turn.modes())
    return say("taken_in_number" if number else "taken_in", turn, nth=nth, number=number).text
