"""What the Observer reads: its rubric, and one exchange."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from coaching.prompts import facts
from coaching.prompts.fences import fenced, words
from coaching.prompts.render import joined, render, source
from coaching.values.chat import ChatMessage, said_by_user
from coaching.values.prompt import SystemPromptBlock

if TYPE_CHECKING:
    from coaching.values.context import MemoryView, ObserverContext, SignalView

Prompt = tuple[tuple[SystemPromptBlock, ...], tuple[ChatMessage, ...]]


def observer_prompt(context: ObserverContext) -> Prompt:
    """Return system blocks, the same for everyone, and the message with the exchange."""
    return (SystemPromptBlock(observer_instructions()),), (said_by_user(_request(context)),)


def observer_instructions() -> str:
    """Return how the Observer reads, the same for everyone."""
    return joined(source("observer/instructions"), source("shared/data_for_readers"))


def _request(context: ObserverContext) -> str:
    lines = (
        ("coach_before", context.previous_coach),
        ("person", context.user),
        ("coach", context.coach),
    )
    said = "\n".join(fenced(tag, text) for tag, text in lines if text)
    title = words(context.focus_card_title)
    recent = "\n".join(map(_signal, context.recent_signals))
    known = "\n".join(map(_memory, count(1), context.memories))
    earlier = "\n".join(fenced("earlier", text) for text in context.earlier)
    return render(
        "observer/exchange",
        exchange=f"<exchange>\n{said}\n</exchange>",
        tension=context.tension.value if context.tension else "not known",
        safety=context.safety.level.value,
        focus=f" Their focus card: {title}." if context.focus_card_title else "",
        recent=f"\n\nThe last signals:\n{recent}" if recent else "",
        earlier=f"\n\nEarlier in this session they said:\n{earlier}" if earlier else "",
        known=f"\n\nRemembered already:\n{known}" if known else "",
        today=f" Today: {context.today.isoformat()}." if context.today else "",
        address=f" Write your notes to them with “{context.address}”." if context.address else "",
    )


def _signal(signal: SignalView) -> str:
    return fenced("signal", signal.content, type=signal.signal_type)


def _memory(place: int, memory: MemoryView) -> str:
    marks = facts.marks(memory)
    return fenced("memory", memory.content, id=f"m{place}", kind=memory.kind, **marks)
