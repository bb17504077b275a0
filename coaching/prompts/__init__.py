"""What the agents are told: Markdown files, and the functions that put them together.

The core block is the same bytes for everyone; the second block is chosen when a session begins.
A person's words are data, in fences (`fences.py`).
"""

from coaching.prompts.closing import closing_prompt
from coaching.prompts.core import (
    build_legacy_briefing,
    build_system_prompt,
    build_system_prompt_blocks,
    build_system_prompt_from_briefing,
    core_block,
)
from coaching.prompts.fences import as_said
from coaching.prompts.modules import kind as kind_module
from coaching.prompts.observer import observer_instructions, observer_prompt
from coaching.prompts.preface import (
    card_note,
    door_note,
    draft_note,
    kind_note,
    off_track_note,
    preface,
    proposal_note,
)
from coaching.prompts.render import PromptBroken
from coaching.prompts.strategist import reminded, strategist_prompt

__all__ = [
    "PromptBroken",
    "as_said",
    "build_legacy_briefing",
    "build_system_prompt",
    "build_system_prompt_blocks",
    "build_system_prompt_from_briefing",
    "card_note",
    "closing_prompt",
    "core_block",
    "door_note",
    "draft_note",
    "kind_module",
    "kind_note",
    "observer_instructions",
    "observer_prompt",
    "off_track_note",
    "preface",
    "proposal_note",
    "reminded",
    "strategist_prompt",
]
