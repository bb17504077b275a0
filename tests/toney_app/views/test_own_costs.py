from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.llm.port import CallFacts, Usage
from coaching.services import model_calls, profiles
from coaching.services.model_calls import Caller, Measured
from coaching.values.enums import Role
from coaching.values.model_choice import Reason
from toney_app.views.own_costs.present import dollars
from toney_app.views.own_costs.state import CostsState

if TYPE_CHECKING:
    from coaching.clock import FrozenClock
    from tests.support.states import Tab

MILLION = 1_000_000


async def asked(tab: Tab, clock: FrozenClock, model: str, role: Role, reason: Reason) -> None:
    caller = Caller(tab.owner, role, "claude", reason=reason)
    facts = CallFacts(model, usage=Usage(input_tokens=MILLION))
    row = model_calls.as_row(caller, facts, Measured("done", clock.now(), 900))
    async with tab.coaching.unit(tab.owner, write=True) as s:
        await model_calls.record(s, [row])


async def test_the_month_shows_what_was_asked_why_and_what_it_cost(
    tab: Tab, clock: FrozenClock
) -> None:
    await tab.does(CostsState.load)
    costs = (await tab.state(CostsState)).costs
    assert (costs.loaded, costs.rows, costs.limit) == (True, (), "US$30.00")

    for _ in range(2):
        await asked(tab, clock, "claude-sonnet-5-5", Role.COACH, Reason.VOICE)
    await asked(tab, clock, "claude-haiku-5-5", Role.OBSERVER, Reason.READS)
    await tab.does(CostsState.load)
    costs = (await tab.state(CostsState)).costs
    assert [(row.role, row.reason, row.calls, row.cost) for row in costs.rows] == [
        ("coach", "voice", 2, "US$4.00"),
        ("observer", "reads", 1, "US$0.50"),
    ]
    assert (costs.cost, costs.calls, costs.share, costs.is_known) == ("US$4.50", 3, 15, True)
    assert costs.resets_at[8:] == "01T00:00:00+00:00"

    await asked(tab, clock, "somebodys-model", Role.COACH, Reason.VOICE)
    await tab.does(CostsState.load)
    assert not (await tab.state(CostsState)).costs.is_known


async def test_the_saving_mode_is_switched_on_and_off(tab: Tab) -> None:
    for is_on in (True, False):
        await tab.does(CostsState.save_money, is_on)
        assert (await tab.state(CostsState)).costs.is_saving is is_on
        async with tab.coaching.unit(tab.owner) as s:
            assert (await profiles.require(s, tab.owner)).saving_mode is is_on


def test_less_than_a_cent_is_not_nothing() -> None:
    assert [dollars(n) for n in (0, 1, 10_000, 1_234_567_890)] == [
        "US$0.00",
        "< US$0.01",
        "US$0.01",
        "US$1,234.57",
    ]
