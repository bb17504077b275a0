"""Toney's coaching engine: a small library that happens to have two user interfaces.

Public names are imported on first use, so that `import coaching` costs nothing.
"""

from __future__ import annotations

import importlib
from typing import Any

_HOME = {
    "ALL_STAGES": "coaching.content",
    "ALL_TENSIONS": "coaching.content",
    "identify_tension": "coaching.content",
    "stage_color": "coaching.content",
    "tension_color": "coaching.content",
    "detect_session_boundary": "coaching.conversation",
    "take_turn": "coaching.conversation",
    "build_legacy_briefing": "coaching.prompts",
    "build_system_prompt": "coaching.prompts",
    "build_system_prompt_blocks": "coaching.prompts",
    "build_system_prompt_from_briefing": "coaching.prompts",
    "SystemPromptBlock": "coaching.values.prompt",
    "analyze_exchange": "coaching.agents",
    "extract_behavioral_intel": "coaching.agents",
    "generate_initial_briefing": "coaching.agents",
    "run_strategist": "coaching.agents",
    "merge_intel": "coaching.services.intel",
    "FocusCardPrescription": "coaching.values.strategy",
    "StrategistContext": "coaching.values.context",
    "StrategistOutput": "coaching.values.strategy",
    "TurnEvent": "coaching.values.events",
}

__all__ = [
    "ALL_STAGES",
    "ALL_TENSIONS",
    "FocusCardPrescription",
    "StrategistContext",
    "StrategistOutput",
    "SystemPromptBlock",
    "TurnEvent",
    "analyze_exchange",
    "build_legacy_briefing",
    "build_system_prompt",
    "build_system_prompt_blocks",
    "build_system_prompt_from_briefing",
    "detect_session_boundary",
    "extract_behavioral_intel",
    "generate_initial_briefing",
    "identify_tension",
    "merge_intel",
    "run_strategist",
    "stage_color",
    "take_turn",
    "tension_color",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - as many types as names
    """Import a public name where it lives."""
    if name in _HOME:
        return getattr(importlib.import_module(_HOME[name]), name)
    raise AttributeError(f"module 'coaching' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *_HOME]
