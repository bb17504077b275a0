"""What the Observer reads: its rubric, and one exchange."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.prompts.fences import fenced, words
from coaching.prompts.render import joined, render, source
from coaching.values.chat import ChatMessage, said_by_user
from coaching.values.prompt import SystemPromptBlock

if TYPE_CHECKING:
    from coaching.values.context import ObserverContext, SignalView

Prompt = tuple[tuple[SystemPromptBlock, ...], tuple[ChatMessage, ...]]


def observer_prompt(context: ObserverContext) -> Prompt:
    """Return system blocks, the same for everyone, and the message with the exchange."""
    rubric = joined(source("observer/instructions"), source("shared/data_for_readers"))
    return (SystemPromptBlock(rubric),), (said_by_user(_request(context)),)


def _request(context: ObserverContext) -> str:
    lines = (
        ("coach_before", context.previous_coach),
        ("person", context.user),
        ("coach", context.coach),
    )
    said = "\n".join(fenced(tag, text) for tag, text in lines if text)
    title = words(context.focus_card_title)
    recent = "\n".join(map(_signal, context.recent_signals))
    return render(
        "observer/exchange",
        exchange=f"<exchange>\n{said}\n</exchange>",
        tension=context.tension.value if context.tension else "not known",
        safety=context.safety.level.value,
        focus=f" Their focus card: {title}." if context.focus_card_title else "",
        recent=f"\n\nThe last signals:\n{recent}" if recent else "",
    )


def _signal(signal: SignalView) -> str:
    return fenced("signal", signal.content, type=signal.signal_type)
