"""A fact from an earlier talk that today's message is about, said back as what they told.

Once a session, and no fact again while it is in the ear. What waits for a yes, was corrected or let
go is not among the memories of a turn. Nothing is brought back beside danger or grief.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.offline.earlier import EVERYDAY, WEIGHTY
from coaching.offline.keeping import without_amounts
from coaching.offline.pronouns import turned
from coaching.offline.scene import SERIOUS_MODES
from coaching.offline.text import content_words, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.offline.moment import Moment
    from coaching.values.context import MemoryView

MARK, FACT, LEAST_TURN, LONGEST_STORY = "memory:", "fact", 2, 18
_CALLED = {
    "en": re.compile(r"^(?P<who>[\w ]+) is called (?P<name>\w[\w-]+)\.$"),
    "es": re.compile(r"^(?P<who>[\w ]+): se llama (?P<name>\w[\w-]+)\.$"),
}
_DOES = {
    "en": re.compile(
        r"^(?P<verb>Works|Lives|Has|Gets paid|Is (?=an? )|Is saving for) ?(?P<what>[^“”]+)\.$"
    ),
    "es": re.compile(r"^(?P<verb>Trabaja|Vive|Tiene|Cobra|Ahorra para) (?P<what>[^“”]+)\.$"),
}
_STORY = re.compile(r"^(?P<who>[\w ]+): “(?P<what>[^“”]+)”\.$")
_TENSED = re.compile(r"^(?:used to|always|never|would|had|was|made|told|said|kept|taught|\w+ed)\b")
_YOU = {
    "Works": "work",
    "Lives": "live",
    "Has": "have",
    "Gets paid": "get paid",
    "Is ": "are",
    "Is saving for": "are saving for",
    "Trabaja": "trabajas",
    "Vive": "vives",
    "Tiene": "tienes",
    "Cobra": "cobras",
    "Ahorra para": "ahorras para",
}
_SAYS = {
    "en": ("You told me {name} is your {who}.", "You told me you {does} {what}."),
    "es": ("Me contaste que {name} es tu {who}.", "Me contaste que {does} {what}."),
}


@dataclass(frozen=True, slots=True)
class Remembered:
    """A sentence that brings a fact back, and the mark by which it is known to have been said."""

    text: str
    mark: str


def remembered(moment: Moment) -> Remembered | None:
    """Return the fact that the message is about, if there is one and its time is now."""
    if not _is_time(moment):
        return None
    return next((found for memory in _earlier(moment) if (found := _told(memory, moment))), None)


def _is_time(moment: Moment) -> bool:
    scene, ctx = moment.scene, moment.ctx
    hard = moment.is_quiet or not moment.is_safe or ctx.after_crisis or ctx.last_session_urgent
    brought = any(name.startswith(MARK) for reply in scene.replies for name in reply.template_ids)
    careful = scene.must_stay_quiet or scene.was(SERIOUS_MODES)
    return scene.turn >= LEAST_TURN and not (hard or brought or careful)


def _earlier(moment: Moment) -> Iterator[MemoryView]:
    """Yield facts told before today that have rested."""
    for memory in moment.ctx.memories:
        is_told = memory.kind == FACT and memory.source != "inferred"
        is_old = memory.created_at.date() < moment.ctx.today
        if is_told and is_old and not moment.scene.rested(f"{MARK}{memory.id}"):
            yield memory


def _told(memory: MemoryView, moment: Moment) -> Remembered | None:
    if without_amounts(memory.content) != memory.content:
        return None
    text = _by_name(memory, moment) or _by_matter(memory, moment) or _by_kin(memory, moment)
    return Remembered(text, f"{MARK}{memory.id}") if text else None


def _by_name(memory: MemoryView, moment: Moment) -> str:
    """Who somebody is whom they call by name, unless they say so themselves."""
    base = moment.language[:2]
    found = _CALLED[base].search(memory.content)
    said = {word.casefold() for word in words(moment.reading.text)}
    if found is None or found["name"].casefold() not in said:
        return ""
    who = found["who"].casefold()
    if who in said:
        return ""
    return _SAYS[base][0].format(name=found["name"], who=who)


def _by_matter(memory: MemoryView, moment: Moment) -> str:
    """What they do, have or save for, when the message touches it and does not say it itself."""
    base, lexicon = moment.language[:2], moment.reading.lexicon
    found = _DOES[base].search(memory.content)
    if found is None:
        return ""
    about = content_words(found["what"], lexicon.stop)
    shared = {word for word in about & moment.reading.content if len(word) >= WEIGHTY} - EVERYDAY
    what = turned(found["what"], lexicon)
    says_it = content_words(memory.content, lexicon.stop) <= moment.reading.content
    if not shared or says_it or what is None:
        return ""
    return _SAYS[base][1].format(does=_YOU[found["verb"]], what=what)


def _by_kin(memory: MemoryView, moment: Moment) -> str:
    """What they told of somebody of theirs who comes up again, in English."""
    found, lexicon = _STORY.search(memory.content), moment.reading.lexicon
    if found is None or lexicon.language != "en" or not _TENSED.search(found["what"]):
        return ""
    who, said = found["who"].casefold(), {word.casefold() for word in words(moment.reading.text)}
    is_kin = who in lexicon.people_one and who in said
    what = turned(found["what"], lexicon)
    about = content_words(found["what"], lexicon.stop)
    if not is_kin or what is None or about <= moment.reading.content:
        return ""
    if moment.reading.says("grief", "loss_named") or len(words(what)) > LONGEST_STORY:
        return ""
    return f"You told me your {who} {what}."
