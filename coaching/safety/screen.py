"""The deterministic screen: how serious is this text, with nothing but itself.

It runs before and without any language model and can't fail: no network, no clock, no randomness.
Phrases hear what is said plainly, weights hear the words around it, and the sentence model hears
what it means (ADR 0047). It is a floor: over-triage is cheap, a miss is not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from coaching.safety.concepts import names_danger_plainly
from coaching.safety.evidence import BAND, FLOOR, STORY, crisis_weight, is_long, speaks_of_danger
from coaching.safety.linear_model import IDIOM, category, load_scale, weigh, weigh_sentences
from coaching.safety.normalise import normalise
from coaching.safety.phrase_index import Idiom, Meaning, load_net
from coaching.safety.sentence_model import MOST_READ, danger, load_sentence_model
from coaching.safety.text_window import NEAR, Reading
from coaching.values.enums import SafetyLevel
from coaching.values.safety import ABUSE, SafetyVerdict

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from coaching.safety.sentence_model import Danger
    from coaching.safety.text_window import Span

CLEAR_WEIGHT, CLEAR_BAND = 1.7, 0.5
"""What a sentence of a long message has to weigh when no phrase hears a crisis in it.

Most of what people tell a coach is long and harmless, and among many everyday words some weigh much
by chance: with less than this, one of ten messages of invented people was a false alarm.
"""
DOUBTED = -1.5
"""A crisis that only a meaning hears needs words that weigh more than this."""
UNLIKELY = -0.7
"""A crisis that a phrase hears is a concern if the words weigh less.

In a long message each sentence counts by itself: what is said around it must not outweigh it."""
MEANT = {SafetyLevel.NONE: 0.28, SafetyLevel.CONCERN: 0.3, SafetyLevel.CRISIS: -0.3}
"""What the sentence model has to find for a crisis, by what the words alone say.

