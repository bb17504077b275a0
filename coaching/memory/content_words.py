"""The content words of a sentence, for comparing: no stop words, no endings.

Words that nearly every sentence here is about (people, days, money, "feel") weigh half: two
sentences that share nothing else are about different things.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

WEAK = 0.5
REMEMBERED = 8192
NEAR = 2
STEM = 3
DOUBLED = "bdgmnprt"
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ENDINGS = re.compile(
    r"(?:fulness|fully|ments?|ings?|edly|ed|ful|ness|ies|es|(?<!s)s|ly|ive|al"
    r"|iste|aste|ió|aron|ieron)$"
)
_NOT = re.compile(
    r"^(?:no|not|never|nor|neither|without|hardly|sin|nunca|jamás|tampoco|.+n['’]t"
    r"|(?:do|does|did|is|was|were|have|has|had|ca|would|should|could)nt)$"
)
_NOT_REALLY_NOT = frozenset({"only", "just", "merely", "solo", "sólo"})
_LITTLE = """
a about after again all also am an and any are around as at back be because been before being beside
both but by can could did do does doing down during each few for from further had has have having he
her here hers herself him himself his how i if in into is it its itself like me more most my myself
of off on once one only or other our ours out over own perhaps same she so some such than that the
their theirs them themselves then there these they this those through to too toney under until up us
very was we were what when where which while who whom why will with would you your yours yourself
may might maybe since seem seems guess probably likely something someone thing things get gets got
say says said tell tells told person user still yet now sometimes often it's you're they're i'm he's
she's that's there's i've you've they've i'd you'd a al algo como con de del el ella ellos en eres
es esa ese eso esta este esto está están fue ha han la las le les lo los mi mis muy más me o para
pero por porque que quizá quizás se ser si su sus tal te tiene tú tu tus un una uno unos y ya yo
"""
_IRREGULAR = """
stole stolen steal | drank drunk drink | bought buy | spent spend | gave given give | lent lend
| paid pay | hid hidden hide | lost lose | kept keep | left leave | fell fallen fall | broke broken
break | slept sleep | wrote written write | sold sell | fought fight | cried cry
| lied lying lie | died dying die | ate eaten eat | chose chosen choose | forgot forgotten forget
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
_SMALL = frozenset(_LITTLE.split())


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as it is compared: content words in order, and which of them are denied."""

    words: tuple[str, ...]
    denied: frozenset[str]


def content_words(text: str) -> frozenset[str]:
    """Return what a text is about: its words without small ones and without endings."""
    return frozenset(read(text).words)


def weight(found: set[str]) -> float:
    """Return how much these words say."""
    return sum(WEAK if word in common() else 1.0 for word in found)


@cache
def common() -> frozenset[str]:
    """Return the words that weigh half."""
    return frozenset(map(stem, _COMMON.split()))


@lru_cache(REMEMBERED)
def read(text: str) -> Sentence:
    """Return a sentence as it is compared."""
    tokens = _WORD.findall(text.casefold())
    words, denied = list[str](), set[str]()
    for index, token in enumerate(tokens):
        if token in _SMALL or _NOT.match(token):
            continue
        word = stem(token)
        words.append(word)
        if _is_denied(tokens, index):
            denied.add(word)
    return Sentence(tuple(dict.fromkeys(words)), frozenset(denied))


def _is_denied(tokens: list[str], index: int) -> bool:
    near = range(max(0, index - NEAR), index)
    return any(
        _NOT.match(tokens[at]) is not None and tokens[at + 1] not in _NOT_REALLY_NOT for at in near
    )


def stem(word: str) -> str:
    """Return a word without its ending; a word in small letters."""
    word = word.removesuffix("'s").removesuffix("’s")
    return _cut(_regular().get(word, word))


@cache
def _regular() -> dict[str, str]:
    """Return verbs whose forms no ending tells, each with its plain form."""
    groups = (group.split() for group in _IRREGULAR.split("|"))
    return {form: forms[-1] for forms in groups for form in forms}


def _cut(word: str) -> str:
    ending = _ENDINGS.search(word)
    if ending is not None and ending.start() >= STEM:
        word = word[: ending.start()]
        if len(word) > STEM and word[-1] == word[-2] and word[-1] in DOUBLED:
            word = word[:-1]
    return word[:-1] if len(word) > STEM and word[-1] in "eyi" else word
