"""The few words of a message that hold it: `two blankets at four in the morning`.

A whole clause said back reads like a form being filled in. What somebody listening picks up is a
piece of it: what was bought, who was there, the word at the end. A piece stands on its own, keeps
their words, and has no `you` in front.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.offline.echoes import is_speakable, worth
from coaching.offline.pronouns import turned
from coaching.offline.quotes import kept_whole, pieces
from coaching.offline.text import clauses, plain, sentences, tidy, upper_first, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.offline.lexicon import Lexicon

SHORTEST, LONGEST = 2, 8
_TORN = re.compile(
    r" (?:and|but|so|y) (?!the |an? |my |his |her |our |their |some |\w+s\b|nothing|no )"
)
_LOOSE = re.compile(r"\b(?:in|on|at|by|up|out|off|away|down|back|over|it|that|to|for)$")
LATE, ALREADY_SMALL = 0.4, 1.0


def fragment(message: str, lexicon: Lexicon) -> str:
    """Return the piece that holds most, at the start of a sentence; nothing when none stands."""
    if kept_whole(message, lexicon):
        return ""
    best, most = "", 0.0
    for place, (text, is_cut) in enumerate(_options(message, lexicon)):
        weight = worth(text, lexicon) + LATE * place + ALREADY_SMALL * is_cut
        if weight > most:
            best, most = text, weight
    return best


def _options(message: str, lexicon: Lexicon) -> Iterator[tuple[str, bool]]:
    """Yield what could stand alone, in the order of the message, and whether it was cut out."""
    for sentence in sentences(tidy(message)):
        if "?" in sentence or lexicon.noise.search(plain(sentence).strip(" .!…")):
            continue
        for clause in dict.fromkeys((*clauses(sentence), *pieces(sentence))):
            bare = _bare(clause, lexicon)
            cut = _without_subject(bare, lexicon)
            for text, is_cut in ((cut, True), (bare, False)):
                if text and _stands(text, lexicon, is_cut=is_cut):
                    said = turned(text, lexicon)
                    if said:
                        yield upper_first(said), is_cut


def _bare(clause: str, lexicon: Lexicon) -> str:
    text = lexicon.trail.sub("", lexicon.lead.sub("", clause))
    return lexicon.droppable.sub("", text).strip(" ,.;:-!'")


def _without_subject(clause: str, lexicon: Lexicon) -> str:
    """Return what comes after `there was`, or what `I bought` had for its object."""
    match = lexicon.cues["object_of"].search(clause)
    return clause[match.end() :].strip() if match else ""


def _stands(text: str, lexicon: Lexicon, *, is_cut: bool) -> bool:
    """Whether it is a piece and not a torn one: `the chart and put in more` has lost its verb."""
    low = plain(text)
    shortest = SHORTEST - (is_cut or low in lexicon.feelings)
    is_torn = is_cut and (_TORN.search(low) or _LOOSE.search(low))
    if is_torn or not shortest <= len(words(low)) <= LONGEST:
        return False
    return is_speakable(text, low, lexicon)
