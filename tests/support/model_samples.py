"""Structured answers that fit, for the stand-in and for tests."""

from __future__ import annotations

from typing import Any

from coaching.agents.closing import ClosingNote
from coaching.values.enums import (
    CardKind,
    Heard,
    Lens,
    LensStatus,
    PrescriptionAction,
    SafetyLevel,
    Stage,
)
from coaching.values.observation import Observation
from coaching.values.strategy import (
    SECTIONS,
    CardDraft,
    Door,
    EmotionalVocabulary,
    FocusCardPrescription,
    GrowthEdge,
    HeardGuess,
    IntelUpdate,
    StrategistOutput,
)

QUIET = Observation(signals=[], safety_level=SafetyLevel.NONE)


def strategist_output(**changes: Any) -> StrategistOutput:
    """Return a whole answer of the Strategist, with changes."""
    door = Door(
        title="The hallway",
        why_now="The pile came up twice.",
        length="quick",
        opening="The hallway, then. What is it like to walk past it tonight?",
    )
    fields: dict[str, Any] = {
        "hypothesis": "Not looking may keep a feeling small.",
        "leverage": "Looking is enough for today.",
        "curiosities": ["What the first second is like", "Who else sees the pile"],
        "session_strategy": "Ask what was noticed, if anything.",
        "journey_narrative": "A wish and a full hallway. One look has been told.",
        "growth_edges": {
            lens: GrowthEdge(status=LensStatus.NOT_READY, evidence=[], note="no evidence yet")
            for lens in Lens
        },
        "stage_of_change": Stage.CONTEMPLATION,
        "intel": IntelUpdate(
            triggers=["an envelope in the hallway"],
            emotional_vocabulary=EmotionalVocabulary(
                used_words=["heavy"], avoided_words=[], deflection_phrases=[]
            ),
            resistance_patterns=[],
            breakthroughs=[],
            coaching_notes=[],
        ),
        "focus_card_prescription": FocusCardPrescription(
            action=PrescriptionAction.CREATE_NEW,
            card=CardDraft(
                kind=CardKind.NOTICING,
                title="Looking is enough for today",
                content="I look once, and I can close it straight after.",
            ),
            card_id=None,
            rationale="Contemplation allows noticing.",
        ),
        "doors": [door] * 4,
        "heard_guess": HeardGuess(verdict=Heard.OPEN, quote=""),
        "one_sentence": "You would like to open your own post and keep breathing while you do it, "
        "and one envelope at a time is a fine size.",
        "briefing_content": "\n\n".join(f"{name}\nA short paragraph." for name in SECTIONS),
    }
    return StrategistOutput(**{**fields, **changes})


def sample_for(schema: dict[str, Any]) -> str:
    """Return JSON that fits the schema of the Observer, the Strategist or a closing note."""
    if "note" in schema["properties"]:
        return ClosingNote(note="Thanks for telling me.").model_dump_json()
    is_observer = "signals" in schema["properties"]
    value = QUIET if is_observer else strategist_output()
    return value.model_dump_json()
