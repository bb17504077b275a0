"""What somebody said in an earlier session that today's message touches: their sentence, verbatim.

The Observer's signals and their own wins are there anyway; a sentence is worth bringing back when
it shares a word of weight with what is said now. Nothing urgent comes back this way.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.offline.text import content_words, words
from coaching.values.enums import SignalType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.offline.moment import Moment

SHORTEST, LONGEST, WEIGHTY = 3, 14, 4
_TO_COACH = re.compile(r"\b(?:you|your|tell me|ask me|tú|te)\b")
THEIRS = frozenset({SignalType.EMOTIONAL, SignalType.BREAKTHROUGH})
EVERYDAY = frozenset(
    {"money", "day", "week", "today", "time", "feel", "good", "bad", "bit", "year", "month"}
    | {
        "three",
        "four",
        "five",
        "seven",
        "eight",
        "nine",
        "next",
        "thing",
        "dinero",
        "plata",
        "hoy",
        "semana",
        "vez",
        "tiempo",
        "cosa",
        "mes",
    }
)


def earlier_sentence(moment: Moment) -> str:
    """Return the earlier sentence that shares most with the message, the newest of equals."""
    if moment.is_quiet or not moment.is_safe:
        return ""
    stop, now = moment.reading.lexicon.stop, moment.reading.content - EVERYDAY
    best, most = "", 0
    for sentence in _sentences(moment):
        if _TO_COACH.search(sentence.lower()):
            continue
        shared = sum(len(word) >= WEIGHTY for word in content_words(sentence, stop) & now)
        if shared > most and SHORTEST <= len(words(sentence)) <= LONGEST:
            best, most = sentence.strip().rstrip("."), shared
    return best


def _sentences(moment: Moment) -> Iterator[str]:
    ctx = moment.ctx
    for signal in ctx.signals:
        is_before = signal.session_number < ctx.session_number
        if is_before and signal.signal_type in THEIRS and not signal.urgency_flag:
            yield signal.quote
    day = ctx.today
    yield from (win.text for win in ctx.wins if win.created_at.date() < day)
