"""The people whose stories are played: each is read, differs, and sounds like themselves."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from coaching.content import identify_tension, load_onboarding, score_style
from coaching.evals.stories.sets import PEOPLE, thresholds
from coaching.evals.stories.story import BadStory, Story, read_stories
from coaching.values.enums import Tension

if TYPE_CHECKING:
    from pathlib import Path

STORIES = read_stories(PEOPLE)
SESSIONS = 5
FEW, MANY = 5, 9
TWENTY, TEN, SPANISH, FIVE_WEEKS = 20, 10, 2, 35


def lines(story: Story) -> list[str]:
    return [line for session in story.sessions for line in session.lines]


def test_a_folder_holds_one_person_a_file() -> None:
    assert [story.id for story in STORIES] == sorted(path.stem for path in PEOPLE.glob("*.json"))


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.id)
def test_a_person_has_five_sessions_and_says_nothing_twice(story: Story) -> None:
    said = Counter(line.casefold() for line in lines(story))

    assert len(story.sessions) == SESSIONS
    assert all(FEW <= len(session.lines) <= MANY for session in story.sessions)
    assert [line for line, times in said.items() if times > 1] == []


def test_nobody_opens_a_session_as_somebody_else_does() -> None:
    openings = Counter(
        session.lines[0].casefold() for story in STORIES for session in story.sessions
    )

    assert [line for line, times in openings.items() if times > 1] == []


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.id)
def test_the_answers_of_a_person_exist(story: Story) -> None:
    asked = {question.id: question for question in load_onboarding().questions}
    contexts = {option.id for option in asked["q8"].options}

    assert all(asked[name].option(given) for name, given in story.person.answers.items())
    assert set(story.person.context) <= contexts


def test_every_why_is_somebodys_own() -> None:
    whys = Counter(story.person.why.casefold() for story in STORIES)

    assert max(whys.values()) == 1


def test_a_file_of_one_story_may_be_broken_and_says_where(tmp_path: Path) -> None:
    (tmp_path / "half.json").write_text('{"id": "x", "person"')
    with pytest.raises(BadStory, match=r"half\.json: .*line 1"):
        read_stories(tmp_path)

    (tmp_path / "half.json").write_text('{"id": "x", "person": {}}')
    with pytest.raises(BadStory, match=r"half\.json: person\.name: Field required"):
        read_stories(tmp_path / "half.json")


def test_there_are_twenty_of_every_tension_tone_and_language() -> None:
    tensions = {identify_tension(story.person.answers).primary for story in STORIES}
    tones = {score_style(story.person.style).tone for story in STORIES}
    gaps = {session.days for story in STORIES for session in story.sessions}

    assert len(STORIES) >= TWENTY
    assert tensions == set(Tension)
    assert (min(tones), max(tones)) == (1, 10)
    assert (1 in gaps, max(gaps)) == (True, FIVE_WEEKS)
    assert Counter(story.language for story in STORIES)["es"] >= SPANISH


def test_some_are_held_out_so_that_a_figure_is_of_people_nobody_tuned_for() -> None:
    held = [story for story in STORIES if story.held_out]

    assert len(held) >= TEN
    assert not {story.id for story in held} & set(thresholds().people)
    assert {story.language for story in held} == {"en", "es"}
