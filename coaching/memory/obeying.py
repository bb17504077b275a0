"""An answer of the Strategist without what a person corrected: the last word is code's.

The briefing stays whole: a section that loses its only sentence says that nothing is known there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from coaching.memory.corrections import contradicts, purged
from coaching.values.enums import PrescriptionAction
from coaching.values.strategy import SECTIONS, FocusCardPrescription

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.memory.intel import Intel
    from coaching.values.corrections import Correction
    from coaching.values.strategy import Door, GrowthEdge, IntelUpdate, StrategistOutput

NOTHING_KNOWN = "Nothing is known here yet."
OPEN_PLAN = "Begin with what they bring."
LISTS = (
    "triggers",
    "used_words",
    "avoided_words",
    "deflection_phrases",
    "resistance_patterns",
    "breakthroughs",
    "coaching_notes",
)
LEFT_OUT = "What they corrected is left out."

Binding = tuple["Correction", ...]


def said_again(output: StrategistOutput, binding: Iterable[Correction]) -> list[Correction]:
    """Return the corrections that an answer goes against."""
    text = "\n".join(_every_text(output))
    return [correction for correction in binding if contradicts(text, [correction])]


def obedient(output: StrategistOutput, corrections: Iterable[Correction]) -> StrategistOutput:
    """Return the answer without the sentences and items that say again what was corrected."""
    binding = tuple(corrections)
    if not said_again(output, binding):
        return output
    return output.model_copy(
        update={
            "briefing_content": _whole(purged(output.briefing_content, binding)),
            "hypothesis": purged(output.hypothesis, binding),
            "leverage": purged(output.leverage, binding),
            "curiosities": _free(output.curiosities, binding),
            "session_strategy": purged(output.session_strategy, binding) or OPEN_PLAN,
            "journey_narrative": purged(output.journey_narrative, binding) or NOTHING_KNOWN,
            "growth_edges": {
                lens: _edge(edge, binding) for lens, edge in output.growth_edges.items()
            },
            "intel": _intel(output.intel, binding),
            "focus_card_prescription": _card(output.focus_card_prescription, binding),
            "doors": [door for door in output.doors if not contradicts(_door(door), binding)],
            "closing_note": purged(output.closing_note, binding),
            "one_sentence": purged(output.one_sentence, binding),
        }
    )


def known_without(known: Intel, corrections: Iterable[Correction]) -> Intel:
    """Return the intel without the items that were corrected."""
    binding = tuple(corrections)
    lists: dict[str, Any] = {
        name: tuple(item for item in getattr(known, name) if not contradicts(item.text, binding))
        for name in LISTS
    }
    story = purged(known.journey_narrative, binding)
    edges = {
        lens: {**edge, "note": purged(str(edge.get("note", "")), binding)}
        for lens, edge in known.growth_edges.items()
    }
    return replace(known, **lists, journey_narrative=story, growth_edges=edges)


def _every_text(output: StrategistOutput) -> Iterable[str]:
    yield output.briefing_content
    yield from (output.hypothesis, output.leverage, *output.curiosities)
    yield from (output.session_strategy, output.journey_narrative)
    yield from (output.closing_note, output.one_sentence)
    for edge in output.growth_edges.values():
        yield from (edge.note, *edge.evidence)
    words = output.intel.emotional_vocabulary
    yield from (
        *words.used_words,
        *words.avoided_words,
        *words.deflection_phrases,
        *output.intel.triggers,
    )
    yield from (*output.intel.resistance_patterns, *output.intel.breakthroughs)
    yield from output.intel.coaching_notes
    yield _prescribed(output.focus_card_prescription)
    yield from map(_door, output.doors)


def _whole(content: str) -> str:
    """Return the briefing with a sentence in each of its sections."""
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


def _edge(edge: GrowthEdge, binding: Binding) -> GrowthEdge:
    return edge.model_copy(
        update={
            "note": purged(edge.note, binding) or LEFT_OUT,
            "evidence": _free(edge.evidence, binding),
        }
    )


def _intel(intel: IntelUpdate, binding: Binding) -> IntelUpdate:
    words = intel.emotional_vocabulary
    return intel.model_copy(
        update={
            "triggers": _free(intel.triggers, binding),
            "resistance_patterns": _free(intel.resistance_patterns, binding),
            "breakthroughs": _free(intel.breakthroughs, binding),
            "coaching_notes": _free(intel.coaching_notes, binding),
            "emotional_vocabulary": words.model_copy(
                update={
                    "used_words": _free(words.used_words, binding),
                    "avoided_words": _free(words.avoided_words, binding),
                    "deflection_phrases": _free(words.deflection_phrases, binding),
                }
            ),
        }
    )


def _card(prescription: FocusCardPrescription, binding: Binding) -> FocusCardPrescription:
    if contradicts(_prescribed(prescription), binding) is None:
        return prescription
    rationale = purged(prescription.rationale, binding) or LEFT_OUT
    card = prescription.card
    if card is None or contradicts(f"{card.title}\n{card.content}", binding) is None:
        return prescription.model_copy(update={"rationale": rationale})
    return FocusCardPrescription(
        action=PrescriptionAction.KEEP_CURRENT, card=None, card_id=None, rationale=LEFT_OUT
    )


def _prescribed(prescription: FocusCardPrescription) -> str:
    card = prescription.card
    return "\n".join([prescription.rationale, *([card.title, card.content] if card else [])])


def _door(door: Door) -> str:
    return f"{door.title}\n{door.why_now}\n{door.opening}"


def _free(texts: Iterable[str], binding: Binding) -> list[str]:
    return [text for text in texts if contradicts(text, binding) is None]
