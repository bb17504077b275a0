"""Answers what somebody asks about what they told: their own sentence, or that it isn’t there.

It looks in this session and in the memories that the context holds for such a question. What was
said in danger, is private or waits for a yes is in neither.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.offline.replies.answer import say
from coaching.offline.replies.patterns import group
from coaching.offline.replies.turn import DANGER
from coaching.rules import recalling

if TYPE_CHECKING:
    from coaching.offline.replies.answer import Answer
    from coaching.offline.replies.turn import Turn

_FIGURE = re.compile(r"\d")
HIDDEN = DANGER | group("recalling_hidden")
"""Replies to what isn't said again: danger, a boundary, something to forget."""


def answer(turn: Turn) -> Answer | None:
    """Say again what they told about a thing; None if the message asks no such thing."""
    about = recalling.asked(turn.text)
    if about is None or not turn.is_safe:
        return None
    if not about:
        return say("recall", turn)
    found = _found(turn, about)
    return say("recalled", turn, told=found) if found else say("recalled_nothing", turn)


def _found(turn: Turn, about: frozenset[str]) -> str:
    """Return the newest sentence that names most of it."""
    said = [text for text, mode in turn.answered() if mode not in HIDDEN]
    kept = [one.quote or one.content for one in turn.ctx.memories if not one.waits]
    told = [one for one in (*said, *kept, *turn.ctx.told_before) if recalling.asked(one) is None]
    counted = [recalling.own_sentence(text, about) for text in told]
    if recalling.asks_for_a_figure(turn.text):
        counted = [one for one in counted if _FIGURE.search(one[1])]
    best = max(counted, key=lambda one: one[0], default=(0, ""))
    return best[1].rstrip(".") if best[0] else ""
