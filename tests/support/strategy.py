"""A whole answer of the Strategist, to be changed where a test needs it."""

from __future__ import annotations

from typing import Any

from coaching.content import starter_cards
from coaching.values.enums import Lens, Tension
from coaching.values.strategy import SECTIONS, StrategistOutput

KEEP = {"action": "keep_current", "card": None, "card_id": None, "rationale": "It lands."}
CARD = {"kind": "reframe", "title": "Before, not instead", "content": "I notice my hand first."}
FIRST = starter_cards(Tension.GIVE)[0].title
NO_EDGE = {"status": "not_ready", "evidence": [], "note": "no evidence yet"}
DOOR = {
    "title": "The second before",
    "why_now": "You named it last time.",
    "length": "quick",
    "opening": "You said there was a second before your hand moves. Where is it now?",
}


def briefing_content(*sections: str) -> str:
    """Return a briefing with these headings, for somebody like Ines of the cast."""
    said = {
        SECTIONS[0]: "They came because of this: “I want to say no without feeling mean.”",
        SECTIONS[3]: f"“Before, not instead”, “One look” or “{FIRST}” is in front, seen or unseen.",
    }
    named = sections or SECTIONS
    return "\n\n".join(f"{name}\n{said.get(name, 'A sentence about it.')}" for name in named)


def intel(**changes: Any) -> dict[str, Any]:
    """Return what a run found, as JSON; `used_words` and the like go where they belong."""
    words: dict[str, Any] = {"used_words": [], "avoided_words": [], "deflection_phrases": []}
    lists: dict[str, Any] = {
        "triggers": [],
        "resistance_patterns": [],
        "breakthroughs": [],
        "coaching_notes": [],
    }
    for name, value in changes.items():
        (words if name in words else lists)[name] = value
    return {**lists, "emotional_vocabulary": words}


def create(**card: str) -> dict[str, Any]:
    """Return the prescription of a new card."""
    return {"action": "create_new", "card": CARD | card, "card_id": None, "rationale": "Hers."}


def as_json(**changes: Any) -> dict[str, Any]:
    """Return the answer as the model would give it."""
    return {
        "heard_guess": {"verdict": "open", "quote": ""},
        "hypothesis": "Giving may be how she learned to be good.",
        "leverage": "She looks after people; her own line is missing; the phone is the moment.",
        "curiosities": ["What is warm about it?", "What did the hand do?"],
        "session_strategy": "Ask what she noticed, if anything.",
        "journey_narrative": "She met the guess with a nine. She found a word of her own.",
        "growth_edges": {lens.value: NO_EDGE for lens in Lens},
        "stage_of_change": "contemplation",
        "intel": intel(),
        "focus_card_prescription": KEEP,
        "doors": [DOOR] * 4,
        "one_sentence": "You look after everyone's list, "
        "and by now your own name begins to show there.",
        "briefing_content": briefing_content(),
        **changes,
    }


def output(**changes: Any) -> StrategistOutput:
    """Return the answer as a value."""
    return StrategistOutput.model_validate(as_json(**changes))