Chosen by the counts of messages that nothing was learned from and nobody read (ADR 0047)."""
FIRM = -0.3
"""What it has to find at least where a phrase of the lexicon hears a crisis."""
ASKED = 0.11
"""So much below that, a message is a concern: the coach asks directly."""
HARMLESS = -0.5
"""What the words alone call a crisis is nothing, not even a concern, if it means less than this."""
NO_EMERGENCY = -1.0
"""Fraud that a phrase hears is a concern if the message means less."""
HABIT, HABIT_WEIGHT, HABIT_MEANING = "substance_eating", -1.0, 0.6
"""A habit that a phrase hears is a concern of its own where the words weigh, and mean, less."""
FEWEST, UNCERTAIN, FIGURE = 6, 0.25, 0.5
"""What a message of fewer words, and one with an idiom, has to mean more; chosen by counts."""
DOUBTFUL = MEANT[SafetyLevel.NONE] - ASKED
"""What a message means less than this is nothing where the words hear nothing."""
CONTROLLED = "ctx_controlled"
MINOR = "minor"
FRAUD = "fraud"
PRECEDENCE = (
    "suicidality",
    "harm_to_others",
    "self_harm",
    ABUSE,
    "substance_eating",
    "mania_psychosis",
    FRAUD,
    "gambling",
    "acute_debt",
    MINOR,
)
"""Which category leads when several are equally serious."""
WEIGHED = ("suicidality", "harm_to_others", "self_harm", ABUSE)
"""What the weight of the words is about; the rest is heard by phrases alone."""
ENDANGERS_A_CHILD = {ABUSE, "acute_debt"}
_RANK = {SafetyLevel.NONE: 0, SafetyLevel.CONCERN: 1, SafetyLevel.CRISIS: 2}
_LOWER = {
    SafetyLevel.CRISIS: SafetyLevel.CONCERN,
    SafetyLevel.CONCERN: SafetyLevel.NONE,
    SafetyLevel.NONE: SafetyLevel.NONE,
}


@dataclass(slots=True)
class _Heard:
    """Result of the phrases that match a message."""

    found: dict[str, SafetyLevel] = field(default_factory=dict)
    soft: set[str] = field(default_factory=set)
    """Categories that only a meaning, no phrase of the lexicon, calls a crisis."""
    firm: set[str] = field(default_factory=set)
    """Categories that a phrase of the lexicon calls a crisis: hardly any meaning outweighs it."""
    is_lowered: bool = False
    scenes: set[str] = field(default_factory=set)
    """Categories of which a scene tells: no weight outweighs it."""


def prepare() -> None:
    """Compile the phrases and load the models, two seconds, before a message has to wait."""
    load_net()
    load_scale()
    load_sentence_model()
    danger(".")


def screen(
    text: str, *, life_context: Collection[str] = (), meaning: Danger | None = None
) -> SafetyVerdict:
    """Return how serious a text is; the strongest thing said in it counts.

    `meaning` is what `danger` returns for the text, if that was computed before.
    """
    reading, meanings, idioms, is_joke = _read(text)
    heard = _heard(reading, meanings)
    words = reading.words_outside(idioms)
    _weigh(words, heard)
    _understand(text, words, heard, meaning)
    if is_joke and CONTROLLED in life_context:
        heard.found.setdefault(ABUSE, SafetyLevel.CONCERN)
    return _strongest(heard.found)


def plain_words(text: str) -> list[str]:
    """Return the words of a text as they are weighed, without those of idioms."""
    reading, _, idioms, _ = _read(text)
    return reading.words_outside(idioms)


def heard_in(text: str) -> Iterator[tuple[Meaning, str]]:
    """Yield every rule that hears something in a text, with the words it hears it in."""
    reading, meanings, _, _ = _read(text)
    for span, meaning in meanings:
        is_meant = _is_meant(reading, span, meaning)
        if is_meant and _level(reading, span, meaning) is not SafetyLevel.NONE:
            yield meaning, reading.between(span)


def _read(text: str) -> tuple[Reading, list[tuple[Span, Meaning]], list[Span], bool]:
    net = load_net()
    reading = Reading(normalise(text, net.dictionary))
    idioms: list[Span] = []
    meanings: list[tuple[Span, Meaning]] = []
    is_joke = False
    for span, meaning in reading.matches(net.index):
        if isinstance(meaning, Meaning):
            meanings.append((span, meaning))
        elif _is_idiom(reading, span, meaning):
            idioms.append(span)
            is_joke = is_joke or meaning.is_threat
    if idioms:
        masked = reading.mask(idioms)
        meanings = [found for found in meanings if not masked(found[0])]
    return reading, meanings, idioms, is_joke


def _heard(reading: Reading, meanings: list[tuple[Span, Meaning]]) -> _Heard:
    heard = _Heard()
    for span, meaning in meanings:
        known = heard.found.get(meaning.category, SafetyLevel.NONE)
        is_firm = not meaning.about
        if _RANK[meaning.level] < _RANK[known] or not _is_meant(reading, span, meaning):
            continue
        level = _level(reading, span, meaning)
        if _RANK[level] < _RANK[meaning.level]:
            heard.is_lowered = True
        if _RANK[level] > _RANK[known]:
            heard.found[meaning.category] = level
            if level is SafetyLevel.CRISIS and not is_firm:
                heard.soft.add(meaning.category)
        if level is SafetyLevel.CRISIS and is_firm:
            heard.soft.discard(meaning.category)
            heard.firm.add(meaning.category)
        if level is SafetyLevel.CRISIS and meaning.is_scene:
            heard.scenes.add(meaning.category)
    return heard


def _weigh(words: list[str], heard: _Heard) -> None:
    """Let the weight of all words decide where no phrase does, or only a meaning."""
    weight, window = weigh(words)
    is_diluted = is_long(words) and SafetyLevel.CRISIS in heard.found.values()
    clearest = max(weight, weigh_sentences(words)[0]) if is_diluted else weight
    for kind in WEIGHED:
        known = heard.found.get(kind, SafetyLevel.NONE)
        if kind in heard.scenes:
            continue
        if clearest < DOUBTED and kind in heard.soft:
            heard.found[kind] = SafetyLevel.NONE
        elif clearest < UNLIKELY and known is SafetyLevel.CRISIS:
            heard.found[kind] = SafetyLevel.CONCERN
    if SafetyLevel.CRISIS in heard.found.values():
        return
    is_heard = bool(heard.found) or heard.is_lowered
    if is_long(words):
        weight, window = weigh_sentences(words)
        if not names_danger_plainly(window):
            return
        least, band = CLEAR_WEIGHT, CLEAR_BAND
    elif is_heard or speaks_of_danger(window):
        least = crisis_weight(window, is_heard=is_heard)
        band = BAND if is_heard or names_danger_plainly(window) else 0.0
    else:
        return
    if weight > max(least - band, FLOOR):
        is_crisis = weight > least and not heard.is_lowered and STORY.isdisjoint(window)
        heard.found[category(window)] = SafetyLevel.CRISIS if is_crisis else SafetyLevel.CONCERN


def _understand(text: str, words: list[str], heard: _Heard, meaning: Danger | None) -> None:
    """Let the meaning of the message doubt what its words say, or hear what they don't."""
    levels = [heard.found.get(kind, SafetyLevel.NONE) for kind in WEIGHED]
    known = max(levels, key=_RANK.__getitem__)
    weight, said, is_whole = meaning or danger(text)
    if known is not SafetyLevel.CRISIS and SafetyLevel.CRISIS in heard.found.values():
        _doubt_fraud(heard, weight)
        return
    is_mostly_idiom = 2 * words.count(IDIOM) > len(words)  # the rest is too little to mean anything
    if known is SafetyLevel.NONE and (is_mostly_idiom or _is_habit(words, heard, weight)):
        return
    least = MEANT[known]
    if known is not SafetyLevel.CRISIS and (IDIOM in words or len(said.split()) < FEWEST):
        least += FIGURE if IDIOM in words else UNCERTAIN
    is_crisis = weight > least
    if known is SafetyLevel.CRISIS:
        if not is_crisis and len(text) <= MOST_READ:
            _doubt(heard, max(weight, danger(" ".join(words)).weight))
        return
    if is_crisis or (is_whole and weight > least - ASKED):
        level = SafetyLevel.CRISIS
        if not is_crisis or heard.is_lowered or not STORY.isdisjoint(words):
            level = SafetyLevel.CONCERN
        kinds = [kind for kind, at in zip(WEIGHED, levels, strict=True) if at is known]
        kind = kinds[0] if known is SafetyLevel.CONCERN else category(plain_words(said))
        heard.found[kind] = level


