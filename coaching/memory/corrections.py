"""Whether a text says again what a person corrected. Everyone who writes down a belief asks it.

By words, not by meaning: both texts are read sentence by sentence, without small words and endings.
A sentence says it again when it has most of the corrected words, or is a part of them. A text that
denies what was called untrue ('not resentful, by her own word') is the person's side and stays.

What a corrected sentence quotes is known by itself, not by its words: “…” are the person's own, and
untrue is what Toney said of them. So another sentence may quote the same and say something else of
it. Where a sentence says nothing beside the quote, the quote is what was meant. What is not to be
used or was deleted is not quoted either.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from coaching.values.corrections import Correction
from coaching.values.enums import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Correction", "content_words", "contradicts", "purged", "sentences"]

SHORT, OF_SHORT, OF_LONG = 4, 0.75, 0.66
PART, LEAST_OF_A_PART = 0.8, 3
NEAR = 2
LEAST_SAID, MOST_BESIDE = 2, 3
_QUOTE = re.compile(r"“([^“”]+)”|«([^«»]+)»")
_SENTENCE = re.compile(r"\S.*?(?:[.!?…]+[\"”’»')\]]*(?=\s|$)|$)")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ENDINGS = re.compile(r"(?:fulness|fully|ments?|ings?|edly|ed|ful|ness|ies|es|s|ly|ive|al)$")
_NOT = re.compile(r"^(?:no|not|never|nor|neither|without|hardly|sin|nunca|jamás|tampoco|.+n['’]t)$")
_NOT_REALLY_NOT = frozenset({"only", "just", "merely", "solo", "sólo"})
_LITTLE = """
a about after again all also am an and any are as at be because been before being both but by can
could did do does doing down during each few for from further had has have having he her here hers
herself him himself his how i if in into is it its itself me more most my myself of off on once
one only or other our ours out over own perhaps same she so some such than that the their theirs
them themselves then there these they this those through to too toney under until up us very was
we were what when where which while who whom why will with would you your yours yourself yes may
might maybe seem seems guess probably likely something someone thing things get gets got say says
said tell tells told person user still yet now sometimes often it's you're they're i'm he's she's
that's there's i've you've they've i'd you'd a al algo como con de del el ella ellos en eres es
esa ese eso esta este esto está están fue ha han la las le les lo los mi mis muy más me o para
pero por porque que quizá quizás se ser si su sus tal te tiene tú tu tus un una uno unos y ya yo
"""
_FRAME = """
came come brought wrote write written put words word reason quote quoted mention mentioned called
escribiste escribió viniste llegaste palabras trajiste motivo
"""
_SMALL = frozenset(_LITTLE.split())
STEM = 3


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence as it is compared: content words in order, and which of them are denied."""

    words: tuple[str, ...]
    denied: frozenset[str]


def contradicts(text: str, corrections: Iterable[Correction]) -> Correction | None:
    """Return the correction that a text goes against; None when it may be written."""
    read = sentences(text)
    for correction in corrections:
        if correction.verdict is Verdict.TRUE:
            continue
        if any(_says_again(sentence, correction) for sentence in read):
            return correction
    return None


def purged(text: str, corrections: Iterable[Correction]) -> str:
    """Return the text without the sentences that say again what was corrected."""
    binding = tuple(corrections)
    if not binding or contradicts(text, binding) is None:
        return text
    return "\n".join(_purged_line(line, binding) for line in text.split("\n"))


def sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return [match.group().rstrip() for match in _SENTENCE.finditer(text)]


def content_words(text: str) -> frozenset[str]:
    """Return what a text is about: its words without small ones and without endings."""
    return frozenset(_read(text).words)


def _purged_line(line: str, binding: tuple[Correction, ...]) -> str:
    found = sentences(line)
    kept = [sentence for sentence in found if contradicts(sentence, binding) is None]
    return line if len(kept) == len(found) else " ".join(kept)


def _says_again(text: str, correction: Correction) -> bool:
    quotes = _quoted(correction)
    if not quotes:
        return _is_said_in(_read(text), correction.said, correction)
    beside = _read(_beside(text, quotes))
    said = (_beside(part, quotes) for part in sentences(correction.said))
    own = [part for part in said if len(_spoken(part)) >= LEAST_SAID]
    if any(_is_said_in(beside, part, correction) for part in own):
        return True
    bare = [part for part in sentences(correction.said) if _is_bare(part, quotes)]
    said_by_them = {word for quote in quotes for word in _read(quote).words}
    is_bare = len(set(beside.words) - said_by_them) <= MOST_BESIDE
    return is_bare and any(_is_said_in(_read(text), part, correction) for part in bare)


