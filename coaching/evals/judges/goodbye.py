"""A farewell is let go: a line that closes, no question, nothing new to do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.evals.judges.farewell import says_farewell
from coaching.evals.judges.replies import own_words, replies_of, words_of
from coaching.evals.judges.verdict import Verdict, of_all
from coaching.values.enums import SafetyLevel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.evals.judges.replies import Reply
    from coaching.evals.judges.verdict import Fault
    from coaching.evals.stories.played import Told

A_LINE = 40
_HOLDS_BACK = re.compile(
    r"\bbefore you (?:go|leave)\b|\bone (?:last|more|quick) (?:thing|question)\b|\bwait\b"
    r"|\b(?:remember|try|make sure|don't forget|promise me) to\b|\b(?:your )?(?:homework|task)\b"
    r"|\bhow about you\b|\bsee you tomorrow, and\b|\bantes de (?:irte|que te vayas)\b"
    r"|\buna (?:última )?(?:cosa|pregunta)(?: más)?\b|\bespera\b|\bacuérdate de\b|\btu tarea\b"
    r"|\bno olvides\b|\brecuerda (?!que)\w+r\b",
    re.IGNORECASE,
)


def goodbye(told: Told) -> Verdict:
    """Return the share of farewells that are answered by at most 40 words and nothing to do.

    A farewell with something serious in it is not let go, and apart here.
    """
    farewells = [
        one
        for one in replies_of(told)
        if one.said.behind.safety is SafetyLevel.NONE and says_farewell(one.said.person)
    ]
    faults = (fault for one in farewells for fault in _faults(one))
    return of_all("goodbye", faults, len(farewells), "farewell")


def _faults(reply: Reply) -> Iterator[Fault]:
    own = own_words(reply.text)
    if "?" in own:
        yield reply.fault("asks something of somebody who is leaving")
    if (count := len(words_of(reply.text))) > A_LINE:
        yield reply.fault(f"{count} words for a farewell")
    if found := _HOLDS_BACK.search(own):
        yield reply.fault(f"holds them back: “{found.group()}”")
