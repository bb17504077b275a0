"""The content words of a sentence, for comparing: no stop words, no endings.

Words that nearly every sentence here is about (people, days, money, "feel") weigh half: two
sentences that share nothing else are about different things.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from coaching.text.stems import stem
from coaching.text.words import words as words_in

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

WEAK = 0.5
REMEMBERED = 8192
NEAR = 2
_NOT = re.compile(
    r"^(?:no|not|never|nor|neither|without|hardly|sin|nunca|jamás|tampoco|.+n['’]t"
    r"|(?:do|does|did|is|was|were|have|has|had|ca|would|should|could)nt)$"
)
_NOT_REALLY_NOT = frozenset({"only", "just", "merely", "solo", "sólo"})
_SMALL_ENGLISH = """
a about after again all also am an and any are around as at back be because been before being beside
both but by can could did do does doing down during each few for from further had has have having he
her here hers herself him himself his how i if in into is it its itself like me more most my myself
of off on once one only or other our ours out over own perhaps same she so some such than that the
their theirs them themselves then there these they this those through to too toney under until up us
very was we were what when where which while who whom why will with would you your yours yourself
may might maybe since seem seems guess probably likely something someone thing things get gets got
say says said tell tells told person user still yet now sometimes often it's you're they're i'm he's
she's that's there's i've you've they've i'd you'd
"""
_SMALL_SPANISH = """
a al algo como con de del el ella ellos en eres
es esa ese eso esta este esto está están fue ha han la las le les lo los mi mis muy más me o para
pero por porque que quizá quizás se ser si su sus tal te tiene tú tu tus un una uno unos y ya yo
"""
_COMMON = """
sister brother mother father mum mom dad mama papa husband wife partner son daughter friend child
family hermana hermano madre padre marido esposa pareja hijo hija amiga amigo
day days night nights week month year years morning evening weekend today tonight time times hour
sunday monday tuesday wednesday thursday friday saturday january february march april june july
august september october november december spring summer autumn winter christmas
día días noche noches semana mes año años mañana tarde hora domingo lunes martes miércoles jueves
viernes sábado enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre
diciembre verano invierno
money dinero cash save saves saving savings pay pays ahorra paga
feel feels felt feeling think thinks thought know knows knew want wants wanted need
needs needed take takes took make makes made go goes going went come comes came
siente sientes quiere quieres piensa piensas sabe sabes hace haces va vas
"""
_SMALL = {"en": frozenset(_SMALL_ENGLISH.split()), "es": frozenset(_SMALL_SPANISH.split())}
_EITHER = _SMALL["en"] | _SMALL["es"]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as it is compared: content words in order, and which of them are denied."""

    words: tuple[str, ...]
    denied: frozenset[str]


def content_words(text: str, language: str = "") -> frozenset[str]:
    """Return what a text is about: its words without small ones and without endings.

    Name the `language` of a part that is too short to show it.
    """
    return frozenset(read(text, language).words)


def is_small(word: str) -> bool:
    """Return True if a word is about nothing by itself, such as `it` or `los`."""
    return word.casefold() in _EITHER


def weight(found: AbstractSet[str]) -> float:
    """Return how much these words say."""
    return sum(WEAK if word in common() else 1.0 for word in found)


@cache
def common() -> frozenset[str]:
    """Return the words that weigh half."""
    return frozenset(stem(word, language) for word in _COMMON.split() for language in _SMALL)


@lru_cache(REMEMBERED)
def read(text: str, language: str = "") -> Sentence:
    """Return a sentence as it is compared; without a `language`, in the one it seems to be in."""
    tokens = words_in(text.casefold().replace("’", "'"))
    language = language or language_of(tokens)
    words, denied = list[str](), set[str]()
    for index, token in enumerate(tokens):
        if token in _EITHER or _NOT.match(token):
            continue
        word = stem(token, language)
        words.append(word)
        if _is_denied(tokens, index):
            denied.add(word)
    return Sentence(tuple(dict.fromkeys(words)), frozenset(denied))


def language_of(tokens: Sequence[str]) -> str:
    """Return the language whose small words a sentence has more of; a doubtful one is English."""
    found = {name: sum(token in small for token in tokens) for name, small in _SMALL.items()}
    return "es" if found["es"] > found["en"] else "en"


def _is_denied(tokens: list[str], index: int) -> bool:
    near = range(max(0, index - NEAR), index)
    return any(
        _NOT.match(tokens[at]) is not None and tokens[at + 1] not in _NOT_REALLY_NOT for at in near
    )
