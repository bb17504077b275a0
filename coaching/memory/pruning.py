"""Take single sentences and items out of a Strategist's answer, and leave the rest as it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from coaching.text.words import sentences
from coaching.values.enums import PrescriptionAction
from coaching.values.strategy import (
    SECTIONS,
    FocusCardPrescription,
    StrategistAnswer,
    chosen,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from coaching.values.strategy import Door, EmotionalVocabulary, GrowthEdge, IntelUpdate

    Check = Callable[[str, str], str]
    """Takes the name of a part and a sentence of it; returns why it must go, or ""."""

NOTHING_KNOWN = "Nothing is known here yet."
OPEN_PLAN = "Begin with what they bring."
LEFT_OUT = "What they corrected is left out."
A = TypeVar("A", bound=StrategistAnswer)


@dataclass(frozen=True, slots=True)
class Problem:
    """What was wrong with a part. `detail` may hold the person's words and is never logged."""

    part: str
    reason: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.part}: {self.reason}"

    def with_detail(self) -> str:
        """Return it as the model is told, with the words that it is about."""
        return f"{self} (“{self.detail}”)" if self.detail else str(self)


def pruned(answer: A, check: Check) -> tuple[A, list[Problem]]:
    """Return the answer without what the check finds, and what that was.

    A door, a card or an item of a list goes as a whole; a text loses single sentences.
    """
    pruner = _Pruner(check)
    return answer.model_copy(update=pruner.parts_of(answer)), pruner.problems


class _Pruner:
    def __init__(self, check: Check) -> None:
        self._check = check
        self.problems: list[Problem] = []

    def parts_of(self, answer: StrategistAnswer) -> dict[str, object]:
        text = self._text
        return {
            "briefing_content": _without_gaps(text("briefing_content", answer.briefing_content)),
            "hypothesis": text("hypothesis", answer.hypothesis),
            "leverage": text("leverage", answer.leverage),
            "curiosities": self._items("curiosities", answer.curiosities),
            "session_strategy": text("session_strategy", answer.session_strategy) or OPEN_PLAN,
            "journey_narrative": text("journey_narrative", answer.journey_narrative),
            "growth_edges": {
                lens: self._edge(f"growth_edges.{lens}", edge)
                for lens, edge in answer.growth_edges.items()
            },
            "intel": self._intel(answer.intel),
            "focus_card_prescription": self._prescription(answer.focus_card_prescription),
            "doors": [
                door for place, door in enumerate(answer.doors, 1) if self._may_stay(place, door)
            ],
            "page": [self._choice(place, entry) for place, entry in enumerate(answer.page)],
            "one_sentence": text("one_sentence", answer.one_sentence),
        }

    def _text(self, name: str, text: str) -> str:
        return "\n".join(self._line(name, line) for line in text.split("\n"))

    def _line(self, name: str, line: str) -> str:
        found = sentences(line)
        kept = [sentence for sentence in found if self._is_fine(name, sentence)]
        return line if len(kept) == len(found) else " ".join(kept)

    def _items(self, name: str, texts: Iterable[str]) -> list[str]:
        return [text for text in texts if self._is_fine(name, text)]

    def _is_fine(self, name: str, text: str) -> bool:
        reason = self._check(name, text)
        if reason:
            self.problems.append(Problem(name, reason, text))
        return not reason

    def _may_stay(self, place: int, door: Door) -> bool:
        lines = (door.title, *sentences(door.why_now), *sentences(door.opening))
        return all(self._is_fine(f"doors.{place}", line) for line in lines)

    def _choice(self, place: int, entry: str) -> str:
        """Return which memory is shown; it keeps its own sentence if the new one may not stay."""
        name, text = chosen(entry)
        return entry if not text or self._is_fine(f"page.{place}", text) else name

    def _edge(self, name: str, edge: GrowthEdge) -> GrowthEdge:
        note = self._text(name, edge.note) or LEFT_OUT
        evidence = self._items(f"{name}.evidence", edge.evidence)
        return edge.model_copy(update={"note": note, "evidence": evidence})

    def _intel(self, intel: IntelUpdate) -> IntelUpdate:
        return intel.model_copy(
            update={
                name: self._items(f"intel.{name}", getattr(intel, name))
                for name in ("triggers", "resistance_patterns", "breakthroughs", "coaching_notes")
            }
            | {"emotional_vocabulary": self._words(intel.emotional_vocabulary)}
        )

    def _words(self, words: EmotionalVocabulary) -> EmotionalVocabulary:
        names = ("used_words", "avoided_words", "deflection_phrases")
        return words.model_copy(
            update={name: self._items(f"words.{name}", getattr(words, name)) for name in names}
        )

    def _prescription(self, wish: FocusCardPrescription) -> FocusCardPrescription:
        name, card = "focus_card_prescription", wish.card
        if card is not None and not self._is_fine(f"{name}.card", f"{card.title}\n{card.content}"):
            return FocusCardPrescription(
                action=PrescriptionAction.KEEP_CURRENT, card=None, card_id=None, rationale=LEFT_OUT
            )
        return wish.model_copy(update={"rationale": self._text(name, wish.rationale) or LEFT_OUT})


def _without_gaps(content: str) -> str:
    """Return the briefing with a sentence under each of its headings."""
    lines = content.split("\n")
    found = [line.strip(" #*:") for line in lines]
    whole: list[str] = []
    for at, line in enumerate(lines):
        whole.append(line)
        if found[at] in SECTIONS:
            below = (text for text in found[at + 1 :] if text)
            if next(below, SECTIONS[0]) in SECTIONS:
                whole.append(NOTHING_KNOWN)
    return "\n".join(whole)
