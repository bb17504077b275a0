"""What an admin looks after in the made-up world: tools, ratings, and jobs that failed."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from coaching.cli.world import growth
from coaching.domains.quality.models import ReplyRating
from coaching.models import Job, Message, SafetyEvent, ToolCall
from coaching.repositories.safety_events import MISTAKEN
from coaching.safety import resources_for
from coaching.services.jobs import OBSERVER, PATIENCE, STRATEGIST, strategist_key
from coaching.services.model_calls import REFUSED
from coaching.values.conversations import MessageRole, ToolStatus
from coaching.values.enums import JobStatus, Role, SafetyLevel, Trigger
from coaching.values.quality import Rating

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from coaching.cli.world.story import Story

_TOOLS = (("remember", "save_win", "save_card", "get_goals", "wikipedia_search"), (8, 5, 2, 2, 1))
_USES_A_TOOL, _TOOL_FAILS = 0.2, 0.02
_HELPED, _MISSED = 0.05, 0.02
_OBSERVER_FAILS = 0.0008
_MISHEARD = "domestic_economic_abuse"
_LATELY, _ONE_IN = timedelta(days=6), 9
"""The Strategist failed for some of those who talked lately."""


def use_a_tool(story: Story, turn: UUID, at: datetime) -> None:
    """Add a call of a tool to some exchanges."""
    if not story.happens(_USES_A_TOOL):
        return
    status = ToolStatus.FAILED if story.happens(_TOOL_FAILS) else ToolStatus.DONE
    story.add(
        ToolCall, at, turn_id=turn, step=0, ordinal=0, call_id=f"call_{turn.hex}",
        name=story.random.choices(*_TOOLS)[0], status=status, finished_at=at + timedelta(seconds=1),
    )  # fmt: skip


def rate(story: Story, reply: UUID, turn: UUID, at: datetime) -> None:
    """Add what the person said of a reply, if they did."""
    drawn = story.random.random()
    if drawn < _HELPED + _MISSED:
        rating = Rating.HELPED if drawn < _HELPED else Rating.MISSED
        story.add(ReplyRating, at, message_id=reply, turn_id=turn, rating=rating, updated_at=at)


def mishear(story: Story, turn: UUID, at: datetime) -> None:
    """Add an alarm that the Observer took back a moment later (ADR 0050)."""
    story.add(
        SafetyEvent, at, turn_id=turn, level=SafetyLevel.CRISIS, category=_MISHEARD,
        source=MISTAKEN, ended_at=at + timedelta(seconds=20),
        shown_resources=[one.id for one in resources_for(_MISHEARD, story.person.country)],
    )  # fmt: skip


def failed_to_observe(story: Story, turn: UUID, at: datetime) -> bool:
    """Return True if the Observer never read an exchange, and add the job that was given up."""
    if not story.happens(_OBSERVER_FAILS):
        return False
    _give_up(story, at, OBSERVER, {"turn_id": str(turn)}, f"observer:{turn}", "unavailable")
    return True


def left_the_strategist_without_an_answer(story: Story, session: dict[str, Any]) -> bool:
    """Return True if both answers of the Strategist were rejected; an urgent signal waits then."""
    lately = story.end - session["last_message_at"] < _LATELY
    if not lately or story.person.number % _ONE_IN:
        return False
    ended, boundary = session["ended_at"], f"session_end:{session['id']}"
    said = [row for row in story.rows[Message] if row["role"] is MessageRole.USER][-1]
    turn, text, at = said["turn_id"], said["text"], said["created_at"]
    growth.notice(story, session["id"], turn, text, at, urgent=True)
    for _ in range(2):
        story.call(Role.STRATEGIST, ended + timedelta(minutes=1), outcome=REFUSED)
    payload = {
        "trigger": Trigger.SESSION_END.value,
        "boundary": boundary,
        "conversation_id": str(session["id"]),
    }
    key = strategist_key(story.person.id, boundary)
    _give_up(story, ended, STRATEGIST, payload, key, "structure: growth_edges")
    return True


def _give_up(
    story: Story, at: datetime, kind: str, payload: dict[str, Any], key: str, error: str
) -> None:
    story.add(
        Job, at, kind=kind, payload=payload, status=JobStatus.FAILED, run_at=at,
        attempts=PATIENCE, max_attempts=PATIENCE, unique_key=key, last_error=error,
        finished_at=at + timedelta(minutes=1),
    )  # fmt: skip
