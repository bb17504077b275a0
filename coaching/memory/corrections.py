"""Whether a text says again what a person corrected. Everyone who writes down a belief asks it.

By words, not by meaning: both texts are read sentence by sentence, without small words and endings.
A sentence says it again when it, or one of its clauses, has most of the corrected words and not
much else. A text that denies what was called untrue ('not resentful, by her own word') is the
person's side and stays.

What a corrected sentence quotes is known by itself, not by its words: “…” are the person's own, and
untrue is what Toney said of them. So another sentence may quote the same and say something else of
it. Where a sentence says nothing beside the quote, the quote is what was meant. What is not to be
used, was deleted or waits for a yes is not quoted either, whoever quotes it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from coaching.memory.matter import CUT, cut_around, matter, touches, without
from coaching.text.content import Sentence, common, content_words, read, weight
from coaching.text.similarity import containment
from coaching.text.stems import stem
from coaching.text.words import joined_parts, sentences, words
from coaching.values.corrections import Correction, Withheld
from coaching.values.enums import Verdict

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

__all__ = ["Correction", "contradicts", "masked", "purged"]

SHORT_SENTENCE = 4
"""Up to so many content words, one other word is a fourth of the sentence."""
COVERED_OF_SHORT = 0.75
"""Of a short corrected sentence three words of four come back: with two, it is another matter."""
COVERED_OF_LONG = 0.7
FILLED = 0.5
"""Half of the new sentence, or of one of its clauses: what is said in passing isn't said again."""
PAIR = 2
FILLED_BY_A_PAIR = 0.6
"""Two words stand in many sentences, so of a pair both come back and fill more of it."""
FILLED_BY_A_PART = 0.8
"""A new sentence may say a part of a long one, if it says hardly anything else."""
LEAST_OF_A_PART = 3
TELLING_COVERED = 0.5
"""Names and days are in many sentences: half of the other words have to come back, too."""
LEAST_BESIDE_A_QUOTE = 2
"""From so many words beside a quote, they are what was corrected, and not the quote."""
MOST_BESIDE_A_QUOTE = 3
LEAST_QUOTED = 3
LEFT_OUT = "(Left out: they asked for this to be forgotten.)"
NOT_AGREED = "(Left out: they have not agreed yet that this is remembered.)"
NOTES = (LEFT_OUT, NOT_AGREED)
_MARKS = {LEFT_OUT: "\x01.", NOT_AGREED: "\x02."}
"""Stand for the notes until all corrections are read, because a note has words of its own."""
QUIET = (Verdict.DONT_USE, Verdict.DELETED)
_QUOTE = re.compile(r"“([^“”]+)”|«([^«»]+)»")
_FRAME = """
came come brought wrote write written put words word reason quote quoted mention mentioned called
escribiste escribió viniste llegaste palabras trajiste motivo
"""


def contradicts(text: str, corrections: Iterable[Correction]) -> Correction | None:
    """Return the correction that a text goes against; None when it may be written."""
    said = sentences(text)
    for correction in corrections:
        if correction.verdict is Verdict.TRUE:
            continue
        if any(_says_again(sentence, correction) for sentence in said):
            return correction
    return None


def tells(text: str, withheld: Iterable[Correction], harmless: Collection[str] = ()) -> bool:
    """Return True if a text says something withheld again, or tells of it in other words."""
    binding = tuple(withheld)
    return contradicts(text, binding) is not None or touches(text, binding, harmless)


def purged(text: str, corrections: Iterable[Correction]) -> str:
    """Return the text without the sentences that say again what was corrected."""
    binding = tuple(corrections)
    if not binding or contradicts(text, binding) is None:
        return text
    return "\n".join(_purged_line(line, binding) for line in text.split("\n"))


