"""Asks the provider whether it knows our models: costs nothing and says whether the key works."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.llm.anthropic_client import MessagesClient
from coaching.llm.anthropic_llm import NO_KEY, REAL_SERVICE
from coaching.llm.roles import ROLES

if TYPE_CHECKING:
    import httpx2

    from coaching.settings import Settings


async def unknown_models(
    settings: Settings, transport: httpx2.AsyncBaseTransport | None = None
) -> list[str]:
    """Return which of our models the provider doesn't list; raise what keeps it from answering."""
    client = MessagesClient(
        api_key=settings.anthropic_api_key.get_secret_value() or NO_KEY,
        base_url=settings.anthropic_base_url or REAL_SERVICE,
        transport=transport,
    )
    models = {row.model(settings) for row in ROLES.values()}
    if not settings.is_local:
        models.add(settings.research_model)
    try:
        return [model for model in sorted(models) if not await client.knows(model)]
    finally:
        await client.close()
