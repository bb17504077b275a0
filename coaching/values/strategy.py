"""The Strategist's answer, strict: a wrong lens or six sections change no row (A50–A69)."""

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
MOST_WORDS = 1000  # they are asked for 900; a few more are no reason to lose a run
_HEADING = re.compile(r"^\s*(?:#+\s*|\*\*)?([A-Z][A-Z ]{8,}?)(?:\*\*)?\s*:?\s*$", re.MULTILINE)


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class GrowthEdge(_Strict):
    """Status of one lens, with what it rests on."""

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
    title: Annotated[str, Field(min_length=1, max_length=80)]
    content: Annotated[str, Field(min_length=1, max_length=400)]


class FocusCardPrescription(_Strict):
    """What happens to the focus card (A68)."""

    action: PrescriptionAction
    card: CardDraft | None
    card_id: UUID | None
    rationale: Annotated[str, Field(min_length=1, max_length=600)]

    @model_validator(mode="after")
    def _has_what_it_needs(self) -> FocusCardPrescription:
        needs_card = self.action in (PrescriptionAction.CREATE_NEW, PrescriptionAction.GRADUATE)
        if needs_card and self.card is None:
            raise ValueError(f"{self.action} needs a card")
        if self.action is PrescriptionAction.SET_EXISTING and self.card_id is None:
            raise ValueError("set_existing needs card_id")
        return self


class Door(_Strict):
    """A way into the next session, its first line already written."""

    title: Annotated[str, Field(min_length=1, max_length=80)]
    why_now: Annotated[str, Field(min_length=1, max_length=300)]
    length: Literal["quick", "medium", "deep"]
    opening: Annotated[str, Field(min_length=1, max_length=600)]


class EmotionalVocabulary(_Strict):
    """Words of the person."""

    used_words: list[str]
    avoided_words: list[str]
    deflection_phrases: list[str]


class IntelUpdate(_Strict):
    """Lists that are appended and de-duplicated (A58)."""

    triggers: list[str]
    emotional_vocabulary: EmotionalVocabulary
    resistance_patterns: list[str]
    breakthroughs: list[str]
    coaching_notes: list[str]


class StrategistOutput(_Strict):
    """Everything one run decides (contracts.md 'Python')."""

    heard_guess: HeardGuess
    hypothesis: Annotated[str, Field(max_length=600)]
    """One sentence; empty while there is nothing to guess that was not retired."""
    leverage: str
    curiosities: Annotated[list[str], Field(min_length=2, max_length=3)]
    session_strategy: Annotated[str, Field(min_length=1)]
    journey_narrative: Annotated[str, Field(min_length=1)]
    growth_edges: dict[Lens, GrowthEdge]
    stage_of_change: Stage
    intel: IntelUpdate
    focus_card_prescription: FocusCardPrescription
    doors: Annotated[list[Door], Field(min_length=4, max_length=8)]
    closing_note: str
    one_sentence: Annotated[str, Field(min_length=1)]
    briefing_content: Annotated[str, Field(min_length=1)]

    @model_validator(mode="after")
    def _is_whole(self) -> StrategistOutput:
        if set(self.growth_edges) != set(Lens):
            raise ValueError("growth_edges needs each of the seven lenses once")
        if tuple(headings(self.briefing_content)) != SECTIONS:
            raise ValueError(f"briefing_content needs the headings {', '.join(SECTIONS)}")
        return self


def headings(briefing_content: str) -> list[str]:
    """Return the section headings of a briefing in order; only whole lines count."""
    found = (match.group(1).strip() for match in _HEADING.finditer(briefing_content))
    return [name for name in found if name in SECTIONS]


def section_of(briefing_content: str, number: int) -> str:
    """Return the text under one of the seven headings."""
    marks = [m for m in _HEADING.finditer(briefing_content) if m.group(1).strip() in SECTIONS]
    ends = [mark.start() for mark in marks[1:]] + [len(briefing_content)]
    return briefing_content[marks[number].end() : ends[number]].strip()


def texts_of(output: StrategistOutput) -> Iterator[tuple[str, str]]:
    """Return every text that an answer says about the person, each with the name of its field."""
    for name in ("hypothesis", "leverage", "session_strategy", "journey_narrative"):
        yield name, getattr(output, name)
    yield "one_sentence", output.one_sentence
    yield "closing_note", output.closing_note
    for place, text in enumerate(output.curiosities):
        yield f"curiosities.{place}", text
    for place, door in enumerate(output.doors):
        yield f"doors.{place}", f"{door.title}. {door.why_now} {door.opening}"
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
