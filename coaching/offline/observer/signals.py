"""What one exchange shows: signal kinds with the reason and how sure the rules are.

Each rule is a linguistic pattern, read with what the coach had asked before: the same words are an
answer after one question and a way out after another.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.offline.observer.breakthrough import breakthrough
from coaching.offline.observer.deflection import deflection
from coaching.offline.observer.emotional import emotional
from coaching.offline.observer.exchange import Exchange
from coaching.offline.observer.practice import practice
from coaching.offline.observer.topic_shift import topic_shift
from coaching.text.words import plain

if TYPE_CHECKING:
    from coaching.offline.observer.exchange import Evidence
    from coaching.rules.parsed_message import Reading

_QUOTED = re.compile(r'"[^"]*"')
_RULES = (breakthrough, practice, topic_shift, deflection, emotional)


def evidence(before: str, reading: Reading, *, card: str = "") -> list[Evidence]:
    """Return the signals of one message, at most one of each kind; `card` is the focus card."""
    if not reading.low:
        return []
    exchange = Exchange(_QUOTED.sub("", plain(before)), reading, card)
    found = [rule(exchange) for rule in _RULES]
    return [piece for piece in found if piece is not None]
