"""What is tapped twice: the second tap changes nothing, and the Undo of the first stays."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from coaching.domains.check_ins import service as check_ins
from coaching.tools.create_goal import CreateGoal, create_goal
from coaching.values.check_ins import Mood
from coaching.values.enums import OnboardingStep, Tension
from coaching.values.tools import ToolUse
from tests.support import factories
from tests.support.factories import MONDAY_MORNING
from tests.support.goals import with_goal
from toney_app.arrival_state import ArrivalState
from toney_app.notice_state import NoticeState
from toney_app.views.chat.draft_state import DraftState
from toney_app.views.chat.state import ChatState
from toney_app.views.check_ins.state import CheckInState
from toney_app.views.goals.dream_state import DreamsState
from toney_app.views.goals.state import GoalsState
from toney_app.views.goals.steps_state import StepsState
from toney_app.views.notes.note_state import NoteState
from toney_app.views.onboarding.state import OnboardingState
from toney_app.views.purchases.state import ShelfState
from toney_app.views.rewire.state import RewireState
from toney_app.views.sending_state import SendingState
from toney_app.views.sessions.list_state import SessionsState
from toney_app.views.style.state import StyleState
from toney_app.views.undo_state import UndoState
from toney_app.views.wins.state import WinsState

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from coaching.bootstrap import Coaching
    from tests.support.states import Tab


async def twice(tab: Tab, handler: Any, *arguments: Any) -> tuple[str, str]:
    """Run a handler twice before the page has read anything, and once more after that."""
    state = await tab.root.get_state(handler.state)
    for _ in range(2):
        await handler.fn(state, *arguments)
    await tab.does(handler, *arguments)
    shown = await tab.state(NoticeState)
    return shown.key, shown.undo_kind


async def test_a_card(tab: Tab, engine: Coaching) -> None:
    card = await factories.card(engine.db, tab.owner)
    await tab.does(RewireState.load)
    await tab.does(RewireState.choose, str(card.id))
    assert await twice(tab, RewireState.delete) == ("ui.toast.card_deleted", "card_deleted")


async def test_a_check_in(tab: Tab, engine: Coaching) -> None:
    async with engine.unit(tab.owner, write=True) as s:
        kept = await check_ins.add(s, tab.owner, Mood.HEAVY, at=MONDAY_MORNING)
    await tab.does(CheckInState.show, str(kept.row.id))
    said = await twice(tab, CheckInState.delete)
    assert said == ("ui.toast.check_in_deleted", "check_in_deleted")


async def test_a_note(tab: Tab) -> None:
    await tab.does(NoteState.start_new)
    await tab.does(NoteState.save, {"title": "Sums", "content": "80 for shoes"})
    assert await twice(tab, NoteState.delete) == ("ui.toast.note_deleted", "note_deleted")


async def test_a_goal(tab: Tab) -> None:
    await with_goal(tab)
    assert await twice(tab, GoalsState.delete) == ("ui.toast.goal_deleted", "")


async def test_a_conversation(tab: Tab) -> None:
    await tab.does(ChatState.send, {"text": "I put the letter in the drawer.", "client": "one"})
    await tab.coaching.jobs.stop()
    await tab.does(SessionsState.load)
    (row,) = (await tab.state(SessionsState)).rows
    said = await twice(tab, SessionsState.delete, row.id)
    assert said == ("ui.toast.session_deleted", "session_deleted")


async def test_a_win_and_its_undo(tab: Tab) -> None:
    await tab.does(WinsState.add, {"win": "I opened it"})
    wins = await tab.state(WinsState)
    win = wins.months[0].wins[0].id
    assert await twice(tab, WinsState.delete, win) == ("ui.toast.win_deleted", "win_deleted")
    said = await twice(tab, UndoState.take_back, "win_deleted", win)
    assert said == ("ui.toast.taken_back", "")
    assert [one.id for month in wins.months for one in month.wins] == [win]


async def test_a_step_and_a_dream(tab: Tab) -> None:
    goals = await with_goal(tab)
    await tab.does(StepsState.add_step, {"text": "Find the letter"})
    said = await twice(tab, StepsState.drop_step, goals.goal.steps[0].id)
    assert said == ("ui.toast.step_deleted", "step_before")
    await tab.does(DreamsState.start_new)
    await tab.does(DreamsState.save, {"title": "The sea"})
    await tab.does(DreamsState.start_edit, goals.board.dreams[0].id)
    assert await twice(tab, DreamsState.delete) == ("ui.toast.dream_deleted", "")


async def test_what_was_proposed_and_changed_first(tab: Tab, engine: Coaching) -> None:
    session = await factories.conversation(engine.db, tab.owner)
    turn = await factories.exchange(engine.db, tab.owner, session)
    use = ToolUse(tab.owner, turn.id, None, engine.clock.now())
    wanted = CreateGoal(title="Post", why="", cue="it is Sunday", response="I open one")
    async with engine.unit(tab.owner, write=True) as s:
        draft = str((await create_goal(s, use, wanted)).proposal_id)
    await tab.does(DraftState.edit, draft)
    said = await twice(tab, DraftState.keep_edited, {"words": "Post has a day"})
    assert said == ("ui.toast.goal_saved", "goal")


async def test_how_buying_something_felt(tab: Tab, engine: Coaching) -> None:
    thing = {"kind": "purchase", "client": "1" * 32, "at": str(engine.clock.now()), "item": "Shoes"}
    await tab.does(SendingState.take, {"thing": json.dumps(thing)})
    shelf = await tab.state(ShelfState)
    await tab.does(ShelfState.decide, shelf.waiting[0].id, "buy")
    said = await twice(tab, ShelfState.write, {"note": "It felt good."})
    assert said == ("ui.toast.purchase_buy", "purchase_before")
    assert [one.note for one in shelf.bought] == ["It felt good."]


async def test_next_and_skip_of_a_question(newcomer: Callable[..., Awaitable[Tab]]) -> None:
    tab = await newcomer()
    await tab.does(ArrivalState.arrive)
    asked = await tab.state(OnboardingState)
    await tab.does(OnboardingState.choose, "q1_avoid")
    await twice(tab, OnboardingState.go_on, {"nth": "1"})
    assert (asked.question.id, asked.number) == ("q2", 2)
    await twice(tab, OnboardingState.skip, 2)
    assert asked.question.id == "q3"


async def test_next_and_skip_of_a_choice_about_style(
    newcomer: Callable[..., Awaitable[Tab]],
) -> None:
    tab = await newcomer(tension_type=Tension.AVOID, onboarding_step=OnboardingStep.STYLE_INTRO)
    await tab.does(ArrivalState.arrive)
    await tab.does(StyleState.begin)
    quiz = await tab.state(StyleState)
    await tab.does(StyleState.choose, "s1_d")
    await twice(tab, StyleState.go_on, 1)
    assert (quiz.number, quiz.dial.is_shown) == (2, True)
    await twice(tab, StyleState.skip, 2)
    assert quiz.question.id == "s3"
