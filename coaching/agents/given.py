"""The words a model was given: names and numbers in its answer must come from them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.prompts import strategist_prompt
from coaching.text.regions import REGIONAL
from coaching.text.words import sentences, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.values.context import PersonView, StrategistContext
    from coaching.values.strategy import StrategistAnswer

CAPITALS_ARE_NAMES = ("en", "es")
DAYS = "monday tuesday wednesday thursday friday saturday sunday"
MONTHS = "january february march april may june july august september october november december"
MONTHS_SHORT = "jan feb mar apr jun jul aug sep sept oct nov dec"
ALWAYS_KNOWN = frozenset(f"toney i {DAYS} {MONTHS} {MONTHS_SHORT}".split()) | REGIONAL
SMALL_WORD = 3
NAME, NUMBER = "a name that was not given", "a number that was not given"
_QUOTED = re.compile(r"“[^”]*”|\"[^\"\n]*\"|«[^»]*»")
_NUMBER = re.compile(r"\d+")
_NAME = re.compile(r"^[^\W\d_a-zß-ÿ][\w'’-]*[a-zß-ÿ]")
_DAY_OR_MONTH = "|".join([*DAYS.split(), *MONTHS.split(), *MONTHS_SHORT.split()])
_SPANISH_DAYS = r"lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo"
_SPANISH_MONTHS = r"\w+ero|\w+bre|marzo|abril|mayo|ju[nl]io|agosto"
_NOT_INVENTED = re.compile(
    rf"\b\d{{4}}-\d\d-\d\d\b|\b\d{{1,2}}(?:st|nd|rd|th)\b"
    rf"|\b(?:{_DAY_OR_MONTH}|{_SPANISH_DAYS})\.?,? (?:the )?\d{{1,2}}\b"
    rf"|\b\d{{1,2}}(?: of| de)? (?:{_DAY_OR_MONTH}|{_SPANISH_MONTHS})\b"
    rf"|\b\d{{1,2}} ?(?:/|of|out of|to|a|de|–|-) ?10\b|\b\d{{1,2}} min(?:ute|uto)?s?\b"
    rf"|\btone (?:of )?\d{{1,2}}\b",
    re.IGNORECASE,
)
"""Dates that were worked out, the scale, minutes and the tone: no claim about the person."""


class Given:
    """Every word and number that a model was told; `prose` is what it wrote itself."""

    def __init__(self, told: str, person: PersonView, prose: str = "") -> None:
        language = person.language.split("-", maxsplit=1)[0]
        self._reads_names = language in CAPITALS_ARE_NAMES
        self._words = {word.lower() for word in words(told)} | ALWAYS_KNOWN
        self._numbers = {str(int(number)) for number in _NUMBER.findall(told)} | {"0", "10"}
        self._names = {name.lower().partition("'")[0] for name in _capitals(told)} | ALWAYS_KNOWN
        self._names |= {name.lower() for name in words(person.name)}
        # Many people write names in small letters; the prose of an answer tells which are names.
        self._names |= {name.lower().partition("'")[0] for name in _capitals(prose)}

    @classmethod
    def to_strategist(cls, context: StrategistContext, answer: StrategistAnswer) -> Given:
        """Return the words of a run's request, and of the card that its answer makes."""
        return cls(_told(context, answer), context.person, _prose(answer))

    def invented(self, sentence: str) -> str:
        """Return what a sentence makes up, a name or a number; empty for nothing."""
        left = _NUMBER.findall(_NOT_INVENTED.sub(" ", sentence))
        if {str(int(number)) for number in left} - self._numbers:
            return NUMBER
        if self._reads_names and any(self._is_new(word) for word in _capitals(sentence)):
            return NAME
        return ""

    def in_sentence_case(self, title: str) -> str:
        """Return a title without capitals that are no names; other titles as they are."""
        first, *others = title.split(" ")
        capitals = [word for word in others if _NAME.match(word)]
        long = [word for word in others if len(word) > SMALL_WORD]
        if not self._reads_names or not capitals or not all(map(_NAME.match, long)):
            return title
        return " ".join([first, *(self._lowered(word) for word in others)])

    def _lowered(self, word: str) -> str:
        is_name = not _NAME.match(word) or _bare(word).lower().partition("'")[0] in self._names
        return word if is_name else word[:1].lower() + word[1:]

    def _is_new(self, word: str) -> bool:
        low = word.lower()
        parts = low.partition("'")[0].split("-")
        return low not in self._words and not all(part in self._words for part in parts)


def _prose(answer: StrategistAnswer) -> str:
    openings = (door.opening for door in answer.doors)
    return "\n".join([answer.briefing_content, answer.journey_narrative, *openings])


def _told(context: StrategistContext, answer: StrategistAnswer) -> str:
    system, messages = strategist_prompt(context)
    asked = [str(block.get("text", "")) for message in messages for block in message.content]
    card, person = answer.focus_card_prescription.card, context.person
    made = f"{card.title} {card.content}" if card else ""
    fixed = f"{person.name} {person.tone:g} {context.today.year} {context.today.year + 1}"
    return "\n".join([*(block.text for block in system), *asked, fixed, made])


def _capitals(text: str) -> Iterator[str]:
    """Return the words that begin with a capital inside a sentence, outside quotes."""
    for sentence in sentences(_QUOTED.sub(" ", text)):
        for clause in re.split(r"[:(—¿¡]\s*", sentence):
            for word in clause.split()[1:]:
                if _NAME.match(bare := _bare(word)):
                    yield bare


def _bare(word: str) -> str:
    return word.strip(".,;:!?¿¡*_“”«»\"'()").replace("’", "'")
