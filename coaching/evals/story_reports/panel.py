"""The judge that is a model, asked with the key of the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.evals.judges import by_model
from coaching.llm.anthropic_llm import AnthropicLLM
from coaching.settings import read_settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.evals.stories.played import Told


async def judged_by_model(told: Sequence[Told]) -> by_model.Panel:
    """Have a model grade stories blind, among planted ones."""
    settings = read_settings()
    llm = AnthropicLLM(by_model.settings_of(settings))
    try:
        return await by_model.panel(llm, told, model=by_model.model_of(settings))
    finally:
        await llm.close()
