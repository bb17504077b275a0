from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coaching.models import CoachMemory
from coaching.repositories import memories
from coaching.services import briefings
from coaching.services.briefings import Run
from coaching.values.enums import MemoryState, Trigger, Verdict
from tests.support import strategy
from toney_app.views.home.state import HomeState
from toney_app.views.insight.history_state import HistoryState
from toney_app.views.insight.state import InsightState

if TYPE_CHECKING:
    from coaching.bootstrap import Coaching
    from tests.support.states import Tab

ONE = "You take care of people with all you have, and there is room on that list for you."


async def briefed(engine: Coaching, tab: Tab, boundary: str = "onboarding", **changes: Any) -> None:
    output = strategy.output(**{"one_sentence": ONE, "hypothesis": ""} | changes)
    async with engine.unit(tab.owner, write=True) as s:
        run = Run(Trigger.ONBOARDING, boundary, "claude")
        await briefings.store(s, tab.owner, output, run, at=engine.clock.now())


async def shown(tab: Tab) -> list[str]:
    page = (await tab.state(InsightState)).page
    return [sentence.text for part in page.parts for sentence in part.sentences]


async def open_first(tab: Tab) -> None:
    await tab.does(InsightState.load)
    first = (await tab.state(InsightState)).page.parts[0].sentences[0]
    await tab.does(InsightState.choose, first.id)


async def test_an_empty_account_has_an_empty_page(tab: Tab) -> None:
    await tab.does(InsightState.load)

    page = (await tab.state(InsightState)).page
    assert (page.loaded, page.parts, page.questions) == (True, [], [])


async def test_a_refused_sentence_is_gone_here_and_on_home(tab: Tab, engine: Coaching) -> None:
    await briefed(engine, tab)
    await open_first(tab)

    await tab.does(InsightState.say, Verdict.NOT_TRUE)

    state = await tab.state(InsightState)
    assert ONE not in await shown(tab)
    assert (state.done, state.chosen) == ("not_true", "")
    await tab.does(HomeState.load)
    assert (await tab.state(HomeState)).sentence == ""
    await tab.does(InsightState.take_back, state.undo_id)
    assert ONE in await shown(tab)


async def test_a_second_tap_on_an_answer_changes_nothing(tab: Tab, engine: Coaching) -> None:
    await briefed(engine, tab)
    await open_first(tab)

    for _ in range(2):
        await tab.does(InsightState.say, Verdict.NOT_TRUE)

    assert (await tab.state(InsightState)).done == "not_true"
    assert ONE not in await shown(tab)


async def test_a_sentence_is_said_differently(tab: Tab, engine: Coaching) -> None:
    await briefed(engine, tab)
    await open_first(tab)
    await tab.does(InsightState.ask, "reword")

    await tab.does(InsightState.reword, {"words": "I like to be asked."})

    first = (await tab.state(InsightState)).page.parts[0].sentences[0]
    assert (first.text, first.is_yours) == ("I like to be asked.", True)


async def test_a_sentence_closes_when_it_is_tapped_again(tab: Tab, engine: Coaching) -> None:
    await briefed(engine, tab)
    await open_first(tab)
    chosen = (await tab.state(InsightState)).chosen

    await tab.does(InsightState.choose, chosen)

    assert (await tab.state(InsightState)).chosen == ""


async def test_a_waiting_memory_is_answered(tab: Tab, engine: Coaching) -> None:
    row = CoachMemory(user_id=tab.owner, content="Was ill last year", created_at=engine.clock.now())
    row.updated_at, row.active, row.state = engine.clock.now(), False, MemoryState.WAITING
    async with engine.unit(tab.owner, write=True) as s:
        s.add(row)
    await tab.does(InsightState.load)
    (question,) = (await tab.state(InsightState)).page.questions

    await tab.does(InsightState.answer, question.id, True)

    assert (await tab.state(InsightState)).page.questions == []
    assert await shown(tab) == ["Was ill last year"]


async def test_the_slider_shows_the_letter_then(tab: Tab, engine: Coaching) -> None:
    await briefed(engine, tab, journey_narrative="You began.")
    await briefed(engine, tab, "session_start:2", journey_narrative="You went on to the post.")

    await tab.does(HistoryState.open)

    state = await tab.state(HistoryState)
    assert (len(state.letters), state.letter.number) == (2, 2)
    assert (state.letter.new, state.letter.gone) == (["You went on to the post."], ["You began."])
    await tab.does(HistoryState.turn_to, 1.0)
    assert (await tab.state(HistoryState)).letter.lines == [ONE, "You began."]
    await tab.does(HistoryState.close)
    assert not (await tab.state(HistoryState)).is_open


async def test_memories_beyond_the_first_are_shown_when_asked_for_and_can_be_corrected(
    tab: Tab, engine: Coaching
) -> None:
    now = engine.clock.now()
    async with engine.unit(tab.owner, write=True) as s:
        for number in range(34):
            said = f"You told me about jar number {number} in the kitchen."
            row = CoachMemory(user_id=tab.owner, content=said, created_at=now)
            await memories.add(s, tab.owner, row)
    await tab.does(InsightState.load)
    first = await shown(tab)
    assert (await tab.state(InsightState)).page.has_more is True

    await tab.does(InsightState.show_more)

    state, every = await tab.state(InsightState), await shown(tab)
    assert (len(first), len(every), state.page.has_more) == (30, 34, False)
    last = state.page.parts[-1].sentences[-1]
    await tab.does(InsightState.choose, last.id)
    await tab.does(InsightState.say, Verdict.NOT_TRUE)
    assert last.text not in await shown(tab)
