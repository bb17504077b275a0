from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

from coaching.domains.check_ins import service as check_ins
from coaching.domains.check_ins.chips import moods
from coaching.domains.check_ins.service import Details
from coaching.domains.goals import service as goals
from coaching.domains.goals.fields import GoalFields
from coaching.repositories import messages
from coaching.values.check_ins import MOST_A_DAY, CheckInAbout, Mood
from coaching.values.chips import as_json
from coaching.values.conversations import MessageRole
from tests.support import factories
from toney_app.notice_state import NoticeState
from toney_app.views.chat.state import ChatState
from toney_app.views.check_ins.list_state import CheckInsState
from toney_app.views.check_ins.sheet import sentence_form
from toney_app.views.check_ins.state import CheckInState
from toney_app.views.help.state import HelpState
from toney_app.views.undo_state import UndoState

if TYPE_CHECKING:
    from coaching.bootstrap import Coaching
    from coaching.clock import FrozenClock
    from coaching.domains.check_ins.models import CheckIn
    from tests.support.states import Tab


async def stored(engine: Coaching, tab: Tab) -> list[CheckIn]:
    async with engine.unit(tab.owner) as s:
        return list((await check_ins.page(s, tab.owner)).items)


async def test_a_tap_saves_opens_the_sheet_and_can_be_taken_back(
    tab: Tab, engine: Coaching
) -> None:
    await tab.does(CheckInState.tap, "heavy")
    state, notices = await tab.state(CheckInState), await tab.state(NoticeState)
    assert (state.newest.mood, state.newest.is_today, state.open.id) == (
        "heavy",
        True,
        state.newest.id,
    )
    assert (notices.sheet, notices.key) == ("check-in", "ui.toast.check_in_saved")
    await tab.does(UndoState.take_back, notices.undo_kind, notices.undo_id)
    assert await stored(engine, tab) == []
    assert (await tab.state(CheckInState)).newest.id == ""


async def test_a_mood_tapped_in_the_chat_is_on_home_and_can_be_taken_back(
    tab: Tab, engine: Coaching
) -> None:
    session = await factories.conversation(engine.db, tab.owner, at=engine.clock.now())
    turn = await factories.exchange(engine.db, tab.owner, session, "Payday.", at=engine.clock.now())
    async with engine.unit(tab.owner, write=True) as s:
        reply = await messages.of_turn(s, tab.owner, turn.id, MessageRole.COACH)
        assert reply is not None
        reply.chips = as_json(moods("en"))
    await tab.does(ChatState.send, {"text": "Heavy", "client": "c2"})
    newest, notices = (await tab.state(CheckInState)).newest, await tab.state(NoticeState)
    assert (newest.mood, newest.is_today) == ("heavy", True)
    assert notices.key == "ui.toast.check_in_saved"
    await tab.does(UndoState.take_back, notices.undo_kind, notices.undo_id)
    assert await stored(engine, tab) == []


async def test_a_second_tap_soon_corrects_the_first_and_a_later_one_is_new(
    tab: Tab, engine: Coaching, clock: FrozenClock
) -> None:
    await tab.does(CheckInState.tap, "heavy")
    await tab.does(CheckInState.tap, "mixed")
    assert [row.mood for row in await stored(engine, tab)] == [Mood.MIXED]
    clock.move(timedelta(minutes=11))
    await tab.does(CheckInState.tap, "light")
    assert [row.mood for row in await stored(engine, tab)] == [Mood.LIGHT, Mood.MIXED]


async def test_words_that_were_saved_are_not_in_the_field_of_the_next_check_in(
    tab: Tab, engine: Coaching
) -> None:
    assert 'draft("check_in")' in str(sentence_form().render())  # what `write` lets go of
    await tab.does(CheckInState.tap, "tense")
    await tab.does(CheckInState.write, {"content": "Two letters came."})
    await tab.does(CheckInState.tap, "light")
    state, notices = await tab.state(CheckInState), await tab.state(NoticeState)
    let_go = [entry.split()[-1] for entry in notices.stored]
    assert let_go.count("check_in") == 3  # with each new one, and with the words
    assert (state.open.content, state.replaces) == ("", False)
    assert len(await stored(engine, tab)) == 2


