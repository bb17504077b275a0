"""People who are described instead of written: a profile, something hidden, a voice and beats.

Any file in the form of `simulated_users` is read. The profile is reached by answers to the real
onboarding, and each beat becomes lines (`directing`), so that whoever is described
can be played without a model.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Literal, cast

from pydantic import TypeAdapter, ValidationError

from coaching.content import load_onboarding
from coaching.evals.stories.directing import Director
from coaching.evals.stories.form import BadStory, Deed, Expects, Part, Person, Session, Story
from coaching.simulator.answering import answers_for, style_for
from coaching.text.language import language_of
from coaching.values.enums import Depth, LearningStyle, SignalType, Stage, Tension

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

USERS = "simulated_users"
BEGINS = datetime(2026, 1, 12, 20, tzinfo=UTC)
HOUR = 20
SHORTEST_GAP = 0.6
"""In days: what is sooner than that would still be the same session."""
MOST_CONTEXTS = 3
SPOKEN_BY = re.compile(r"not today ?x ?(\d)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Profile:
    """Who they are to the onboarding."""

    tension: Tension | None = None
    secondary: Tension | None = None
    tone: float = 5
    depth: Depth = Depth.BALANCED
    learning_style: LearningStyle = LearningStyle.REFLECTION
    context: list[str] = field(default_factory=list[str])
    emotional_why: str = ""
    language: Literal["en", "es"] | None = None


@dataclass(frozen=True, slots=True)
class Visit:
    """One session as it is described."""

    opener: str
    gap_days: float = 1
    beats: list[str] = field(default_factory=list[str])
    must_observe: list[SignalType] = field(default_factory=list[SignalType])
    urgent: bool = False
    crisis: bool = False
    coach_should: list[str] = field(default_factory=list[str])
    coach_must_not: list[str] = field(default_factory=list[str])


@dataclass(frozen=True, slots=True)
class SimulatedUser:
    """One entry of `simulated_users`."""

    id: str
    sessions: list[Visit]
    profile: Profile = field(default_factory=Profile)
    name: str = ""
    hidden: str = ""
    voice: str = ""
    start_stage: Stage | None = None
    end_stage: Stage | None = None
    arc: str = ""
    checks: list[str] = field(default_factory=list[str])
    language: Literal["en", "es"] | None = None


_USER = TypeAdapter(SimulatedUser)


def is_simulated(document: object) -> bool:
    """Return True if a document describes people instead of writing their lines."""
    if isinstance(document, dict):
        found = cast("Mapping[str, object]", document)
        return USERS in found or _describes(found)
    return isinstance(document, list) and any(map(_describes, cast("list[object]", document)))


def simulated_stories(document: object, name: str) -> list[Story]:
    """Return the stories of a document; `name` is said where it is broken."""
    rows = _rows(document)
    if not isinstance(rows, list) or not rows:
        raise BadStory(f"{name}: {USERS}: holds nobody")
    found = enumerate(cast("list[object]", rows))
    stories = [_read(row, f"{name}: {USERS}.{number}") for number, row in found]
    twice = {story.id for story in stories if [s.id for s in stories].count(story.id) > 1}
    if twice:
        raise BadStory(f"{name}: {USERS}: the id {min(twice)} is there twice")
    return stories


def _describes(row: object) -> bool:
    if not isinstance(row, dict):
        return False
    found = cast("Mapping[str, object]", row)
    sessions = found.get("sessions")
    opens = isinstance(sessions, list) and any(
        isinstance(one, dict) and "opener" in one for one in cast("list[object]", sessions)
    )
    return "profile" in found or opens


def _rows(document: object) -> object:
    if isinstance(document, dict):
        found = cast("dict[str, object]", document)
        return found.get(USERS, [found])
    return document


def _read(row: object, place: str) -> Story:
    try:
        user = _USER.validate_python(row)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise BadStory(f"{place}.{where}: {first['msg']}") from error
    if not user.sessions:
        raise BadStory(f"{place}.sessions: holds no session")
    for number, visit in enumerate(user.sessions):
        if not visit.opener.strip():
            raise BadStory(f"{place}.sessions.{number}.opener: is empty")
        if visit.gap_days < 0:
            raise BadStory(f"{place}.sessions.{number}.gap_days: is below 0")
    _check_profile(user.profile, place)
    return _story(user)


def _check_profile(profile: Profile, place: str) -> None:
    asked = next(q for q in load_onboarding().questions if q.kind == "multi")
    known = {option.id for option in asked.options}
    unknown = [each for each in profile.context if each not in known]
    if unknown:
        raise BadStory(f"{place}.profile.context: {unknown[0]} does not exist")
    if profile.secondary is not None and profile.secondary is profile.tension:
        raise BadStory(f"{place}.profile.secondary: is the first one again")
    if profile.secondary is not None and profile.tension is None:
        raise BadStory(f"{place}.profile.secondary: there is no first one")


def _story(user: SimulatedUser) -> Story:
    language = _language(user)
    director = Director(
        language,
        user.voice,
        pronoun=_pronoun(f"{user.arc} {user.hidden}"),
        lowers=_is_lower_case(user),
    )
    for visit in user.sessions:
        director.opens(visit.opener)
    part = Part(user.voice, user.hidden, user.arc, user.start_stage, user.end_stage, user.checks)
    return Story(
        id=user.id,
        person=_person(user),
        begins=BEGINS,
        sessions=list(_sessions(user, director)),
        language=language,
        part=part,
    )


def _person(user: SimulatedUser) -> Person:
    profile = user.profile
    return Person(
        name=user.name.partition(",")[0].strip() or user.id,
        about=user.arc or user.voice or user.id,
        answers=answers_for(profile.tension, profile.secondary),
        why=profile.emotional_why,
        context=profile.context[:MOST_CONTEXTS],
        style=style_for(profile.tone, profile.depth, profile.learning_style),
    )


def _sessions(user: SimulatedUser, director: Director) -> Iterator[Session]:
    before = BEGINS
    for number, visit in enumerate(user.sessions):
        gap = max(visit.gap_days, SHORTEST_GAP) if number else 0
        at = before + timedelta(days=gap)
        if gap == int(gap):
            at = at.replace(hour=HOUR)
        days = (at.date() - before.date()).days
        beats = [beat for text in visit.beats for beat in director.beats(text)]
        yield Session(
            lines=[visit.opener],
            days=days,
            hour=at.hour,
            before=list(_deeds(visit, days)),
            ends="by_gap" if number % 2 else "by_person",
            expects=Expects(
                must_observe=visit.must_observe,
                urgent=visit.urgent,
                crisis=visit.crisis,
                coach_should=visit.coach_should,
                coach_must_not=visit.coach_must_not,
            ),
            beats=beats if visit.crisis else [*beats, director.farewell()],
        )
        before = at


def _deeds(visit: Visit, days: int) -> Iterator[Deed]:
    """Yield what they did on home before, as the opener tells it."""
    if days <= 1 or SignalType.PRACTICE_CHECKIN not in visit.must_observe:
        return
    skipped = SPOKEN_BY.search(visit.opener)
    if skipped or "not today" in visit.opener.lower():
        times = int(skipped[1]) if skipped else 1
        for day in range(1, min(times, days - 1) + 1):
            yield Deed(day, card="not_today")
    else:
        yield Deed(days - 1, card="done")


def _language(user: SimulatedUser) -> Literal["en", "es"]:
    given = user.language or user.profile.language
    if given:
        return given
    said = " ".join(visit.opener for visit in user.sessions)
    return "es" if language_of([said, user.profile.emotional_why]) == "es" else "en"


def _pronoun(text: str) -> str:
    """Return how they are spoken of, by the words that stand most often; `they` in doubt."""
    words = re.findall(r"\b(?:she|her|hers|he|his|him)\b", text.lower())
    hers = sum(word in {"she", "her", "hers"} for word in words)
    return "they" if hers * 2 == len(words) else "she" if hers * 2 > len(words) else "he"


def _is_lower_case(user: SimulatedUser) -> bool:
    letters = "".join(visit.opener for visit in user.sessions)
    return "lower case" in user.voice.lower() or letters == letters.lower()
