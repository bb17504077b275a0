"""The rule that chooses a model: code decides it from what can be counted, and keeps the reason.

The Coach's voice is always the same model, or it would sound like somebody else from one message to
the next. In a research conversation facts count more than the voice: there a short message without
a question goes to the small model, a long one to the large one, and the others to the Coach's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.llm.roles import ROLES
from coaching.text.words import letters
from coaching.values.conversations import ConversationKind
from coaching.values.enums import Role
from coaching.values.model_choice import ModelWish, Reason

if TYPE_CHECKING:
    from coaching.settings import Settings

FEW_WORDS = 6
"""“Thanks, that helps a lot” is no longer than this."""
MANY_WORDS = 40
"""More than two long sentences: something has to be weighed."""
MANY_QUESTIONS = 2
"""A message with two questions wants them answered together."""
_USUAL = {
    Role.COACH: Reason.VOICE,
    Role.OBSERVER: Reason.READS,
    Role.STRATEGIST: Reason.PLANS,
    Role.CLOSING: Reason.READS,
}


def usual_reason(role: Role) -> Reason:
    """Return why the role's own model is asked, also for calls of before reasons were kept."""
    return _USUAL[role]


def choose(
    settings: Settings, role: Role, *, agent: str = "", words: str = "", is_saving: bool = False
) -> ModelWish:
    """Return the model for a call and why; `agent` and `words` are of the reply, if it is one."""
    if settings.is_local:
        return ModelWish(Reason.ONE_MODEL)
    if role is Role.STRATEGIST and is_saving:
        return ModelWish(Reason.SAVING, _small_model(settings))
    if role is not Role.COACH or agent != ConversationKind.RESEARCH:
        return ModelWish(_USUAL[role])
    reason = weight_of(words)
    if reason is Reason.DEEP:
        return ModelWish(Reason.SAVING) if is_saving else ModelWish(reason, settings.research_model)
    return ModelWish(reason, _small_model(settings) if reason is Reason.SIMPLE else "")


def _small_model(settings: Settings) -> str:
    return ROLES[Role.OBSERVER].model(settings)


def weight_of(words: str) -> Reason:
    """Return how much thought a message of a research conversation asks for."""
    count = len(letters(words))
    questions = words.count("?")
    if count >= MANY_WORDS or questions >= MANY_QUESTIONS:
        return Reason.DEEP
    if count <= FEW_WORDS and not questions:
        return Reason.SIMPLE
    return Reason.TOOLS
