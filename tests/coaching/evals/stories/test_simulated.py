"""People who are only described: reached by real answers, played by rules, refused when broken."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from coaching.content import identify_tension, score_style
from coaching.evals.stories.directing import Director
from coaching.evals.stories.played import Said
from coaching.evals.stories.simulated import simulated_stories
from coaching.evals.stories.speaking import by_rules, holds
from coaching.evals.stories.story import BadStory, Session, Story, read_stories
from coaching.simulator.answering import answers_for
from coaching.values.enums import Depth, LearningStyle, Tension

if TYPE_CHECKING:
    from pathlib import Path

User = dict[str, Any]


def user(**changes: object) -> User:
    profile = {
        "tension": "worry",
        "secondary": "grip",
        "tone": 7.5,
        "depth": "deep",
        "learning_style": "story",
        "context": ["ctx_work"],
        "emotional_why": "I want to sleep.",
    }
    sessions: list[User] = [
        {"opener": "the rent went up", "beats": ["minimises", "asks 'is it me?'"]},
        {"gap_days": 0.6, "opener": "not today x2 lol", "must_observe": ["practice_checkin"]},
        {"gap_days": 5, "opener": "did it twice", "must_observe": ["practice_checkin"]},
    ]
    row: User = {"id": "u1", "name": "Ada, 40", "profile": profile, "sessions": sessions}
    return row | changes


def story(**changes: object) -> Story:
    (only,) = simulated_stories({"simulated_users": [user(**changes)]}, "f.json")
    return only


def lines(*directions: str, voice: str = "", language: str = "en") -> list[str]:
    director = Director(language, voice, pronoun="she")
    return [line for text in directions for beat in director.beats(text) for line in beat.lines]


def test_a_profile_is_reached_by_answers_to_the_questions() -> None:
    person = story().person
    found, style = identify_tension(person.answers), score_style(person.style)

    assert (found.primary, found.secondary) == (Tension.WORRY, Tension.GRIP)
    assert not found.needs_user_pick
    assert (style.tone, style.depth) == (7.5, Depth.DEEP)
    assert style.learning_style is LearningStyle.STORY
    assert (person.name, person.why) == ("Ada", "I want to sleep.")


@pytest.mark.parametrize("second", [None, *(t for t in Tension if t is not Tension.CHASE)])
def test_every_second_tension_has_answers(second: Tension | None) -> None:
    found = identify_tension(answers_for(Tension.CHASE, second))

    assert (found.primary, found.secondary) == (Tension.CHASE, second)


def test_the_gaps_stand_and_what_was_done_between_is_read_off_the_opener() -> None:
    first, soon, later = story().sessions

    assert (first.days, first.hour) == (0, 20)
    assert (soon.days, soon.hour) == (1, 10)
    assert (later.days, later.hour) == (5, 20)
    assert [deed.card for deed in later.before] == ["done"]
    assert soon.before == []


def test_skipped_days_are_skipped_on_home() -> None:
    sessions = [
        {"opener": "hi"},
        {"gap_days": 9, "opener": "not today x4", "must_observe": ["practice_checkin"]},
    ]

    (_, session) = story(sessions=sessions).sessions

    assert [(deed.days, deed.card) for deed in session.before] == [
        (day, "not_today") for day in range(1, 5)
    ]


def test_only_an_id_and_an_opener_are_needed() -> None:
    (bare,) = simulated_stories([{"id": "x", "sessions": [{"opener": "hello"}]}], "f.json")

    assert (bare.person.name, bare.person.answers, bare.language) == ("x", {}, "en")


def test_who_writes_spanish_is_played_in_spanish() -> None:
    sessions = [{"opener": "No sé qué hacer con el alquiler de este mes.", "beats": ["minimiza"]}]

    found = story(sessions=sessions)

    assert found.language == "es"
    assert found.sessions[0].beats[0].lines == ["Tampoco es para tanto."]
    assert lines("dice que su marido se ríe de ella", language="es") == ["Mi marido se ríe de mí."]


@pytest.mark.parametrize(
    ("direction", "said"),
    [
        ("asks 'what do I do about the tax?'", ["what do I do about the tax?"]),
        ("names father: 'he'd read my marks out'", ["he'd read my marks out"]),
        ("says she lost her job", ["I lost my job."]),
        ("says drawer got fuller", ["The drawer got fuller."]),
        ("admits drawer", ["Okay. There's the drawer."]),
        ("asks not to be lectured", ["I don't want to be lectured."]),
        ("asks whether that is normal", ["I wonder if that is normal."]),
        ("asks if that is normal", ["I wonder if that is normal."]),
        ("asks what she should do now", ["What should I do now?"]),
        ("says she hasn't slept", ["I haven't slept."]),
        ("", []),
        ("names shame", ["It's my shame, I think."]),
        ("accepts a small look", ["Okay. A small look, I could try that."]),
    ],
)
def test_a_direction_becomes_a_plain_line(direction: str, said: list[str]) -> None:
    assert lines(direction) == said


def test_nothing_is_said_twice_however_often_it_is_asked_for() -> None:
    said = lines("jokes twice", "jokes three times", "an unknown thing", "another unknown thing")

    assert len(said) == len(set(said)) == 7


def test_a_voice_colours_what_is_made_up_and_leaves_what_is_quoted() -> None:
    said = lines("jokes twice", "minimises", "'As It Stands'", voice="lower case, 'idk'")

    assert said[2].lower().startswith("idk, ")
    assert said[-1] == "As It Stands"


@pytest.mark.parametrize(
    ("condition", "reply", "fits"),
    [
        ("win is affirmed", "You opened it. That counts.", True),
        ("win is affirmed", "What was in it?", False),
        ("reflected", "A drawer, and it's full.", True),
        ("reflected", "What is in the drawer?", False),
        ("not questioned", "A drawer, and it's full.", True),
        ("not questioned", "A drawer. What is in it?", False),
        ("asked about the post", "What happens when the post comes?", True),
        ("asked about the post", "What happens in the evening?", False),
        ("lectured", "You should open it today.", True),
        ("not lectured", "You should open it today.", False),
        ("the moon is full", "A drawer.", False),
    ],
)
def test_a_condition_is_read_off_the_reply(condition: str, reply: str, *, fits: bool) -> None:
    assert holds(condition, Said("there's a drawer", reply)) is fits


@pytest.mark.parametrize(
    ("reply", "said"),
    [("So the drawer is full.", "Okay. There's the letter."), ("Why the drawer?", "I'd rather")],
)
def test_a_beat_with_a_condition_waits_for_its_reply(reply: str, said: str) -> None:
    beats = ["admits letter if reflected, not questioned"]
    found = story(sessions=[{"opener": "The drawer again.", "beats": beats}])
    speaker = by_rules(found, found.sessions[0])

    assert speaker.next_line([]) == "The drawer again."
    line = speaker.next_line([Said("the drawer again", reply)])
    assert (line or "").startswith(said)


def test_written_lines_are_said_one_after_the_other_and_then_no_more() -> None:
    session = Session(lines=["one", "two"])
    speaker, so_far = by_rules(story(), session), list[Said]()

    while line := speaker.next_line(so_far):
        so_far.append(Said(line, "Okay."))

    assert [said.person for said in so_far] == ["one", "two"]


@pytest.mark.parametrize(
    ("row", "place"),
    [
        ({"sessions": [{"opener": "x"}]}, r"simulated_users\.0\.id: Field required"),
        ({"id": "x", "sessions": []}, r"0\.sessions: holds no session"),
        ({"id": "x", "sessions": [{"beats": []}]}, r"0\.sessions\.0\.opener: Field required"),
        ({"id": "x", "sessions": [{"opener": " "}]}, r"0\.sessions\.0\.opener: is empty"),
        (user(profile={"tension": "hoard"}), r"0\.profile\.tension: Input should be 'avoid'"),
        (user(profile={"context": ["ctx_moon"]}), r"context: ctx_moon does not exist"),
        (user(profile={"tension": "give", "secondary": "give"}), r"secondary: is the first one"),
        (user(sessions=[{"opener": "x", "gap_days": -1}]), r"0\.gap_days: is below 0"),
        (user(sessions=[{"opener": "x", "must_observe": ["joy"]}]), r"must_observe\.0: Input"),
    ],
)
def test_a_broken_description_says_where_it_is_broken(
    row: User, place: str, tmp_path: Path
) -> None:
    path = tmp_path / "people.json"
    path.write_text(json.dumps({"version": "1", "simulated_users": [row]}))

    with pytest.raises(BadStory, match=rf"^people\.json: .*{place}") as broken:
        read_stories(path)

    assert "\n" not in str(broken.value)


def test_nobody_and_the_same_one_twice_are_refused() -> None:
    with pytest.raises(BadStory, match="holds nobody"):
        simulated_stories({"simulated_users": []}, "f.json")
    with pytest.raises(BadStory, match="u1 is there twice"):
        simulated_stories([user(), user()], "f.json")
