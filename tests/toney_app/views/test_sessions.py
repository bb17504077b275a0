from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from coaching import conversation
from coaching.models import Feedback
from coaching.repositories import batches as batch_rows
from coaching.repositories import jobs as job_rows
from coaching.services import briefings, jobs, sessions, threads
from coaching.services.briefings import Run
from coaching.values.enums import Trigger
from tests.support import strategy
from toney_app.arrival_state import ArrivalState
from toney_app.notice_state import NoticeState
from toney_app.views.chat.state import ChatState
from toney_app.views.practices.player_state import PlayerState
from toney_app.views.sessions import closing_state
from toney_app.views.sessions.closing_state import ClosingState
from toney_app.views.sessions.doors_state import DoorsState
from toney_app.views.sessions.list_state import SessionsState
from toney_app.views.undo_state import UndoState

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from coaching.clock import FrozenClock
    from tests.support.states import Tab

DRAWER = "There is a drawer with my letters in it."


async def says(tab: Tab, text: str) -> None:
    accepted = await conversation.accept(tab.coaching, tab.owner, text, text)
    async for _ in conversation.subscribe(tab.coaching, tab.owner, accepted.turn_id):
        pass


async def has_doors(tab: Tab) -> None:
    titles = ("The drawer", "The call", "Sunday", "Nothing in particular")
    run = strategy.output(doors=[strategy.DOOR | {"title": title} for title in titles])
    made = Run(Trigger.SESSION_START, "session_start:x", "claude-sonnet-5-5")
    async with tab.coaching.db.unit(tab.owner, write=True) as s:
        await briefings.store(s, tab.owner, run, made, at=tab.coaching.clock.now())


@pytest.fixture
async def after(tab: Tab) -> Tab:
    """A session with words in it, and doors into the next one; what comes next the tests write."""
    await says(tab, DRAWER)
    await tab.coaching.jobs.stop()
    await has_doors(tab)
    return tab


async def test_after_the_end_its_turns_are_over_and_those_of_the_next_are_not(after: Tab) -> None:
    await after.does(ChatState.load)
    assert [turn.over for turn in (await after.state(ChatState)).turns] == [False]
    await after.does(ClosingState.end)
    assert [turn.over for turn in (await after.state(ChatState)).turns] == [True]
    await says(after, "My sister called.")
    await after.does(ChatState.look_again, False)
    assert [turn.over for turn in (await after.state(ChatState)).turns] == [True, False]


async def test_the_end_of_a_session_is_a_sheet_with_its_closing(after: Tab) -> None:
    await after.does(ClosingState.end)
    closing = (await after.state(ClosingState)).closing
    assert closing.note.endswith("or talk about something else.")
    assert (await after.state(NoticeState)).sheet == "closing"
    await after.does(ClosingState.end)
    assert (await after.state(ClosingState)).closing == closing


async def test_what_is_written_behind_the_scenes_takes_its_place(
    after: Tab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closing_state, "LOOK_SECONDS", 0)
    await after.does(ClosingState.end)
    state = await after.state(ClosingState)
    session = UUID(state.closing.id)
    async with after.coaching.unit(after.owner, write=True) as s:
        await sessions.take_note(s, after.owner, session, "You came with a drawer.")
    await after.does(ClosingState.follow)
    assert state.closing.note == "You came with a drawer."


async def test_the_end_of_a_session_that_is_deleted_meanwhile_leaves_its_undo(
    after: Tab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closing_state, "LOOK_SECONDS", 0)
    await after.does(ClosingState.end)
    await after.does(SessionsState.delete, (await after.state(ClosingState)).closing.id)
    await after.does(ClosingState.follow)
    assert (await after.state(NoticeState)).undo_kind == "session_deleted"


