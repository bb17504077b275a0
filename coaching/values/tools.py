"""What a tool answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from pydantic import JsonValue


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """`data` goes to the model as JSON; `detail` is the line that the person sees."""

    data: Mapping[str, JsonValue] = field(default_factory=dict)
    is_error: bool = False
    detail: str = ""
    proposal_id: UUID | None = None
