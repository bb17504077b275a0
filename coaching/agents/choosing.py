"""Who answers: the model, or the offline coach when the day's limit is reached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.services import costs

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.agents.engine import Engine
    from coaching.llm.port import LLM


async def llm_for(engine: Engine, owner: UUID) -> LLM:
    """Return the model that may be asked now."""
    if engine.llm.name == "offline":
        return engine.llm
    async with engine.db.unit(owner) as s:
        is_over = await costs.is_over(s, engine.settings, now=engine.clock.now())
    return engine.offline if is_over else engine.llm
