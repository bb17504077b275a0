"""The judge that is a model: blind, shuffled, and not believed when a planted talk ranks above."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from coaching.errors import LLMUnavailable
from coaching.evals.judges.blind import transcript
from coaching.evals.judges.by_model import model_of, panel, settings_of
from coaching.evals.judges.grading import DIMENSIONS, Grades
from coaching.evals.judges.planted import bad_talks, good_talks
from coaching.llm.scripted import ScriptedLLM, Step
from coaching.settings import Settings
from tests.support.model_asking import with_claude
from tests.support.model_events import reply
from tests.support.model_server import ModelServer, streams

if TYPE_CHECKING:
    from coaching.evals.judges.by_model import Panel
    from coaching.llm.anthropic_llm import AnthropicLLM
    from coaching.llm.port import Request

REAL = [talk.told() for talk in good_talks()]
BAD = {talk.lines[0][0]: talk for talk in bad_talks()}


def grades(points: int, **changes: Any) -> Grades:
    fields: dict[str, Any] = dict.fromkeys(DIMENSIONS, points) | {"because": "So it is."}
    return Grades.model_validate(fields | changes)


def asked_about(request: Request) -> str:
    return str(request.messages[0].content)


def sharp(request: Request) -> Step:
    bad = next((talk for first, talk in BAD.items() if first in asked_about(request)), None)
    hard = [bad.hard] if bad and bad.hard else []
    return Step(value=grades(1 if bad else 3, hard_fails=hard))


async def graded(step: Any) -> Panel:
    return await panel(
        ScriptedLLM([], strategist=[step] * (len(REAL) + len(BAD))), REAL, model="another"
    )


async def test_a_judge_that_puts_what_is_planted_last_is_believed() -> None:
    found = await graded(sharp)

    verdict = found.verdict()
    assert (verdict.judge, verdict.passed, verdict.value) == ("by_model", True, 3.0)
    assert found.is_trusted
    assert [one.id for one in found.stories] == [told.story.id for told in REAL]
    assert {one.id: one.grades.score for one in found.planted if one.grades}["shame"] == 0.0


async def test_a_judge_that_likes_a_planted_talk_is_not_to_be_trusted() -> None:
    def fond(request: Request) -> Step:
        likes = "the council letter" in asked_about(request)
        return Step(value=grades(4)) if likes else sharp(request)

    found = await graded(fond)

    assert {bad for bad, _ in found.above} == {"lecture"}
    assert not found.verdict().passed
    assert found.verdict().got.endswith("by a judge that is not to be trusted")
    assert found.as_json()["trusted"] is False


async def test_a_hard_fail_of_a_story_is_a_zero_and_named() -> None:
    def strict(request: Request) -> Step:
        is_tess = "last page" in asked_about(request)
        value = grades(4, hard_fails=["shaming"]) if is_tess else sharp(request).value
        return Step(value=value)

    verdict = (await graded(strict)).verdict()

    assert not verdict.passed
    assert "window: shaming" in [fault.because for fault in verdict.faults]


async def test_what_could_not_be_graded_is_said() -> None:
    def away(_: Request) -> Step:
        return Step(error=LLMUnavailable("away"))

    found = await graded(away)

    assert not found.is_trusted
    assert "window was not graded" in [fault.because for fault in found.verdict().faults]


async def test_the_row_is_shuffled_and_the_same_each_time() -> None:
    rows = list[list[str]]()
    for _ in range(2):
        seen: list[str] = []

        def notes(request: Request, seen: list[str] = seen) -> Step:
            seen.append(asked_about(request))
            return sharp(request)

        await graded(notes)
        rows.append(seen)

    assert rows[0] == rows[1]
    planted = [any(first in text for first in BAD) for text in rows[0]]
    assert planted != sorted(planted)


def test_nothing_in_a_transcript_says_who_answers() -> None:
    told = bad_talks()[0].told()
    text = transcript(told)
    session = told.sessions[0]

    assert "P: the council letter is under the fruit bowl" in text
    assert told.story.id not in text.replace("lectures", "")
    for hint in ("offline", "claude", "planted", told.story.person.name):
        assert hint not in text.lower()
    assert session.said[0].toney in text


def test_the_judge_is_another_model_than_the_coach() -> None:
    settings = Settings.model_construct(coach_model="claude-opus-5-5", strategist_model="x")

    assert model_of(settings) == "claude-sonnet-5-5"
    assert settings_of(settings).strategist_model == "claude-sonnet-5-5"
    assert settings_of(settings, "mine").strategist_model == "mine"


def test_over_the_wire_the_rubric_is_sent_and_an_answer_out_of_range_is_asked_for_again() -> None:
    wrong = {**grades(3).model_dump(), "empathy": 9}
    plays = [streams(reply(json.dumps(wrong)))]
    server = ModelServer(plays, then=streams(reply(grades(3).model_dump_json())))

    async def ask(llm: AnthropicLLM) -> Panel:
        return await panel(llm, REAL[:1], model="another")

    found = with_claude(server, ask)

    assert len(server.bodies) == 1 + len(BAD) + 1
    assert all(one.grades and one.grades.mean == 3.0 for one in (*found.stories, *found.planted))
    assert {str(body["system"])[:80] for body in server.bodies} == {
        str(server.bodies[0]["system"])[:80]
    }
    assert not found.is_trusted
