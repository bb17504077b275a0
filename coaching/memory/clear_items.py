"""Which notes of a run are worth showing to the person: whole, about them, and said only once."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.memory.evidence import Basis, is_same_quote, is_sentence, leans, refers_back
from coaching.memory.repeated import is_told_by
from coaching.memory.same_event import is_event_of, tells_half

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from coaching.memory.belief import Belief

SECTIONS = ("story", "guess", "helps", "holds", "noticed", "grows", "remembers")
ALWAYS_LISTED = ("remembers", "holds")
"""What the person has to be able to correct: what they are remembered for, and their boundaries."""
LEAST_QUOTED = 5  # words; a shorter quote in a sentence is the name of something
FIRST_TO_STAY = ("remembers", "holds", "guess", "story", "helps", "grows", "noticed")
"""Of two sections that say the same, the one that keeps it."""
TOLD_ELSEWHERE = ("helps", "noticed")
_QUOTED = re.compile(r"[“«]([^“”«»]+)[”»]")
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
_HELPED = re.compile(
    r"\b(?:help(?:s|ed|ing)?|work(?:s|ed)|eas(?:y|e|ed|ier)|light(?:er)?|calm\w*|quiet\w*|less|better"
    r"|relie\w+|safe\w*|free\w*|fine|okay|no longer|not as|wasn[’']t as|stopped|let you|made it"
    r"|made you|could|managed|enough|good for you|do(?:es)? you good|did you good"
    r"|ayud\w+|sirv\w+|f[aá]cil\w*|mejor\w*|alivi\w+|liger\w+|calm\w+|tranquil\w+|menos|bien"
    r"|pudiste|lograste|ya no|dejaste)\b",
    re.IGNORECASE,
)
"""How a note says that something did good."""
_DID_GOOD = re.compile(
    r"\b(?:help(?:s|ed|ing)?|ayud\w+|sirv(?:e|ió|ieron)|work(?:s|ed) for you|calm(?:s|ed)"
    r"|eas(?:ier|ed)|relie(?:f|ved|ves)|alivi\w+|lets? you|(?:did|does|do) you good|no longer"
    r"|not as|(?:wasn|isn|doesn|didn)[’']t (?:feel )?(?:as|so)"
    r"|más (?:fácil|liger[oa]|tranquil[oa]s?)|ya no te)\b"
    r"|\b(?:ma[dk]es?|making|fe(?:el|els|lt)|sle(?:ep|pt)|breathe\w*|hizo|hace|sent\w+|sientes"
    r"|duermes|dormiste) (?:[^.;]* )?(?:less|better|lighter|calm(?:er)?|safer?|bearable|mejor|menos"
    r"|tranquil\w+)\b"
    r"|(?:, (?:and )?|\band (?:then )?|\bso )(?:that )?you (?:could|managed to)\b"
    r"|\by (?:así |entonces )?(?:pudiste|lograste)\b",
    re.IGNORECASE,
)
"""How a note says that it did good, rather than what was less, better or could be done."""
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


def helping(found: Iterable[Belief], *, is_strict: bool = False) -> Iterable[Belief]:
    """Yield what helped; a sentence that only tells what happened is folded.

    With `is_strict` it has to say that it did them good.
    """
    says_so = _DID_GOOD if is_strict else _HELPED
    for belief in found:
        if has_helped(belief.said):
            is_minor = says_so.search(belief.text) is None
            yield replace(belief, is_aside=is_minor, is_minor=is_minor)


def quoted_once(found: list[Belief]) -> list[Belief]:
    """Return the items with each quote shown once; what quotes it a second time goes."""
    seen: list[str] = []
    shown: list[Belief] = []
    for belief in sorted(found, key=lambda belief: belief.section == "noticed"):
        own = [
            words for words in _QUOTED.findall(belief.text) if len(words.split()) >= LEAST_QUOTED
        ]
        is_theirs = belief.is_yours or belief.is_confirmed or belief.section == "remembers"
        if not is_theirs and any(_is_among(words, seen) for words in own):
            continue
        quotes = [quote for quote in belief.quotes if not _is_among(quote.words, [*seen, *own])]
        seen += [*own, *(quote.words for quote in quotes)]
        rests_on_them = belief.basis in (Basis.READ, Basis.HALF) and not quotes and not own
        basis = Basis.CONVERSATION if rests_on_them else belief.basis
        shown.append(replace(belief, quotes=tuple(quotes), basis=basis))
    return _in_order(shown)


def _is_among(words: str, seen: Iterable[str]) -> bool:
    return any(is_same_quote(words, other) for other in seen)


def _in_order(found: Iterable[Belief]) -> list[Belief]:
    return sorted(found, key=lambda belief: SECTIONS.index(belief.section))


def said_once(found: Sequence[Belief], home: str) -> list[Belief]:
    """Return the items without those that say nothing that another shown item doesn't say.

    `home` is the sentence on home, as it is stored.

    What the person wrote or confirmed stays, and so do a guess and the sentence on home. Of two
    memories or two boundaries the one that tells more stays; a boundary goes before a memory.
    """
    kept = {at for at in range(len(found)) if _stays(found, at)}
    order = sorted(range(len(found)), key=lambda at: (_place(found[at]), -len(found[at].text)))
    for at in order:
        others = [
            found[other] for other in kept if other != at and _may_replace(found[other], found[at])
        ]
        if not _is_told(found[at], others) and not _says_home_again(found, at, home):
            kept.add(at)
    return [found[at] for at in sorted(kept)]


def not_told(aside: Iterable[Belief], shown: Iterable[Belief]) -> list[Belief]:
    """Return the folded items without notes and boundaries that an open sentence tells."""
    texts = [belief.text for belief in shown]
    return [
        belief
        for belief in aside
        if belief.section not in {"holds", *TOLD_ELSEWHERE} or not is_told_by(belief.text, texts)
    ]


def _is_told(belief: Belief, others: Sequence[Belief]) -> bool:
    """Return True if another sentence tells the same; for what helped or was noticed, half of it.

    An event has one place: these two, and the story, only tell what the others leave out.
    """
    if belief.section in TOLD_ELSEWHERE and any(tells_half(o.text, belief.text) for o in others):
        return True
    if belief.section == "story":
        listed = [other.text for other in others if other.section in ALWAYS_LISTED]
        if is_event_of(belief.text, listed):
            return True
    return is_told_by(belief.text, [other.text for other in others])


def _says_home_again(found: Sequence[Belief], at: int, home: str) -> bool:
    """Return True for a sentence of the story that tells half of what the one on home says."""
    story = [belief for belief in found if belief.section == "story"]
    shown = next((belief for belief in story if belief.said == home), None)
    is_other = found[at] in story and found[at] is not shown
    return shown is not None and is_other and tells_half(shown.text, found[at].text)


def _place(belief: Belief) -> int:
    return FIRST_TO_STAY.index(belief.section)


def _may_replace(shown: Belief, other: Belief) -> bool:
    """Return True if a section may say it for the other one: a memory goes before a memory only."""
    is_kept = other.section in ALWAYS_LISTED
    return not is_kept or _place(shown) <= _place(other)


def _stays(found: Sequence[Belief], at: int) -> bool:
    belief = found[at]
    if belief.is_yours or belief.is_confirmed or belief.section == "guess":
        return True
    return belief.section == "story" and _holds_the_story_together(found, at)


def _holds_the_story_together(found: Sequence[Belief], at: int) -> bool:
    """Return True for the sentence on home, and for one that the next one needs."""
    story = [belief for belief in found if belief.section == "story"]
    place = story.index(found[at])
    return place == 0 or (place + 1 < len(story) and refers_back(story[place + 1].text))
