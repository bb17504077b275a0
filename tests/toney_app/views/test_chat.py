from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

import pytest

from coaching import conversation
from coaching.agents.fallback import Absence
from coaching.models import ModelCall
from coaching.repositories import turns
from coaching.services import usage
from coaching.values.chips import Chip
from coaching.values.enums import SafetyLevel
from tests.support import factories
from toney_app.notice_state import NoticeState
from toney_app.session_state import SessionState
from toney_app.views.chat import about_sheet, thread
from toney_app.views.chat.present import turn_as_json
from toney_app.views.chat.sent_state import SentState
from toney_app.views.chat.state import ChatState

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from coaching.bootstrap import Coaching
    from coaching.clock import FrozenClock
    from tests.support.databases import Database
    from tests.support.states import Tab
    from tests.support.talker import Talker


def message(text: str, client: str = "") -> dict[str, str]:
    return {"text": text, "client": client or uuid4().hex}


async def say(tab: Tab, text: str) -> UUID:
    """Send a message, wait for the end of its reply and return its turn."""
    await tab.does(ChatState.send, message(text))
    turn = UUID((await tab.state(ChatState)).answers[-1].turn)
    heard = [found async for found in conversation.subscribe(tab.coaching, tab.owner, turn)]
    assert heard[-1].event.type == "done"
    return turn


async def test_a_message_is_answered_with_its_turn(tab: Tab) -> None:
    await tab.does(ChatState.send, message("Hello", "abc"))
    [answer] = (await tab.state(ChatState)).answers
    assert (answer.client, answer.problem) == ("abc", "")
    assert answer.turn


async def test_answers_before_and_after_a_restart_have_other_numbers(
    tab: Tab, tab_of: Callable[[UUID], Awaitable[Tab]]
) -> None:
    turn = str(uuid4())
    both = [await tab.state(ChatState), await (await tab_of(tab.owner)).state(ChatState)]
    for state in both:
        state._answer(turn=turn)
    before, after = (state.answers for state in both)
    assert before != after


async def test_quick_replies_are_there_again_when_the_thread_is_loaded(
    tab: Tab, talker: Talker
) -> None:
    talker.chips = (Chip("keep", "Yes, keep it"), Chip("not_now", "Not now"))
    await say(tab, "Hello")
    await tab.does(ChatState.load)
    (shown,) = (await tab.state(ChatState)).turns
    assert tuple(shown.chips) == talker.chips


async def test_a_message_that_is_delivered_twice_has_one_turn(tab: Tab) -> None:
    await tab.does(ChatState.send, message("Hello", "abc"))
    await tab.does(ChatState.send, message("Hello", "abc"))
    first, second = (await tab.state(ChatState)).answers
    assert first.turn == second.turn
    assert second.number == first.number + 1


async def test_an_edited_message_takes_the_place_of_the_old_one(tab: Tab) -> None:
    turn = str(await say(tab, "The drawer."))
    await tab.does(ChatState.load)
    await tab.does(ChatState.send, {**message("The kitchen."), "replaces": turn})
    state = await tab.state(ChatState)
    assert state.turns == []
    gone, answer = state.answers[-2:]
    assert (gone.turn, gone.problem) == (turn, "gone")
    assert answer.turn not in ("", turn)


async def test_an_edit_that_comes_too_late_says_so(tab: Tab) -> None:
    turn = str(await say(tab, "One."))
    await say(tab, "Two.")
    await tab.does(ChatState.send, {**message("Three.", "abc"), "replaces": turn})
    answer = (await tab.state(ChatState)).answers[-1]
    assert (answer.client, answer.turn, answer.problem) == ("abc", "", "ui.problem.edit_late")


async def test_a_refused_message_says_why_and_keeps_its_place(tab: Tab) -> None:
    for text in ("one", "two", "three", "four"):
        await tab.does(ChatState.send, message(text, text))
    answer = (await tab.state(ChatState)).answers[-1]
    assert (answer.client, answer.turn, answer.problem) == ("four", "", "ui.problem.burst")


async def test_the_last_message_of_the_day_says_until_when(
    tab: Tab, sqlite_database: Database
) -> None:
    sqlite_database.expected_violations.add("I9")  # counted by hand
    now, most = tab.coaching.clock.now(), tab.coaching.settings.interactions_per_day
    async with tab.coaching.unit(tab.owner, write=True) as s:
        for _ in range(most):
            await usage.count_turn(s, tab.owner, now=now, limit=most)
    await tab.does(ChatState.send, message("One too many"))
    answer = (await tab.state(ChatState)).answers[-1]
    until = usage.next_day(now).isoformat()
    assert (answer.problem, answer.until, answer.most) == ("ui.problem.day", until, most)


async def test_without_a_consent_the_page_asks_for_it(
    newcomer: Callable[..., Awaitable[Tab]],
) -> None:
    tab = await newcomer(consents=False)
    await tab.does(ChatState.send, message("Hello"))
    assert (await tab.state(ChatState)).answers[-1].problem == "ui.problem.consent"
    assert (await tab.state(NoticeState)).sheet == "consent"


async def test_a_reload_shows_what_was_said(
    tab: Tab, tab_of: Callable[[UUID], Awaitable[Tab]]
) -> None:
    await say(tab, "I opened it.")
    reloaded = await tab_of(tab.owner)
    await reloaded.does(ChatState.load)
    [turn] = (await reloaded.state(ChatState)).turns
    assert (turn.said, turn.said_state, turn.status) == ("I opened it.", "saved", "done")
    assert turn.text == "That took courage. What did you see?"


