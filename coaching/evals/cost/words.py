"""What a cost report says: one page, for the terminal and for docs/costs.md alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.evals.cost.bills import OURS
from coaching.evals.cost.counting_model import STRATEGIST_THINKS
from coaching.evals.cost.figures import WHEN
from coaching.llm.prices import CHARACTERS_PER_TOKEN, PRICES
from coaching.values.enums import Role

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.evals.cost.figures import CostReport, RoleCost, When

COLUMNS: dict[When, str] = {
    "played": "one person, {pauses} pauses",
    "five": "five people in one hour",
    "brisk": "one person, brisk",
}
AGENTS = {
    Role.COACH: "Coach",
    Role.OBSERVER: "Observer, memories in the same call",
    Role.STRATEGIST: "Strategist, one run a session, in a batch",
    Role.CLOSING: "Closing note, one a session",
}
MICRO = 1_000_000
DENSE = 2.5
"""Characters a token, if the service's tokenizer is as dense as its page says."""


def page(report: CostReport) -> str:
    """Return the tables and the targets as Markdown."""
    played = f"{report.sessions} sessions × {report.turns} turns, seed {report.seed}"
    parts = (
        f"Played: {played}, {report.coach_requests} requests of the Coach.",
        "\n".join(_layouts(report)),
        "\n".join(_turn(report)),
        "\n".join(_targets(report)),
        "\n".join(_unsure(report)),
    )
    return "\n\n".join(parts)


def short_page(report: CostReport) -> str:
    """Return the tables for short sessions: a turn by agent, and the targets."""
    played = f"Sessions of {report.turns} turns ({report.sessions} of them):"
    return "\n\n".join((played, "\n".join(_turn(report)), "\n".join(_targets(report))))


def as_json(report: CostReport) -> dict[str, object]:
    """Return the object that the command prints: the contract's keys, then the figures."""
    return {
        **report.targets().as_json(),
        "aims": dict(report.aims()),
        "sessions": report.sessions,
        "turns": report.turns,
        "seed": report.seed,
        "coach_requests": report.coach_requests,
        "core_and_tools_tokens": report.shared_tokens,
        "saved": report.saved,
        "layouts": {
            row.layout: {"input_microusd": dict(row.input_microusd), "saved": dict(row.saved)}
            for row in report.rows
        },
        "turn_microusd": {
            **{role.value: report.a_turn(role) for role in Role},
            "all": report.turn_microusd["played"],
            "all_without_a_batch": report.at_once_microusd,
            "all_five_people_in_one_hour": report.turn_microusd["five"],
            "all_brisk": report.turn_microusd["brisk"],
        },
        "first_strategist_run_microusd": report.first_run_microusd,
    }


def _layouts(report: CostReport) -> Iterator[str]:
    columns = " | ".join(COLUMNS[when].format(pauses=report.pauses) for when in WHEN)
    yield f"| input of the Coach | {columns} |"
    yield "| --- |" + " --- |" * len(WHEN)
    for row in report.rows:
        costs = [_saved(row.input_microusd[when], row.saved[when]) for when in WHEN]
        name, cells = row.layout, " | ".join(costs)
        bold = "**" if name == OURS else ""
        yield f"| {bold}{name}{bold} | {cells} |"


def _saved(microusd: int, saved: float) -> str:
    return f"${microusd / MICRO:.3f}" + (f" (−{saved:.1%})" if saved else "")


def _turn(report: CostReport) -> Iterator[str]:
    yield "| a turn | calls | input, uncached | input | output | in all |"
    yield "| --- | --- | --- | --- | --- | --- |"
    turns = report.sessions * report.turns
    for role, name in AGENTS.items():
        yield _agent(name, report.roles[role], turns)
    total = {when: _money(report.turn_microusd[when]) for when in WHEN}
    yield f"| **all agents** | | | | | **{total['played']}** |"
    at_once = _money(report.at_once_microusd)
    yield f"| all agents, they come back before the batch is done | | | | | {at_once} |"
    yield f"| all agents, five people in one hour | | | | | {total['five']} |"
    yield f"| all agents, brisk | | | | | {total['brisk']} |"


def _agent(name: str, cost: RoleCost, turns: int) -> str:
    output = cost.microusd - cost.input_microusd
    cells = (cost.uncached_input_microusd, cost.input_microusd, output, cost.microusd)
    money = " | ".join(_money(microusd / turns) for microusd in cells)
    return f"| {name} | {cost.calls / turns:.2f} | {money} |"


def _money(microusd: float) -> str:
    return f"${microusd / MICRO:.5f}"


def _targets(report: CostReport) -> Iterator[str]:
    yield "| target | wanted | got | |"
    yield "| --- | --- | --- | --- |"
    for case in report.targets().cases:
        yield f"| {case.id} | {case.expected} | {case.got} | {_met(is_met=case.passed)} |"
    for aim, is_met in report.aims().items():
        yield f"| aim: {aim} | | | {_met(is_met=is_met)} |"


def _met(*, is_met: bool) -> str:
    return "met" if is_met else "**not met**"


def _unsure(report: CostReport) -> Iterator[str]:
    first = f"${report.first_run_microusd / MICRO:.3f}"
    more = PRICES["claude-sonnet-5-5"].in_batch.normal.output / report.turns
    dense = report.turn_microusd["played"] * CHARACTERS_PER_TOKEN / DENSE
    yield f"- The run after the onboarding costs {first}, once in a person's life with Toney."
    yield (
        f"- How long the Strategist thinks is a guess: {STRATEGIST_THINKS:,} tokens a run. "
        f"Each further 1,000 add {_money(more)} to a turn. About short sessions it doesn't think."
    )
    yield (
        f"- Tokens are estimated at {CHARACTERS_PER_TOKEN} characters each. At {DENSE} every cost "
        f"is 8 % higher, a turn of all agents {_money(dense)}; the percentages stay."
    )