def masked(text: str, corrections: Iterable[Correction]) -> str:
    """Return what was said in a chat with a note in the place of what is not to be passed on.

    For transcripts that a model reads. Only what was deleted, is not to be used or waits for a yes
    is left out; what was called untrue was Toney's sentence, and the chat stays as it was.
    """
    for correction in corrections:
        if correction.verdict in QUIET:
            mark = _MARKS[note_of(correction)]
            text = "\n".join(_masked_line(line, correction, mark) for line in text.split("\n"))
    for note, mark in _MARKS.items():
        text = text.replace(mark, note)
    return text


def masked_reply(
    text: str, withheld: Iterable[Correction], known: Collection[str] = (), *, least: int = 1
) -> str:
    """Return the reply to something withheld without the sentences that touch on its matter.

    A reply says it in other words: one word of it that isn't an everyday one is enough here, if it
    is not among the words that are `known` from elsewhere.
    """
    about: dict[str, frozenset[str]] = {}
    for each in withheld:
        about[note_of(each)] = about.get(note_of(each), frozenset()) | matter(each)
    return without(text, about.items(), known, least=least)


def note_of(correction: Correction) -> str:
    """Return the note that replaces the withheld words in a transcript."""
    return NOT_AGREED if correction.withheld is Withheld.WAITING else LEFT_OUT


def without_notes(text: str) -> str:
    """Return a text without the notes about what is left out."""
    for note in NOTES:
        text = text.replace(note, " ")
    return text.strip()


def _masked_line(line: str, correction: Correction, mark: str) -> str:
    for quote in _runs(correction.said):
        line = quote.sub(CUT, line)
    found = [_mask(part, correction).replace(CUT, mark) for part in sentences(line)]
    kept = [part for at, part in enumerate(found) if part != mark or part not in found[:at]]
    return " ".join(kept)


def _mask(sentence: str, correction: Correction) -> str:
    if _says_again(sentence.replace(CUT, ""), correction):
        return CUT
    is_secret = CUT in sentence and correction.withheld is not None
    return cut_around(sentence, correction) if is_secret else sentence


@cache
def _runs(said: str) -> tuple[re.Pattern[str], ...]:
    """Return what finds the very words of a corrected text, or of what it quotes."""
    parts = [part for line in said.split("\n") for part in (line, *_quotes(line))]
    quoted = (words(part) for part in parts)
    runs = [r"[^\w]+".join(map(re.escape, run)) for run in quoted if len(run) >= LEAST_QUOTED]
    return tuple(re.compile(rf"(?<!\w){run}(?!\w)[.!?…]*", re.IGNORECASE) for run in runs)


def _purged_line(line: str, binding: tuple[Correction, ...]) -> str:
    found = sentences(line)
    kept = [sentence for sentence in found if contradicts(sentence, binding) is None]
    return line if len(kept) == len(found) else " ".join(kept)


def _says_again(text: str, correction: Correction) -> bool:
    if correction.verdict in QUIET and any(run.search(text) for run in _runs(correction.said)):
        return True
    quotes = _quoted(correction)
    if not quotes:
        return _is_said_in(text, correction.said, correction)
    rest = _beside(text, quotes)
    said = (_beside(part, quotes) for part in sentences(correction.said))
    own = [part for part in said if len(_spoken(part)) >= LEAST_BESIDE_A_QUOTE]
    if any(_is_said_in(rest, part, correction) for part in own):
        return True
    bare = [part for part in sentences(correction.said) if _is_bare(part, quotes)]
    said_by_them = {word for quote in quotes for word in read(quote).words}
    is_bare = len(set(read(rest).words) - said_by_them) <= MOST_BESIDE_A_QUOTE
    return is_bare and any(_is_said_in(text, part, correction) for part in bare)


def _is_said_in(text: str, said: str, correction: Correction) -> bool:
    return any(_is_part_of(text, part, correction) for part in _corrected(said, correction.instead))


def _is_part_of(text: str, said: Sentence, correction: Correction) -> bool:
    """Look at the whole sentence first: what it denies as a whole, no clause of it says."""
    whole = read(text)
    if _is_a_part(whole, said) or _is_same(whole, said, correction):
        return not _takes_their_side(whole, said, correction)
    return any(
        _is_same(clause, said, correction) and not _takes_their_side(clause, said, correction)
        for clause in _clauses(text)
    )


