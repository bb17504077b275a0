"""Consent: a dated record of the text somebody agreed to and of who receives their messages.

The text itself is kept with the record, so that both sides can read later what was agreed.
Without a valid one there is no turn, and `repositories/consent_guard.py` stores no words.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Literal

from coaching.addresses import THIS_MACHINE, host_of
from coaching.content import consent_texts
from coaching.content.consent_texts import consent_text
from coaching.errors import ConsentMissing, InvalidInput
from coaching.model_settings import LOCAL
from coaching.repositories import consents, profiles

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Consent
    from coaching.settings import Settings

MODEL_PROVIDER = "Anthropic"
_ITS_HOST = "api.anthropic.com"
Ask = Literal["", "first", "withdrawn", "text", "provider", "both"]
"""Why somebody is asked (again); empty: they needn't be."""

text_version = consent_texts.text_version


def provider(settings: Settings) -> str:
    """Return who receives the words, or nothing while they stay on this machine."""
    if not settings.has_model or settings.is_model_on_this_machine:
        return ""
    host = host_of(settings.anthropic_base_url)
    if settings.is_local:
        return host
    is_gateway = host not in {"", _ITS_HOST, *THIS_MACHINE}
    return f"{MODEL_PROVIDER} ({host})" if is_gateway else MODEL_PROVIDER


def provider_of(settings: Settings, model: str) -> str:
    """Return who received the words of a call by its model's name; nothing if they stayed here.

    Calls keep no address: what holds today tells which gateway or which machine it was.
    """
    if model.startswith(LOCAL):
        is_elsewhere = settings.is_local and not settings.is_model_on_this_machine
        return host_of(settings.anthropic_base_url) if is_elsewhere else ""
    now = provider(settings)
    return now if now.startswith(MODEL_PROVIDER) else MODEL_PROVIDER


def receiver(settings: Settings, language: str) -> str:
    """Return the sentence about who gets the messages, in a language."""
    found = consent_text(language)[1]
    return found.receiver(provider(settings), has_model=settings.has_model)


def whole_text(settings: Settings, language: str) -> str:
    """Return all that is agreed to today, in a language."""
    found = consent_text(language)[1]
    return found.whole(provider(settings), has_model=settings.has_model)


async def give(
    s: AsyncSession,
    owner: UUID,
    *,
    text_version: str,
    settings: Settings,
    at: datetime,
    language: str = "",
) -> Consent:
    """Record that a person agreed to the current text; another version is refused.

    `language` is the one that it was shown in; empty: that of their profile. The same text again
    makes no second record.
    """
    if text_version != consent_texts.text_version():
        raise InvalidInput({"textVersion": "is not the text in force; read it again"})
    shown = language or (await profiles.require(s, owner)).locale
    text = whole_text(settings, shown)
    before = await consents.latest(s, owner)
    if before and covers(before, settings) and before.text == text:
        return before
    return await consents.give(
        s,
        owner,
        text_version=text_version,
        provider=provider(settings),
        language=consent_text(shown)[0],
        text=text,
        text_hash=hash_of(text),
        at=at,
    )


async def withdraw(s: AsyncSession, owner: UUID, *, at: datetime) -> None:
    """Withdraw every consent; the history stays."""
    await consents.withdraw(s, owner, at=at)


async def withdraw_again(s: AsyncSession, owner: UUID, *, at: datetime) -> bool:
    """Withdraw what a restore brought back and had been withdrawn at an instant; True if any."""
    return await consents.withdraw(s, owner, at=at, given_before=at) > 0


async def newest(s: AsyncSession, owner: UUID) -> Consent | None:
    """Return the newest record, withdrawn or not."""
    return await consents.latest(s, owner)


async def history(s: AsyncSession, owner: UUID) -> Sequence[Consent]:
    """Return all records with their texts, the newest first."""
    return (await consents.history(s, owner))[::-1]


async def is_valid(s: AsyncSession, owner: UUID, settings: Settings) -> bool:
    """Return True if the newest consent names today's text and whoever receives the words."""
    return covers(await consents.latest(s, owner), settings)


async def require(s: AsyncSession, owner: UUID, settings: Settings) -> None:
    """Refuse what reads a person's words without a consent that covers it."""
    if not await is_valid(s, owner, settings):
        raise ConsentMissing


def covers(newest: Consent | None, settings: Settings) -> bool:
    """Return True if a person's newest consent names today's text and who receives the words."""
    return not why_ask(newest, settings)


def why_ask(newest: Consent | None, settings: Settings) -> Ask:
    """Return why a person has to be asked; a provider that has gone is no reason."""
    if newest is None:
        return "first"
    if newest.withdrawn_at is not None:
        return "withdrawn"
    is_new_text = newest.text_version != consent_texts.text_version()
    if provider(settings) not in {"", newest.provider}:
        return "both" if is_new_text else "provider"
    return "text" if is_new_text else ""


def hash_of(text: str) -> str:
    """Return the SHA-256 of a text, as it is kept with a record."""
    return hashlib.sha256(text.encode()).hexdigest()
