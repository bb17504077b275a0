"""Unsupported claims: find what a memory says beyond its message (a relative, cause or deed).

`content` may resolve pronouns from what is known. What else it adds is refused where the message
says otherwise, and is otherwise in doubt.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.memory.deduplication import telling
from coaching.memory.grounding import figures_in
from coaching.memory.rules import load_rules, straight
from coaching.memory.scopes import Doubt
from coaching.text.run_on import clauses
from coaching.text.similarity import containment
from coaching.text.words import letters

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.memory.attribution import QuoteMatch

HALF = 0.5
_KIN = (
    "mother mum mom mam mama mummy ma madre mamá",
    "father dad daddy papa padre papá",
    "sister sis hermana",
    "brother bro hermano",
    "nan nana gran granny grandma grandmother abuela",
    "grandad grandpa grandfather abuelo",
    "son hijo",
    "daughter hija",
    "aunt auntie tía",
    "uncle tío",
    "boss manager jefe jefa",
    "landlord landlady casero casera",
    "cousin primo prima",
)
_KIN_OF = {word: group.split()[0] for group in _KIN for word in group.split()}
_CAUSE = re.compile(r"\b(?:because(?: of)?|due to|out of|as a result of|porque|por culpa de)\b(.*)")
_THEIRS = re.compile(r"\b(?:his|her|their) (\w+)")
_STRONG = re.compile(
    r"\b(?:serious(?:ly)?|severe(?:ly)?|huge|massive|constantly|completely|totally|entire(?:ly)?"
    r"|addict\w*|obsess\w*|desperate(?:ly)?|terrified|devastated|hopeless\w*|refuse[sd]?|forever"
    r"|permanently|every (?:hour|day|night|morning|single \w+)|all (?:the|your)|whole|always|never"
    r"|everyone|everything|siempre|nunca|grave|tod[oa]s? (?:el|la|los|las))\b"
)
_AS_STRONG = tuple(
    frozenset(group.split())
    for group in (
        "every each daily nightly weekly always cada diario todos todas todo toda siempre",
        "all whole entire entirely completely totally everything",
        "never nunca nobody nadie",
    )
)
_HALF = re.compile(r"\b(?:half|some|part|most|a bit|bit|little|sometimes|mitad|algo|a veces)\b")
_STEP_UP = re.compile(r"\b(?:all|whole|entire\w*|serious\w*|every|always|tod[oa]s?)\b")
_DONE = re.compile(
    r"^(?:you|tú)(?:'ve| have)? (?:already )?(?!need|want|plan|hope|decid|intend|start)(?:\w{3,}ed"
    r"|rang|sold|bought|paid|told|went|quit|spent|gave|made|took|lost|won|met|sent|began|put)\b"
)
_PLAN = re.compile(
    r"\b(?:want(?:ed)? to|wanna|thinking (?:of|about|maybe|i might)|(?<!that )might|gonna|going to"
    r"|planning|plan to|hope to|hoping to|tempted to|need to"
    r"|have to(?! (?:say|admit))|gotta|should|meaning to|about to"
    r"|quiero|voy a|vamos a|pensando en|tengo que|me gustaría)\b"
)
_PLANNED = re.compile(
    r"\b(?:want|wanna|plan|hop(?:e|ing)|thinking|think|might|may|going to|will|'ll|intend|need"
    r"|have to|should|consider\w*|would|aim|meant|mean|tempted|decided|due|quieres?|vas? a|piensas?"
    r"|until|before|by|next|tomorrow|start\w*|tienes? que|are \w+ing|'re \w+ing)\b"
)


def overstated(content: str, found: QuoteMatch, given: Iterable[str]) -> Doubt:
    """Return how sure it is that a memory says more; `given` is all that was said or known."""
    rules = load_rules()
    told, clause = straight(content).casefold(), rules.written_out(found.clause)
    source = rules.written_out(" \n ".join((found.sentence, *given)))
    return max(
        _other_relative(told, clause, source),
        _own_for_theirs(told, clause),
        _cause(told, source),
        _stronger(told, clause, source),
        _done_for_planned(told, found),
        _other_number(content, found),
    )


def _other_relative(told: str, clause: str, source: str) -> Doubt:
    extra = _kin(told) - _kin(source)
    if not extra:
        return Doubt.NONE
    return Doubt.SURE if _kin(clause) else Doubt.SOME


def _kin(text: str) -> set[str]:
    found = letters(text.replace("'", ""))
    return {_KIN_OF.get(word) or _KIN_OF.get(word.removesuffix("s"), "") for word in found} - {""}


def _own_for_theirs(told: str, clause: str) -> Doubt:
    """`lost his licence` is not `your licence`."""
    for thing in _THEIRS.findall(clause):
        own = re.search(rf"\byour {re.escape(thing)}\b", told)
        if own and not re.search(rf"\b(?:my|our) {re.escape(thing)}\b", clause):
            return Doubt.SURE
    return Doubt.NONE


def _cause(told: str, source: str) -> Doubt:
    cause = _CAUSE.search(told)
    if cause is None:
        return Doubt.NONE
    reason = telling(cause[1])
    return Doubt.SURE if reason and containment(reason, telling(source)) < HALF else Doubt.NONE


def _stronger(told: str, clause: str, source: str) -> Doubt:
    if _HALF.search(clause) and _STEP_UP.search(told) and not _STEP_UP.search(clause):
        return Doubt.SURE
    added = {match[0].split()[0] for match in _STRONG.finditer(told)}
    said = letters(source)
    added = {word for word in added if word[:5] not in source and not _as_strong(word) & {*said}}
    if added and load_rules().fits("no", clause):
        added -= {"never", "nunca"}
    return Doubt.SOME if added else Doubt.NONE


def _as_strong(word: str) -> frozenset[str]:
    """Return the words that say as much: who says `each night` may be told `every night`."""
    return next((group for group in _AS_STRONG if word in group), frozenset[str]())


def _done_for_planned(told: str, found: QuoteMatch) -> Doubt:
    said = load_rules().written_out(f"{found.lead}{found.quote}")
    plan = _PLAN.search(said)
    if plan is None or _PLANNED.search(told):
        return Doubt.NONE
    if not telling(said[plan.end() :]) & telling(told):
        return Doubt.NONE
    done = _DONE.search(told)
    if done is not None and done[0].split()[-1] in letters(said[: plan.start()]):
        return Doubt.NONE  # the deed was told before the plan: `I sold it and want to …`
    return Doubt.SURE if done else Doubt.SOME


def _other_number(content: str, found: QuoteMatch) -> Doubt:
    """Return the doubt for a number that the message gives for something else."""
    about = {word for word in telling(content) if not any(char.isdigit() for char in word)}
    parts = [part for part in clauses(found.sentence) if figures_in(part)]
    for number in figures_in(content):
        holding = [part for part in parts if number in figures_in(part)]
        others = [part for part in parts if number not in figures_in(part)]
        is_beside = holding and not any(about & telling(part) for part in holding)
        if is_beside and any(about & telling(part) for part in others):
            return Doubt.SOME
    return Doubt.NONE
