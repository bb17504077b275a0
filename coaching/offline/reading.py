"""One message as the offline coach reads it: everything the rules ask about, worked out once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from coaching.offline import features
from coaching.offline.echoes import echo
from coaching.offline.fragments import clause, phrase
from coaching.offline.lexicon import lexicon
from coaching.offline.pronouns import spelled, turned
from coaching.offline.quotes import pick_quote
from coaching.offline.text import content_words, heard, plain, tidy, words

if TYPE_CHECKING:
    from coaching.offline.features import Person, Thing
    from coaching.offline.lexicon import Feeling, Lexicon


@dataclass(frozen=True, slots=True)
class Reading:
    """What one message holds."""

    text: str
    low: str
    word_count: int
    lexicon: Lexicon
    quote: str = ""
    plan_quote: str = ""
    echo: str = ""
    clause: str = ""
    phrase: str = ""
    thing: Thing | None = None
    feeling: Feeling | None = None
    body: str = ""
    person: Person | None = None
    halves: tuple[str, str] | None = None
    wish: str = ""
    piece: str = ""
    said_step: str = ""
    step: str = ""
    rating: int | None = None
    themes: frozenset[str] = frozenset()
    content: frozenset[str] = field(default_factory=frozenset)

    def says(self, *modes: str) -> bool:
        """Whether the message fits a pattern of one of these modes."""
        return any(self.lexicon.says(mode, self.low) for mode in modes)

    def found(self, cue: str) -> str:
        """Return the words that a cue picks out of the message."""
        return features.cue_words(cue, self.text, self.lexicon)

    def found_as_written(self, cue: str) -> str:
        """Return the words that a cue picks out, in the person's own spelling."""
        match = self.lexicon.cues[cue].search(self.text)
        return match.group(1).strip() if match else ""

    def has(self, *cues: str) -> bool:
        """Whether the message holds one of these cues."""
        return any(self.lexicon.has(cue, self.low) for cue in cues)


def read(message: str, language: str, *, scale_asked: bool = False) -> Reading:
    """Read one message."""
    words_of, message = lexicon(language), heard(message)
    said, asked = echo(message, words_of), features.asked_step(message, words_of)
    return Reading(
        text=tidy(message),
        low=spelled(plain(message)),
        word_count=len(words(message)),
        lexicon=words_of,
        quote=pick_quote(message, words_of, cut=not said),
        plan_quote=pick_quote(message, words_of, plan=True),
        echo=said,
        clause=clause(message, words_of),
        phrase=phrase(message, words_of),
        thing=features.thing(message, words_of),
        feeling=features.feeling(message, words_of),
        body=features.body(message, words_of),
        person=features.person(message, words_of),
        halves=features.halves(message, words_of),
        wish=features.wish(message, words_of),
        piece=features.piece(message, words_of),
        said_step=asked,
        step=turned(asked, words_of) or "",
        rating=features.rating(message, words_of, asked=scale_asked),
        themes=features.themes(message, words_of),
        content=content_words(message, words_of.stop),
    )
