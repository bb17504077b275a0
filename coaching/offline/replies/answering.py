"""One reply to one message: a tool's result, safety, an open offer, then its meaning."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.money import terms
from coaching.offline.replies import asking, care, forms, listening, own_things, saving, waiting
from coaching.offline.replies.answer import FOR_ANYTHING, Answer, asked_for, chip, say
from coaching.offline.replies.intents import UNCLEAR, asks_for_help, intent_of, means
from coaching.offline.replies.texts import group, pattern, small, variant, wording
from coaching.offline.replies.turn import DANGER, GRIEF
from coaching.text.words import sentences, upper_first, words

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.offline.replies.texts import House
    from coaching.offline.replies.turn import Turn

    Special = Callable[[Turn], Answer]

SHORT_WIN, SHORT_HELLO = 5, 12
SHORT_REST = 3
UNGREETED = (
    DANGER | GRIEF | {"goodbye", "goodbye_night", "greeting", "greeting_again", "how_are_you"}
)
"""Answers that are not put after a greeting."""
GRIEF_REPLIES = 2  # replies that stay with a loss
ANYTHING = group("answering_anything")  # what may be said about a loss without leaving it
MOVES_ON = frozenset({"story", "unclear"})  # what is about a loss only where it names it
COURTESIES = frozenset({"goodbye", "greeting", "thanks", "ack"})  # said in either language
ASIDE = frozenset({"newcomer", "corrected", "correction"})  # what matters less than a question
ASKS = frozenset({"help", "advice", "decide_for_me", "why"})
TOLD = frozenset({"story", "told_short", "answered", "unclear"})
"""Messages that tell something, where nothing else is known of them."""
WITH_WIN = frozenset(listening.WON.values())  # answers under which a win may be saved
LISTENS = WITH_WIN | {"story", "listen"}  # answers that take in what is told
WEIGHTY = frozenset({"grief", "deadline", "basics", "tears"})
"""What a long message is about wherever it says so."""
_AGAIN = re.compile(r"\b(?:again|back|de nuevo|otra vez|volvi|me again)\b")
_TRIES = re.compile(r"\b(?:try|do) (?:that|it|this)\b|\blo (?:intento|pruebo|hago)\b")
_SAYING_NO = re.compile(r"\bsay(?:ing)? no\b|\bdecir(?:les?)? que no\b")
_BEGINS, _HELLO = pattern("greeting_begins"), pattern("greeting_hello")
_NAMED = re.compile(pattern("answering_named").pattern, re.IGNORECASE)


def answer(turn: Turn, house: House) -> Answer:
    """Return the reply to a message; the same turn always gets the same one."""
    if turn.ctx.tool_results and (said := saving.after_tool(turn)) is not None:
        return said
    if not turn.is_aside and care.leads_on(turn):
        return care.leading_on(turn, lambda one: answer(one, house))
    if (rest := _after_greeting(turn)) is not None:
        return _greeted(turn, rest, answer(rest, house))
    if turn.is_safe and not turn.replies and turn.ctx.session_number == 1 and _is_hello(turn):
        return say("newcomer", turn)
    wanted = turn.rather_about
    about = replace(turn, text=wanted)
    if wanted and (_intent(about) != UNCLEAR or forms.named(about).x):
        return answer(about, house)
    is_long = turn.end is not turn and not (care.answer(turn) or care.heard(turn))
    return waiting.beside(turn, _long(turn, house) if is_long else _answered(turn, house))


def _answered(turn: Turn, house: House) -> Answer:
    intent = _intent(turn)
    if _asks_after_loss(turn):
        asked = "story" if intent == "grief" else intent
        found, sorry = _by_meaning(turn, asked, house), sentences(say("grief", turn).text)[0]
        return replace(found, text=f"{sorry} {found.text}")
    found = (
        _before_meaning(turn, intent)
        or own_things.asks_amount(turn)
        or asking.often_asked(turn)
        or asking.sum_asked(turn)
        or _after_win(turn, intent)
        or _going_on(turn, intent)
        or _told(turn, intent)
        or _by_meaning(turn, intent, house)
    )
    is_missed = found.mode in LISTENS and asking.asks(turn) and turn.is_safe
    return asking.unanswered(turn) if is_missed else found


def _long(turn: Turn, house: House) -> Answer:
    """Answer what a long message ends with, if it asks something; else what all of it tells."""
    is_asked = _intent(turn.end) not in listening.STAYS or asking.asks(turn.end)
    return _answered(turn.end if is_asked and _intent(turn) not in WEIGHTY else turn, house)


def _intent(turn: Turn) -> str:
    """Return what a message means; `buenas noches` as the first words of all is a greeting."""
    intent = intent_of(turn.text, turn.language)
    if turn.leaves and not asking.asks(turn):
        return "goodbye"
    if intent in listening.STAYS and turn.thanks and "?" not in turn.text:
        return "thanks"
    is_late = intent in ASIDE and (asking.asks(turn) or (intent == "newcomer" and turn.replies))
    if (intent == "grief" and turn.is_of_old) or is_late:
        return "story"
    if intent == "goodbye" and _TRIES.search(turn.folded) and not turn.thanks:
        return "will_try"
    if intent == "joke" and (turn.replies or forms.chosen(turn)[0] != "plain"):
        return "story"
    if intent == UNCLEAR:
        other = intent_of(turn.text, "en" if turn.language == "es" else "es")
        is_hello = not turn.replies and turn.folded.strip(" .!,").isalpha()
        return other if other in COURTESIES else "greeting" if is_hello else intent
    speaks_spanish = turn.ctx.person.language.startswith("es")
    greets = speaks_spanish and not turn.replies and turn.folded.startswith("buenas")
    return "greeting" if greets and intent == "goodbye" else intent


def _before_meaning(turn: Turn, intent: str) -> Answer | None:
    """Care comes first, then what they ask for, then an offer; no offer holds up a goodbye."""
    if first := care.answer(turn) or own_things.answer(turn):
        return first
    if intent == "goodbye" and waiting.picked(turn) is None and not turn.refuses:
        return None
    return waiting.answer(turn, intent) or care.heard(turn)


def _asks_after_loss(turn: Turn) -> bool:
    """Return True if a message asks something and tells of a loss for the first time."""
    is_new = not turn.was(GRIEF, within=0) and not turn.is_of_old and turn.is_safe
    return is_new and asking.asks(turn) and means("grief", turn.text, turn.language)


def _after_win(turn: Turn, intent: str) -> Answer | None:
    """Offer once more to save a win, after a few words that are still about it."""
    if turn.last_mode not in WITH_WIN or turn.count > SHORT_WIN or "?" in turn.text:
        return None
    is_about_it = intent in TOLD | {"ack", "thanks", "talk"}
    return say("win_heard", turn, pending=turn.ctx.pending) if is_about_it else None


def _going_on(turn: Turn, intent: str) -> Answer | None:
    """Return what follows from the last reply: grief, listening, a win, a question."""
    if _goes_on_grieving(turn, intent):
        return _grief(turn)
    if asks_for_help(turn.text, turn.language):
        return None
    if listening.is_listening(turn) and intent in listening.STAYS:
        return listening.go_on(turn)
    if intent == "unclear" and _was_asked(turn) and not asking.asks(turn):
        return listening.hear(turn)
    return None


def _told(turn: Turn, intent: str) -> Answer | None:
    """Say what can help with what they speak of, or take in what they tell."""
    if turn.was(GRIEF, within=1) and turn.mourns:
        return None
    if intent in ASKS | TOLD and asks_for_help(turn.text, turn.language):
        return asking.tip(turn)
    if intent not in TOLD or asking.asks(turn):
        return None
    if listening.is_listening(turn):
        return listening.go_on(turn)
    is_open = intent == "story" or listening.is_told(turn.last_mode)
    return listening.hear(turn) if is_open else None


def _by_meaning(turn: Turn, intent: str, house: House) -> Answer:
    if intent in listening.STAYS and asks_for_help(turn.text, turn.language):
        return _help(turn)
    name = variant(intent, turn.folded)
    if intent in _SPECIAL:
        found = _SPECIAL[intent](turn)
    else:
        found = say(name, turn, nth=turn.modes().count(intent), **house.slots(turn.language))
    if name == "goodbye_thanks":
        return replace(found, mode="goodbye")
    is_same = bool(found.text) and turn.has_said(found.text)
    return listening.hear(turn) if is_same and intent in listening.STAYS else found


def _denied(turn: Turn) -> Answer:
    """Take back what isn't so, and go on with what the message is about."""
    found = say("denied", turn)
    return replace(found, text=f"{found.text} {forms.chosen(turn)[1]}")


