"""What Toney thinks of a person, item by item, in words that are meant for them (K14).

Every item has an id that stays the same as long as it says the same, what it rests on, and what
the person said of it. What they refused is not among them.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from coaching.content import text
from coaching.memory.corrections import contradicts, sentences
from coaching.memory.evidence import Basis, Ground, Quote, ground, to_the_person
from coaching.values.enums import LensStatus, MemorySource, Trigger, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from uuid import UUID

    from coaching.memory.intel import Intel
    from coaching.models import CoachingBriefing, CoachMemory, Correction, ObserverSignal
    from coaching.values import corrections as values

SECTIONS = ("story", "guess", "helps", "holds", "noticed", "grows", "remembers")
BOUNDARY = "boundary:"
MOST_WORDS, MOST_TRIGGERS = 6, 6
_LABEL = re.compile(r"^\w+: ")


@dataclass(frozen=True, slots=True)
class Belief:
    """One sentence on the page. `said` is what is corrected: the sentence as it is stored."""

    id: str
    text: str
    said: str
    basis: Basis
    quotes: tuple[Quote, ...] = ()
    is_yours: bool = False
    is_confirmed: bool = False
    correction_id: UUID | None = None

    @property
    def section(self) -> str:
        """Where it stands."""
        return self.id.partition(":")[0]


@dataclass(frozen=True, slots=True)
class Known:
    """The rows that a page is made of, newest first where there are several."""

    language: str
    briefing: CoachingBriefing | None
    hypothesis: str
    intel: Intel
    signals: Sequence[ObserverSignal]
    memories: Sequence[CoachMemory]
    said: Sequence[Quote] = ()
    corrections: Sequence[Correction] = field(default=())
    binding: tuple[values.Correction, ...] = ()


def beliefs(known: Known) -> list[Belief]:
    """Return every item, in the order of the page, with what the person said of it."""
    every = [
        *_story(known),
        *_guess(known),
        *_helps(known),
        *_holds(known),
        *_noticed(known),
        *_remembered(known),
        *_growing(known),
    ]
    return _as_corrected(every, known)


def letter(row: CoachingBriefing) -> list[str]:
    """Return the sentences of a briefing that are meant for the person."""
    return [line for part in (row.one_sentence, row.journey_narrative) for line in sentences(part)]


def key(section: str, said: str) -> str:
    """Return the id of a sentence: the same words have the same one."""
    return f"{section}:{hashlib.sha256(said.strip().casefold().encode()).hexdigest()[:16]}"


def _story(known: Known) -> Iterable[Belief]:
    if known.briefing is not None:
        yield from (_sentence("story", said, known) for said in letter(known.briefing))


def _guess(known: Known) -> Iterable[Belief]:
    if known.hypothesis:
        yield _sentence("guess", known.hypothesis, known)


def _helps(known: Known) -> Iterable[Belief]:
    if known.briefing is not None and known.briefing.leverage:
        yield from (_plainly("helps", said, known) for said in sentences(known.briefing.leverage))
    for item in known.intel.breakthroughs[-MOST_WORDS:]:
        yield _sentence("helps", item.text, known)


def _holds(known: Known) -> Iterable[Belief]:
    for item in known.intel.coaching_notes:
        if item.text.casefold().startswith(BOUNDARY):
            said = item.text[len(BOUNDARY) :].strip()
            yield _framed("holds", "boundary", said, known)
    for item in known.intel.avoided_words[-MOST_WORDS:]:
        yield _framed("holds", "word", item.text, known)


def _noticed(known: Known) -> Iterable[Belief]:
    for signal in known.signals:
        shown = text(known.language, f"insight.noticed.{signal.signal_type}")
        quotes = (Quote(signal.quote, signal.created_at),) if signal.quote else ()
        said = f"{signal.content}\n{signal.quote}".strip()
        basis = Basis.READ if quotes else Basis.CONVERSATION
        yield Belief(f"noticed:{signal.id}", shown, said, basis, quotes)
    for item in known.intel.triggers[-MOST_TRIGGERS:]:
        yield _framed("noticed", "trigger", item.text, known)


def _remembered(known: Known) -> Iterable[Belief]:
    for memory in known.memories:
        yield Belief(
            id=f"remembers:{memory.id}",
            text=to_the_person(memory.content),
            said=memory.content,
            basis=_BASES[memory.source],
            quotes=(Quote(memory.quote, memory.created_at),) if memory.quote else (),
            is_yours=memory.source is MemorySource.WRITTEN,
        )


_BASES = {
    MemorySource.STATED: Basis.TOLD,
    MemorySource.INFERRED: Basis.READ,
    MemorySource.WRITTEN: Basis.WRITTEN,
}


def _growing(known: Known) -> Iterable[Belief]:
    quotes = {str(signal.id): signal for signal in known.signals if signal.quote}
    for lens, edge in known.intel.growth_edges.items():
        status = edge.get("status", LensStatus.NOT_READY)
        if status == LensStatus.NOT_READY:
            continue
        shown = text(known.language, f"insight.lens.{lens}.{status}")
        rests_on = [quotes[name] for name in edge.get("evidence", ()) if name in quotes]
        found = tuple(Quote(signal.quote, signal.created_at) for signal in rests_on)[:2]
        basis = Basis.READ if found else Basis.CONVERSATION
        yield Belief(key("grows", f"{lens} {status}"), shown, shown, basis, found)


def _sentence(section: str, said: str, known: Known) -> Belief:
    found = _ground(said, known)
    return Belief(key(section, said), to_the_person(said), said, found.basis, found.quotes)


def _plainly(section: str, said: str, known: Known) -> Belief:
    """Return a sentence without a label in front of it."""
    found = _sentence(section, said, known)
    bare = _LABEL.sub("", found.text)
    return replace(found, text=bare[:1].upper() + bare[1:])


def _framed(section: str, frame: str, said: str, known: Known) -> Belief:
    found = _ground(said, known)
    shown = text(known.language, f"insight.{section}.{frame}", words=to_the_person(said))
    return Belief(key(section, said), shown, said, found.basis, found.quotes)


def _ground(said: str, known: Known) -> Ground:
    row = known.briefing
    return ground(said, known.said, is_first=row is None or row.trigger is Trigger.ONBOARDING)


def _as_corrected(every: Iterable[Belief], known: Known) -> list[Belief]:
    """Return the items as the person left them: refused ones gone, reworded ones in their words."""
    by_item: Mapping[str, Correction] = {row.item: row for row in known.corrections}
    shown: dict[str, Belief] = {}
    for belief in every:
        row = by_item.get(belief.id)
        if row is not None and row.verdict is Verdict.TRUE:
            shown[belief.id] = replace(belief, is_confirmed=True, correction_id=row.id)
        elif row is not None and row.verdict is Verdict.DIFFERENTLY and not belief.is_yours:
            shown[belief.id] = _in_their_words(row)
        elif belief.is_yours or contradicts(belief.said, known.binding) is None:
            link = row.id if row is not None else None
            shown.setdefault(belief.id, replace(belief, correction_id=link))
    for row in known.corrections:
        if row.verdict is Verdict.DIFFERENTLY and row.item not in shown:
            shown[row.item] = _in_their_words(row)
    order = {name: place for place, name in enumerate(SECTIONS)}
    return sorted(shown.values(), key=lambda belief: order[belief.section])


def _in_their_words(row: Correction) -> Belief:
    return Belief(
        row.item,
        row.instead,
        row.said,
        Basis.WRITTEN,
        is_yours=True,
        correction_id=row.id,
    )
