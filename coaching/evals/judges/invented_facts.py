"""Nothing is made up: numbers, names, people close to them, and what they are said to have said.

What may stand in a reply is what the person said so far, what they gave, what the app noted and
told the coach, and what tools and the app's help said. Invented is: a number that counts something
(of time, money, people or things) and a number in digits; a name; somebody close (“your sister”);
words in quotation marks that are put in their mouth; and an account of what they told without one
word of theirs in it. Small steps are no facts (“two minutes”), nor is a scale from 0 to 10.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.evals.judges.facts import Facts
from coaching.evals.judges.known import known_so_far
from coaching.evals.judges.names import names_in, relations_in
from coaching.evals.judges.numbers import digits_in, value_of
from coaching.evals.judges.replies import own_words, words_of
from coaching.evals.judges.verdict import Verdict, of_all
from coaching.text.content import content_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.evals.judges.replies import Reply
    from coaching.evals.judges.verdict import Fault
    from coaching.evals.stories.played import Told

SCALE = frozenset({0.0, 1.0, 10.0})
LONG_QUOTE, TELLING = 3, 2
_COUNTED = re.compile(
    r"\b(?P<number>\w+)(?:[ -](?:more|other|whole|different|unopened|old|little|small))?[ -]"
    r"(?P<what>years?|months?|weeks?|days?|nights?|hours?|times|percent|pounds|euros|dollars|pesos"
    r"|kids|children|sisters|brothers|sons|daughters|friends|letters|envelopes|parcels|bills|cards"
    r"|accounts|loans|años|meses|semanas|días|noches|horas|veces|hijos|hijas|cartas|sobres|cuentas)\b",
    re.IGNORECASE,
)
_ATTRIBUTED = re.compile(
    r"\b(?:you (?:said|wrote|told me|called it|put it)|your (?:own )?(?:words|sentence)"
    r"(?: (?:was|were|are|is|for it))?|in your words|word for word"
    r"|dijiste|escribiste|tus palabras)\b[^“”«».!?]{0,30}"
    r"[“«](?P<quote>[^”»]+)[”»]",
    re.IGNORECASE,
)
_ACCOUNT = re.compile(
    r"\b(?:you (?:told me|mentioned|wrote(?: me)?)|last (?:time|week|month|session),? you"
    r"(?: (?:said|told me))?|(?:as|like) you (?:said|told me)"
    r"|remember (?:when|how) you|me contaste|la última vez)\b"
    r"(?P<what>[^.!?“«\"]{3,160})(?=[.!?]|$)",
    re.IGNORECASE,
)


def invented_facts(told: Told) -> Verdict:
    """Return the share of replies in which every fact is known."""
    facts, replies = Facts(), 0
    faults: list[Fault] = []
    for reply, known in known_so_far(told):
        facts.learn(known)
        faults += _faults(reply, facts)
        replies += 1
    return of_all("invented_facts", faults, replies)


def _faults(reply: Reply, facts: Facts) -> Iterator[Fault]:
    text = reply.text
    for number in _numbers(text):
        if not facts.has_number(number):
            yield reply.fault(f"the number {number} is nowhere before it")
    for name in names_in(text, facts.words):
        yield reply.fault(f"“{name}” is nobody they named")
    for relation in relations_in(text, facts.words):
        yield reply.fault(f"“{relation}” was never mentioned")
    for found in _ATTRIBUTED.finditer(text):
        quote = found["quote"].rstrip("…")
        if len(words_of(quote)) >= LONG_QUOTE and not facts.has_words(quote):
            yield reply.fault(f"they never said “{quote}”")
    for found in _ACCOUNT.finditer(own_words(text)):
        meant = content_words(found["what"])
        if len(meant) >= TELLING and not meant & facts.stems:
            yield reply.fault(f"they told nothing of “{found['what'].strip()}”")


def _numbers(text: str) -> list[str]:
    """Return the numbers of a text that say something, as they are written."""
    digits = [number for number in digits_in(text) if value_of(number) not in SCALE]
    counted = [
        found["number"]
        for found in _COUNTED.finditer(text)
        if value_of(found["number"]) not in {None, 1.0} and not found["number"].isdigit()
    ]
    return [*digits, *counted]
