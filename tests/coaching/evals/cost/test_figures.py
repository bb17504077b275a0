"""The cost of talks, counted: what is dealt, what is moved in time, what the command prints."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from sqlmodel import select

from coaching.cli.main import toney
from coaching.evals.cost.bills import NONE, OURS
from coaching.evals.cost.counting_model import Asked
from coaching.evals.cost.figures import BETWEEN_PEOPLE, counted, timed
from coaching.evals.cost.play import Plan, Replay, pauses, play
from coaching.evals.cost.words import as_json, page
from coaching.llm.roles import role_plans
from coaching.llm.wire import body_of
from coaching.models import ModelCall
from coaching.values.enums import Role
from coaching.values.prompt import SystemPromptBlock
from scripts import costs
from tests.support.model_asking import request, says, settings_of

if TYPE_CHECKING:
    from coaching.bootstrap import Coaching
    from coaching.evals.cost.play import Pauses

SHARED = SystemPromptBlock("how to coach " * 300)
DAY = 86_400.0


def asked(at: float, *said: str, role: Role = Role.COACH) -> Asked:
    plan = role_plans(settings_of())[role]
    system = (SHARED, SystemPromptBlock("who it is"))
    if role is Role.STRATEGIST:
        system = (SystemPromptBlock("how to plan " * 300, cached=False),)
    lines = [says(word, "assistant" if n % 2 else "user") for n, word in enumerate(said)]
    return Asked(
        at, role, body_of(request(role, *lines, system=system), plan, plan.choices[0]), 180
    )


def dealt(many: int, kind: Pauses) -> list[float]:
    return sorted(pauses(many, kind, random.Random(7)))  # noqa: S311 - not a secret


def replay() -> Replay:
    """Return two sessions of two turns, a day apart, the second turn after six minutes."""
    sessions = tuple(
        (
            (asked(start, f"hi {start}"), asked(start + 5, "seen", role=Role.OBSERVER)),
            (asked(start + 365, f"hi {start}", "hello", "so"),),
        )
        for start in (0.0, DAY)
    )
    first = (asked(-60, "plan", role=Role.STRATEGIST),)
    return Replay(Plan(2, 2), first, sessions, ((30.0, 360.0), (30.0, 360.0)))


def test_a_hundred_pauses_have_the_shares_that_people_have() -> None:
    found = dealt(100, "human")

    assert sum(20 <= pause <= 120 for pause in found) == 70
    assert sum(120 < pause <= 290 for pause in found) == 17
    assert sum(300 <= pause <= 1080 for pause in found) == 13
    assert found == dealt(100, "human")
    assert max(dealt(250, "brisk")) <= 150


def test_five_people_in_an_hour_begin_twelve_minutes_apart() -> None:
    starts = [at for at, request in timed(replay(), "five") if len(request.body["messages"]) == 1]  # pyrefly: ignore[bad-argument-type]

    assert starts == [0.0, 5.0, BETWEEN_PEOPLE, BETWEEN_PEOPLE + 5]


def test_brisk_people_pause_less_and_their_answers_take_as_long() -> None:
    times = [at for at, _ in timed(replay(), "brisk")]

    assert times[1] - times[0] == pytest.approx(5)
    assert times[2] - times[0] <= 155


def test_the_counterfactual_is_every_token_at_the_plain_price() -> None:
    report = counted(replay())
    by_name = {row.layout: row for row in report.rows}

    assert by_name[NONE].saved["played"] == 0
    ours = by_name[OURS].input_microusd["played"]
    plain = by_name[NONE].input_microusd["played"]
    assert report.saved == by_name[OURS].saved["played"] == round((plain - ours) / plain, 4)
    coach = report.roles[Role.COACH]
    assert (coach.input_microusd, coach.uncached_input_microusd) == (ours, plain)
    assert coach.microusd == ours + 4 * 1800
    assert report.first_run_microusd > 0
    assert report.roles[Role.STRATEGIST].calls == 0
    assert set(by_name) == {NONE, OURS}


def test_the_report_says_of_each_target_whether_it_is_met() -> None:
    report = replace(counted(replay()), turns=20)
    found = as_json(report)

    assert list(found)[:3] == ["cases", "passed", "failures"]
    assert (found["cases"], found["passed"]) == (4, 3)
    assert found["failures"] == [{"id": "saved", "expected": "at least 0.82", "got": report.saved}]
    assert f"| saved | at least 0.82 | {report.saved} | **not met** |" in page(report)
    assert "| core_and_tools_tokens | at most 4000 | 1445 | met |" in page(report)


def test_a_run_in_a_batch_costs_half_of_one_for_somebody_who_comes_back() -> None:
    later, at_once = (counted(with_runs(is_in_batch=each)) for each in (True, False))

    run = later.a_turn(Role.STRATEGIST)
    assert run == pytest.approx(at_once.a_turn(Role.STRATEGIST) / 2)
    assert run > 0
    assert later.at_once_microusd == pytest.approx(at_once.turn_microusd["played"])
    assert "they come back before the batch is done" in page(later)


def with_runs(*, is_in_batch: bool) -> Replay:
    """Return the two sessions, each with its run at the end."""
    two, run = replay(), replace(asked(0, "plan", role=Role.STRATEGIST), is_in_batch=is_in_batch)
    return replace(two, turns=tuple((*turns[:-1], (*turns[-1], run)) for turns in two.turns))


def test_a_short_session_has_one_target() -> None:
    found = as_json(counted(replay()))

    assert found["cases"] == 1
    assert "at most 0.01" in page(counted(replay()))


@pytest.mark.journey
async def test_what_the_books_keep_is_what_the_replay_counts() -> None:
    """One session through the engine: the stored calls say what the bodies would be billed."""
    kept: list[ModelCall] = []

    async def look(coaching: Coaching) -> None:
        async with coaching.db.system("test") as s:
            kept.extend((await s.exec(select(ModelCall))).all())

    played = await play(Plan(sessions=1, turns=4), look=look)
    report = counted(played)

    counted_costs = sum(role.microusd for role in report.roles.values())
    assert sum(row.cost_microusd or 0 for row in kept) == counted_costs + report.first_run_microusd
    assert [len([row for row in kept if row.role == role]) for role in Role] == [5, 4, 2, 1]
    assert all(row.prompt_hash and row.cost_known for row in kept)
    assert sum(row.cache_write_5m_tokens > 0 for row in kept) == 1


@pytest.mark.journey
def test_the_command_prints_one_object_for_any_model_that_has_a_price() -> None:
    few = ["--sessions", "1", "--turns", "1", "--pauses", "brisk", "--model", "claude-opus-5-5"]
    ran = CliRunner().invoke(toney, ["eval", "cost", *few, "--json"])

    found = json.loads(ran.stdout)
    assert list(found)[:3] == ["cases", "passed", "failures"]
    assert (found["sessions"], found["turns"], found["coach_requests"]) == (1, 1, 1)
    assert found["layouts"]["ours, as sent"]["saved"]["played"] < 0
    assert (found["short"]["turns"], found["short"]["cases"]) == (6, 1)


@pytest.mark.journey
async def test_the_page_of_the_docs_says_what_is_counted_now() -> None:
    """Within a tenth: replies and briefings change, and with them the tokens."""
    counted_now = await costs.figures()
    told = costs.PAGE.read_text("utf-8").split(costs.BEGINS)[1].split(costs.ENDS)[0]

    expected = pytest.approx(figures_in(counted_now), rel=0.1, abs=0.00002)
    assert figures_in(told) == expected, "run `make snap`"
    targets = [line for line in counted_now.splitlines() if "| at " in line]
    assert len(targets) == 5
    assert all(line.endswith("| met |") for line in targets)


def figures_in(text: str) -> list[float]:
    return [float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?:\.\d+)?", text)]
