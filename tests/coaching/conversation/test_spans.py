"""A turn as spans: the turn, its tools and its units, without a word of anybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.conversation import take_turn
from coaching.llm.scripted import ScriptedLLM, calls, says

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from uuid import UUID

    from opentelemetry.sdk.trace import ReadableSpan

    from tests.coaching.conversation.conftest import StartEngine

SECRET = "I hid the electricity letter behind the toaster."


async def test_a_turn_is_traced_without_its_words(
    start_engine: StartEngine, owner: UUID, exported: Callable[[], Sequence[ReadableSpan]]
) -> None:
    llm = ScriptedLLM([calls("save_win", text=SECRET), says("Well done.")])
    coaching = await start_engine(llm)
    async for _ in take_turn(coaching, owner, SECRET, "c1"):
        pass
    spans = exported()
    names = {span.name for span in spans}
    assert {"turn", "tool", "unit"} <= names
    turn = next(span for span in spans if span.name == "turn")
    tool = next(span for span in spans if span.name == "tool")
    assert turn.context
    assert tool.context
    assert tool.context.trace_id == turn.context.trace_id
    assert (tool.attributes or {})["gen_ai.tool.name"] == "save_win"
    assert "toaster" not in "".join(span.to_json() for span in spans)
