"""The stage of change, judged from reported behaviour; one step a session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.offline.strategist.milestones import did_nothing
from coaching.text.words import plain, sentences
from coaching.values.enums import CardKind, SignalType, Stage

if TYPE_CHECKING:
    from coaching.rules.case import Case

MAINTENANCE_DAYS, QUOTE_WORDS = 56, 12
FORWARD = (Stage.PRECONTEMPLATION, Stage.CONTEMPLATION, Stage.PREPARATION, Stage.ACTION)
_BEGUN = {Stage.PREPARATION, Stage.ACTION, Stage.MAINTENANCE, Stage.RELAPSE}
_MONEY = "what they do with money"


@dataclass(frozen=True, slots=True)
class StageFinding:
    """Where they stand, and which behaviour it is about."""

    stage: Stage
    about: str


def stage_of(case: Case) -> StageFinding:
    """Return the stage after this session: one step at most, and only as far as evidence goes."""
    if case.is_first:
        return StageFinding(_first(case), _MONEY)
    now, did = case.person.stage, _behaviour(case)
    if did and _is_ordinary(case):
        return StageFinding(Stage.MAINTENANCE, f"“{did}”")
    if now in _BEGUN and (old_way := _said("old_way", case)):
        return StageFinding(Stage.RELAPSE, f"“{old_way}”")
    if did:
        return StageFinding(_stepped(now, Stage.ACTION), f"“{did}”")
    if plan := _plan(case):
        return StageFinding(_stepped(now, Stage.PREPARATION), f"“{plan}”")
    about = f"“{case.newest_sentence}”" if case.newest_sentence else _MONEY
    moves = case.of(SignalType.BREAKTHROUGH) or _said("change", case)
    return StageFinding(_stepped(now, Stage.CONTEMPLATION) if moves else now, about)


def _first(case: Case) -> Stage:
    low, shows = plain(case.person.emotional_why), case.lexicon.shows
    if shows("sent_by_others", low):
        return Stage.PRECONTEMPLATION
    return Stage.PREPARATION if shows("soon", low) else Stage.CONTEMPLATION


def _stepped(now: Stage, goal: Stage) -> Stage:
    if now is Stage.RELAPSE:
        return goal if goal is not Stage.CONTEMPLATION else Stage.RELAPSE
    if now not in FORWARD or FORWARD.index(goal) <= FORWARD.index(now):
        return now
    return FORWARD[FORWARD.index(now) + 1]


def _behaviour(case: Case) -> str:
    """Return a reported act: a practice done, or a win of this session."""
    done = [one for one in case.of(SignalType.PRACTICE_CHECKIN) if not did_nothing(one, case)]
    if done:
        return done[-1].quote or "the practice"
    before = case.ctx.previous_briefing
    wins = [
        win.text for win in case.ctx.wins if before is None or win.created_at > before.created_at
    ]
    return wins[-1] if wins else ""


def _plan(case: Case) -> str:
    before = case.ctx.previous_briefing
    for card in [card for card in case.own_cards if card.kind is CardKind.PLAN][:1]:
        if before is None or card.created_at.date() >= before.created_at.date():
            return card.content
    return _said("soon", case)


def _is_ordinary(case: Case) -> bool:
    """Eight weeks here, and the words of somebody who no longer thinks about it."""
    days = [one.created_at.date() for one in (*case.ctx.cards, *case.ctx.wins)]
    is_long = bool(days) and (case.ctx.today - min(days)).days >= MAINTENANCE_DAYS
    return is_long and bool(_said("automatic", case))


def _said(pattern: str, case: Case) -> str:
    """Return the sentence that fits, at most twelve words of it."""
    for text in (*(signal.quote for signal in case.signals), *case.said):
        for sentence in sentences(text):
            if case.lexicon.shows(pattern, plain(sentence)):
                return " ".join(sentence.strip(" .").split()[:QUOTE_WORDS])
    return ""
