"""One message and the session so far, as the rules read it. Nothing is kept between calls."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from coaching.offline.replies.texts import compiled, group, pattern
from coaching.text.language import language_of
from coaching.text.lexicon import lexicon
from coaching.text.words import heard, plain, sentences, tidy, words
from coaching.values.enums import SafetyLevel

if TYPE_CHECKING:
    from coaching.text.lexicon import Lexicon
    from coaching.values.context import PastMessage, WorkingContext

CRISIS, CONCERN = group("turn_crisis"), group("turn_concern")
DANGER = CRISIS | CONCERN
LONG, END = 40, 30  # words of a message of which only so many at its end are read closely
_WHO = ("her", "him")
FEW = 4  # words that may be about anything before
_LOST, _HER, _HIM = (pattern(f"turn_{one}") for one in ("lost", "her", "him"))
_YEARS = compiled(
    r"\byears? ago\b|\bhace (?:\w+ )?anos?\b|\bmy late\b|\bmi difunt[oa]\b",
    r"\bwidow\w* (?:for )?\w+ years\b|\bviud[oa] hace\b",
    r"\b(?:in|en(?: el)?) (?:19\d|20[01]|202[0-4])\d?\b",
)
LONGEST_GOODBYE = 40  # words; a longer message tells more than it says goodbye
LONGEST_ANSWER = 12  # words of a yes or no with its reason
SURE = 8  # words in which a cue for leaving is enough
_LEAVES, _THANKS, _PRAISE = (pattern(f"acts_{one}") for one in ("leaves", "thanks", "praise"))
_FAREWELL, _ASKS = pattern("acts_farewell"), re.compile(r"(?<!\?)\?(?!\?)")
_ACCEPTS, _REFUSES, _RATHER = (pattern(f"acts_{one}") for one in ("accepts", "refuses", "rather"))
GRIEF = frozenset({"grief", "grief_on", "grief_more"})


@dataclass(frozen=True)
class Turn:
    """What is answered now. `replies` and `said` are the session before it, oldest first."""

    ctx: WorkingContext
    text: str
    language: str
    replies: tuple[PastMessage, ...]
    said: tuple[str, ...]
    is_aside: bool = False
    """A question about danger is answered: what is said now isn't asked about again."""

    @cached_property
    def low(self) -> str:
        """The message in lower case with straight quotes."""
        return plain(self.text)

    @cached_property
    def folded(self) -> str:
        """The message in lower case without accents."""
        return fold(self.text)

    @cached_property
    def count(self) -> int:
        """How many words it has."""
        return len(words(self.text))

    @cached_property
    def them(self) -> str:
        """Whom somebody mourns: `her`, `him` or `them`, by the words of this session."""
        text = fold(" ".join((self.text, *reversed(self.said))))
        found = ((name, _HER.search(text) if name == "her" else _HIM.search(text)) for name in _WHO)
        hits = [(match.start(), name) for name, match in found if match]
        return min(hits)[1] if hits else "them"

    @property
    def mourns(self) -> bool:
        """Return True if a message after a loss may still be about it."""
        return self.count <= FEW or _LOST.search(self.folded) is not None

    @property
    def is_of_old(self) -> bool:
        """Return True if a loss was years ago: then it is part of what they tell."""
        return _YEARS.search(self.folded) is not None

    @property
    def lexicon(self) -> Lexicon:
        """The words of its language."""
        return lexicon(self.language)

    @property
    def is_safe(self) -> bool:
        """Whether the screen found nothing in this message."""
        return self.ctx.safety.level is SafetyLevel.NONE and not self.ctx.safety.is_alarm

    @property
    def is_quiet(self) -> bool:
        """Return True in the two days after a crisis: don't save or offer anything then."""
        return self.ctx.safety_recent

    @property
    def last_mode(self) -> str:
        """The mode of the last reply."""
        return self.replies[-1].mode if self.replies else ""

    @property
    def leaves(self) -> bool:
        """Return True if somebody ends the talk: they say so, and thank or say little else."""
        if self.replies and not _ASKS.search(self.text) and _FAREWELL.search(self.folded):
            return True
        is_long = not self.replies or self.count > LONGEST_GOODBYE or "?" in self.text
        if is_long or not _LEAVES.search(self.folded):
            return False
        return self.count <= SURE or self.thanks or _PRAISE.search(self.folded) is not None

    @property
    def thanks(self) -> bool:
        """Return True if somebody thanks."""
        return bool(self.replies) and _THANKS.search(self.folded) is not None

    @property
    def accepts(self) -> bool:
        """Return True if somebody takes up what was suggested, also with a word more than a yes."""
        return self._is_short_answer and _ACCEPTS.search(self.folded) is not None

    @property
    def refuses(self) -> bool:
        """Return True if somebody turns down what was suggested, also with a reason."""
        return self._is_short_answer and _REFUSES.search(self.folded) is not None

    @property
    def _is_short_answer(self) -> bool:
        return self.count <= LONGEST_ANSWER and "?" not in self.text

    @property
    def rather_about(self) -> str:
        """What somebody would rather talk about, or an empty text."""
        found = _RATHER.search(self.folded)
        is_as_long = len(self.folded) == len(self.text)
        return self.text[found.end() :] if found and is_as_long and "?" not in self.text else ""

    def modes(self, count: int = 0) -> tuple[str, ...]:
        """Return the modes of the last replies, oldest first; of all of them by default."""
        return tuple(reply.mode for reply in self.replies[-count:])

    def was(self, names: frozenset[str], *, within: int) -> bool:
        """Return True if one of these modes was among the last replies."""
        return not names.isdisjoint(self.modes(within))

    def told(self, note: str) -> bool:
        """Return True if a note was added to a reply of this session."""
        return any(note in reply.template_ids for reply in self.replies)

    @cached_property
    def end(self) -> Turn:
        """The last sentences of a long message, where people say what they want; else all of it."""
        kept: list[str] = []
        for sentence in reversed(sentences(self.text) if self.count >= LONG else []):
            is_full = sum(len(words(one)) for one in (sentence, *kept)) > END
            if kept and (is_full or "?" in kept[0]):
                break
            kept.insert(0, sentence)
        return replace(self, text=" ".join(kept)) if kept else self

    def has_said(self, text: str) -> bool:
        """Return True if a reply of this session had this text in it."""
        return any(text in reply.text for reply in self.replies)

    def answered(self) -> list[tuple[str, str]]:
        """Return (message, mode of the reply to it), newest first."""
        pairs = zip(reversed(self.said), reversed(self.replies), strict=False)
        return [(message, reply.mode) for message, reply in pairs]


def turn_of(ctx: WorkingContext) -> Turn:
    """Read one turn."""
    history = ctx.history
    if history and history[-1].role == "user" and history[-1].text.strip() == ctx.message.strip():
        history = history[:-1]
    said = tuple(message.text for message in history if message.role == "user")
    newest_first = (ctx.message, *reversed(said), ctx.person.emotional_why)
    return Turn(
        ctx=ctx,
        text=tidy(heard(ctx.message)),
        language=language_of(newest_first, ctx.person.language)[:2],
        replies=tuple(message for message in history if message.role == "coach"),
        said=said,
    )


def fold(text: str) -> str:
    """Return a text in lower case, on one line, without accents and opening marks."""
    parts = unicodedata.normalize("NFD", plain(text).lstrip("¿¡ "))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))
