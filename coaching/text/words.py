"""Cutting a message into sentences, clauses and words, with the person's spelling kept."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_HEARD, BEGINNING = 1600, 500
_SPACE = re.compile(r"\s+")
_SENTENCE = re.compile(
    r"(?=\S).*?(?:(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)[.!?…]+"
    r"(?:[\"”’»')\]]+(?!\s+[a-zß-ÿ]))?(?=\s|$)|$)",
    re.MULTILINE,
)
_CLOSING = " \"”’»')]"
_CLAUSE_END = re.compile(r"\s*[,;:—–()]\s+|\s+[-–—]\s+")
_JOINT = re.compile(r"[,;:–—]\s+|\s+(?:and|but|so|because|which|while|y|pero|porque)\s+")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_RUN = re.compile(r"[^\W_]+")
_LETTERS = re.compile(r"[^\W\d_]+")
_EMOJI = re.compile(r"[\U0001F000-\U0001FAFF☀-➿️‍]")
_APOSTROPHES = {
    "im": "i'm",
    "ive": "i've",
    "dont": "don't",
    "cant": "can't",
    "didnt": "didn't",
    "doesnt": "doesn't",
    "wont": "won't",
    "isnt": "isn't",
    "wasnt": "wasn't",
    "couldnt": "couldn't",
    "havent": "haven't",
    "thats": "that's",
    "whats": "what's",
    "youre": "you're",
    "aint": "ain't",
}
_BARE = re.compile(rf"\b(?:{'|'.join(_APOSTROPHES)})\b")
_TYPED = {
    "wat": "what",
    "dat": "that",
    "q": "que",
    "ke": "que",
    "xq": "porque",
    "pq": "porque",
    "kiero": "quiero",
}
_TYPED_FAST = re.compile(rf"\b(?:{'|'.join(_TYPED)})\b(?! tal\b)", re.IGNORECASE)
_CURLY = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "…": "..."})


def tidy(message: str) -> str:
    """Return the message on one line with straight quotes and without emoji."""
    plain = _EMOJI.sub("", message.translate(_CURLY))
    return _SPACE.sub(" ", plain).strip()


def heard(message: str) -> str:
    """Return what the rules read of a very long message: how it begins and how it ends."""
    if len(message) <= LONGEST_HEARD:
        return message
    begins, ends = message[:BEGINNING], message[BEGINNING - LONGEST_HEARD :]
    return f"{begins.rsplit(' ', 1)[0]}.\n{ends.split(' ', 1)[-1]}"


def plain(message: str) -> str:
    """Return the form that patterns search: tidy and lower-case."""
    return tidy(message).lower()


def spelled(low: str) -> str:
    """Return plain text with the apostrophes that people leave out when they type fast."""
    return _BARE.sub(lambda match: _APOSTROPHES[match.group()], low)


def typed_out(text: str) -> str:
    """Return a text with the short forms written out that people type in Spanish: `q`, `xq`."""
    return _TYPED_FAST.sub(lambda match: _TYPED[match.group().lower()], text)


def words(text: str) -> list[str]:
    """Return the words as written."""
    return _WORD.findall(text)


def word_matches(text: str) -> Iterator[re.Match[str]]:
    """Yield the words with their places."""
    return _WORD.finditer(text)


def as_words(text: str) -> str:
    """Return the words in small letters with one space between: what a run of words is found in."""
    return " ".join(words(plain(text)))


def bare_words(text: str) -> tuple[str, ...]:
    """Return the words without case, punctuation and apostrophes ("don't" is two)."""
    return tuple(runs(text.casefold()))


def folded(text: str) -> str:
    """Return a text without accents, as people type it in a search."""
    parts = unicodedata.normalize("NFD", text)
    return "".join(part for part in parts if not unicodedata.combining(part))


def runs(text: str) -> list[str]:
    """Return the unbroken runs of letters and digits as written."""
    return _RUN.findall(text)


def letters(text: str) -> list[str]:
    """Return the unbroken runs of letters as written: no digits ("25th" is "th")."""
    return _LETTERS.findall(text)


def sentences(message: str) -> list[str]:
    """Return the sentences with their end marks and closing quotes; a line break ends one.

    What goes on in small letters behind a quote is one sentence: `"Why now?" she asked.`
    """
    return [_SPACE.sub(" ", found.group()).strip() for found in _SENTENCE.finditer(message)]


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Return where each sentence begins and ends, in characters, without the space around it."""
    return [match.span() for match in _SENTENCE.finditer(text)]


def questions(text: str) -> list[str]:
    """Return the sentences that ask something."""
    return [part for part in sentences(text) if part.rstrip(_CLOSING).endswith("?")]


def clauses(sentence: str) -> list[str]:
    """Return the parts between commas, colons and dashes, without the end mark."""
    parts = (part.strip(" .!?…\"'") for part in _CLAUSE_END.split(sentence))
    return [part for part in parts if part]


def joined_parts(sentence: str) -> list[str]:
    """Return the parts between commas, colons, dashes and conjunctions (`and`, `porque`)."""
    return _JOINT.split(sentence)


def upper_first(text: str) -> str:
    """Capitalise the first letter and leave the rest."""
    return text[:1].upper() + text[1:]


def first_words(text: str, count: int = 2) -> str:
    """Return the first words in lower case: what counts as an opening."""
    return " ".join(words(text)[:count]).lower().replace("’", "'")
