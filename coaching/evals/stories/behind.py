"""What lay behind a reply: how it came about, where the person stood, what tools were called."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from coaching.evals.stories.form import DraftAnswer  # noqa: TC001 - pydantic reads it at run time
from coaching.repositories import intel, messages, tool_calls, turns
from coaching.values.chips import from_json
from coaching.values.conversations import MessageRole, ToolStatus
from coaching.values.enums import SafetyLevel, Stage

if TYPE_CHECKING:
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Message


@dataclass(frozen=True, slots=True)
class Call:
    """A tool that was called, with what it was given; `is_done` when it took effect.

    `draft` is what became of the draft that it made: keep, change or leave.
    """

    name: str
    given: dict[str, Any] = field(default_factory=dict[str, Any])
    is_done: bool = True
    draft: DraftAnswer | Literal[""] = ""


@dataclass(frozen=True, slots=True)
class Behind:
    """The facts of one reply; `mode`, `lines` and `offer` are known of the offline coach only.

    `lines` are names of answers, `offer` is the kind of what waits for a yes, `practices` stood
    under the reply, `told` is what the coach was told with this message, beside the block of the
    session.
    """

    mode: str = ""
    lines: tuple[str, ...] = ()
    offer: str = ""
    practices: tuple[str, ...] = ()
    stage: Stage = Stage.CONTEMPLATION
    safety: SafetyLevel = SafetyLevel.NONE
    calls: tuple[Call, ...] = ()
    told: str = ""


async def behind(s: AsyncSession, owner: UUID, turn_id: UUID) -> Behind:
    """Return the facts of a turn that has just been answered, before anything else has run."""
    turn = await turns.require(s, owner, turn_id)
    asked = await messages.of_turn(s, owner, turn_id, MessageRole.USER)
    reply = await messages.of_turn(s, owner, turn_id, MessageRole.COACH)
    meta = reply.meta if reply else {}
    offer: dict[str, Any] = meta.get("pending") or {}
    understood = await intel.find(s, owner)
    called = await tool_calls.of_turn(s, owner, turn_id)
    return Behind(
        mode=str(meta.get("mode", "")),
        lines=tuple(meta.get("template_ids") or ()),
        offer=str(offer.get("kind", "")),
        practices=_practices(reply),
        stage=understood.stage_of_change if understood else Stage.CONTEMPLATION,
        safety=turn.safety_level,
        calls=tuple(Call(c.name, c.input, c.status is ToolStatus.DONE) for c in called),
        told=asked.preface if asked else "",
    )


def _practices(reply: Message | None) -> tuple[str, ...]:
    chips = from_json(reply.chips) if reply else ()
    return tuple(chip.target for chip in chips if chip.action == "practice")
