"""What a talk costs, with the cache and without it, against the targets of the project.

Requests are played once (`play`) and billed many times: at the pauses of the play, with brisk
ones, and as five people in one hour, whose sessions begin twelve minutes apart.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from coaching.evals.cost.bills import NONE, OURS, billed
from coaching.evals.cost.play import pauses
from coaching.evals.cost.prompt_parts import shared_tokens
from coaching.evals.report import Case, Report, share
from coaching.llm.port import Usage
from coaching.llm.prices import BATCH_DIVISOR, cost_of
from coaching.values.enums import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from coaching.evals.cost.bills import Timed
    from coaching.evals.cost.counting_model import Asked
    from coaching.evals.cost.play import Pauses, Replay

When = Literal["played", "five", "brisk"]
WHEN: tuple[When, ...] = ("played", "five", "brisk")
BETWEEN_PEOPLE = 720.0
LEAST_SAVED, AIM_SAVED = 0.82, 0.85
MOST_A_TURN, AIM_A_TURN = 8000, 6000
SHORT_TURNS, MOST_A_SHORT_TURN = 6, 10_000
"""Sessions of a few turns share their prefix and their Strategist run among fewer turns."""
MOST_COACH = 5600
MOST_SHARED = 4000
Bills = list[tuple["Asked", Usage]]


@dataclass(frozen=True, slots=True)
class CostRow:
    """The Coach's input in micro-dollars at each time, and what the cache saves."""

    layout: str
    input_microusd: Mapping[When, int]
    saved: Mapping[When, float]


@dataclass(frozen=True, slots=True)
class RoleCost:
    """What an agent costs: calls, tokens by kind, micro-dollars of input and of all."""

    calls: int
    used: Usage
    uncached_input_microusd: int
    input_microusd: int
    microusd: int


@dataclass(frozen=True, slots=True)
class CostReport:
    """Everything that `toney eval cost` prints; money in micro-dollars."""

    sessions: int
    turns: int
    seed: int
    pauses: Pauses
    coach_requests: int
    shared_tokens: int
    rows: tuple[CostRow, ...]
    roles: Mapping[Role, RoleCost]
    first_run_microusd: int
    turn_microusd: Mapping[When, float]

    @property
    def saved(self) -> float:
        """The share of the Coach's input cost that caching saves one person as it was played."""
        return next(row.saved["played"] for row in self.rows if row.layout == OURS)

    def a_turn(self, role: Role) -> float:
        """Return the micro-dollars of an agent for one turn."""
        return self.roles[role].microusd / (self.sessions * self.turns)

    @property
    def at_once_microusd(self) -> float:
        """Return what a turn costs if no run is done in a batch: each has its whole price."""
        more = self.a_turn(Role.STRATEGIST) * (BATCH_DIVISOR - 1)
        return self.turn_microusd["played"] + more

    @property
    def is_short(self) -> bool:
        """Return True if the sessions have few turns."""
        return self.turns <= SHORT_TURNS

    def targets(self) -> Report:
        """Return the targets as cases of an eval; a short session has one, the cost of a turn."""
        turn, coach = self.turn_microusd["played"] / 1e6, self.a_turn(Role.COACH) / 1e6
        most = MOST_A_SHORT_TURN if self.is_short else MOST_A_TURN
        of_a_turn = _at_most("turn_of_all_agents_usd", turn, most / 1e6)
        if self.is_short:
            return Report((of_a_turn,), {})
        return Report(
            (
                _at_least("saved", self.saved, LEAST_SAVED),
                of_a_turn,
                _at_most("turn_of_the_coach_usd", coach, MOST_COACH / 1e6),
                _at_most("core_and_tools_tokens", self.shared_tokens, MOST_SHARED),
            ),
            {},
        )

    def aims(self) -> Mapping[str, bool]:
        """Return which of the aims behind the targets are met; short sessions have none."""
        if self.is_short:
            return {}
        return {
            "saved 85 %": self.saved >= AIM_SAVED,
            "turn of all agents $0.006": self.turn_microusd["played"] <= AIM_A_TURN,
        }


