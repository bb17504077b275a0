"""Greetings, returns and the first conversation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.content import may_keep
from coaching.offline.replies.talk import is_light, talk
from coaching.offline.steps import anything, back, mode, plainly, quietly, reflection
from coaching.offline.when import opens_first_conversation
from coaching.values.enums import CardKind

if TYPE_CHECKING:
    from coaching.offline.draft import Draft

WITH_CARD = frozenset({"return_soon", "return_3_14"})
SHORT_GAP, LONG_GAP, VERY_LONG_GAP = 3, 15, 60
CLOSE, HALF, ANSWER_WORDS = 7, 4, 7


def greeting(draft: Draft) -> str:
    """Answer as short as it came; the first conversation brings the guess."""
    moment = draft.moment
    if opens_first_conversation(moment):
        draft.put("gr2", name=f", {moment.person.name}" if moment.person.name else "")
        return first_conversation(draft)
    if moment.scene.turn > 1:
        draft.first(mode("ok_with_nothing_pending"), quietly, anything)
        draft.ask("choose")
    else:
        welcome = _welcome(draft)
        if welcome in WITH_CARD and may_keep(moment.stage, CardKind.PRACTICE):
            draft.say("return_with_card")
        if not draft.lines:
            draft.first(mode(welcome), mode("greeting"), plainly("gr1"))
    return "greeting"


def _welcome(draft: Draft) -> str:
    """Which welcome fits the gap; nobody counts it aloud."""
    ctx = draft.moment.ctx
    gap = ctx.gap_days or 0.0
    if draft.moment.reading.says("apology"):
        return "return_apology"
    if ctx.last_session_urgent:
        return "return_hard"
    if gap > VERY_LONG_GAP:
        return "return_60"
    if gap >= LONG_GAP:
        return "return_15_60"
    if gap >= SHORT_GAP:
        return "return_3_14"
    return "return_soon" if ctx.session_number > 1 else "greeting"


def first_conversation(draft: Draft) -> str:
    """Their why in a phrase, then the guess, handed over with a scale."""
    if not draft.lines:
        light = (mode("light"),) if is_light(draft.moment) else ()
        draft.first(*light, back, reflection)
    draft.line("wy1")
    if draft.line("hy1"):
        return "first_conversation"
    if not draft.lines:
        return talk(draft)
    draft.ask()
    return "first_conversation"


def guess_answered(draft: Draft) -> str:
    """Close, half or far: a guess that is refused goes out in one sentence."""
    reading = draft.moment.reading
    if reading.rating is None:
        near = reading.has("agrees") and not reading.has("disagrees")
        name = "hypothesis_close_in_words" if near else "correction"
    elif reading.word_count > ANSWER_WORDS and _said_more(draft, reading.rating):
        return "correction" if reading.rating < HALF else "hypothesis_close"
    elif reading.rating >= CLOSE:
        name = "hypothesis_close"
    else:
        name = "hypothesis_half" if reading.rating >= HALF else "hypothesis_far"
    if not draft.say(name):
        return talk(draft)
    return "correction" if name == "hypothesis_far" else name


def _said_more(draft: Draft, rating: int) -> bool:
    """They gave a number and went on: the number stays in pencil, and what they said counts."""
    turned = draft.moment.reading.echo
    if not turned or re.search(r"\d", turned):
        return False
    draft.put("nh5" if rating >= HALF else "nh6", n=str(rating))
    draft.say_back()
    draft.deepen("reflection_complex", "reflection_double")
    return True