def _was_asked(turn: Turn) -> bool:
    """Return True if the last reply asked something, so that a few words are an answer to it."""
    asked = bool(turn.replies) and "?" in turn.replies[-1].text
    return asked and turn.last_mode != "unclear" and "?" not in turn.text


def _goes_on_grieving(turn: Turn, intent: str) -> bool:
    return intent == "grief" or (
        turn.was(GRIEF, within=GRIEF_REPLIES)
        and (intent in ANYTHING or intent in listening.STAYS)
        and (turn.mourns or intent in ANYTHING - MOVES_ON or forms.does(turn, *forms.FEELINGS))
        and not asking.asks(turn)
    )


def _grief(turn: Turn) -> Answer:
    """Return one plain sentence for a loss, later ones without chip, offer and question."""
    before = sum(mode in GRIEF for mode in turn.modes())
    if not before:
        return say("grief", turn)
    misses = "miss" in turn.folded or "extran" in turn.folded
    return say("grief_on" if misses else "grief_more", turn, nth=before - 1)


def _story(turn: Turn) -> Answer:
    """Take in what was told, or say that there is no answer to a question."""
    return asking.unanswered(turn) if asking.asks(turn) else listening.hear(turn)


def _unclear(turn: Turn) -> Answer:
    if not asking.asks(turn) and (forms.chosen(turn)[0] != "plain" or forms.named(turn).x):
        return listening.hear(turn)
    if asking.asks(turn):
        return asking.unanswered(turn)
    return say("unclear", turn, nth=turn.modes().count("unclear"))


