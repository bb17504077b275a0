"""The stage of change, judged from reported behaviour; one step a session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.text.words import plain, sentences
from coaching.values.enums import CardKind, SignalType, Stage

if TYPE_CHECKING:
    from datetime import date

    from coaching.rules.case import Case
    from coaching.values.context import SignalView

MAINTENANCE_DAYS, QUOTE_WORDS = 56, 12
FORWARD = (Stage.PRECONTEMPLATION, Stage.CONTEMPLATION, Stage.PREPARATION, Stage.ACTION)


@dataclass(frozen=True, slots=True)
class StageFinding:
    """Where they stand, and which behaviour it is about."""

    stage: Stage
    about: str


def stage_of(case: Case) -> StageFinding:
    """Return the stage after this session."""
    if case.is_first:
        return StageFinding(_first(case), "what they do with money")
    now = case.person.stage
    behaviour = _behaviour(case)
    if behaviour and _is_ordinary(case):
        return StageFinding(Stage.MAINTENANCE, f"“{behaviour}”")
    old_way = _said("old_way", case)
    if old_way and now in {Stage.PREPARATION, Stage.ACTION, Stage.MAINTENANCE, Stage.RELAPSE}:
        return StageFinding(Stage.RELAPSE, f"“{old_way}”")
    return _forward(case, now, behaviour)


def _first(case: Case) -> Stage:
    low, shows = plain(case.person.emotional_why), case.lexicon.shows
    if shows("sent_by_others", low):
        return Stage.PRECONTEMPLATION
    return Stage.PREPARATION if shows("soon", low) else Stage.CONTEMPLATION


def _forward(case: Case, now: Stage, behaviour: str) -> StageFinding:
    """Return one step at most, and only as far as what was said or done carries."""
    plan = _plan(case)
    if behaviour:
        goal, about = Stage.ACTION, f"“{behaviour}”"
    elif plan:
        goal, about = Stage.PREPARATION, f"“{plan}”"
    elif case.of(SignalType.BREAKTHROUGH) or _said("change", case):
        goal, about = Stage.CONTEMPLATION, _about(case)
    else:
        return StageFinding(now, _about(case))
    return StageFinding(_stepped(now, goal), about)


def _stepped(now: Stage, goal: Stage) -> Stage:
    if now is Stage.RELAPSE:
        return goal if goal is not Stage.CONTEMPLATION else Stage.RELAPSE
    if now not in FORWARD or FORWARD.index(goal) <= FORWARD.index(now):
        return now
    return FORWARD[FORWARD.index(now) + 1]


def _about(case: Case) -> str:
    return f"“{case.newest_sentence}”" if case.newest_sentence else "what they do with money"


def _behaviour(case: Case) -> str:
    """Return a reported act: a practice done, a win of this session, a completed card."""
    done = [s for s in case.of(SignalType.PRACTICE_CHECKIN) if _was_done(s, case)]
    if done:
        return done[-1].quote or "the practice"
    since = case.ctx.previous_briefing.created_at if case.ctx.previous_briefing else None
    wins = [w.text for w in case.ctx.wins if since is None or w.created_at > since]
    return wins[-1] if wins else ""


def _was_done(signal: SignalView, case: Case) -> bool:
    return not case.lexicon.shows("not_done", plain(f"{signal.content} {signal.quote}"))


def _plan(case: Case) -> str:
    plans = [c for c in case.own_cards if c.kind is CardKind.PLAN]
    if plans and _is_new(plans[0].created_at.date(), case):
        return plans[0].content
    return _said("soon", case)


def _is_new(day: date, case: Case) -> bool:
    before = case.ctx.previous_briefing
    return before is None or day >= before.created_at.date()


def _is_ordinary(case: Case) -> bool:
    """Eight weeks here, and the words of somebody who no longer thinks about it."""
    days = [c.created_at.date() for c in case.ctx.cards] + [
        w.created_at.date() for w in case.ctx.wins
    ]
    long_enough = bool(days) and (case.ctx.today - min(days)).days >= MAINTENANCE_DAYS
    return long_enough and bool(_said("automatic", case))


def _said(pattern: str, case: Case) -> str:
    """Return the sentence that fits, at most twelve words of it."""
    for text in (*(signal.quote for signal in case.signals), *case.said):
        for sentence in sentences(text):
            if case.lexicon.shows(pattern, plain(sentence)):
                return " ".join(sentence.strip(" .").split()[:QUOTE_WORDS])
    return ""
