"""Input and output of a tool."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from uuid import UUID

    from pydantic import JsonValue

    from coaching.values.chips import Chip

PROPOSAL_WAITS = timedelta(minutes=30)
BEFORE = "before"
"""Under this name a result keeps what an undo puts back."""
UNDONE = "undone"
"""A call, or a proposal, that has this was undone."""
TOLD = "told"
"""A call that has this failed, and the person was told."""


@dataclass(frozen=True, slots=True)
class ToolUse:
    """Who uses a tool, in which turn; never taken from what the model says."""

    owner: UUID
    turn_id: UUID
    message_id: UUID | None
    at: datetime


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """`data` is kept; `told` of it goes to the model; `detail` is the line that the person sees.

    With a `proposal_id` nothing was done yet: `preview` waits for the person's word. `chips` are
    shown under the reply.
    """

    data: Mapping[str, JsonValue] = field(default_factory=dict[str, "JsonValue"])
    is_error: bool = False
    detail: str = ""
    proposal_id: UUID | None = None
    preview: str = ""
    chips: tuple[Chip, ...] = ()

    @property
    def for_model(self) -> dict[str, JsonValue]:
        """What the model reads: not what an undo puts back."""
        return {name: value for name, value in self.data.items() if name != BEFORE}
