"""What is left of a session when it ends, by rules: its closing and its line in a list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.offline.features import thing
from coaching.offline.languages import language_of
from coaching.offline.lexicon import lexicon
from coaching.offline.strategist.wording import copy, listed
from coaching.offline.text import plain, sentences, tidy, upper_first, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.offline.lexicon import Lexicon

MOST_THINGS = 3
SHORTEST, LONGEST, LONGEST_LINE = 4, 18, 120
LEFT_ALONE = ("goodbye", "anger", "boundary")
_OWN = frozenset({"i", "i'm", "i've", "i'd", "my", "me", "yo", "mi"})


@dataclass(frozen=True, slots=True)
class Recap:
    """The closing (what was touched, a line of theirs, what will be there) and one line of it."""

    note: str
    one_line: str


def recap(said: Sequence[str], *, found: str = "", card: str = "", after_danger: bool) -> Recap:
    """Return the recap of what a person said; words from a turn of danger are not among them.

    `found` is what the Observer heard them discover: it is the line to take along when there is
    one. After danger nothing is quoted, named or asked.
    """
    lines = copy()["closing"]
    if after_danger:
        return Recap(lines["after_danger"], lines["line_after_danger"])
    known = lexicon(language_of(tuple(reversed(said))))
    touched = _touched(said, known)
    quote = _whole(found, said) or _to_take_along(said, known)
    parts = [
        lines["touched"].replace("{things}", listed(touched))
        if touched
        else lines["touched_nothing"],
        lines["to_take"].replace("{quote}", quote) if quote else "",
        lines["card"].replace("{card}", card) if card else lines["no_card"],
    ]
    return Recap(" ".join(filter(None, parts)), _one_line(touched, quote))


def first_line(note: str) -> str:
    """Return what a list says of a session whose closing somebody else wrote."""
    first = next(iter(sentences(note)), "")
    return _cut(tidy(first))


def _touched(said: Sequence[str], known: Lexicon) -> list[str]:
    open_to_it = [text for text in said if not known.says("boundary", plain(text))]
    names = (found.text for text in open_to_it if (found := thing(text, known)))
    return list(dict.fromkeys(names))[:MOST_THINGS]


def _whole(found: str, said: Sequence[str]) -> str:
    """Return the sentence that a discovery stands in, when it is not too long to carry."""
    every = (sentence.strip().rstrip(".") for text in said for sentence in sentences(text))
    holding = (sentence for sentence in every if found and found in sentence)
    return next((s for s in holding if len(words(s)) <= LONGEST and "?" not in s), found)


def _to_take_along(said: Sequence[str], known: Lexicon) -> str:
    """Return the sentence of theirs that holds the most, word for word; the newest of equals."""
    best, most = "", 0.0
    for text in said:
        for sentence in sentences(text):
            weight = _weight(sentence, known)
            if weight >= most and weight > 0:
                best, most = sentence, weight
    return best.strip().rstrip(".")


def _weight(sentence: str, known: Lexicon) -> float:
    low = plain(sentence)
    spoken = words(low)
    if not SHORTEST <= len(spoken) <= LONGEST or "?" in sentence or known.insults.search(low):
        return 0
    if any(known.says(name, low) for name in LEFT_ALONE):
        return 0
    found = set(spoken)
    insight = known.says("insight", low) or known.sees("insight", low)
    feels = bool(found & known.feelings.keys())
    return 4.0 * insight + 2.0 * feels + 1.5 * bool(found & _OWN) + bool(found & known.things)


def _one_line(touched: Sequence[str], quote: str) -> str:
    names = upper_first(listed(touched))
    if names and quote:
        return _cut(f"{names}: “{quote}”")
    return _cut(f"“{quote}”") if quote else names or copy()["closing"]["line_nothing"]


def _cut(line: str) -> str:
    if len(line) <= LONGEST_LINE:
        return line
    ends = "…”" if line.endswith("”") else "…"
    return f"{line[: LONGEST_LINE - 2].rsplit(' ', 1)[0]}{ends}"