@pytest.mark.parametrize(
    ("level", "shown"), [(SafetyLevel.NONE, ["I’ll check first."]), (SafetyLevel.CONCERN, [])]
)
async def test_what_was_noted_between_tools_can_be_read_later_unless_it_was_serious(
    tab: Tab, engine: Coaching, level: SafetyLevel, shown: list[str]
) -> None:
    session = await factories.conversation(engine.db, tab.owner)
    turn = await factories.exchange(engine.db, tab.owner, session)
    noted = [{"type": "thinking", "thinking": "I’ll check first."}, {"type": "text", "text": "x"}]
    async with engine.unit(tab.owner, write=True) as s:
        stored = await turns.require(s, tab.owner, turn.id)
        stored.steps = [{"content": json.dumps(noted), "calls": "[]", "meta": {}}]
        stored.safety_level = level
    await tab.does(ChatState.load)
    assert (await tab.state(ChatState)).turns[-1].steps == shown


async def test_a_turn_that_still_runs_waits_for_its_stream(tab: Tab, engine: Coaching) -> None:
    session = await factories.conversation(engine.db, tab.owner)
    await factories.running_turn(engine.db, tab.owner, session, partial="That took")
    await tab.does(ChatState.load)
    [turn] = (await tab.state(ChatState)).turns
    assert (turn.status, turn.blocks, turn.retryable) == ("waiting", [], False)


async def test_another_tab_is_noticed_when_one_comes_back(
    tab: Tab, tab_of: Callable[[UUID], Awaitable[Tab]]
) -> None:
    other = await tab_of(tab.owner)
    await other.does(ChatState.load)
    await say(tab, "Hello from the first tab")
    await other.does(ChatState.look_again, True)
    assert (await other.state(ChatState)).turns == []
    await other.does(ChatState.look_again, False)
    assert [turn.said for turn in (await other.state(ChatState)).turns] == [
        "Hello from the first tab"
    ]


async def test_older_turns_come_a_page_at_a_time(tab: Tab, engine: Coaching) -> None:
    session = await factories.conversation(engine.db, tab.owner)
    for number in range(35):
        await factories.exchange(engine.db, tab.owner, session, f"Message {number}")
    await tab.does(ChatState.load)
    chat = await tab.state(ChatState)
    assert (next(t.said for t in chat.turns), chat.has_older) == ("Message 5", True)
    await tab.does(ChatState.load_older)
    assert (next(t.said for t in chat.turns), len(chat.turns)) == ("Message 0", 35)
    assert not chat.has_older


async def test_sessions_are_told_apart(tab: Tab, clock: FrozenClock) -> None:
    await say(tab, "Evening")
    clock.move(timedelta(hours=13))
    await say(tab, "Morning")
    await tab.does(ChatState.load)
    first, second = (await tab.state(ChatState)).turns
    assert second.session == first.session + 1


async def test_a_crisis_has_people_to_turn_to(tab: Tab) -> None:
    await say(tab, "I want to kill myself.")
    await tab.does(ChatState.load)
    [turn] = (await tab.state(ChatState)).turns
    assert turn.care == SafetyLevel.CRISIS
    assert "ending your life" in turn.care_words
    assert turn.category == "suicidality"

    await say(tab, "Me quiero matar.")
    await tab.does(ChatState.load)
    assert "quitarte la vida" in (await tab.state(ChatState)).turns[-1].care_words


async def test_what_is_empty_is_not_sent(tab: Tab) -> None:
    await say(tab, "Hello")
    await tab.does(ChatState.load)
    sent = turn_as_json((await tab.state(ChatState)).turns[0])
    assert "problem" not in sent
    assert sent["blocks"] == [{"spans": [{"text": "That took courage. What did you see?"}]}]


async def test_the_page_says_why_the_offline_coach_answers(tab: Tab, clock: FrozenClock) -> None:
    await tab.does(ChatState.load)
    assert (await tab.state(SessionState)).absence == ""
    tab.coaching.cost_gate.add(costs_a_fortune(clock))
    await tab.does(ChatState.send, message("Hello"))
    assert (await tab.state(SessionState)).absence == "over_limit"
    clock.move(timedelta(days=1))
    await tab.does(ChatState.load)
    assert (await tab.state(SessionState)).absence == ""


def test_each_reason_for_the_offline_coach_is_told_but_that_there_is_no_key() -> None:
    told = str(thread._stand_in())
    assert [reason for reason in Absence if f'"{reason}"' not in told] == [Absence.NO_KEY]


def costs_a_fortune(clock: FrozenClock) -> ModelCall:
    return ModelCall(
        id=uuid4(),
        role="coach",
        provider="claude",
        model="claude-sonnet-5-5",
        cost_microusd=51_000_000,
        outcome="done",
        created_at=clock.now(),
    )


async def test_a_tap_says_what_was_sent_for_a_reply(tab: Tab) -> None:
    turn = await say(tab, "There is a drawer.")
    await tab.does(SentState.show, str(turn))
    shown = (await tab.state(SentState)).shown
    assert (shown.provider, shown.kinds[0], shown.searches) == ("Anthropic", "message", [])
    assert (await tab.state(NoticeState)).sheet == "sent"


def test_the_sheet_about_the_coach_tells_a_missing_key_from_an_ai_that_is_away() -> None:
    shown = str(about_sheet.what_it_can())
    assert "no_key" in shown
    assert "ui.chat.about_no_key.body" in shown
