"""Guesses about a person: candidate, then supported or retired; a retired one stays retired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.content import load_onboarding
from coaching.repositories import hypotheses, profiles
from coaching.values.enums import HypothesisStatus

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Hypothesis
    from coaching.values.enums import RetiredBecause


async def current(s: AsyncSession, owner: UUID) -> Hypothesis | None:
    """Return the guess that holds now."""
    return await hypotheses.current(s, owner)


async def history(s: AsyncSession, owner: UUID) -> Sequence[Hypothesis]:
    """Return every guess, newest first."""
    return await hypotheses.for_user(s, owner)


async def support(s: AsyncSession, owner: UUID, hypothesis_id: UUID, *, at: datetime) -> Hypothesis:
    """Note that the person uses a guess or goes on from it; a retired one stays retired."""
    row = await hypotheses.require(s, owner, hypothesis_id)
    if row.status is HypothesisStatus.RETIRED:
        return row
    return await hypotheses.change(
        s,
        owner,
        hypothesis_id,
        now=at,
        status=HypothesisStatus.SUPPORTED,
        supported_at=row.supported_at or at,
        sessions_without_support=0,
    )


async def retire(
    s: AsyncSession, owner: UUID, hypothesis_id: UUID, *, because: RetiredBecause, at: datetime
) -> Hypothesis:
    """Give a guess up for good; repeated, the first reason stays."""
    row = await hypotheses.require(s, owner, hypothesis_id)
    if row.status is HypothesisStatus.RETIRED:
        return row
    await _forget_in_profile(s, owner, row.text, at)
    return await hypotheses.change(
        s,
        owner,
        hypothesis_id,
        now=at,
        status=HypothesisStatus.RETIRED,
        because=because,
        retired_at=at,
    )


async def _forget_in_profile(s: AsyncSession, owner: UUID, text: str, at: datetime) -> None:
    """Take a guess of the onboarding away from everybody who reads the profile."""
    rules = {rule.id: rule.text for rule in load_onboarding().hypothesis.rules}
    person = await profiles.require(s, owner)
    await profiles.change(
        s,
        owner,
        at=at,
        hypothesis="" if person.hypothesis == text else person.hypothesis,
        hypothesis_rules=[name for name in person.hypothesis_rules if rules.get(name) != text],
    )
