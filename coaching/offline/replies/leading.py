"""An answer with something before it: a greeting, or what ends a question about danger."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.offline.replies import forms
from coaching.offline.replies.answer import chip, say
from coaching.offline.replies.listening import TAKEN_IN
from coaching.offline.replies.texts import pattern, small
from coaching.offline.replies.turn import CRISIS, DANGER, GRIEF
from coaching.text.words import heard, sentences, tidy, upper_first, words
from coaching.values.chips import MOST
from coaching.values.enums import CheckAnswer

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.offline.replies.answer import Answer
    from coaching.offline.replies.turn import Turn

SHORTEST = 3
ALONE = DANGER | GRIEF | {"greeting", "greeting_again", "goodbye", "goodbye_night", "how_are_you"}
"""Answers that are not put after a greeting."""
_BEGINS = pattern("greeting_begins")


def after_greeting(turn: Turn) -> Turn | None:
    """Return the turn without the greeting before it, or None if there is none or nothing after."""
    found = _BEGINS.search(turn.folded)
    is_goodbye = bool(turn.replies) and turn.folded.startswith("buenas noches")
    if found is None or is_goodbye or len(turn.folded) != len(turn.text):
        return None
    rest = turn.text[found.end() :].strip()
    return replace(turn, text=rest) if len(words(rest)) >= SHORTEST else None


def greeted(turn: Turn, found: Answer) -> Answer:
    """Return an answer with a greeting before it."""
    hello = small("hello", "first", turn.language)
    if not found.text or found.mode in ALONE or found.text.startswith(hello):
        return found
    text = f"{hello} {upper_first(found.text)}"
    return replace(found, text=text)


def leading_on(turn: Turn, usual: Callable[[Turn], Answer]) -> Answer:
    """Go on with this message, or with what was asked about; `usual` answers without care."""
    aside = replace(turn, ctx=replace(turn.ctx, check=None, pending=None), is_aside=True)
    if turn.ctx.check is CheckAnswer.OPEN:
        return _beside(turn, usual(aside))
    before = replace(aside, text=tidy(heard(turn.said[-1])), said=turn.said[:-1])
    tried = [(one, usual(one)) for one in (aside, before)]
    told = (said for one, said in tried if said.mode in TAKEN_IN and forms.named(one).x)
    found = next(told, None)
    if found is None:
        return say("false_alarm", turn, nth=1)
    said = say("false_alarm", turn)
    thanks, glad = sentences(said.text)
    thanked = found.text.startswith(thanks.rstrip("."))
    return replace(found, mode=said.mode, text=f"{glad if thanked else said.text} {found.text}")


def _beside(turn: Turn, found: Answer) -> Answer:
    """Answer another subject, with help beside it; hopelessness is met once more, unasked."""
    if not CRISIS.isdisjoint(turn.modes(1)):
        told = " ".join(one for one in sentences(found.text) if "?" not in one)
        said = say("crisis_beside", turn)
        return replace(said, text=f"{said.text} {told}".strip())
    if turn.last_mode != "hopeless":
        kept = (one for one in found.chips if one.action != "practice")
        return replace(found, chips=(chip("help", turn.language), *kept)[:MOST], pending=None)
    said = say("check_open", turn)
    told = (one for one in sentences(found.text) if "?" not in one)
    return replace(said, text=" ".join((said.text, *told)))
