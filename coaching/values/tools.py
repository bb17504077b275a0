"""What a tool is given and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from uuid import UUID

    from pydantic import JsonValue


@dataclass(frozen=True, slots=True)
class ToolUse:
    """Who uses a tool, in which turn; never taken from what the model says."""

    owner: UUID
    turn_id: UUID
    message_id: UUID | None
    at: datetime


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """`data` goes to the model as JSON; `detail` is the line that the person sees."""

    data: Mapping[str, JsonValue] = field(default_factory=dict[str, "JsonValue"])
    is_error: bool = False
    detail: str = ""
    proposal_id: UUID | None = None
