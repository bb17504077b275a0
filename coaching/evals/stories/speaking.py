"""Who speaks for a person: lines that are written, or beats that wait for the right reply.

A speaker sees only what was said in its session. By rules, a beat with a condition is said when
the condition can be read off the last reply; else the person keeps it for themselves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from coaching.text.content import content_words
from coaching.text.words import questions, sentences

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from coaching.evals.stories.form import Beat, Session, Story
    from coaching.evals.stories.played import Said

AFFIRMS = re.compile(
    r"\bcounts?\b|you did (it|that)|you (looked|opened|paused|waited|stayed|tried|noticed|asked)|"
    r"that took|took (something|courage)|a win|one for you|that'?s yours|you managed|well done|"
    r"\bcuenta\b|lo (hiciste|has hecho)|te (animaste|atreviste)|un logro",
    re.IGNORECASE,
)
LECTURES = re.compile(
    r"you (should|need to|must|have to|ought)|it'?s important to|try to|make sure|remember that|"
    r"\bbudget|(deber|tendr)[ií]as|tienes que|hay que|es importante",
    re.IGNORECASE,
)
WELCOMES = re.compile(
    r"good to (see|hear)|welcome|hello again|nothing to make up|no catching up|glad you|"
    r"qu[eé] bueno|bienvenid|me alegr",
    re.IGNORECASE,
)
OFFERS = re.compile(
    r"(save|keep|store) (it|that|this)\b[^.!]*\?|shall i (save|keep)|save it\?|if you say so|"
    r"(lo|la|te lo) (guardo|guardamos|anoto)[^.!]*\?",
    re.IGNORECASE,
)
"""Something would be kept, if they say yes."""
YES = {"en": "Yes, keep that.", "es": "Sí, guárdalo."}


@dataclass(slots=True)
class Speaker:
    """Says the next line of one session, or nothing more."""

    lines: list[str]
    beats: list[Beat]
    yes: str = ""
    """What they say once to an offer; whoever is written says so in their lines, or doesn't."""
    _waiting: list[str] = field(default_factory=list[str])
    _told: int = 0

    def next_line(self, so_far: Sequence[Said]) -> str | None:
        """Return the next line after what was said so far, or None when they are done."""
        if len(so_far) < len(self.lines):
            return self.lines[len(so_far)]
        if self.yes and so_far and OFFERS.search(so_far[-1].toney):
            said, self.yes = self.yes, ""
            return said
        while not self._waiting and self._told < len(self.beats):
            beat = self.beats[self._told]
            self._told += 1
            said = all(holds(each, so_far[-1]) for each in beat.when) if so_far else not beat.when
            self._waiting = list(beat.lines) if said else [beat.otherwise]
            self._waiting = [line for line in self._waiting if line]
        return self._waiting.pop(0) if self._waiting else None


def by_rules(story: Story, session: Session) -> Speaker:
    """Return who says the lines of a session, and then its beats."""
    described = story.part is not None and not session.expects.crisis
    yes = YES[story.language] if described else ""
    return Speaker(session.lines, session.beats, yes.lower() if _is_lower(session) else yes)


def _is_lower(session: Session) -> bool:
    said = "".join(session.lines)
    return said == said.lower()


def holds(condition: str, last: Said) -> bool:
    """Say whether a condition can be read off the last reply; what can't be read doesn't hold."""
    text = condition.strip().lower()
    negated = re.match(r"(?:is |it'?s )?(?:not|never|isn'?t|without|no)\b", text)
    kind = _kind(text)
    if kind is None:
        return False
    return kind(text, last) is not bool(negated)


def _kind(text: str) -> Callable[[str, Said], bool] | None:
    kinds: tuple[tuple[str, Callable[[str, Said], bool]], ...] = (
        ("affirm|prais|celebrat|acknowledg|recognis|recogniz|validat|reconoc", _affirmed),
        ("reflect|mirror|heard|understood|named|refleja|escuch", _reflected),
        ("lectur|advi[cs]e|pressur|pushed|told (what|to)|moralis|serm|presion", _lectured),
        ("question|ask|prob|pregunt", _questioned),
        ("welcom|greet|bienven", _welcomed),
    )
    return next((found for words, found in kinds if re.search(words, text)), None)


def _affirmed(_text: str, last: Said) -> bool:
    return bool(AFFIRMS.search(last.toney))


def _reflected(_text: str, last: Said) -> bool:
    """Return True if a sentence without a question takes up a telling word of theirs."""
    own = content_words(last.person)
    asked = set(questions(last.toney))
    return any(own & content_words(one) for one in sentences(last.toney) if one not in asked)


def _lectured(_text: str, last: Said) -> bool:
    return bool(LECTURES.search(last.toney))


def _questioned(text: str, last: Said) -> bool:
    """Return True if there is a question, about what the condition names if it names something."""
    if "?" not in last.toney:
        return False
    about = re.search(r"\b(?:about|for|sobre|por) (?:the |his |her |their |el |la )?(.+)", text)
    named = content_words(about[1]) if about else frozenset[str]()
    asked = " ".join(questions(last.toney))
    return not named or bool(named & content_words(asked))


def _welcomed(_text: str, last: Said) -> bool:
    return bool(WELCOMES.search(last.toney))