def _is_said_in(sentence: _Sentence, said: str, correction: Correction) -> bool:
    return any(
        _is_same(sentence, part, correction) for part in _corrected(said, correction.instead)
    )


def _quoted(correction: Correction) -> tuple[str, ...]:
    """Return what a corrected sentence quotes, when what is said of it can be corrected alone."""
    if correction.verdict in (Verdict.DONT_USE, Verdict.DELETED):
        return ()
    return _quotes(correction.said)


@cache
def _quotes(text: str) -> tuple[str, ...]:
    return tuple(first or second for first, second in _QUOTE.findall(text))


def _beside(text: str, quotes: tuple[str, ...]) -> str:
    """Return a sentence without what it quotes of these; other quotes stay, as anybody's words."""
    known = [frozenset(_read(quote).words) for quote in quotes]

    def without(found: re.Match[str]) -> str:
        here = frozenset(_read(found.group()).words)
        return "" if any(here <= quote or quote <= here for quote in known) else found.group()

    return _QUOTE.sub(without, text)


def _spoken(text: str) -> tuple[str, ...]:
    return tuple(word for word in _read(text).words if word not in _framing())


def _is_bare(part: str, quotes: tuple[str, ...]) -> bool:
    """Whether a sentence is a quote and nothing said of it."""
    rest = _beside(part, quotes)
    return rest != part and len(_spoken(rest)) < LEAST_SAID


@cache
def _framing() -> frozenset[str]:
    return frozenset(map(_stem, _FRAME.split()))


@cache
def _corrected(said: str, instead: str) -> tuple[_Sentence, ...]:
    """Return what must not be said again: each sentence, without what the person keeps of it."""
    kept = content_words(instead)
    parts = [_read(part) for part in sentences(said)]
    whole = [part for part in parts if len(part.words) > 1] or [_read(said)]
    return tuple(
        _Sentence(tuple(word for word in part.words if word not in kept) or part.words, part.denied)
        for part in whole
        if part.words
    )


def _is_same(sentence: _Sentence, said: _Sentence, correction: Correction) -> bool:
    new, old = set(sentence.words), set(said.words)
    if not new or (correction.instead and new <= content_words(correction.instead)):
        return False
    shared = new & old
    if len(old) == 1:
        is_again = bool(shared) and len(new) <= 1 + bool(correction.instead)
    else:
        enough = OF_SHORT if len(old) <= SHORT else OF_LONG
        is_part = len(shared) >= LEAST_OF_A_PART and len(shared) / len(new) >= PART
        is_again = is_part or (len(shared) > 1 and len(shared) / len(old) >= enough)
    return is_again and not _takes_their_side(sentence, said, shared, correction)


def _takes_their_side(
    sentence: _Sentence, said: _Sentence, shared: set[str], correction: Correction
) -> bool:
    """Say whether one of the two denies what the other says."""
    if correction.verdict in (Verdict.DONT_USE, Verdict.DELETED):
        return False
    return bool(sentence.denied & shared) != bool(said.denied & shared)


@cache
def _read(text: str) -> _Sentence:
    tokens = _WORD.findall(text.casefold())
    words, denied = list[str](), set[str]()
    for index, token in enumerate(tokens):
        if token in _SMALL or _NOT.match(token):
            continue
        word = _stem(token)
        words.append(word)
        if _is_denied(tokens, index):
            denied.add(word)
    return _Sentence(tuple(dict.fromkeys(words)), frozenset(denied))


def _is_denied(tokens: list[str], index: int) -> bool:
    near = range(max(0, index - NEAR), index)
    return any(
        _NOT.match(tokens[at]) is not None and tokens[at + 1] not in _NOT_REALLY_NOT for at in near
    )


def _stem(word: str) -> str:
    word = word.removesuffix("'s").removesuffix("’s")
    ending = _ENDINGS.search(word)
    if ending is not None and ending.start() >= STEM:
        word = word[: ending.start()]
    return word[:-1] if len(word) > STEM and word[-1] in "eyi" else word
