"""Keepsakes: the sentence of a session worth saving as a card or win, and which of the two.

How a card did not work, a shame, a secret or a question is nobody's gift, however well it is said.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from coaching.rules.features import feeling
from coaching.rules.keeping import bare, without_amounts
from coaching.rules.quotes import as_quoted
from coaching.text.words import plain, sentences, words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from coaching.text.lexicon import Lexicon

SHORTEST, LONGEST = 3, 18
CLOSED = ("boundary",)
_ASIDE = (
    "goodbye",
    "anger",
    "complaint",
    "correction",
    "thanks",
    "ack",
    "dont_know",
    "self_attack",
)
_HARD = ("hopeless", "first_telling", "did_not", "misfit", "half", "minimise")
_TO_COACH = re.compile(r"\b(?:you|your|you're|toney|tú|usted)\b")
_FIRST_PERSON = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|my|me|we|yo|mi|me|mis)\b")
_A_DAY = re.compile(
    r"\b(?:her|his|mum's|mom's|dad's|nan's) (?:birthday|anniversary|funeral|grave)\b"
    r"|\bwould(?:'ve| have| of) been (?:her|his|our|their)\b"
)
_DENIES = re.compile(r"\b(?:not|never)\b|n't\b")
_INSTEAD = re.compile(r"^(?:i|i'm|it|it's|that's|we|she's|he's|they're)\b")
_TRIED = re.compile(
    r"\b(?:waited|paused|opened|looked|instead|stopped|rang|card|pause|min(?:utes?)?|twice|times|once"
    r"|first|did (?:it|one|two|three|both)|said (?:no|it|tomorrow|let)|esperé|abrí|miré|llamé)\b"
)


class Kind(StrEnum):
    """What a sentence is to the one who said it."""

    FOUND = "found"
    DID = "did"
    IDEA = "idea"
    WARM = "warm"
    TENDER = "tender"


@dataclass(frozen=True, slots=True)
class Keepsake:
    """A sentence of theirs, word for word."""

    quote: str
    kind: Kind


WEIGHT = {Kind.FOUND: 5, Kind.DID: 4, Kind.IDEA: 4, Kind.WARM: 3, Kind.TENDER: 1}


def keepsake(
    said: Sequence[str], known: Lexicon, *, found: str = "", among: Collection[Kind] = tuple(Kind)
) -> Keepsake | None:
    """Return the sentence that weighs most, of equals the newest; `found` is a discovery heard."""
    if found and (discovery := _discovery(found, said, known)):
        return discovery
    best: Keepsake | None = None
    for sentence in _theirs(text for text in said if not _went_otherwise(text, known)):
        kind = kind_of(sentence, known)
        if kind in among and kind and (best is None or WEIGHT[kind] >= WEIGHT[best.kind]):
            best = Keepsake(as_quoted(bare(sentence, known)).rstrip("?"), kind)
    return best


def thoughts(text: str) -> list[str]:
    """Return the sentences, before them two that belong together: `I'm not tired. I'm lonely`."""
    both = sentences(text)
    belongs = len(both) > 1 and _DENIES.search(plain(both[0])) and _INSTEAD.search(plain(both[1]))
    joined = f"{both[0]} {both[1]}" if belongs else ""
    return [joined, *both] if joined and len(words(joined)) <= LONGEST else both


def whole(quote: str, said: Iterable[str]) -> str:
    """Return the thought that a quote was cut from, when it is short enough to be told."""
    every = (one.strip(" .!") for text in said for one in thoughts(text))
    holding = (one for one in every if quote and plain(quote) in plain(one) and "?" not in one)
    return next((one for one in holding if len(words(one)) <= LONGEST), quote)


def is_about_loss(said: Sequence[str], known: Lexicon) -> bool:
    """Return True if somebody who is gone came up."""
    return any(known.says("grief", low) or _A_DAY.search(low) for low in map(plain, said))


def kind_of(sentence: str, known: Lexicon) -> Kind | None:
    """Return what a sentence is to them; nothing for one that is no gift."""
    low, spoken = plain(sentence), words(bare(sentence, known))
    if not SHORTEST <= len(spoken) <= LONGEST or not is_gift(sentence, low, known):
        return None
    felt = feeling(sentence, known)
    if known.says("insight", low) or known.sees("insight", low):
        return Kind.FOUND
    if known.says("ability", low) or known.says("permission", low):
        return Kind.IDEA
    tried = known.says("did", low) and _TRIED.search(low)
    if known.has("past", low) and (tried or known.says("brave", low)):
        return Kind.DID
    if felt and felt.family == "joy":
        return Kind.WARM
    tender = (felt and felt.family not in {"shame", "anger", "envy"}) or known.says("grief", low)
    return Kind.TENDER if tender and _FIRST_PERSON.search(low) else None


def is_gift(sentence: str, low: str, known: Lexicon) -> bool:
    """Return True if a sentence can be given back without hurting; `low` is its plain form."""
    if (
        ("?" in sentence and not known.says("permission", low))
        or known.insults.search(low)
        or _TO_COACH.search(low)
    ):
        return False
    if known.shows("no_gift", low) or without_amounts(sentence) != sentence:
        return False
    secret = known.sees("secret_told", low) or known.sees("despair", low)
    return not secret and not any(known.says(name, low) for name in (*CLOSED, *_ASIDE, *_HARD))


def _went_otherwise(text: str, known: Lexicon) -> bool:
    """Return True if a message tells of a practice that was not done, or half, or didn't suit."""
    return any(known.says(name, plain(text)) for name in ("did_not", "misfit", "half"))


def _theirs(said: Iterable[str]) -> Iterator[str]:
    return (one.strip() for text in said for one in thoughts(text))


def _discovery(found: str, said: Sequence[str], known: Lexicon) -> Keepsake | None:
    """Return the sentence that a discovery stands in, when it is not too long to carry."""
    text = bare(whole(found, said), known)
    return Keepsake(as_quoted(text), Kind.FOUND) if is_gift(text, plain(text), known) else None
