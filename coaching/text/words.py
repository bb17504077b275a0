"""Cutting a message into sentences, clauses and words, with the person's spelling kept."""

from __future__ import annotations

import re

LONGEST_HEARD, BEGINNING = 1600, 500
_SPACE = re.compile(r"\s+")
_SENTENCE_END = re.compile(r"(?<!\bDr\.)(?<!\bMr\.)(?<!\bMs\.)(?<!\bMrs\.)(?<=[.!?…])\s+|\n+")
_CLAUSE_END = re.compile(r"\s*[,;:—–()]\s+|\s+[-–—]\s+")
WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_LETTERS = re.compile(r"[^\W_]+")
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


def words(text: str) -> list[str]:
    """Return the words as written."""
    return WORD.findall(text)


def bare_words(text: str) -> tuple[str, ...]:
    """Return the words without case, punctuation and apostrophes ("don't" is two)."""
    return tuple(_LETTERS.findall(text.casefold()))


def sentences(message: str) -> list[str]:
    """Return the sentences with their end marks; a line break ends one."""
    lines = (_SPACE.sub(" ", part).strip() for part in _SENTENCE_END.split(message))
    return [line for line in lines if line]


def clauses(sentence: str) -> list[str]:
    """Return the parts between commas, colons and dashes, without the end mark."""
    parts = (part.strip(" .!?…\"'") for part in _CLAUSE_END.split(sentence))
    return [part for part in parts if part]


def upper_first(text: str) -> str:
    """Capitalise the first letter and leave the rest."""
    return text[:1].upper() + text[1:]


def first_words(text: str, count: int = 2) -> str:
    """Return the first words in lower case: what counts as an opening."""
    return " ".join(words(text)[:count]).lower().replace("’", "'")