async def test_doors_of_a_run_that_is_done_at_once_show_up_when_it_is_done(
    after: Tab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closing_state, "LOOK_SECONDS", 0)
    await after.does(ClosingState.end)
    async with after.coaching.unit(after.owner) as s:
        assert await jobs.is_being_read(s, after.owner, now=after.coaching.clock.now())
    async with after.coaching.db.system("test", write=True) as s:
        (run,) = await job_rows.claim_due(
            s, now=after.coaching.clock.now(), limit=1, kind=jobs.STRATEGIST
        )
        await job_rows.finish(s, run.id, run.fence, now=after.coaching.clock.now())

    await after.does(ClosingState.look_out)

    assert (await after.state(DoorsState)).doors[0].title == "The drawer"


async def test_a_page_that_opens_again_does_not_wait_for_the_batch(
    after: Tab, clock: FrozenClock
) -> None:
    await after.does(ClosingState.end)
    now = clock.now()
    async with after.coaching.db.system("test", write=True) as s:
        (run,) = await job_rows.claim_due(s, now=now, limit=1, kind=jobs.STRATEGIST)
        later = now + timedelta(hours=2)
        assert await batch_rows.wait(s, after.owner, run, run_at=later, batch={"id": "batch_1"})
    clock.move(timedelta(minutes=20))

    await after.does(ArrivalState.arrive)

    async with after.coaching.unit(after.owner) as s:
        assert await jobs.is_being_read(s, after.owner, now=clock.now())


async def test_when_nothing_comes_what_the_rules_said_stands(
    after: Tab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closing_state, "LOOK_SECONDS", 0)
    monkeypatch.setattr(closing_state, "LOOKS", 2)
    await after.does(ClosingState.end)
    state = await after.state(ClosingState)
    note = state.closing.note
    await after.does(ClosingState.follow)
    assert state.closing.note == note


async def test_one_tap_says_how_it_was(after: Tab) -> None:
    await after.does(ClosingState.end)
    await after.does(ClosingState.rate, Feedback.NOT_TODAY)
    assert (await after.state(ClosingState)).closing.feedback == "not_today"


async def test_doors_stand_open_once_the_session_is_over_and_one_leads_into_the_next(
    after: Tab,
) -> None:
    await after.does(DoorsState.load)
    assert (await after.state(DoorsState)).doors == []
    await after.does(ClosingState.end)
    state = await after.state(DoorsState)
    assert len(state.doors) == 3
    await after.does(DoorsState.open, state.doors[0].id)
    turns = (await after.state(ChatState)).turns
    assert (turns[-1].said, turns[-1].text) == ("", strategy.DOOR["opening"])
    assert turns[-1].session == 2
    assert state.doors == []


async def test_a_second_tap_goes_through_no_second_door(after: Tab) -> None:
    await after.does(ClosingState.end)
    first, second, *_ = (await after.state(DoorsState)).doors
    await after.does(DoorsState.open, first.id)
    await after.does(DoorsState.open, second.id)
    assert [turn.said for turn in (await after.state(ChatState)).turns] == [DRAWER, ""]
    await after.does(ClosingState.end)
    await after.does(DoorsState.open, second.id)
    assert len((await after.state(ChatState)).turns) == 3


async def test_one_door_may_be_an_exercise_for_what_was_said(tab: Tab) -> None:
    await says(tab, "I don’t know what I feel when I look at my account")
    await tab.coaching.jobs.stop()
    await has_doors(tab)
    await tab.does(ClosingState.end)
    state = await tab.state(DoorsState)
    assert [door.title for door in state.doors] == ["The drawer", "The call", "Name the feeling"]
    assert state.doors[-1].why_now == "An exercise based on what you told me."

    await tab.does(DoorsState.open, state.doors[-1].id)

    assert (await tab.state(PlayerState)).step.title.startswith("Name the feeling")
    assert (await tab.state(NoticeState)).sheet == "practice"
    assert [door.title for door in state.doors] == ["The drawer", "The call"]


async def test_an_address_alone_shows_no_closing(tab: Tab) -> None:
    await tab.does(ClosingState.load)
    notices = await tab.state(NoticeState)
    assert notices.sheet == ""
    assert notices.order


async def test_before_the_first_session_the_start_pages_are_the_doors(tab: Tab) -> None:
    await has_doors(tab)
    await tab.does(DoorsState.load)
    assert (await tab.state(DoorsState)).doors == []