def _quoted(correction: Correction) -> tuple[str, ...]:
    """Return what a corrected sentence quotes, when what is said of it can be corrected alone."""
    if correction.verdict in QUIET:
        return ()
    return _quotes(correction.said)


@cache
def _quotes(text: str) -> tuple[str, ...]:
    return tuple(first or second for first, second in _QUOTE.findall(text))


def _beside(text: str, quotes: tuple[str, ...]) -> str:
    """Return a sentence without what it quotes of these; other quotes stay, as anybody's words."""
    known = [frozenset(read(quote).words) for quote in quotes]

    def without(found: re.Match[str]) -> str:
        here = frozenset(read(found.group()).words)
        return "" if any(here <= quote or quote <= here for quote in known) else found.group()

    return _QUOTE.sub(without, text)


def _spoken(text: str) -> tuple[str, ...]:
    return tuple(word for word in read(text).words if word not in _framing())


def _is_bare(part: str, quotes: tuple[str, ...]) -> bool:
    """Return True if a sentence is a quote and nothing said of it."""
    rest = _beside(part, quotes)
    return rest != part and len(_spoken(rest)) < LEAST_BESIDE_A_QUOTE


@cache
def _framing() -> frozenset[str]:
    return frozenset(stem(word, language) for word in _FRAME.split() for language in ("en", "es"))


@cache
def _corrected(said: str, instead: str) -> tuple[Sentence, ...]:
    """Return what must not be said again: each sentence, without what the person keeps of it."""
    kept = content_words(instead)
    parts = [read(part) for part in sentences(said)]
    whole = [part for part in parts if len(part.words) > 1] or [read(said)]
    return tuple(
        Sentence(tuple(word for word in part.words if word not in kept) or part.words, part.denied)
        for part in whole
        if part.words
    )


def _is_same(sentence: Sentence, said: Sentence, correction: Correction) -> bool:
    """Compare by words; the ones that everything here is about count for less."""
    new, old = set(sentence.words), set(said.words)
    if not new or (correction.instead and new <= content_words(correction.instead)):
        return False
    shared = new & old
    if len(old) == 1:
        return bool(shared) and len(new) <= 1 + bool(correction.instead)
    if not shared or _misses_the_matter(shared, old):
        return False
    covered, filled = containment(old, new, weigh=weight), containment(new, old, weigh=weight)
    if len(old) == PAIR:
        in_order = [word for word in sentence.words if word in old] == list(said.words)
        return (in_order or not old & common()) and covered == 1 and filled >= FILLED_BY_A_PAIR
    enough = COVERED_OF_SHORT if len(old) <= SHORT_SENTENCE else COVERED_OF_LONG
    return len(shared) > 1 and covered >= enough and filled >= FILLED


def _is_a_part(sentence: Sentence, said: Sentence) -> bool:
    """Return True if a sentence says some of a long corrected one, and hardly anything else."""
    new, old = set(sentence.words), set(said.words)
    shared = new & old
    if len(old) <= SHORT_SENTENCE or len(shared) < LEAST_OF_A_PART:
        return False
    return (
        not _misses_the_matter(shared, old)
        and containment(new, old, weigh=weight) >= FILLED_BY_A_PART
    )


def _misses_the_matter(shared: set[str], old: set[str]) -> bool:
    """Return True if two texts share names and days but little else."""
    strong = old - common()
    return bool(strong) and containment(strong, shared) < TELLING_COVERED


def _takes_their_side(sentence: Sentence, said: Sentence, correction: Correction) -> bool:
    """Return True if one of the two denies what the other says."""
    if correction.verdict in QUIET:
        return False
    shared = set(sentence.words) & set(said.words)
    return bool(sentence.denied & shared) != bool(said.denied & shared)


def _clauses(text: str) -> list[Sentence]:
    parts = joined_parts(text)
    return [read(part) for part in parts] if len(parts) > 1 else []
