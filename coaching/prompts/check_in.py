"""What the Coach reads to reply to a check-in: who it is, how to reply, and the check-in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.prompts.fences import words
from coaching.prompts.modules import identity
from coaching.prompts.render import joined, section, source
from coaching.values.chat import ChatMessage, said_by_user
from coaching.values.prompt import SystemPromptBlock

if TYPE_CHECKING:
    from coaching.values.check_ins import CheckInContext, CheckInView

Prompt = tuple[tuple[SystemPromptBlock, ...], tuple[ChatMessage, ...]]
PIECES = "coach/check_in_pieces"
_ABOUT = {"someone": "someone else", "goal": "one of their goals", "unsure": "hard to say"}


def check_in_prompt(context: CheckInContext) -> Prompt:
    """Return the system block, the same for everyone, and the message with the check-in."""
    return (SystemPromptBlock(instructions()),), (said_by_user(_request(context)),)


def instructions() -> str:
    """Return how to reply to a check-in, the same for everyone."""
    return joined(identity(), source("coach/check_in"), source("shared/data"))


def check_in_line(check_in: CheckInView) -> str:
    """Return a check-in as an agent reads it: when, how money felt, about what, and the words."""
    at = check_in.created_at
    about = _ABOUT.get(check_in.about or "", check_in.about or "")
    goal = f", the goal {words(check_in.goal)}" if check_in.goal else ""
    felt = f"{at.day} {at:%B}: {check_in.mood.value}{f', about {about}' if about else ''}{goal}"
    return f"{felt}: {words(check_in.content)}" if check_in.content else felt


def _request(context: CheckInContext) -> str:
    earlier = "\n".join(check_in_line(one) for one in context.before)
    return section(
        PIECES,
        "request",
        check_in=check_in_line(context.check_in),
        before=f"\n\nTheir check-ins before it:\n{earlier}" if earlier else "",
        language=context.language,
    )