async def test_without_consent_a_door_asks_for_it(
    newcomer: Callable[..., Awaitable[Tab]],
) -> None:
    tab = await newcomer(consents=False)
    await has_doors(tab)
    async with tab.coaching.unit(tab.owner) as s:
        newest = await briefings.newest(s, tab.owner)
    assert newest is not None
    await tab.does(DoorsState.open, f"{newest.id}:0")
    assert (await tab.state(NoticeState)).sheet == "consent"


async def test_past_sessions_are_listed_and_found_by_their_words(
    after: Tab, clock: FrozenClock
) -> None:
    await after.does(ClosingState.end)
    await says(after, "My sister called.")
    await after.does(SessionsState.load)
    state = await after.state(SessionsState)
    assert [(row.number, row.is_open) for row in state.rows] == [(2, True), (1, False)]
    assert [row.line for row in state.rows] == ["My sister called.", DRAWER]
    await after.does(SessionsState.look_for, " draw ")
    (row,) = state.rows
    assert (row.number, row.hit) == (1, "drawer")
    await after.does(ChatState.read, row.id, row.turn)
    assert row.turn in [turn.id for turn in (await after.state(ChatState)).turns]
    await after.does(SessionsState.look_for, "nowhere")
    assert state.rows == []
    assert clock.now().isoformat() == row.at


async def test_an_old_session_is_read_alone_and_one_tap_leads_back(after: Tab) -> None:
    await after.does(ClosingState.end)
    await says(after, "My sister called.")
    await after.does(SessionsState.load)
    newest, oldest = (await after.state(SessionsState)).rows
    await after.does(ChatState.read, oldest.id)
    state = await after.state(ChatState)
    assert ([turn.said for turn in state.turns], state.reading) == ([DRAWER], 1)
    await after.does(ChatState.look_again, False)
    assert state.reading == 1
    await after.does(ChatState.load)
    assert ([turn.session for turn in state.turns], state.reading) == ([1, 2], 0)
    await after.does(ChatState.read, newest.id)
    assert ([turn.session for turn in state.turns], state.reading) == ([1, 2], 0)


async def test_a_place_far_back_is_on_the_page_that_opens(
    after: Tab, monkeypatch: pytest.MonkeyPatch
) -> None:
    for words in ("My sister called.", "She asked about the post."):
        await says(after, words)
    one_turn = {"before": None, "limit": 1, "session_id": None}
    monkeypatch.setattr(threads.page, "__kwdefaults__", one_turn)
    await after.does(SessionsState.look_for, "drawer")
    (row,) = (await after.state(SessionsState)).rows
    await after.does(ChatState.read, row.id, row.turn)
    state = await after.state(ChatState)
    assert (state.turns[0].id, state.has_older) == (row.turn, False)


async def test_who_writes_while_reading_is_back_in_the_present(after: Tab) -> None:
    await after.does(ClosingState.end)
    await says(after, "My sister called.")
    await after.does(SessionsState.load)
    await after.does(ChatState.read, (await after.state(SessionsState)).rows[1].id)
    await after.does(ChatState.send, {"text": "And now?", "client": "now"})
    state = await after.state(ChatState)
    assert (state.reading, state.turns[-1].said) == (0, "And now?")


async def test_a_deleted_conversation_leaves_the_list_and_the_thread_until_it_is_taken_back(
    after: Tab,
) -> None:
    await after.does(ClosingState.end)
    await says(after, "My sister called.")
    await after.does(SessionsState.load)
    state = await after.state(SessionsState)
    oldest = state.rows[1].id
    await after.does(SessionsState.ask, oldest)
    assert state.asking == oldest
    await after.does(SessionsState.delete, oldest)
    assert ([row.number for row in state.rows], state.asking) == ([2], "")
    assert [turn.said for turn in (await after.state(ChatState)).turns] == ["My sister called."]
    await after.does(UndoState.take_back, "session_deleted", oldest)
    assert [row.number for row in state.rows] == [2, 1]
    said = [turn.said for turn in (await after.state(ChatState)).turns]
    assert said == [DRAWER, "My sister called."]
