"""Which notes of a run are worth showing to the person: whole, about them, and said only once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.memory.evidence import is_sentence, leans
from coaching.text.content import read
from coaching.text.similarity import containment, said_before

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from coaching.memory.belief import Belief

MAY_GO = ("helps", "noticed", "grows")
"""Sections that lose what another one says. A memory, a boundary or a guess is always shown."""
TOLD_ELSEWHERE = 0.6
"""Of the words of a note, so many in one other sentence say it again."""
LEAST_WORDS = 4
_NOT_YET = re.compile(
    r"^(?:(?:on|next|this|tomorrow|maybe|perhaps)\b[^,]{0,30},? )?you(?:[’']ll|[’']d like"
    r"| (?:will|won[’']t|can|could|may|might|should|need|want|plan|hope|intend|mean)"
    r"|(?: are|[’']re) (?:going|planning|hoping|about|thinking|meeting))\b"
    r"|\b(?:tomorrow|next (?:week|month|year|time|(?:mon|tues|wednes|thurs|fri|satur|sun)day))\b"
    r"|\b(?:will|could|would|might|may|can) help\b"
    r"|^(?:(?:el|la|este|esta|mañana|quizás?|tal vez)\b[^,]{0,30},? )?(?:(?:vas|piensas|planeas)"
    r"|(?:quieres|puedes|podrías|necesitas|esperas|deberías|te gustaría) \w+[aei]r)\b"
    r"|^\w{2,}[aei]rás\b|\b(?:la próxima|el próximo) \w+|\b(?:puede|podría) ayudar(?:te)?\b",
    re.IGNORECASE,
)
"""What is still to come: a plan, a wish, advice. “You told him that you will call” is none."""
_UNNAMED = re.compile(r"\bsomething private\b|\balgo (?:privado|personal)\b", re.IGNORECASE)
"""How a note leaves out what is sensitive: nobody can tell what it is about."""
_BY_TONEY = re.compile(
    r"\bToney\b|^(?:I|I[’']m|I[’']ve|I[’']ll|We|My|Our|Yo|Nosotros)\b"
    r"|\b(?:we talked|we looked|hablamos)\b"
)


def is_clear(text: str) -> bool:
    """Return True if a note is a sentence to the person that is complete without another one."""
    return is_sentence(text) and not leans(text) and not names_nothing(text)


def names_nothing(text: str) -> bool:
    """Return True if a note only says that something private was told; its quote is hidden too."""
    return _UNNAMED.search(text) is not None


def has_helped(text: str) -> bool:
    """Return True if a note tells what helped: not a plan, and not what Toney did."""
    return is_clear(text) and not _NOT_YET.search(text) and not _BY_TONEY.search(text)


def said_once(found: Sequence[Belief]) -> list[Belief]:
    """Return the items without a note that another shown item says too.

    What the person wrote or confirmed stays, whatever else says it. A boundary goes only where a
    memory is the same sentence.
    """
    remembered = {belief.text for belief in found if belief.section == "remembers"}
    every = [one for one in found if one.section != "holds" or one.text not in remembered]
    said = [belief.text for belief in every if not _may_go(belief)]
    shown: list[Belief] = []
    for belief in every:
        if not _may_go(belief):
            shown.append(belief)
        elif not said_before(belief.text, said) and not _is_within(belief.text, said):
            shown.append(belief)
            said.append(belief.text)
    return shown


def _is_within(text: str, others: Iterable[str]) -> bool:
    """Return True if another sentence has most of the words of a note, and denies none of them."""
    own = read(text)
    words = set(own.words)
    if len(words) < LEAST_WORDS:
        return False
    found = (read(other) for other in others)
    return any(
        containment(words, set(other.words)) >= TOLD_ELSEWHERE
        and own.denied & set(other.words) == other.denied & words
        for other in found
    )


def _may_go(belief: Belief) -> bool:
    is_theirs = belief.is_yours or belief.is_confirmed
    return belief.section in MAY_GO and not is_theirs
