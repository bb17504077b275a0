"""What the Strategist answers, and the whole output that code makes of it (A50–A69)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, model_validator

from coaching.values.enums import (
    CardKind,
    Heard,
    Lens,
    LensStatus,
    PrescriptionAction,
    Stage,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

SECTIONS = (
    "WHO THEY ARE",
    "WHERE THEY ARE IN THEIR JOURNEY",
    "WHAT WE KNOW",
    "THEIR FOCUS RIGHT NOW",
    "WHERE GROWTH IS AVAILABLE",
    "SESSION STRATEGY",
    "COACHING STYLE",
)
FOCUS, STRATEGY = SECTIONS[3], SECTIONS[5]
MOST_DOORS = 8
_HEADING = re.compile(r"^[\s#*_]*([^\W\d_][^:*_\n]*?)[\s*_]*:?[\s*_]*$", re.MULTILINE)


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class GrowthEdge(_Strict):
    """Status of one growth lens, with its evidence."""

    status: LensStatus
    evidence: list[str]
    note: str


class HeardGuess(_Strict):
    """What they said to the guess of the briefing before, with their words; `open` has none."""

    verdict: Heard
    quote: str


class CardDraft(_Strict):
    """A card to be made: first person, at most 40 words."""

    kind: CardKind
    title: str
    content: str


class FocusCardPrescription(_Strict):
    """What happens to the focus card (A68)."""

    action: PrescriptionAction
    card: CardDraft | None
    card_id: UUID | None
    rationale: str


class Door(_Strict):
    """A way into the next session, its first line already written."""

    title: str
    why_now: str
    length: Literal["quick", "medium", "deep"]
    opening: str


class EmotionalVocabulary(_Strict):
    """Words of the person."""

    used_words: list[str]
    avoided_words: list[str]
    deflection_phrases: list[str]


class IntelUpdate(_Strict):
    """Findings of a run to merge; a duplicate raises the count by one (A58)."""

    triggers: list[str]
    emotional_vocabulary: EmotionalVocabulary
    resistance_patterns: list[str]
    breakthroughs: list[str]
    coaching_notes: list[str]


class StrategistAnswer(_Strict):
    """What a model answers. Lengths and completeness are not required: code mends what it can."""

    heard_guess: HeardGuess
    hypothesis: str
    leverage: str
    curiosities: list[str]
    session_strategy: str
    journey_narrative: str
    growth_edges: dict[Lens, GrowthEdge]
    """The lenses that changed; the others stay as they were."""
    stage_of_change: Stage
    intel: IntelUpdate
    over: list[str] = Field(default_factory=list[str])
    """What no longer holds: numbers in an answer; texts of notes, ids of memories in an output."""
    page: list[str] = Field(default_factory=list[str])
    """Memories to show openly, each with another sentence behind a colon or none; see `chosen`."""
    focus_card_prescription: FocusCardPrescription
    doors: list[Door]
    one_sentence: str
    briefing_content: str


class StrategistOutput(StrategistAnswer):
    """Everything one run decides, whole."""

    doors: Annotated[list[Door], Field(min_length=1, max_length=MOST_DOORS)]

    @model_validator(mode="after")
    def _is_whole(self) -> StrategistOutput:
        if set(self.growth_edges) != set(Lens):
            raise ValueError("growth_edges needs each of the seven lenses once")
        if tuple(headings(self.briefing_content)) != SECTIONS:
            raise ValueError(f"briefing_content needs the headings {', '.join(SECTIONS)}")
        return self


def memory_number(memory_id: UUID) -> str:
    """Return how an answer names a memory; it stays the same whatever order they are read in."""
    return f"m{memory_id.hex[-4:]}"


def chosen(entry: str) -> tuple[str, str]:
    """Return which memory an entry of `page` names, and its new sentence; empty if it stays."""
    name, _, text = entry.partition(":")
    return name.strip(" #.[]()").casefold(), text.strip()


def headings(briefing_content: str) -> list[str]:
    """Return the section headings of a briefing in order; only whole lines count."""
    return [name for name, _ in _marks(briefing_content)]


def section_of(briefing_content: str, number: int) -> str:
    """Return the text under one of the seven headings; empty without that heading."""
    return sections_of(briefing_content).get(SECTIONS[number], "")


def sections_of(briefing_content: str) -> dict[str, str]:
    """Return the text under each heading; what comes before the first one is under ""."""
    marks = list(_marks(briefing_content))
    ends = [mark.start() for _, mark in marks] + [len(briefing_content)]
    found = {"": briefing_content[: ends[0]].strip()}
    for (name, mark), end in zip(marks, ends[1:], strict=True):
        text = briefing_content[mark.end() : end].strip()
        found[name] = f"{found[name]}\n{text}" if name in found else text
    return found


def with_section(briefing_content: str, heading: str, text: str) -> str:
    """Return a briefing with this text under one of its headings."""
    found = sections_of(briefing_content)
    if heading not in found:
        return briefing_content
    found[heading] = text
    parts = [found.pop(""), *(f"{name}\n{found[name]}" for name in found)]
    return "\n\n".join(filter(None, parts))


def without_plan(briefing_content: str, session_strategy: str) -> str:
    """Return a briefing without its plan for the session, where that is told on its own."""
    if section_of(briefing_content, SECTIONS.index(STRATEGY)) != session_strategy.strip():
        return briefing_content
    found = sections_of(briefing_content)
    parts = [found.pop("")] + [f"{name}\n{found[name]}" for name in found if name != STRATEGY]
    return "\n\n".join(filter(None, parts))


def _marks(briefing_content: str) -> Iterator[tuple[str, re.Match[str]]]:
    for mark in _HEADING.finditer(briefing_content):
        if (name := mark.group(1).strip().upper()) in SECTIONS:
            yield name, mark


def texts_of(output: StrategistAnswer) -> Iterator[tuple[str, str]]:
    """Return every text that an answer says about the person, each with the name of its field."""
    for name in ("hypothesis", "leverage", "session_strategy", "journey_narrative"):
        yield name, getattr(output, name)
    yield "one_sentence", output.one_sentence
    for place, text in enumerate(output.curiosities):
        yield f"curiosities.{place}", text
    for place, door in enumerate(output.doors):
        yield f"doors.{place}", f"{door.title}. {door.why_now} {door.opening}"
    for place, entry in enumerate(output.page):
        yield f"page.{place}", chosen(entry)[1]
    prescription = output.focus_card_prescription
    card = prescription.card
    yield "focus_card_prescription", prescription.rationale
    if card is not None:
        yield "focus_card_prescription.card", f"{card.title}. {card.content}"
    for lens, edge in output.growth_edges.items():
        yield f"growth_edges.{lens}", edge.note
    lists = output.intel.model_dump()
    for name, items in {**lists, **lists.pop("emotional_vocabulary")}.items():
        for place, text in enumerate(items):
            yield f"intel.{name}.{place}", text
    for number, heading in enumerate(SECTIONS):
        yield heading, section_of(output.briefing_content, number)
