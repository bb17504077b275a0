"""Tool calls as the journal keeps them: an id for each in the turn, and the tool's own name.

Some local servers give the same id to several calls of a turn, or none, and a model may write a
name in other letter case. The outcome of a call, its Undo and the ledger go by both.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from coaching.agents.turn_run import StoredStep
    from coaching.llm.port import ContentBlock, ToolCall
    from coaching.tools import Tool


def told_apart(
    content: Sequence[ContentBlock],
    calls: Sequence[ToolCall],
    earlier: Iterable[StoredStep],
    tools: Iterable[Tool],
) -> tuple[tuple[ContentBlock, ...], list[ToolCall]]:
    """Return a step's content and calls; an id that the turn had before becomes a new one."""
    names = {tool.name.casefold(): tool.name for tool in tools}
    taken = {call.call_id for step in earlier for call in step.calls}
    found: list[ToolCall] = []
    for call in calls:
        name = names.get(call.name.casefold(), call.name)
        found.append(replace(call, call_id=_free(call.call_id, taken), name=name))
        taken.add(found[-1].call_id)
    ids = iter([call.call_id for call in found])
    blocks = (
        {**block, "id": next(ids, block["id"])} if block["type"] == "tool_use" else block
        for block in content
    )
    return tuple(blocks), found


def _free(call_id: str, taken: set[str]) -> str:
    if call_id and call_id not in taken:
        return call_id
    others = (f"{call_id or 'call'}_{number}" for number in count(2))
    return next(other for other in others if other not in taken)
