from __future__ import annotations

import asyncio
from typing import Any

import pytest

from coaching.agents.reply_guard import LOOK_BACK, Fault, Said, faults_in
from coaching.values.enums import Tension
from tests.coaching.offline.people import TALKS
from tests.coaching.offline.talking import converse

GOOD = (
    "Eleven looks, and it's only Tuesday, you say. “What is wrong with me?” came fast. "
    "What was there right before the first one?"
)


def faults(reply: str, **more: Any) -> tuple[Fault, ...]:
    return faults_in(Said(reply, **more))


def test_a_good_reply_has_none() -> None:
    assert faults(GOOD, tension=Tension.WORRY, replies=("So there it is.",)) == ()


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        ("What was that? And when?", Fault.QUESTIONS),
        ("You're a bit of an ostrich there.", Fault.SHAME),
        ("You should open it.", Fault.COMMAND),
        ("Just open it.", Fault.COMMAND),
        ("Stop hiding it.", Fault.COMMAND),
        ("Tienes que abrirlo.", Fault.COMMAND),
        ("Oh great. Another parcel.", Fault.SARCASM),
        ("So there you are again.", Fault.OPENING),
        ("I promise this stays between us.", Fault.SECRECY),
        ("I'll remember everything.", Fault.SECRECY),
        ("As your therapist I see it too.", Fault.CLINICAL),
        ("You have an anxious attachment.", Fault.CLINICAL),
        ("**One** and **two**.", Fault.BOLD),
        ("And we can leave it exactly where you put it.", Fault.REPEATED),
        ("word " * 111, Fault.LONG),
    ],
)
def test_each_fault_is_named(reply: str, fault: Fault) -> None:
    replies = ("We can leave it exactly where you put it.", "So there it is.")

    assert faults(reply, tension=Tension.AVOID, replies=replies) == (fault,)


def test_what_was_said_long_ago_may_be_said_again() -> None:
    said = "We can leave it exactly where you put it."
    between = ("So there it is.",) * LOOK_BACK

    assert faults(said, replies=(said, *between[1:])) == (Fault.REPEATED,)
    assert faults(said, replies=(said, *between)) == ()


def test_what_a_person_said_may_be_said_back() -> None:
    said = "I'm an ostrich. what should I do?"

    assert faults("An ostrich, in your word.", message=said, tension=Tension.AVOID) == ()
    assert faults("“You should know better.” Whose voice is that?") == ()


def test_an_opening_of_another_session_counts() -> None:
    assert faults("A lift, going down.", openings=("A lift,",)) == (Fault.OPENING,)


@pytest.mark.parametrize("name", TALKS)
def test_the_offline_coach_shames_and_commands_nobody(name: str) -> None:
    talk = TALKS[name]
    replies = asyncio.run(converse(talk.session, talk.lines))
    person = talk.session.person
    serious = {Fault.QUESTIONS, Fault.SHAME, Fault.COMMAND, Fault.SARCASM}

    for place, one in enumerate(replies):
        found = faults(
            one.text,
            message=one.message,
            tension=person.tension,
            language=person.language,
            replies=[before.text for before in replies[:place]],
        )
        assert not serious & {*found, *([Fault.BOLD] if "**" in one.text else [])}, one.text
