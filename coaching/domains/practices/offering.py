"""Which practices fit now: filtered, scored and paced; the same for both coaches.

A filter is certain, a score is a preference: what is filtered out can't be started or named by
the model, however well it would score.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.content import ALL_TENSIONS, localised, tension_details
from coaching.domains.practices.content import load_library
from coaching.values.enums import Stage
from coaching.values.practice_choice import PracticeChoice
from coaching.values.practices import FIRST_TIME, Offered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.domains.practices.content import Practice
    from coaching.values.practices import Situation

MOST_OFFERS = 3
MOST_REFUSALS = 2
FIRST_REPLY = 2
AFTER_GRIEF = 2
FEW_WORDS = 4
_MOMENT, _LEAD, _SECOND, _STAGE, _WRITING = 3, 2, 1, 1, -2
"""Points: the moment counts more than the habit; typing counts against short answers."""


def library(now: Situation) -> list[Offered]:
    """Return the open list: all that may be started, those that fit best first.

    What was done in the last days comes last.
    """
    return [
        replace(
            as_offered(practice, now.language),
            because=because(practice, now),
            is_recent=practice.id in now.recent,
        )
        for practice in _ranked(_startable(now), now)
    ]


def because(practice: Practice, now: Situation) -> str:
    """Return why a practice fits this person: `first_time`, the name of their tension, or nothing.

    A practice for all tensions isn't suggested because of one.
    """
    if FIRST_TIME in now.moments & set(practice.moments):
        return FIRST_TIME
    is_for_all = len(practice.tensions) == len(ALL_TENSIONS)
    if now.lead is None or now.lead not in practice.tensions or is_for_all:
        return ""
    return localised(now.language, f"{now.lead}.label", tension_details(now.lead).label)


def can_start(practice_id: str, now: Situation) -> bool:
    """Return True if a practice may be started, whoever asks for it."""
    return any(practice.id == practice_id for practice in _startable(now))


def best(now: Situation, *, most: int = 1) -> list[Offered]:
    """Return the practices to offer in this reply, best first; may be empty."""
    return _named(_ranked(_offerable(now), now)[:most], now)


def is_for(practice_id: str, moments: frozenset[str]) -> bool:
    """Return True if a practice is for one of these moments."""
    practice = load_library().find(practice_id)
    return practice is not None and not moments.isdisjoint(practice.moments)


def choice(now: Situation) -> PracticeChoice:
    """Return what a reply may name: what it may offer, and what may be started when asked for."""
    startable = library(now)
    moments = {moment for practice in _startable(now) for moment in practice.moments}
    return PracticeChoice(
        tuple(best(now, most=len(startable))), tuple(startable), bool(now.moments & moments)
    )


def as_offered(practice: Practice, language: str) -> Offered:
    """Return a practice as it is offered, in one language."""
    about = load_library().moments
    return Offered(
        practice.id,
        practice.title.said(language),
        practice.minutes,
        practice.promise.said(language),
        tuple(about[moment] for moment in practice.moments),
    )


def allowed_ids(now: Situation) -> tuple[str, ...]:
    """Return the ids that the model may offer in this reply."""
    return tuple(practice.id for practice in _ranked(_offerable(now), now))


def score(practice: Practice, now: Situation) -> int:
    """Return how well a practice fits; higher is better."""
    points = _MOMENT * len(now.moments & set(practice.moments))
    points += _LEAD if now.lead in practice.tensions else 0
    points += _SECOND if now.second in practice.tensions else 0
    points += _STAGE if now.stage in practice.stages else 0
    is_terse = now.words is not None and now.words < FEW_WORDS
    return points + (_WRITING if is_terse and needs_writing(practice) else 0)


def needs_writing(practice: Practice) -> bool:
    """Return True if every way through a practice has a step to write on."""
    return not _ends_without_writing(practice, practice.start)


def is_paced_out(now: Situation) -> bool:
    """Return True if this is no reply for an offer: too early, too often, or the wrong moment."""
    grieves = now.since_grief is not None and now.since_grief <= AFTER_GRIEF
    if now.is_held_back or grieves:
        return True
    if now.is_asked_for:
        return False
    refused = now.refusals >= MOST_REFUSALS
    return refused or now.offers >= MOST_OFFERS or now.reply < FIRST_REPLY


def _startable(now: Situation) -> list[Practice]:
    found = load_library()
    if now.conditions & set(found.never_start):
        return []
    return [p for p in found.practices if not now.conditions & set(p.not_when)]


def _offerable(now: Situation) -> list[Practice]:
    if now.conditions & set(load_library().never_offer) or is_paced_out(now):
        return []
    if now.stage is Stage.PRECONTEMPLATION and not now.is_asked_for:
        return []
    return [practice for practice in _startable(now) if _suits(practice, now)]


def _suits(practice: Practice, now: Situation) -> bool:
    if now.stage not in practice.stages or practice.id in now.seen:
        return False
    return now.is_asked_for or practice.id not in now.recent


def _ranked(practices: Sequence[Practice], now: Situation) -> list[Practice]:
    def place(one: Practice) -> tuple[bool, int, int, str]:
        suits = len(now.moments & set(one.moments))
        return one.id in now.recent, -score(one, now), -suits, one.id

    return sorted(practices, key=place)


def _named(practices: Sequence[Practice], now: Situation) -> list[Offered]:
    return [as_offered(practice, now.language) for practice in practices]


def _ends_without_writing(practice: Practice, name: str) -> bool:
    step = practice.steps.get(name)
    if step is None:  # a shared step: a way out
        return False
    if step.type == "write":
        return False
    if step.type == "end":
        return True
    return any(_ends_without_writing(practice, target) for target in step.targets)
