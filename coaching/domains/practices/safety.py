"""Safety in a practice: every text is screened before it is stored.

A crisis ends the run and deletes its answers. A concern shows its fixed text, once for each
category in a run, and asks whether to go on. Under control by somebody else nothing is stored
before the person was asked whether that is safe.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.domains.practices.models import EndedAs
from coaching.domains.practices.runs import end
from coaching.domains.practices.screen import Shown, ShownChip, show
from coaching.errors import InvalidInput
from coaching.repositories import conversations, profiles
from coaching.safety import fixed_message, help_country
from coaching.services import danger_checks, safety_events, signals
from coaching.text.language import language_of
from coaching.values import session_state
from coaching.values.conversations import SessionStatus
from coaching.values.enums import SafetyLevel
from coaching.values.safety import SafetyVerdict

if TYPE_CHECKING:
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.practices.models import PracticeRun
    from coaching.domains.practices.runner import Answer
    from coaching.domains.practices.screen import Screen
    from coaching.values.practices import Situation

SOURCE = "practice"
CONTROLLED = "coercive_control"
SAFE = "safe"
YES, NO, STOP, GO_ON = "yes", "no", "stop", "go_on"
_SHOWN_BEFORE = "@shown"


def asks_first(now: Situation) -> str:
    """Return the question that comes before the first step; empty for none."""
    return SAFE if CONTROLLED in now.conditions else ""


async def heard(s: AsyncSession, run: PracticeRun, given: Answer, *, at: datetime) -> SafetyVerdict:
    """Screen an answer and keep that something serious was said, never what."""
    return await heard_in(s, run, given.text, at=at)


async def heard_in(s: AsyncSession, run: PracticeRun, text: str, *, at: datetime) -> SafetyVerdict:
    """Screen a text that was written in a practice."""
    if not text.strip():
        return SafetyVerdict()
    verdict = await safety_events.screen_words(s, run.user_id, text, source=SOURCE, at=at)
    if is_crisis(verdict):
        await _open_check(s, run, text, verdict)
        await signals.ask_for_urgent_run_of(
            s, run.user_id, run.id, at=at, conversation_id=run.conversation_id
        )
    return verdict


def is_crisis(verdict: SafetyVerdict) -> bool:
    """Return True if a verdict ends the practice."""
    return verdict.level is SafetyLevel.CRISIS


async def stop(
    s: AsyncSession,
    run: PracticeRun,
    screen: Screen,
    verdict: SafetyVerdict,
    said: str,
    *,
    at: datetime,
) -> Shown:
    """End a run in a crisis and return the fixed text, for which help is opened.

    It is in the language of what was said.
    """
    run.left_from = run.step
    end(run, EndedAs.CRISIS, at)
    run.number_before = run.number_after = None
    await s.flush()
    bare = replace(show(screen), chips=(), exits=(), outcomes=(), then=(), answered="")
    return replace(
        bare,
        type="crisis",
        step_id="@crisis",
        text=await _fixed(s, run, verdict, said),
        can_go_back=False,
        resumes=False,
        is_over=True,
        ended_as=EndedAs.CRISIS.value,
        safety=verdict,
    )


def note(run: PracticeRun, verdict: SafetyVerdict) -> None:
    """Have a concern shown before the next step, once for each category."""
    before = str(run.answers.get(_SHOWN_BEFORE, "")).split()
    if verdict.level is not SafetyLevel.CONCERN or verdict.category in before:
        return
    run.waits = verdict.category
    if run.stores_words:
        run.answers = {**run.answers, _SHOWN_BEFORE: " ".join((*before, verdict.category))}


def answered(run: PracticeRun, given: Answer) -> bool:
    """Take the answer to the question that waits; return whether the practice goes on."""
    choices = (YES, NO) if run.waits == SAFE else (STOP, GO_ON)
    if given.chip not in choices:
        raise InvalidInput({"chip": f"choose one of: {', '.join(choices)}"})
    if given.chip == NO:
        run.stores_words = False
    run.waits = ""
    return given.chip != STOP


async def question(s: AsyncSession, run: PracticeRun, screen: Screen) -> Shown:
    """Return the question that comes before the step, as a step with two chips."""
    first, second, label = _labels(run)
    verdict = SafetyVerdict()
    if run.waits == SAFE:
        text = screen.label("safe_question")
    else:
        verdict = SafetyVerdict(SafetyLevel.CONCERN, run.waits)
        said = " ".join(answer for answer in run.answers.values() if isinstance(answer, str))
        text = await _fixed(s, run, verdict, said)
    asked = replace(show(screen), outcomes=(), then=(), suggest=None, skip="", lead="", hint="")
    return replace(
        asked,
        type="choose",
        step_id=label,
        text=text,
        chips=(
            ShownChip(first, screen.label(_LABELS[first])),
            ShownChip(second, screen.label(_LABELS[second])),
        ),
        can_go_back=False,
        safety=verdict,
    )


_LABELS = {YES: "safe_yes", NO: "safe_no", STOP: "stop_here", GO_ON: "go_on"}


def _labels(run: PracticeRun) -> tuple[str, str, str]:
    return (YES, NO, "@safe") if run.waits == SAFE else (STOP, GO_ON, "@concern")


async def _fixed(s: AsyncSession, run: PracticeRun, verdict: SafetyVerdict, said: str) -> str:
    person = await profiles.require(s, run.user_id)
    country = help_country(person.country, person.time_zone)
    return fixed_message(
        verdict.category, verdict.level, country, lang=language_of((said,), run.language)
    )


async def _open_check(s: AsyncSession, run: PracticeRun, text: str, verdict: SafetyVerdict) -> None:
    """Keep with the session that the fixed text asked: the next message may answer it."""
    session = await conversations.current(s, run.user_id)
    if session is None or session.session_status is not SessionStatus.OPEN:
        return
    asked = danger_checks.hear(session, text, verdict)
    session_state.change(session, **danger_checks.stored(asked.check))
