"""The deterministic screen: how serious is this text, in under 5 ms, with nothing but itself.

It runs before and without any model and can't fail: no network, no clock, no randomness. It is a
floor that finds what is said plainly; over-triage is cheap, a miss is not (domain.md 5.6).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.safety.net import Meaning, load_net
from coaching.safety.normalise import normalise
from coaching.safety.reading import Reading
from coaching.values.enums import SafetyLevel
from coaching.values.safety import SafetyVerdict

if TYPE_CHECKING:
    from collections.abc import Collection

    from coaching.safety.reading import Span

CONTROLLED = "ctx_controlled"
ABUSE = "domestic_economic_abuse"
MINOR = "minor"
PRECEDENCE = (
    "suicidality",
    "harm_to_others",
    "self_harm",
    ABUSE,
    "substance_eating",
    "mania_psychosis",
    "fraud",
    "gambling",
    "acute_debt",
    MINOR,
)
"""Which category leads when several are equally serious."""
ENDANGERS_A_CHILD = {ABUSE, "acute_debt"}
_RANK = {SafetyLevel.NONE: 0, SafetyLevel.CONCERN: 1, SafetyLevel.CRISIS: 2}
_LOWER = {
    SafetyLevel.CRISIS: SafetyLevel.CONCERN,
    SafetyLevel.CONCERN: SafetyLevel.NONE,
    SafetyLevel.NONE: SafetyLevel.NONE,
}


def prepare() -> None:
    """Compile the phrases, a quarter of a second, before a message has to wait for it."""
    load_net()


def screen(text: str, *, life_context: Collection[str] = ()) -> SafetyVerdict:
    """Return how serious a text is; the strongest thing said in it counts."""
    net = load_net()
    reading = Reading(normalise(text, net.dictionary))
    idioms: list[Span] = []
    meanings: list[tuple[Span, Meaning]] = []
    is_joke = False
    for span, meaning in reading.matches(net.index):
        if isinstance(meaning, Meaning):
            meanings.append((span, meaning))
        elif meaning.serious is None or not reading.in_sentence(meaning.serious, span):
            idioms.append(span)
            is_joke = is_joke or meaning.serious is not None
    found = _found(reading, meanings, idioms)
    if is_joke and CONTROLLED in life_context:
        found.setdefault(ABUSE, SafetyLevel.CONCERN)
    return _strongest(found)


def _found(
    reading: Reading, meanings: list[tuple[Span, Meaning]], idioms: list[Span]
) -> dict[str, SafetyLevel]:
    found: dict[str, SafetyLevel] = {}
    masked = reading.mask(idioms)
    for span, meaning in meanings:
        known = found.get(meaning.category, SafetyLevel.NONE)
        if _RANK[meaning.level] <= _RANK[known] or masked(span):
            continue
        level = _level(reading, span, meaning)
        if _RANK[level] > _RANK[known]:
            found[meaning.category] = level
    return found


def _level(reading: Reading, span: Span, meaning: Meaning) -> SafetyLevel:
    if not all(reading.is_near(group, span) for group in meaning.near):
        return SafetyLevel.NONE
    if meaning.unless and reading.is_near(meaning.unless, span):
        return SafetyLevel.NONE
    if meaning.not_after and reading.ends_before(meaning.not_after, span):
        return SafetyLevel.NONE
    level = meaning.level
    if any(reading.in_sentence(group, span) for group in meaning.lowered_by):
        level = _LOWER[level]
    if meaning.negation and reading.ends_before(meaning.negation, span):
        level = _LOWER[level]
    return level


def _strongest(found: dict[str, SafetyLevel]) -> SafetyVerdict:
    serious = [category for category, level in found.items() if level is not SafetyLevel.NONE]
    if not serious:
        return SafetyVerdict()
    leading = min(serious, key=lambda c: (-_RANK[found[c]], PRECEDENCE.index(c)))
    level = found[leading]
    if MINOR in serious and level is SafetyLevel.CRISIS and leading in ENDANGERS_A_CHILD:
        leading = MINOR
    return SafetyVerdict(level, leading)
