"""What the closing note is written from: how to write it, and the session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.prompts import dossier, facts
from coaching.prompts.render import joined, render, source
from coaching.values.chat import ChatMessage, said_by_user
from coaching.values.prompt import SystemPromptBlock

if TYPE_CHECKING:
    from coaching.values.closing import ClosingContext

Prompt = tuple[tuple[SystemPromptBlock, ...], tuple[ChatMessage, ...]]


def closing_prompt(context: ClosingContext) -> Prompt:
    """Return the system block, the same for everyone, and the message with the session."""
    system = joined(source("closing/instructions"), source("shared/data_for_readers"))
    request = render(
        "closing/request",
        about=joined(
            f"Today: {context.today.isoformat()}.",
            *facts.language(context.person),
            facts.all_corrected("binding", context.corrections),
        ),
        transcript="\n".join(dossier.transcript(context.transcript)),
    )
    # Not cached: it is shorter than what the service caches.
    return (SystemPromptBlock(system, cached=False),), (said_by_user(request),)
