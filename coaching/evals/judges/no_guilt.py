"""No guilt: no counted absence, no streaks, nothing owed, no “should”."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.evals.judges.known import said_so_far
from coaching.evals.judges.replies import own_words
from coaching.evals.judges.verdict import Verdict, of_all

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from coaching.evals.judges.replies import Reply
    from coaching.evals.judges.verdict import Fault
    from coaching.evals.stories.played import Told

SHOULD = "says what they should"
_SPAN = r"(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|some|a few|many|several)"
_SPANISH_SPAN = r"(?:\d+|una?|dos|tres|cuatro|cinco|seis|siete|ocho|varios|varias|unos|unas)"
_UNITS = r"(?:days?|weeks?|months?|años?|días?|semanas?|mes(?:es)?)"
_GUILT = {
    "counts the absence": re.compile(
        rf"\b(?:it's|it has|it’s) been (?:{_SPAN} {_UNITS}|(?:quite )?a while|so long|too long)\b"
        rf"|\b(?:after|for) {_SPAN} {_UNITS} (?:away|of silence|without (?:a word|writing))\b"
        rf"|\b{_SPAN} {_UNITS} (?:since (?:you|we|your)|without (?:you|a word|writing|checking))\b"
        rf"|\b(?:hace|han pasado|pasaron|llevas|después de) {_SPANISH_SPAN} {_UNITS}"
        r"(?: (?:que|desde|sin))?\b"
        r"|\btanto tiempo sin\b"
        r"|\blong time no see\b"
    ),
    "misses them": re.compile(
        r"\b(?:we|i)(?:'ve| have|’ve)? missed you\b"
        r"|\bwhere (?:have you been|were you(?=\?|$| all| this))"
        r"|\bwonder(?:ed|ing)? where you\b"
        r"|\bte (?:ech(?:amos|o|é|aba)|hemos echado|extrañ\w+)\b|\bdónde (?:estabas"
        r"|andabas|te metiste)\b"
    ),
    "counts what wasn’t done": re.compile(
        r"\byou(?:'ve|’ve| have)? (?:missed|skipped|failed|forgot(?:ten)?) "
        r"(?!me\b|her\b|him\b|them\b)"
        r"|\bstreaks?\b|\bback on track\b|\bfall(?:en|ing)? behind\b|\bcatch up on\b"
        r"|\bfallaste\b|\bte (?:atrasaste|saltaste|olvidaste)\b|\brachas?\b|\bponerte al día\b"
        r"|\bno (?:viniste|cumpliste)\b|\bdejaste de (?:venir|hacerlo)\b"
    ),
    "asks for an account": re.compile(
        r"\bwhy (?:didn't|didn’t|haven't|haven’t|did you not|wouldn't|don't) you\b"
        r"|\bi(?:'m| am|’m) (?:a (?:bit|little) )?disappointed\b|\blet (?:me|yourself|us) down\b"
        r"|\byou (?:had |have |'ve )?promised\b|\bpor qué no (?:lo |la )?(?:hiciste|has"
        r"|abriste|viniste|pudiste|esperaste)\b"
        r"|\bme decepcion\w+|\b(?:lo )?prometiste\b"
    ),
    SHOULD: re.compile(
        r"\byou (?:really )?(?:should|must|ought|'d better|had better|need to|have to|are supposed)"
        r"|\b(?:deberías|tendrías que|tienes que|tenés que|debes|hace falta que)\b"
    ),
}

_THEIR_OWN_SHOULD = re.compile(
    r"\b(?:should|must|ought|gotta|got to|need to|has to|have to|supposed|tengo que|debo|debería)\b"
)


def no_guilt(told: Told) -> Verdict:
    """Return the share of replies that owe nobody anything; what they said first may come back."""
    replies = list(said_so_far(told))
    faults = [fault for reply, theirs in said_so_far(told) for fault in _faults(reply, theirs)]
    return of_all("no_guilt", faults, len(replies))


def _faults(reply: Reply, theirs: Sequence[str]) -> Iterator[Fault]:
    own, said = own_words(reply.text).lower(), "\n".join(theirs).lower()
    for because, pattern in _GUILT.items():
        found = pattern.search(own)
        if because == SHOULD and _THEIR_OWN_SHOULD.search(reply.said.person.lower()):
            continue
        if found and found.group().split(maxsplit=1)[-1] not in said:
            yield reply.fault(f"{because}: “{found.group().strip()}”")
