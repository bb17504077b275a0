"""From what a person typed to plain words, one sentence ending per full stop.

Undoes what people do to a word on purpose or by haste: capitals, curly quotes, accents, digits for
letters (`k1ll`), stars (`su*cide`), letters spread out (`k i l l`), letters repeated (`dieee`).
Each step runs over the whole text at once and keeps the number of words, so the work is linear
and the parts of it that loop in Python are a look-up a word.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

STOP = "."
_EMOJI = {
    "\U0001f52b": " gun ",
    "\U0001f5e1": " knife ",
    "\U0001f52a": " knife ",
    "\U0001f48a": " pills ",
    "\U0001f602": " lol ",
    "\U0001f923": " lol ",
    "\U0001f606": " lol ",
    "\U0001f605": " lol ",
    "\U0001f61c": " lol ",
}
_EMOJI_RUN = re.compile(rf"([{''.join(_EMOJI)}])\1*")
_ACCENT = re.compile(r"[\u0300-\u036f\ufe0f]+")
_DROPPED = re.compile("['`\u2019\u2018\u02bc\u00b4\u200b\u200c\u200d\u2060\ufeff\u00ad]+")
_SPREAD = re.compile(r"(?<![a-z0-9])(?:[a-z0-9][ .\-_*]{1,2}){2,}[a-z0-9](?![a-z0-9])")
_SPREAD_WORD = re.compile(r"[ .\-_*]{2}")
_NOT_A_LETTER = re.compile(r"[^a-z0-9]+")
_AGE = re.compile(r"(\d) ?yo\b")  # in Spanish `yo` is "I", so a number has to stand before it
_THOUSANDS = re.compile(r"(?<=\d)[,.](?=\d)")
_SENTENCE_END = re.compile(r"[.!?;:\u2026]+(?=\s|$)|[.!?;:\u2026]*[\n\r]\s*")
_SIGNS = re.compile(r"[^a-z0-9$@!|*+\n ]+")
_ODD = re.compile(r"[a-z][0-9$@!|*+]|[0-9$@!|*+][a-z]")
_REPEATED = re.compile(r"([a-z])\1{2,}")
_CIPHERS = (
    str.maketrans("013457@$!|+", "oieastasiit"),
    str.maketrans("013457@$!|+", "oleastasllt"),
)
_VOWELS = "aeiou"


@dataclass(frozen=True, slots=True)
class Dictionary:
    """Word replacements of the lexicons (`gonna` → `going to`; fillers are removed).

    `glued` are words that are written without spaces when they are spread out; `pairs` are two
    words that are read as one (`do not` as `dont`).
    """

    readings: Mapping[str, str]
    glued: Mapping[str, str]
    pairs: Mapping[str, str]
    any_pair: re.Pattern[str]


def normalise(text: str, dictionary: Dictionary) -> list[str]:
    """Return the words of a text; a full stop ends every sentence, and one stands before."""
    plain = _together(_plain(text), dictionary)
    plain = _SIGNS.sub(" ", _SENTENCE_END.sub(" \n ", plain)).replace("\n", STOP)
    readings = dictionary.readings
    words = [
        readings[word] if word in readings else _NOT_A_LETTER.sub(" ", word)
        for word in _unmasked(plain, readings)
    ]
    joined = dictionary.any_pair.sub(lambda pair: dictionary.pairs[pair[0]], " ".join(words))
    return [STOP, *joined.split(), STOP]


def _plain(text: str) -> str:
    if not text.isascii():
        text = _EMOJI_RUN.sub(lambda run: _EMOJI[run[1]], text)
        text = _ACCENT.sub("", unicodedata.normalize("NFKD", text))
    lowered = _AGE.sub(r"\1 years old", _DROPPED.sub("", text).lower())
    return _THOUSANDS.sub("", lowered.replace("%", " percent "))


def _together(plain: str, dictionary: Dictionary) -> str:
    def joined(run: re.Match[str]) -> str:
        parts = (_NOT_A_LETTER.sub("", part) for part in _SPREAD_WORD.split(run[0]))
        return " ".join(dictionary.glued.get(part, part) for part in parts)

    return _SPREAD.sub(joined, plain)


def _unmasked(plain: str, known: Mapping[str, str]) -> list[str]:
    words = plain.split(" ")
    if variants := [variant.split(" ") for variant in _variants(plain)]:
        for at, word in enumerate(words):
            if word not in known and not word.isdigit():
                words[at] = next((v[at] for v in variants if v[at] in known), word)
    return words


def _variants(plain: str) -> Iterator[str]:
    if _ODD.search(plain):
        if "*" in plain:
            yield from (plain.translate(_CIPHERS[0]).replace("*", vowel) for vowel in _VOWELS)
        yield from (plain.translate(cipher) for cipher in _CIPHERS)
    if _REPEATED.search(plain):
        yield _REPEATED.sub(r"\1", plain)
        yield _REPEATED.sub(r"\1\1", plain)
