"""Guesses about a person: candidate, then supported or retired; a retired one stays retired."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.content import load_onboarding
from coaching.models import Hypothesis
from coaching.repositories import hypotheses, profiles
from coaching.text.similarity import says_again
from coaching.values.enums import Heard, HypothesisStatus, RetiredBecause
from coaching.values.guesses import SESSIONS_WITHOUT_SUPPORT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.strategy import StrategistOutput


@dataclass(frozen=True, slots=True)
class Leap:
    """From one briefing to the next: which one it is, and the session that lies behind it."""

    briefing_id: UUID
    closed_session_id: UUID | None = None


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


async def open_again(s: AsyncSession, owner: UUID, *, at: datetime) -> None:
    """Undo `support` for the guess that holds now."""
    row = await hypotheses.current(s, owner)
    if row is not None:
        status = HypothesisStatus.CANDIDATE
        await hypotheses.change(s, owner, row.id, now=at, status=status, supported_at=None)


async def retire(
    s: AsyncSession, owner: UUID, hypothesis_id: UUID, *, because: RetiredBecause, at: datetime
) -> Hypothesis:
    """Retire a hypothesis permanently; idempotent, the first reason stays."""
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


async def bring_back(
    s: AsyncSession, owner: UUID, hypothesis_id: UUID, *, at: datetime
) -> Hypothesis:
    """Undo a retirement, unless another guess holds by now."""
    row = await hypotheses.require(s, owner, hypothesis_id)
    if await hypotheses.current(s, owner) is not None:
        return row
    status = HypothesisStatus.SUPPORTED if row.supported_at else HypothesisStatus.CANDIDATE
    return await hypotheses.change(
        s, owner, hypothesis_id, now=at, status=status, because=None, retired_at=None
    )


async def carry(
    s: AsyncSession, owner: UUID, output: StrategistOutput, leap: Leap, *, at: datetime
) -> Hypothesis | None:
    """Take the guess through a run: heard, counted, given up, gone on with or begun anew.

    One that they said yes to keeps its words.
    """
    await profiles.hold(s, owner)
    known = await hypotheses.current(s, owner)
    if known is not None:
        known = await _heard(s, known, output.heard_guess.verdict, leap, at)
    if known is not None and says_again(output.hypothesis, known.text):
        return await hypotheses.change(
            s,
            owner,
            known.id,
            now=at,
            text=known.text if known.status is HypothesisStatus.SUPPORTED else output.hypothesis,
            last_briefing_id=leap.briefing_id,
        )
    if known is not None:
        await retire(s, owner, known.id, because=RetiredBecause.REPLACED, at=at)
    if not output.hypothesis:
        return None
    return await hypotheses.add(s, owner, _begun(owner, output.hypothesis, leap, at))


async def _heard(
    s: AsyncSession, row: Hypothesis, heard: Heard, leap: Leap, at: datetime
) -> Hypothesis | None:
    """Apply what was said to a guess; None when it is over."""
    owner = row.user_id
    if heard is Heard.SUPPORTED:
        return await support(s, owner, row.id, at=at)
    if heard is Heard.REJECTED:
        await retire(s, owner, row.id, because=RetiredBecause.REJECTED, at=at)
        return None
    counts = leap.closed_session_id not in {None, row.counted_session_id}
    if not counts or row.status is HypothesisStatus.SUPPORTED:
        return row
    without = row.sessions_without_support + 1
    row = await hypotheses.change(
        s,
        owner,
        row.id,
        now=at,
        sessions_without_support=without,
        counted_session_id=leap.closed_session_id,
    )
    if without < SESSIONS_WITHOUT_SUPPORT:
        return row
    await retire(s, owner, row.id, because=RetiredBecause.UNSUPPORTED, at=at)
    return None


def _begun(owner: UUID, text: str, leap: Leap, at: datetime) -> Hypothesis:
    rules = load_onboarding().hypothesis.rules
    lens = next((rule.lens for rule in rules if says_again(rule.text, text)), None)
    return Hypothesis(
        user_id=owner,
        text=text,
        lens=lens,
        first_briefing_id=leap.briefing_id,
        last_briefing_id=leap.briefing_id,
        created_at=at,
        updated_at=at,
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
