"""Made-up people: all tensions, both languages, every promise of the database kept, once."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from sqlmodel import select

from coaching.cli.world.history import live
from coaching.cli.world.people import DAYS, Somebody, chance, somebody, texts
from coaching.cli.world.settling import settle
from coaching.models import CoachMemory, Conversation, Message, Profile, Turn
from coaching.repositories.safety_events import MISTAKEN
from coaching.services.safety_events import CHAT
from coaching.values.conversations import ToolStatus
from coaching.values.enums import JobStatus, OnboardingStep, SafetyLevel, Stage, Tension
from coaching.values.quality import Rating
from coaching.values.tiers import Tier

if TYPE_CHECKING:
    from coaching.repositories.db import Db

NOW = datetime(2026, 11, 23, 10, 30, tzinfo=UTC)
ALL = 300


@pytest.mark.slow
@pytest.mark.both_databases
async def test_they_are_added_once_and_the_second_run_changes_nothing(db: Db) -> None:
    assert await settle(db, people=8, now=NOW) == 8
    before = await _rows(db)
    assert await settle(db, people=8, now=NOW + timedelta(days=3)) == 0
    assert await _rows(db) == before
    assert await settle(db, people=9, now=NOW) == 1, "a run that was broken off goes on"


async def _rows(db: Db) -> Counter[str]:
    async with db.system("metrics") as s:
        found: Counter[str] = Counter()
        for table in (Profile, Conversation, Turn, Message, CoachMemory):
            found[table.__name__] = len((await s.exec(select(table))).all())
    return found


def test_everybody_is_the_same_person_on_every_machine() -> None:
    assert _lived(5) == _lived(5)
    assert _lived(5) != _lived(6)


def test_every_tension_and_both_languages_are_there_over_six_months() -> None:
    people = [_person(number) for number in range(ALL)]
    assert {one.tension for one in people} == set(Tension)
    assert {one.locale for one in people} == {"en", "es"}
    assert 0.2 < sum(one.locale == "es" for one in people) / ALL < 0.4
    assert {one.joined // 30 for one in people} == set(range(DAYS // 30 + 1))
    got_to = Counter(one.got_to for one in people)
    assert all(got_to[step] >= 4 for step in OnboardingStep), "people stop at every step"
    assert 0.8 < got_to[OnboardingStep.HOME] / ALL < 0.9


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_is_remembered_was_said(language: str) -> None:
    for tension in Tension:
        words = texts(language, tension)
        assert any(words.memory[1] in said for said, _ in words.talk), tension
        assert len(words.talk) == 8


def test_nothing_happens_after_the_end_or_before_they_joined() -> None:
    start, end = NOW - timedelta(days=DAYS), NOW
    for number in range(60):
        story = live(_person(number), chance(number), start=start, end=end)
        joined = min(row["created_at"] for row in story.rows[Profile])
        times = [row["created_at"] for rows in story.rows.values() for row in rows if "id" in row]
        assert joined <= min(times)
        assert max(times) <= end + timedelta(hours=1)


@pytest.mark.slow
def test_every_page_of_the_admin_app_has_something_to_show() -> None:
    start, end = NOW - timedelta(days=DAYS), NOW
    rows: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for number in range(ALL):
        story = live(_person(number), chance(number), start=start, end=end)
        for table, made in story.rows.items():
            rows[table.__name__] += made
    calls = {(row["role"], row["outcome"]) for row in rows["ModelCall"]}
    assert {("strategist", outcome) for outcome in ("done", "mended", "refused")} <= calls
    assert {row["status"] for row in rows["ToolCall"]} == {ToolStatus.DONE, ToolStatus.FAILED}
    assert {row["rating"] for row in rows["ReplyRating"]} == set(Rating)
    failed = {row["kind"] for row in rows["Job"] if row["status"] is JobStatus.FAILED}
    assert failed == {"observer", "strategist"}
    alarms = {(row["level"], row["source"]) for row in rows["SafetyEvent"]}
    assert alarms == {(SafetyLevel.CONCERN, CHAT), (SafetyLevel.CRISIS, MISTAKEN)}
    briefed = {row["user_id"]: row["created_at"] for row in rows["CoachingBriefing"]}
    urgent = [row for row in rows["ObserverSignal"] if row["urgency_flag"]]
    waiting = [row for row in urgent if briefed.get(row["user_id"], start) < row["created_at"]]
    assert [row for row in waiting if end - row["created_at"] < timedelta(days=7)]
    assert {row["tier"] for row in rows["Profile"]} == {Tier.FREE, Tier.PRO}
    assert {row["stage_of_change"] for row in rows["BehavioralIntel"]} == set(Stage)


def _person(number: int) -> Somebody:
    return somebody(number, chance(number))


def _lived(number: int) -> dict[Any, Any]:
    random = chance(number)
    person = somebody(number, random)
    return live(person, random, start=NOW - timedelta(days=DAYS), end=NOW).rows