async def test_words_begun_for_one_check_in_are_not_in_the_field_of_another(tab: Tab) -> None:
    await tab.does(CheckInState.tap, "tense")
    first = (await tab.state(CheckInState)).open.id
    await tab.does(CheckInState.write, {"content": "Two letters came."})
    await tab.does(CheckInState.tap, "light")
    second = (await tab.state(CheckInState)).open.id
    let_go = (await tab.state(NoticeState)).stored
    await tab.does(CheckInState.show, second)
    assert (await tab.state(NoticeState)).stored == let_go, "the same one: its words stay"
    await tab.does(CheckInState.show, first)
    (newest,) = set((await tab.state(NoticeState)).stored) - set(let_go)
    assert newest.split()[-1] == "check_in"


async def test_the_sheet_says_when_a_mood_replaces_the_one_before(tab: Tab) -> None:
    await tab.does(CheckInState.tap, "heavy")
    state = await tab.state(CheckInState)
    assert not state.replaces
    await tab.does(CheckInState.tap, "mixed")
    assert state.replaces
    await tab.does(CheckInState.show, state.open.id)
    assert not state.replaces


async def test_a_goal_and_a_sentence_are_added_and_the_reply_is_waited_for(
    tab: Tab, engine: Coaching, clock: FrozenClock
) -> None:
    async with engine.unit(tab.owner, write=True) as s:
        fields = GoalFields(title="Ring the bank")
        goal = (await goals.add(s, tab.owner, fields, at=clock.now())).row
    await tab.does(CheckInState.tap, "tense")
    state = await tab.state(CheckInState)
    assert [one.title for one in state.goals] == ["Ring the bank"]
    await tab.does(CheckInState.say_about, "post")
    await tab.does(CheckInState.choose_goal, str(goal.id))
    await tab.does(CheckInState.write, {"content": "Two letters came."})

    (row,) = await stored(engine, tab)

    assert (row.about, row.goal_id, row.content) == (
        CheckInAbout.GOAL,
        goal.id,
        "Two letters came.",
    )
    assert (state.newest.shown, (await tab.state(NoticeState)).sheet) == ("Two letters came.", "")


async def test_words_in_danger_open_help_and_are_not_shown_again(tab: Tab) -> None:
    await tab.does(CheckInState.tap, "heavy")
    await tab.does(CheckInState.write, {"content": "I want to kill myself tonight."})
    state = await tab.state(CheckInState)
    assert (await tab.state(NoticeState)).sheet == "help"
    assert (await tab.state(HelpState)).category == "suicidality"
    assert (state.newest.shown, state.newest.status) == ("", "")


async def test_the_list_goes_on_and_a_deleted_one_comes_back(
    tab: Tab, engine: Coaching, clock: FrozenClock
) -> None:
    async with engine.unit(tab.owner, write=True) as s:
        for mood in (Mood.HEAVY, Mood.STEADY):
            clock.move(timedelta(seconds=1))
            words = Details(f"It was {mood}.")
            await check_ins.add(s, tab.owner, mood, at=clock.now(), details=words)
    await tab.does(CheckInsState.load)
    listed = await tab.state(CheckInsState)
    assert [one.shown for one in listed.items] == ["It was steady.", "It was heavy."]
    await tab.does(CheckInState.show, listed.items[1].id)
    await tab.does(CheckInState.delete)
    assert (await tab.state(CheckInState)).newest.mood == "steady"
    notices = await tab.state(NoticeState)
    await tab.does(UndoState.take_back, notices.undo_kind, notices.undo_id)
    assert [one.mood for one in listed.items] == ["steady", "heavy"]


async def test_too_many_in_a_day_are_refused_in_words(
    tab: Tab, engine: Coaching, clock: FrozenClock
) -> None:
    async with engine.unit(tab.owner, write=True) as s:
        for _ in range(MOST_A_DAY):
            clock.move(timedelta(minutes=20))
            await check_ins.add(s, tab.owner, Mood.LIGHT, at=clock.now(), check_in_id=uuid4())
    clock.move(timedelta(minutes=20))
    await tab.does(CheckInState.tap, "heavy")
    assert (await tab.state(NoticeState)).key == "ui.problem.check_ins"


async def test_an_address_without_a_check_in_closes_the_sheet(tab: Tab) -> None:
    await tab.does(CheckInState.arrive)
    notices = await tab.state(NoticeState)
    assert notices.sheet == ""
    assert notices.order
