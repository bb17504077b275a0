"""What is said where no meaning fits: by the kind of message, never by one word in it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.offline.replies import topics
from coaching.offline.replies.answer import say

if TYPE_CHECKING:
    from coaching.offline.replies.answer import Answer
    from coaching.offline.replies.turn import Turn

SHORT, FEW = 3, 12
_ASKS = re.compile(
    r"^(?:and |so |but |y |pero )*[¿]?(?:what|why|how|who|which|where|do you|can you|would you|"
    r"que|por que|como|quien|cual|donde|puedes)\b"
)
_TAG = re.compile(
    r"[,.] ?[¿]?(?:no|verdad|cierto|eh|right|isn.?t it|you know|huh|innit|ok|viste|"
    r"cachai|"
    r"know what i mean)\?\W*$"
)
"""A question mark that asks nothing."""
_COMES = re.compile(
    r"\b(?:i.?m going to|im going to|gonna|i.?ll|ill|i will|we.?ll|tomorrow|next (?:week|month|"
    r"year)|"
    r"i (?:plan|hope|want) to|voy a|vamos a|manana|la proxima|el proximo|pienso|quiero)\b"
)
_OTHERS = re.compile(
    r"^(?:and |so |but |ok |well |y |pero |bueno )*"
    r"(?P<who>(?:my|our|mi|mis|nuestr[oa]) \w+|he|she|they|ella?|ell[oa]s) "
    r"(?!and i\b|y yo\b)\w+"
)
_WHO = {
    **dict.fromkeys(("my", "our"), "your"),
    **dict.fromkeys(("mi", "nuestro", "nuestra"), "tu"),
    "mis": "tus",
    "he": "him",
    "she": "her",
    "they": "them",
    "el": "él",
}
_PAST = re.compile(
    r"\b(?:yesterday|this morning|last (?:night|week|month|year)|ago|earlier|just now|ayer|"
    r"anoche|"
    r"esta manana|hace (?:un|una|dos|tres|poco|\d+))\b"
)
_KINDS = ((_OTHERS, "story_others"), (_COMES, "story_plan"), (_PAST, "story_past"))


def question(turn: Turn) -> Answer | None:
    """Return an honest line where something is asked that the rules have no answer to."""
    asks = "?" in turn.text and _TAG.search(turn.folded) is None
    asks = asks or (turn.count > SHORT and _ASKS.search(turn.folded) is not None)
    if not asks or turn.last_mode == "question":
        return None
    return say("question", turn)


def story(turn: Turn) -> Answer:
    """Return a line for what somebody tells: about others, to come, or past."""
    for pattern, name in _KINDS:
        told = pattern.search(turn.folded)
        if told and not _was_said(turn, (found := say(name, turn, who=_who(told))).text):
            return replace(found, mode="story")
    return say("story", turn, nth=turn.modes().count("story"))


def topic(turn: Turn) -> Answer | None:
    """Name what a message is about and ask one thing; a few words go on about what was before."""
    named = topics.about(turn) or (topics.before(turn) if turn.count <= FEW else "")
    if not named:
        return None
    return say("topic", turn, nth=turn.modes().count("topic"), about=named)


def _who(told: re.Match[str]) -> str:
    """Return whom it is about, seen from the coach: `my son` is `your son`."""
    first, *rest = told.groupdict().get("who", "").split()[:2] or [""]
    return " ".join((_WHO.get(first, first), *rest))


def _was_said(turn: Turn, text: str) -> bool:
    return any(reply.text.startswith(text) for reply in turn.replies)