def _is_habit(words: list[str], heard: _Heard, weight: float) -> bool:
    """Return True where "I can't stop" is about drinking or smoking, not about life."""
    return HABIT in heard.found and weight < HABIT_MEANING and weigh(words)[0] < HABIT_WEIGHT


def _doubt(heard: _Heard, weight: float) -> None:
    """Lower a crisis that the words hear where the message means none."""
    for kind in set(WEIGHED) - heard.scenes:
        least = FIRM if kind in heard.firm else MEANT[SafetyLevel.CRISIS]
        if heard.found.get(kind) is SafetyLevel.CRISIS and weight <= least:
            is_nothing = weight <= HARMLESS and kind not in heard.firm
            heard.found[kind] = SafetyLevel.NONE if is_nothing else SafetyLevel.CONCERN


def _doubt_fraud(heard: _Heard, weight: float) -> None:
    """Lower what sounds like fraud in a message that means nothing so grave."""
    is_scene = FRAUD in heard.scenes
    if heard.found.get(FRAUD) is SafetyLevel.CRISIS and weight <= NO_EMERGENCY and not is_scene:
        heard.found[FRAUD] = SafetyLevel.CONCERN


def _is_idiom(reading: Reading, span: Span, idiom: Idiom) -> bool:
    if idiom.laugh and not reading.in_sentence(idiom.laugh, span):
        return False
    return idiom.serious is None or not reading.in_sentence(idiom.serious, span)


def _level(reading: Reading, span: Span, meaning: Meaning) -> SafetyLevel:
    """Return how serious a phrase is that is meant, by the words that lower it."""
    level = meaning.level
    if any(reading.in_sentence(group, span) for group in meaning.lowered_by):
        level = _LOWER[level]
    if meaning.negation and reading.ends_before(meaning.negation, span):
        level = _LOWER[level]
    return level


def _is_meant(reading: Reading, span: Span, meaning: Meaning) -> bool:
    if not all(reading.in_sentence(group, span) for group in meaning.within):
        return False
    if not reading.are_beside(meaning.near, span, reach=NEAR):
        return False
    if not reading.are_beside(meaning.beside, span):
        return False
    if any(reading.in_sentence(group, span) for group in meaning.unless_within):
        return False
    if any(reading.is_anywhere(group) for group in meaning.unless_anywhere):
        return False
    if meaning.unless and reading.is_near(meaning.unless, span):
        return False
    return not (meaning.not_after and reading.ends_before(meaning.not_after, span))


def _strongest(found: dict[str, SafetyLevel]) -> SafetyVerdict:
    serious = [category for category, level in found.items() if level is not SafetyLevel.NONE]
    if not serious:
        return SafetyVerdict()
    leading = min(serious, key=lambda c: (-_RANK[found[c]], PRECEDENCE.index(c)))
    level = found[leading]
    if MINOR in serious and level is SafetyLevel.CRISIS and leading in ENDANGERS_A_CHILD:
        leading = MINOR
    return SafetyVerdict(level, leading)
