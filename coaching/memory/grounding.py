"""Whether names, numbers and days of a memory were given: in the message or known before.

Who said `so i told him` may be told `You told Dan`, when Dan is known from earlier. Numbers count
however they are written (`31k`, `two`, `£4,000`), and so do days (`tmrw`, `9th dec`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.content.places import PLACES
from coaching.memory.dates import day_words
from coaching.memory.deduplication import telling
from coaching.memory.rules import load_rules, straight
from coaching.memory.scaled_figures import told_with_scale
from coaching.memory.scopes import Doubt
from coaching.text.content import is_small
from coaching.text.numerals import NUMERALS, written_out
from coaching.text.words import sentences, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import date

    from coaching.memory.attribution import OwnWords

THOUSAND, LEAST_ROOT = 1000, 4
_NUMBER = re.compile(
    r"(?<![^\W_])(\d+(?:[.,]\d+)*) ?(k|grand|mil|thousand)?(?![^\W\d])", re.IGNORECASE
)
_LOOSE = re.compile(r"\d+")
_CAPITAL = re.compile(r"(?<![^\W_])(?:[A-ZÁÉÍÓÚÑ][^\W\d_]+(?:'s)?(?: (?=[A-ZÁÉÍÓÚÑ]))?)+")
_DOES = re.compile(
    r"^\W+(?:is|was|has|had|did|does|'s|owes?|pays?|paid|got|gets|lost|left|lives?|works?|wants?|says?"
    r"|said|thinks?|went|made|makes|took|takes|gave|gives|knows?|knew|keeps?|kept|es|está|tiene"
    r"|called|sold|moved|\w+ed)\b"
)
# Not "once": in English it is no eleven.
_COUNTS = {word: n for word, n in NUMERALS.items() if n > 1 and word != "once"} | {
    "dozen": 12, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
}  # fmt: skip
_IN_WORDS = re.compile(rf"\b({'|'.join(_COUNTS)}) (?:grand|mil|thousand)\b")
# "150 for a shop. Thousand, not dollars."
_MEANT_THOUSANDS = re.compile(
    r"(?:^|[.!?]\s*)(?:in )?(?:thousands?|miles|mil)(?:, (?:not|no) |$)", re.IGNORECASE
)
_PLACE_OR_NOT = frozenset({"us", "la"})
_PLACE = re.compile(r"\b(?:US|LA)\b|\b(?<=the )us\b|\b(?:(?<=in )|(?<=to )|(?<=from ))la\b")
"""The country and the city, and not “he told us” or “la casa”."""
_PARTS = re.compile(r"[;,.] ")
_CONSONANTS, LEAST_LETTERS = re.compile(r"[bcdfghjklmnñpqrstvwxz]{2,6}"), 3


def is_grounded(content: str, message: str, context: Iterable[str], today: date) -> bool:
    """Return True if every name and number of a memory comes from the message or the context.

    `context` is what the person said or wrote before, and what is remembered.
    """
    return ungrounded(content, message, context, today) is not Doubt.SURE


def not_given(content: str, own: OwnWords, context: Iterable[str], today: date) -> Doubt:
    """Return the doubt whether names and numbers of a memory were given in a message.

    What others said to them in quotation marks counts only where the memory tells of those others.
    """
    context = tuple(context)
    doubt = ungrounded(content, own.text, context, today)
    if doubt is not Doubt.SURE or not own.speech:
        return doubt
    parts = (
        part
        for part in _PARTS.split(content)
        if ungrounded(part, own.text, context, today) is Doubt.SURE
    )
    rules = load_rules()
    is_told_so = all(rules.fits("third", part) or rules.fits("reported", part) for part in parts)
    is_heard = is_grounded(content, own.text, (*context, *own.speech), today)
    return Doubt.SOME if is_told_so and is_heard else Doubt.SURE


def ungrounded(content: str, message: str, context: Iterable[str], today: date) -> Doubt:
    """Return the doubt whether names and numbers were given; SOME if a scale is from elsewhere."""
    context = tuple(context)
    given = " \n ".join((message, *context))
    days = day_words(message, today) | _today_words(content, today)
    figures = figures_in(given) | {word for word in days if word.isdigit()}
    if _MEANT_THOUSANDS.search(message.strip(" .!")):
        figures |= {_plain_number(each, "thousand") for each in figures_in(message)}
    doubts = (
        told_with_scale(figure, content, message, context)
        for figure in figures_in(content) - figures
    )
    found = max(doubts, default=Doubt.NONE)
    said = _said(given) | days
    if not all(_is_given(name, said, given) for name in _names(content)):
        return Doubt.SURE
    return found


def _today_words(content: str, today: date) -> frozenset[str]:
    """Return the words of a date that need no day in the message: it was written today."""
    rules, day = load_rules(), str(today.day)
    month, said = rules.months[today.month - 1], set(words(rules.written_out(content)))
    found = {month, str(today.year), str(today.year + 1)}
    named = {day, rules.weekdays[today.weekday()]}
    return frozenset(found | named if {day, month} <= said else found)


def shares_a_number(one: str, other: str) -> bool:
    """Return True if two texts have a number in common."""
    return bool(figures_in(one) & figures_in(other))


def figures_in(text: str) -> set[str]:
    """Return the numbers of a text in one form: `4k`, `£4,000` and `4 grand` are 4000."""
    plain = straight(text).casefold()
    found = {_plain_number(number, unit) for number, unit in _NUMBER.findall(plain)}
    found |= {str(_COUNTS[word]) for word in words(plain) if word in _COUNTS}
    found |= {str(_COUNTS[word] * THOUSAND) for word in _IN_WORDS.findall(plain)}
    found |= {str(number) for number in written_out(plain)}
    matched = _NUMBER.sub(" ", plain)
    return found | set(_LOOSE.findall(matched))


def people_in(text: str) -> frozenset[str]:
    """Return the names in a text, without days, months and small words in capitals (`thats IT`)."""
    rules = load_rules()
    days = {*rules.weekdays, *rules.months}
    words = (word for name in _names(text) for word in name.split())
    return frozenset(
        word
        for word in words
        if rules.written_out(word) not in days and not (word.isupper() and is_small(word))
    )


def _plain_number(number: str, unit: str) -> str:
    whole = re.sub(r"[.,](?=\d{3}(?!\d))", "", number).replace(",", ".")
    value = float(whole) if whole.count(".") <= 1 else 0.0
    return f"{value * (THOUSAND if unit else 1):g}" if value < THOUSAND**2 else whole


def _names(content: str) -> Iterator[str]:
    """Yield what is written with a capital inside a sentence, or begins one and acts in it."""
    rules = load_rules()
    for sentence in sentences(straight(content)):
        text = sentence.lstrip("\"'“‘«¿¡( ")
        for match in _CAPITAL.finditer(text):
            name = match[0].strip().removesuffix("'s")
            if match.start() > 0 or (
                name.split()[0].casefold() not in rules.starts and _DOES.match(text[match.end() :])
            ):
                yield name


def _is_given(name: str, said: frozenset[str], given: str) -> bool:
    """Return True if one word of a name was given; days, months and relatives always pass."""
    rules = load_rules()
    for word in name.split():
        low = rules.written_out(word).removesuffix("'s")
        forms = {low, f"{low}s", rules.same.get(low, low)}
        if not forms.isdisjoint(said) or low in rules.starts or len(low) == 1:
            return True
    if _is_abbreviated(name, said):
        return True
    if not said.isdisjoint(_verbs(name.casefold())):
        return True
    return bool(telling(name) & telling(given)) and name.isupper()


def _verbs(word: str) -> tuple[str, ...]:
    """Return the verbs that a word may be a form of: who said `to get` may be told `Getting`."""
    stem = word.removesuffix("ing")
    if stem == word or len(stem) < LEAST_LETTERS:  # `King`
        return ()
    is_doubled = stem[-2] == stem[-1]
    return (stem, f"{stem}e", stem[:-1] if is_doubled else stem)


def _is_abbreviated(name: str, said: frozenset[str]) -> bool:
    """Return True if a name was given by consonants of it, as in `dbn` and `NZ`."""
    parts = name.casefold().split()
    shorthand = load_rules().shorthand
    whole, initials = "".join(parts), "".join(part[0] for part in parts)
    for word in said:
        if _CONSONANTS.fullmatch(word) and word not in shorthand:
            letters = iter(whole)
            is_run = len(word) >= LEAST_LETTERS and all(letter in letters for letter in word)
            if word == initials or (is_run and word[0] == whole[0]):
                return True
    return False


def _said(text: str) -> frozenset[str]:
    rules = load_rules()
    plain = {*words(rules.written_out(text)), *words(straight(text).casefold())}
    plain |= {part for word in plain for part in word.split("'")}
    plain |= {word.replace("'", "") for word in plain}
    short = {word for word in plain if word in PLACES and word not in _PLACE_OR_NOT}
    short |= {found.group().casefold() for found in _PLACE.finditer(text)}
    same = {rules.same[word] for word in plain if word in rules.same}
    return frozenset(plain.union(same, *(PLACES[word] for word in short)))