def counted(replay: Replay) -> CostReport:
    """Bill a replay with the cache and without it, at every time."""
    times: dict[When, list[Timed]] = {when: timed(replay, when) for when in WHEN}
    bills = {when: billed(times[when]) for when in WHEN}
    turns = replay.plan.sessions * replay.plan.turns
    first = [(asked.at, asked) for asked in replay.onboarding]
    first_body = replay.turns[0][0][0].body
    return CostReport(
        sessions=replay.plan.sessions,
        turns=replay.plan.turns,
        seed=replay.plan.seed,
        pauses=replay.plan.pauses,
        coach_requests=sum(asked.role is Role.COACH for asked, _ in bills["played"]),
        shared_tokens=shared_tokens(first_body),
        rows=tuple(_rows(times)),
        roles={role: _role(bills["played"], role) for role in Role},
        first_run_microusd=_cost(billed(first)),
        turn_microusd={when: _cost(bills[when]) / turns for when in WHEN},
    )


def timed(replay: Replay, when: When) -> list[Timed]:
    """Return the requests of the sessions, each with its second at another pace."""
    shifts = _shifts(replay, when)
    return [
        (asked.at + shifts[session][turn], asked)
        for session, turns in enumerate(replay.turns)
        for turn, requests in enumerate(turns)
        for asked in requests
    ]


def _shifts(replay: Replay, when: When) -> list[list[float]]:
    """Return by how many seconds each turn moves."""
    plan = replay.plan
    rng = random.Random(plan.seed)  # noqa: S311 - a replay, not a secret
    brisk = iter(pauses(plan.sessions * plan.turns, "brisk", rng))
    began = [turns[0][0].at for turns in replay.turns]
    shifts: list[list[float]] = []
    for session, waited in enumerate(replay.pauses):
        start = began[0] + session * BETWEEN_PEOPLE - began[session] if when == "five" else 0.0
        moved, earlier = list[float](), start
        for pause in waited:
            earlier += next(brisk) - pause if when == "brisk" else 0.0
            moved.append(earlier)
        shifts.append(moved)
    return shifts


def _rows(times: Mapping[When, Sequence[Timed]]) -> Iterable[CostRow]:
    coach: dict[When, list[Timed]] = {
        when: [(at, asked) for at, asked in requests if asked.role is Role.COACH]
        for when, requests in times.items()
    }
    plain: dict[When, int] = {when: _input(billed(coach[when], cached=False)) for when in WHEN}
    ours: dict[When, int] = {when: _input(billed(coach[when])) for when in WHEN}
    yield _row(NONE, plain, plain)
    yield _row(OURS, ours, plain)


def _row(name: str, costs: Mapping[When, int], plain: Mapping[When, int]) -> CostRow:
    saved: dict[When, float] = {
        when: share(plain[when] - costs[when], plain[when], if_none=0.0) for when in WHEN
    }
    return CostRow(name, costs, saved)


def _role(bills: Bills, role: Role) -> RoleCost:
    mine = [(asked, usage) for asked, usage in bills if asked.role is role]
    plain = [(asked, _uncached(usage)) for asked, usage in mine]
    return RoleCost(len(mine), _summed(mine), _input(plain), _input(mine), _cost(mine))


def _uncached(usage: Usage) -> Usage:
    prompt = usage.input_tokens + usage.cache_read_tokens
    prompt += usage.cache_write_5m_tokens + usage.cache_write_1h_tokens
    return Usage(prompt, usage.output_tokens)


def _summed(bills: Bills) -> Usage:
    return Usage(
        input_tokens=sum(usage.input_tokens for _, usage in bills),
        output_tokens=sum(usage.output_tokens for _, usage in bills),
        cache_read_tokens=sum(usage.cache_read_tokens for _, usage in bills),
        cache_write_5m_tokens=sum(usage.cache_write_5m_tokens for _, usage in bills),
        cache_write_1h_tokens=sum(usage.cache_write_1h_tokens for _, usage in bills),
        thinking_tokens=sum(asked.thinking_tokens for asked, _ in bills),
    )


def _cost(bills: Bills) -> int:
    return sum(cost_of(asked.model, usage).micro_usd for asked, usage in bills)


def _input(bills: Bills) -> int:
    without_output = (cost_of(a.model, replace(u, output_tokens=0)).micro_usd for a, u in bills)
    return sum(without_output)


def _at_least(name: str, got: float, wanted: float) -> Case:
    return Case(name, f"at least {wanted:g}", round(got, 4), got >= wanted)


def _at_most(name: str, got: float, wanted: float) -> Case:
    return Case(name, f"at most {wanted:g}", round(got, 6), got <= wanted)
