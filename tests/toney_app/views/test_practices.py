"""Practices in the app: the list, a step at a time, what is kept, and a crisis on the way."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.domains.practices.content import load_library
from coaching.errors import NotAllowed
from coaching.repositories import cards
from coaching.services import profiles, safety_events
from coaching.values.enums import SafetyLevel
from coaching.values.safety import SafetyVerdict
from tests.support import factories
from toney_app.notice_state import NoticeState
from toney_app.views.help.state import HelpState
from toney_app.views.home.state import HomeState
from toney_app.views.practices import kinds
from toney_app.views.practices.ending_state import EndingState
from toney_app.views.practices.library_state import PracticesState
from toney_app.views.practices.player_state import PlayerState

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from uuid import UUID

    from coaching.clock import FrozenClock
    from tests.support.states import Tab
    from toney_app.views.practices.present import Step

FRIEND = "One is enough for today"


async def step(tab: Tab) -> Step:
    return (await tab.state(PlayerState)).step


async def chooses(tab: Tab, choice: str) -> None:
    number = str((await step(tab)).number)
    await tab.does(PlayerState.choose, {"number": number, "choice": choice})


async def writes(tab: Tab, text: str) -> None:
    number = str((await step(tab)).number)
    await tab.does(PlayerState.write, {"number": number, "text": text})


async def goes_on(tab: Tab) -> None:
    await tab.does(PlayerState.go_on, (await step(tab)).number)


async def at_the_question(tab: Tab) -> None:
    """Start `kind_words` and go to the step to write on."""
    await tab.does(PlayerState.start, "kind_words")
    await chooses(tab, "tired")
    await goes_on(tab)


async def at_the_end(tab: Tab) -> None:
    await at_the_question(tab)
    await writes(tab, f"{FRIEND}.")
    await goes_on(tab)
    await chooses(tab, "good")


async def is_running(tab: Tab) -> str:
    await tab.does(PracticesState.look)
    return (await tab.state(PracticesState)).running


async def test_home_opens_the_best_match_of_the_list(tab: Tab) -> None:
    await tab.does(PracticesState.load)
    items = (await tab.state(PracticesState)).items
    assert len(items) > 10
    assert all(item.title and item.promise and item.minutes for item in items)
    await tab.does(PlayerState.start_best)
    shown = await step(tab)
    assert shown.title.startswith(f"{items[0].title} · {items[0].minutes} min")
    assert "deleted when you finish" in shown.about
    assert (await tab.state(NoticeState)).sheet == "practice"


async def test_two_taps_count_once_and_going_back_finds_the_answer(tab: Tab) -> None:
    await tab.does(PlayerState.start, "ride_it_out")
    first = (await step(tab)).number
    for _ in range(2):
        await tab.does(PlayerState.choose, {"number": str(first), "choice": "buy"})
    scale = await step(tab)
    assert (scale.kind, scale.number) == ("scale", first + 1)
    assert [choice.id for choice in scale.choices] == [str(n) for n in range(11)]
    await chooses(tab, "7")
    await tab.does(PlayerState.back, (await step(tab)).number)
    assert [choice.id for choice in (await step(tab)).choices if choice.is_chosen] == ["7"]


async def test_what_is_missing_is_said_and_the_step_stays(tab: Tab) -> None:
    await at_the_question(tab)
    asked = await step(tab)
    await writes(tab, "   ")
    assert (await tab.state(PlayerState)).problem == "write"
    assert await step(tab) == asked
    await writes(tab, FRIEND)
    assert (await tab.state(PlayerState)).problem == ""


async def test_a_reload_goes_on_at_its_step_and_home_says_what_is_running(
    tab: Tab, tab_of: Callable[[UUID], Awaitable[Tab]]
) -> None:
    await at_the_question(tab)
    reloaded = await tab_of(tab.owner)
    assert await is_running(reloaded) == "A kind word to yourself"
    await reloaded.does(PlayerState.resume)
    assert (await step(reloaded)).text == (await step(tab)).text
    await writes(reloaded, FRIEND)
    await writes(tab, "Another sentence")
    assert (await step(tab)).kind == "breathe"


async def test_a_card_is_kept_as_it_was_changed(tab: Tab) -> None:
    await at_the_end(tab)
    ended = await step(tab)
    assert (ended.outcomes[0].kind, ended.outcomes[0].preview) == ("card", FRIEND)
    assert ended.nothing == "Don’t keep anything"
    form = {"number": str(ended.number), "outcome": "0", "content": "I opened one. Enough."}
    for _ in range(2):
        await tab.does(EndingState.keep, form)
    async with tab.coaching.unit(tab.owner) as s:
        (card,) = await cards.for_user(s, tab.owner)
    assert (card.title, card.content) == ("What I’d tell a friend", "I opened one. Enough.")
    kept = await step(tab)
    assert (kept.kept, kept.outcomes, kept.can_go_back) == ("card", [], False)
    assert await is_running(tab) == ""


async def test_nothing_is_kept_and_nothing_nags(tab: Tab) -> None:
    await at_the_end(tab)
    assert await is_running(tab) == ""
    await tab.does(EndingState.finish, (await step(tab)).number)
    async with tab.coaching.unit(tab.owner) as s:
        assert await cards.for_user(s, tab.owner) == []
    assert (await step(tab)).kind == ""


async def test_whoever_stops_is_asked_nothing(tab: Tab) -> None:
    await at_the_question(tab)
    shown = await step(tab)
    assert [way.name for way in shown.exits] == ["too_much", "not_now", "something_else"]
    await tab.does(PlayerState.leave, shown.number, "not_now")
    left = await step(tab)
    assert (left.kind, left.exits, left.outcomes) == ("end", [], [])
    assert [action.name for action in left.then] == ["talk", "close"]
    assert await is_running(tab) == ""


async def test_a_crisis_closes_the_player_and_opens_help(tab: Tab) -> None:
    await at_the_question(tab)
    await writes(tab, "I want to end my life.")
    player = await tab.state(PlayerState)
    assert (player.step.kind, player.care) == ("", "suicidality")
    assert "safe right now?" in player.care_words
    assert (await tab.state(HelpState)).category == "suicidality"
    assert (await tab.state(NoticeState)).sheet == "practice-care"
    assert (await tab.state(HomeState)).is_quiet
    assert await is_running(tab) == ""


async def test_a_day_later_the_place_is_gone_without_a_word(tab: Tab, clock: FrozenClock) -> None:
    await at_the_question(tab)
    clock.move(timedelta(hours=25))
    assert await is_running(tab) == ""
    await writes(tab, FRIEND)
    assert (await step(tab)).kind == ""


async def test_in_quiet_days_there_is_no_practice(tab: Tab, clock: FrozenClock) -> None:
    async with tab.coaching.unit(tab.owner, write=True) as s:
        person = await profiles.require(s, tab.owner)
        crisis = SafetyVerdict(SafetyLevel.CRISIS, "suicidality")
        await safety_events.note(s, person, crisis, at=clock.now())
    await tab.does(PracticesState.load)
    assert (await tab.state(PracticesState)).items == []
    await tab.does(PlayerState.start_best)
    with pytest.raises(NotAllowed):
        await tab.does(PlayerState.start, "slow_breath")
    assert (await step(tab)).kind == ""


async def test_whoever_writes_spanish_plays_in_spanish(tab: Tab, clock: FrozenClock) -> None:
    db = tab.coaching.db
    session = await factories.conversation(db, tab.owner, at=clock.now())
    said = "Anoche compré zapatos otra vez y no sé por qué lo hago"
    await factories.exchange(db, tab.owner, session, said, at=clock.now())
    await tab.does(PlayerState.start, "slow_breath")
    shown = await step(tab)
    assert (shown.language, shown.words["stop_here"]) == ("es", "Parar aquí")
    assert shown.title.endswith("minutos")


def test_every_practice_has_a_group_and_an_icon() -> None:
    assert {practice.id for practice in load_library().practices} == set(kinds.OF_PRACTICE)
    assert {group for group, _ in kinds.OF_PRACTICE.values()} == set(kinds.GROUPS)


async def test_the_list_shows_one_group_and_all_again(tab: Tab) -> None:
    await tab.does(PracticesState.load)
    await tab.does(PracticesState.show, "calm")
    assert (await tab.state(PracticesState)).group == "calm"
    await tab.does(PracticesState.show, "nonsense")
    assert (await tab.state(PracticesState)).group == ""


async def test_only_groups_with_an_exercise_are_offered(tab: Tab, clock: FrozenClock) -> None:
    async with tab.coaching.unit(tab.owner, write=True) as s:
        person = await profiles.require(s, tab.owner)
        worry = SafetyVerdict(SafetyLevel.CONCERN, "domestic_economic_abuse")
        await safety_events.note(s, person, worry, at=clock.now())

    await tab.does(PracticesState.load)

    library = await tab.state(PracticesState)
    assert library.groups == sorted({item.group for item in library.items})
    assert set(library.groups) < set(kinds.GROUPS)
