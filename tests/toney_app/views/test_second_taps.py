"""Delete that is tapped twice: the second tap changes nothing, and the Undo of the first stays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coaching.domains.check_ins import service as check_ins
from coaching.values.check_ins import Mood
from tests.support import factories
from tests.support.factories import MONDAY_MORNING
from tests.support.goals import with_goal
from toney_app.notice_state import NoticeState
from toney_app.views.chat.state import ChatState
from toney_app.views.check_ins.state import CheckInState
from toney_app.views.goals.state import GoalsState
from toney_app.views.notes.note_state import NoteState
from toney_app.views.rewire.state import RewireState
from toney_app.views.sessions.list_state import SessionsState

if TYPE_CHECKING:
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
