"""Briefings: what the Strategist wrote, one version per run, all of a run or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.memory.output_filter import obedient
from coaching.memory.pruning import NOTHING_KNOWN
from coaching.models import CoachingBriefing
from coaching.repositories import briefings, cards, conversations, profiles, transcripts
from coaching.services import corrections, hypotheses, intel, prescriptions
from coaching.services.hypotheses import Leap
from coaching.values.conversations import SessionStatus
from coaching.values.enums import PrescriptionAction
from coaching.values.strategy import FOCUS, with_section

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.enums import Trigger
    from coaching.values.strategy import StrategistOutput


@dataclass(frozen=True, slots=True)
class Run:
    """Record of one Strategist run: trigger, boundary, model and signals."""

    trigger: Trigger
    boundary: str
    model: str
    prompt_hash: str = ""
    signal_ids: tuple[str, ...] = ()
    closed_session_id: UUID | None = None


async def newest(s: AsyncSession, owner: UUID) -> CoachingBriefing | None:
    """Return the newest finished briefing."""
    return await briefings.latest(s, owner)


async def is_outdated(s: AsyncSession, owner: UUID, briefing: CoachingBriefing) -> bool:
    """Return True if a session has ended since that no briefing has read yet.

    What it offers may be done by now, so home doesn't show it.
    """
    session = await conversations.current(s, owner)
    if session is None or session.session_status is SessionStatus.OPEN:
        return False
    is_later = session.last_message_at > briefing.created_at
    return is_later and await transcripts.has_words(s, owner, session.id)


async def is_written(s: AsyncSession, owner: UUID, boundary: str) -> bool:
    """Return True if a boundary has its briefing."""
    return await briefings.at_boundary(s, owner, boundary) is not None


async def store(
    s: AsyncSession,
    owner: UUID,
    output: StrategistOutput,
    run: Run,
    *,
    at: datetime,
    reached: Callable[[str], None] = lambda _: None,
) -> CoachingBriefing:
    """Write everything that a run decided: intel, guess, card, briefing. One unit, one boundary."""
    await profiles.hold(s, owner)
    there = await briefings.at_boundary(s, owner, run.boundary)
    if there is not None:
        return there
    # What was corrected while the model was writing binds it too.
    output = obedient(output, await corrections.binding(s, owner))
    row = _row(owner, output, run, at)
    await intel.merge(s, owner, output, at=at, sources=run.signal_ids)
    reached("strategist.intel_merged")
    await hypotheses.carry(s, owner, output, Leap(row.id, run.closed_session_id), at=at)
    reached("strategist.guess_carried")
    if not await prescriptions.apply(s, owner, output.focus_card_prescription, at=at):
        await _tell_of_the_card_there(s, row)
    reached("strategist.focus_set")
    stored = await briefings.add(s, owner, row)
    reached("strategist.version_added")
    return stored


async def _tell_of_the_card_there(s: AsyncSession, row: CoachingBriefing) -> None:
    """Name the card that home shows in the briefing, instead of one that didn't come."""
    focus = await cards.focus(s, row.user_id)
    told = f"“{focus.title}”" if focus else NOTHING_KNOWN
    row.briefing_content = with_section(row.briefing_content, FOCUS, told)
    kept = {"action": PrescriptionAction.KEEP_CURRENT.value, "card": None, "card_id": None}
    row.prescription = {**row.prescription, **kept}


def _row(owner: UUID, output: StrategistOutput, run: Run, at: datetime) -> CoachingBriefing:
    return CoachingBriefing(
        user_id=owner,
        version=0,
        trigger=run.trigger,
        boundary=run.boundary,
        briefing_content=output.briefing_content,
        hypothesis=output.hypothesis,
        leverage=output.leverage,
        curiosities=list(output.curiosities),
        session_strategy=output.session_strategy,
        journey_narrative=output.journey_narrative,
        growth_edges=output.model_dump(mode="json")["growth_edges"],
        stage_of_change=output.stage_of_change,
        prescription=output.focus_card_prescription.model_dump(mode="json"),
        doors=[door.model_dump(mode="json") for door in output.doors],
        one_sentence=output.one_sentence,
        model=run.model,
        prompt_hash=run.prompt_hash,
        created_at=at,
    )
