"""What Toney thinks, in words that are ready to be set."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

from coaching.values.enums import Trigger

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from coaching.services.insight import Belief, Insight
    from coaching.services.insight_history import Cause, Version


@dataclass(frozen=True, slots=True)
class Said:
    """The person's own words, and when."""

    words: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One thing that Toney thinks; `correction` is what can be taken back."""

    id: str = ""
    text: str = ""
    basis: str = ""
    said: list[Said] = field(default_factory=list[Said])
    is_yours: bool = False
    is_confirmed: bool = False
    correction: str = ""
    may_reword: bool = True
    may_be_true: bool = True


@dataclass(frozen=True, slots=True)
class Part:
    """Sentences under one heading."""

    name: str = ""
    sentences: list[Sentence] = field(default_factory=list[Sentence])


@dataclass(frozen=True, slots=True)
class Question:
    """A memory that asks before it is kept."""

    id: str = ""
    text: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Letter:
    """A version as it was, and what differed from the one before; `after` is the conversation."""

    number: int = 0
    at: str = ""
    after: int = 0
    lines: list[str] = field(default_factory=list[str])
    new: list[str] = field(default_factory=list[str])
    gone: list[str] = field(default_factory=list[str])


@dataclass(frozen=True, slots=True)
class Page:
    """Everything on the sheet."""

    at: str = ""
    after: int = 0
    parts: list[Part] = field(default_factory=list[Part])
    questions: list[Question] = field(default_factory=list[Question])
    aside: list[Sentence] = field(default_factory=list[Sentence])
    has_more: bool = False
    loaded: bool = False


def page(insight: Insight) -> Page:
    """Return the page."""
    return Page(
        at=insight.written_at.isoformat() if insight.written_at else "",
        after=_after(insight.cause),
        parts=_parts(belief for belief in insight.items if not belief.is_aside),
        aside=[_sentence(belief) for belief in insight.items if belief.is_aside],
        questions=[
            Question(str(memory.id), memory.content, memory.quote) for memory in insight.waiting
        ],
        has_more=insight.has_more,
        loaded=True,
    )


def letters(versions: Sequence[Version]) -> list[Letter]:
    """Return every version, oldest first."""
    return [
        Letter(
            number=version.version,
            at=version.written_at.isoformat(),
            after=_after(version.cause),
            lines=list(version.letter),
            new=list(version.new),
            gone=list(version.gone),
        )
        for version in versions
    ]


def _parts(beliefs: Iterable[Belief]) -> list[Part]:
    by_section = groupby(beliefs, key=lambda belief: belief.section)
    return [Part(name, [_sentence(belief) for belief in found]) for name, found in by_section]


def _sentence(belief: Belief) -> Sentence:
    return Sentence(
        id=belief.id,
        text=belief.text,
        basis=belief.basis.value,
        said=[Said(quote.words, quote.at.isoformat()) for quote in belief.quotes],
        is_yours=belief.is_yours,
        is_confirmed=belief.is_confirmed,
        correction=str(belief.correction_id or ""),
        may_reword=belief.may_reword,
        may_be_true=belief.section != "noticed" or not belief.is_aside,
    )


def _after(cause: Cause | None) -> int:
    if cause is None or cause.trigger is Trigger.ONBOARDING:
        return 0
    return cause.session_number
