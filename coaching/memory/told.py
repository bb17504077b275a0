"""A memory as a sentence to the person."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from coaching.content import text
from coaching.memory.evidence import is_own_words, is_sentence, to_the_person, whole_quote
from coaching.memory.references import stands_alone
from coaching.text.lexicon import LANGUAGES
from coaching.values.enums import MemorySource

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.memory.evidence import Quote
    from coaching.models import CoachMemory

QUOTES = "“”"
A_DAY, A_WEEK = timedelta(days=1), timedelta(days=7)
_FROM_THEN = re.compile(
    r"\b(?:(?:last|this|next) (?:week|weekend|night)"
    r"|(?:la|el fin de) semana (?:pasad[ao]|que viene)|esta semana)\b",
    re.IGNORECASE,
)
"""Days that are counted from the week in which something was said."""
_OF_THAT_DAY = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|last night|right now|this (?:morning|afternoon|evening)"
    r"|ayer|hoy|anoche|ahora mismo|esta (?:mañana|tarde|noche))\b",
    re.IGNORECASE,
)
_AGO = re.compile(r"\b(?:an?|one|two|\w+) (?:years?|months?|weeks?) ago (in \w+),? in (\d{4})\b")
_DAY_TWICE = re.compile(r"\bthe (\d{1,2})(?:st|nd|rd|th)?,? (?:\(|on )?(\w+day,? \1 [A-Z]\w+)\)?")
"""A day told twice: “a year ago in March, in 2025”, “the 27th, Sunday, 27 December”."""
_UNDECIDED = re.compile(
    r"\b(?:might|may|maybe|perhaps|thinking (?:of|about)|considering|quizás?|tal vez|podrías"
    r"|pensando en|piensas en)\b",
    re.IGNORECASE,
)


def is_over(memory: CoachMemory, today: str) -> bool:
    """Return True for a plan that is done or whose day has passed, unless the person wrote it.

    A memory that says “last week” is over after a week, one that says “today” on the second day.
    """
    is_theirs = memory.source is MemorySource.WRITTEN or memory.is_pinned
    is_past = bool(memory.due_on and memory.due_on < today)
    is_of_a_day = _OF_THAT_DAY.search(memory.content) is not None
    is_stale = f"{memory.created_at + (2 * A_DAY if is_of_a_day else A_WEEK):%Y-%m-%d}" <= today
    counts_from_then = is_stale and (is_of_a_day or _FROM_THEN.search(memory.content) is not None)
    return not is_theirs and (is_past or counts_from_then or memory.done_at is not None)


_BY_A_DAY = re.compile(
    r",? (?:by|para el|hasta el) (\d{1,2}) (?:de )?([a-zé]+)(?:,? (?:del? )?\d{4})?(?=[.,;])",
    re.IGNORECASE,
)
_STOP_TWICE = re.compile(r"(?<=[.!?…][”\"’»])\.(?=\s|$)")
"""A full stop behind a quote that ends with one: “He said “Okay.”.”"""


def as_told(memory: CoachMemory, said: Sequence[Quote], language: str, today: str) -> str:
    """Return a memory in whole words to them, and say of a plan that is over or done that it is."""
    told = _without_its_own_day(_as_sentence(memory, said, language, today[:4]), memory)
    words = _STOP_TWICE.sub("", told)
    if memory.source is MemorySource.WRITTEN:
        return words
    if memory.done_at is not None:
        quote = whole_quote(memory.quote, said)
        if quote is not None:
            return text(language, "insight.remembers.done_said", words=quote.words)
        return text(language, "insight.remembers.done", words=words)
    if memory.due_on and memory.due_on < today:
        was = "thought" if _UNDECIDED.search(words) else "planned"
        return text(language, f"insight.remembers.{was}", words=words)
    return words


def as_quoted(words: str, language: str) -> str:
    """Return what they said as a sentence; empty if it means nothing without the rest of it."""
    return text(language, "insight.remembers.said", words=words) if stands_alone(words) else ""


def _as_sentence(memory: CoachMemory, said: Sequence[Quote], language: str, year: str) -> str:
    """Return a memory as it is written, or what they said themselves."""
    if memory.source is MemorySource.WRITTEN:
        return memory.content
    if is_own_words(memory.content):  # kept as they said it, because they asked for it
        return text(language, "insight.remembers.said", words=memory.content.strip(f" {QUOTES}"))
    # A memory has the year of each day, so that it stays true; of this year nobody says it.
    once = _DAY_TWICE.sub(r"\2", _AGO.sub(r"\1 \2", memory.content))
    content = _year_of_a_day(year).sub(r"\1", once) if year else once
    if content.endswith((".", "!", "?")):  # a label has no full stop
        return to_the_person(content) or content
    sentence = f"{content[:1].upper()}{content[1:]}"
    if is_sentence(sentence):  # models that write as the person does leave capitals out
        return f"{sentence}."
    quote = whole_quote(memory.quote, said)
    if quote is not None:
        return text(language, "insight.remembers.said", words=quote.words)
    return to_the_person(content) or content  # never left out of the list


def _without_its_own_day(words: str, memory: CoachMemory) -> str:
    """Return a sentence without “by 2 December” if it was said that day: nobody named a day."""
    near = {memory.created_at + step * A_DAY for step in (-1, 0, 1)}  # in whatever time zone
    said_on = {f"{day.day} {name}" for day in near for name in _names_of(day.month)}
    return _BY_A_DAY.sub(
        lambda found: "" if f"{found[1]} {found[2]}".casefold() in said_on else found[0], words
    )


@lru_cache(12)
def _names_of(month: int) -> tuple[str, ...]:
    """Return the name of a month in every language, in small letters."""
    return tuple(text(x, "export.months").split()[month - 1].casefold() for x in LANGUAGES)


@lru_cache(4)
def _year_of_a_day(year: str) -> re.Pattern[str]:
    """Return the pattern of this year after the name of a month, in every language."""
    months = (text(language, "export.months").replace(" ", "|") for language in LANGUAGES)
    return re.compile(rf"\b({'|'.join(months)}),? (?:del? )?{year}\b", re.IGNORECASE)


def without_outer_quotes(words: str) -> str:
    """Return words without quotation marks around the whole; those around a part of it stay."""
    plain = words.strip()
    is_quoted = plain[:1] in QUOTES and plain[-1:] in QUOTES
    return plain.strip(f" {QUOTES}") if is_quoted else plain