def _after_greeting(turn: Turn) -> Turn | None:
    """Return the turn without the greeting before it, or None if there is none or nothing after."""
    found = _BEGINS.search(turn.folded)
    is_goodbye = bool(turn.replies) and turn.folded.startswith("buenas noches")
    if found is None or is_goodbye or len(turn.folded) != len(turn.text):
        return None
    rest = turn.text[found.end() :].strip()
    return replace(turn, text=rest) if len(words(rest)) >= SHORT_REST else None


def _is_hello(turn: Turn) -> bool:
    """Return True if a first message only says hello, or who somebody is."""
    is_short = SHORT_REST < turn.count <= SHORT_HELLO and "?" not in turn.text
    is_hello = is_short and _HELLO.search(turn.folded) is not None
    return is_hello and not forms.named(turn).x and forms.chosen(turn)[0] == "plain"


def _greeted(turn: Turn, rest: Turn, found: Answer) -> Answer:
    """Return an answer with a greeting before it; a first message may say nothing else."""
    is_plain = found.mode in TOLD | {"boundary"} and forms.chosen(rest)[0] == "plain"
    is_plain = is_plain and not terms.is_about_money(rest.folded)
    is_hello = found.mode == "goodbye" or (is_plain and rest.count <= SHORT_HELLO)
    if is_hello and not turn.replies:
        found = say("newcomer", turn)
    hello = small("hello", "first", turn.language)
    if not found.text or found.mode in UNGREETED or found.text.startswith(hello):
        return found
    return replace(found, text=f"{hello} {upper_first(found.text)}")


def _greeting(turn: Turn) -> Answer:
    if named := _NAMED.search(turn.text):
        return say("greeting_name", turn, who=named["who"].capitalize())
    is_known = turn.ctx.session_number > 1 or bool(turn.replies)
    return say("greeting_again" if is_known or _AGAIN.search(turn.folded) else "greeting", turn)


def _help(turn: Turn) -> Answer:
    """Offer the exercise that fits what they ask help for."""
    if _SAYING_NO.search(turn.folded):
        return asking.words_for(turn)
    found = asked_for(turn)
    if found and found.id in FOR_ANYTHING and turn.count > SHORT_HELLO:
        return asking.unanswered(turn)
    return say("help", turn, practices=[found] if found else [])


def _not_done(turn: Turn) -> Answer:
    if turn.ctx.focus_card is not None:
        return say("not_done", turn)
    if turn.count > SHORT_WIN:
        return listening.hear(turn)
    text = wording("not_done").said(turn.language, offers=False)
    return Answer("not_done", text, (chip("keep_talking", turn.language),))


_SPECIAL: dict[str, Special] = {
    "story": _story,
    "unclear": _unclear,
    "greeting": _greeting,
    "idk": lambda turn: say("short", turn),
    "answered": listening.hear,
    "told_short": listening.hear,
    "facts": asking.facts,
    "facts_unknown": asking.unknown,
    "words_for": asking.words_for,
    "simpler": asking.simpler,
    "correction": asking.correction,
    "denied": _denied,
    "help": _help,
    "not_done": _not_done,
    "talk": listening.begin,
    "insight": saving.insight,
    "save_card": saving.card_asked_for,
    "save_win": saving.win_asked_for,
    "asks_practice": waiting.offer_practice,
}
