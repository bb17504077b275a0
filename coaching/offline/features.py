"""Single features of a message: thing, feeling, body place, person, halves, wish, number."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.offline.echoes import inside
from coaching.offline.pronouns import turned
from coaching.offline.text import plain, sentences, tidy, words

if TYPE_CHECKING:
    from coaching.offline.lexicon import Feeling, Lexicon

LONGEST_HALF, LONGEST_WISH, CONTEXT = 13, 8, 24
SHORTEST_STEP, LONGEST_STEP = 2, 14
MANNERS = ("self_attack", "joke")
_BEFORE_NOUN = {
    "en": r"(?:(my|the|this|that|these|those|a|an|his|her|their|our) )?",
    "es": r"(?:(mi|mis|el|la|los|las|un|una|este|esta|su|sus) )?",
}
_OWNER = {
    "my": "your",
    "our": "your",
    "a": "the",
    "an": "the",
    "": "the",
    "mi": "tu",
    "mis": "tus",
    "un": "el",
    "una": "la",
}
_BUT = re.compile(
    r"^(?P<a>.+?),? +(?:but|yet|and also|and at the same time|pero|aunque|y también) +"
    r"(?P<b>.+?)[.!]*$",
    re.IGNORECASE,
)
_WISH_END = re.compile(r"[,.;!?]| but | because | so | and i | pero | porque | y me | y no ")
_ARTICLE = re.compile(r"\b(?:the|my|our|his|her|their|this|that) $")
_FELT = re.compile(r"\b(?:siento|sentí|sentía|estoy|estaba|quedé|tan|muy|re) $")
_NUMBERS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Thing:
    """A money thing as it can be said back: `your drawer`."""

    text: str
    is_plural: bool
    is_openable: bool
    is_object: bool


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody the message names, by role."""

    text: str
    is_plural: bool


def thing(message: str, lexicon: Lexicon) -> Thing | None:
    """Return the first money thing, with its owner turned."""
    low = plain(message)
    article = _BEFORE_NOUN[lexicon.language]
    for word in words(low):
        if word not in lexicon.things:
            continue
        match = re.search(
            rf"\b{article}((?:bank(?:ing)?|credit|green|red|yellow|whole) )?{word}\b", low
        )
        if match is None:
            continue
        text = _with_owner(match.group(1) or "", (match.group(2) or "") + word, lexicon)
        if not text:
            continue
        return Thing(
            text,
            word in lexicon.plural,
            word in lexicon.openable,
            word in lexicon.objects or word in lexicon.openable,
        )
    return None


def _with_owner(owner: str, noun: str, lexicon: Lexicon) -> str:
    if noun in {"money", "cash", "mail", "post"} and owner in {"", "a"}:
        return f"the {noun}"
    if lexicon.language == "es":
        return f"{_OWNER.get(owner, owner)} {noun}" if owner else ""
    return f"{_OWNER.get(owner, owner)} {noun}"


def feeling(message: str, lexicon: Lexicon) -> Feeling | None:
    """Return the last feeling that is said and not denied: the last one is nearest."""
    low = plain(message)
    found = None
    for match in re.finditer(r"[^\W_]+(?:'[^\W_]+)*", low):
        known = lexicon.feelings.get(match.group())
        before = low[max(0, match.start() - CONTEXT) : match.start()]
        is_of_thing = lexicon.has("of_a_thing", low[match.start() :]) or lexicon.has(
            "of_a_thing_before", before
        )
        is_none = is_of_thing or _is_no_feeling(match.group(), before, lexicon)
        if known and not is_none and not lexicon.has("negation", before):
            found = known
    return found


def _is_no_feeling(word: str, before: str, lexicon: Lexicon) -> bool:
    """`the flat` is a place, and `yo sola en la cocina` is nobody's loneliness."""
    is_thing = word in lexicon.lists["nouns_too"] and bool(_ARTICLE.search(before))
    is_count = word in lexicon.lists["alone"] and not _FELT.search(before)
    return is_thing or is_count


def body(message: str, lexicon: Lexicon) -> str:
    """Return the body place as `your chest`, or an empty text."""
    low = plain(message)
    for match in re.finditer(r"[^\W_]+(?:'[^\W_]+)*", low):
        word, before = match.group(), low[max(0, match.start() - CONTEXT) : match.start()]
        if word in lexicon.body_parts and not lexicon.has("body_of_others", before):
            return f"your {word}" if lexicon.language == "en" else _spanish_body(word, message)
    return ""


