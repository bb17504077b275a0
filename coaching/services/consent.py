"""Consent: a dated record that names the text and who receives the words. Without it, no turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.addresses import host_of
from coaching.content import load_onboarding
from coaching.errors import InvalidInput, NotAllowed
from coaching.repositories import consents

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Consent
    from coaching.settings import Settings

MODEL_PROVIDER = "Anthropic"


def text_version() -> str:
    """Return the version of the text that is asked for today."""
    return load_onboarding().consent_text_version


def provider(settings: Settings) -> str:
    """Return who receives the words, or nothing while they stay on this machine."""
    if not settings.has_model or settings.is_model_on_this_machine:
        return ""
    return host_of(settings.anthropic_base_url) if settings.is_local else MODEL_PROVIDER


async def give(
    s: AsyncSession, owner: UUID, *, text_version: str, settings: Settings, at: datetime
) -> Consent:
    """Record that a person agreed to the current text; another version is refused."""
    if text_version != load_onboarding().consent_text_version:
        raise InvalidInput({"textVersion": "is not the text in force; read it again"})
    return await consents.give(
        s, owner, text_version=text_version, provider=provider(settings), at=at
    )


async def withdraw(s: AsyncSession, owner: UUID, *, at: datetime) -> None:
    """Withdraw every consent; the history stays."""
    await consents.withdraw(s, owner, at=at)


async def newest(s: AsyncSession, owner: UUID) -> Consent | None:
    """Return the newest record, withdrawn or not."""
    return await consents.latest(s, owner)


async def is_valid(s: AsyncSession, owner: UUID, settings: Settings) -> bool:
    """Return True if the newest consent names today's text and whoever receives the words."""
    return covers(await consents.latest(s, owner), settings)


async def require(s: AsyncSession, owner: UUID, settings: Settings) -> None:
    """Refuse what reads a person's words without a consent that covers it."""
    if not await is_valid(s, owner, settings):
        raise NotAllowed("no valid consent", reason="consent")


def covers(newest: Consent | None, settings: Settings) -> bool:
    """Return True if a person's newest consent names today's text and who receives the words."""
    if newest is None or newest.withdrawn_at is not None:
        return False
    return newest.text_version == text_version() and provider(settings) in {"", newest.provider}