def _spanish_body(word: str, message: str) -> str:
    match = re.search(rf"\b(el|la|los|las|mi|mis|un|una) {word}\b", plain(message))
    article = {"mi": "el", "un": "el", "mis": "las", "una": "la"}
    return f"{article.get(match.group(1), match.group(1))} {word}" if match else ""


def person(message: str, lexicon: Lexicon) -> Person | None:
    """Return somebody who is named by role: `my sister` → `your sister`."""
    low = plain(message).replace("'s ", " 's ")
    for word in words(low):
        if word in lexicon.people_one or word in lexicon.people_many:
            owner = re.search(
                rf"\b(my|our|the|her|his|their|mi|mis|nuestra|nuestro|el|la) (?:\w+ )?{word}\b", low
            )
            if owner is None:
                continue
            said = _OWNER.get(owner.group(1), owner.group(1))
            return Person(f"{said} {word}", word in lexicon.people_many)
    return None


def halves(message: str, lexicon: Lexicon) -> tuple[str, str] | None:
    """Return both sides of an `X but Y`, the side that leans to change last."""
    for sentence in sentences(tidy(message)):
        match = _BUT.match(sentence)
        if match is None:
            continue
        first, second = (_half(match.group(side), lexicon) for side in ("a", "b"))
        if first and second:
            swap = lexicon.has("change", plain(match.group("a"))) and not lexicon.has(
                "change", plain(match.group("b"))
            )
            return (second, first) if swap else (first, second)
    return None


def _half(text: str, lexicon: Lexicon) -> str:
    clean = lexicon.trail.sub("", lexicon.lead.sub("", text)).strip(" ,.;:")
    clean = lexicon.droppable.sub("", clean)
    low = plain(clean)
    if not 2 <= len(words(clean)) <= LONGEST_HALF or "?" in text:  # noqa: PLR2004
        return ""
    if lexicon.taboo.search(low) or lexicon.insults.search(low):
        return ""
    said = turned(clean, lexicon)
    return inside(said, clean, lexicon) or said if said else ""


def wish(message: str, lexicon: Lexicon) -> str:
    """Return what follows `I want to`, when it leans to change."""
    low = plain(message)
    match = lexicon.cues["want"].search(low)
    if match is None or lexicon.has("not_change", low[match.end() :]):
        return ""
    if not re.search(r"(?:to|able to|could|quiero|gustaría|quisiera|es|poder) ?$", match.group()):
        return ""
    rest = tidy(message)[match.end() :]
    end = _WISH_END.search(rest.lower())
    text = (rest[: end.start()] if end else rest).strip()
    if not 1 <= len(words(text)) <= LONGEST_WISH or lexicon.taboo.search(text):
        return ""
    return turned(text, lexicon) or ""


def cue_words(name: str, message: str, lexicon: Lexicon) -> str:
    """Return what a cue with one group finds in the message."""
    match = lexicon.cues[name].search(plain(message))
    return match.group(1) if match else ""


def piece(message: str, lexicon: Lexicon) -> str:
    """Return the small thing that `could I do the top one?` asks for."""
    match = lexicon.cues["piece"].search(plain(message))
    said = turned(match.group(1), lexicon) if match else None
    return said if said and len(words(said)) <= LONGEST_WISH else ""


def asked_step(message: str, lexicon: Lexicon) -> str:
    """Return what `could I text her before I open the app` asks leave for, as they wrote it."""
    asked = (lexicon.cues["leave_for"].search(part) for part in sentences(tidy(message)))
    step = next((match.group(1).strip() for match in asked if match), "")
    return step if SHORTEST_STEP <= len(words(step)) <= LONGEST_STEP else ""


def rating(message: str, lexicon: Lexicon, *, asked: bool) -> int | None:
    """Return a 0–10 the person gave; a bare number counts when a scale was asked for."""
    low = plain(message)
    for cue, needs_question in (
        ("digit_rating", False),
        ("bare_rating", True),
        ("spoken_rating", True),
    ):
        match = lexicon.cues[cue].search(low)
        if match and (asked or not needs_question):
            return _as_number(match.group(1), lexicon)
    return None


def _as_number(text: str, lexicon: Lexicon) -> int:
    spoken = lexicon.lists["numbers"]
    return int(text) if _NUMBERS.fullmatch(text) else spoken.index(text)


def themes(message: str, lexicon: Lexicon) -> frozenset[str]:
    """Return what the message is about, from the theme patterns."""
    low = plain(message)
    about = {name for name, pattern in lexicon.themes.items() if pattern.search(low)}
    return frozenset(about | {name for name in MANNERS if lexicon.says(name, low)})
