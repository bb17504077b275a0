"""Whether a reply helped: said in its menu, with Undo, and by the API with a comment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.domains.quality import queries
from coaching.models import MessageRole
from coaching.repositories import messages
from coaching.values.quality import Rating
from tests.support import factories
from toney_app.notice_state import NoticeState
from toney_app.views.chat.rating_state import RatingState
from toney_app.views.undo_state import UndoState

if TYPE_CHECKING:
    from uuid import UUID

    from tests.support.states import Tab


async def reply_to(tab: Tab) -> UUID:
    session = await factories.conversation(tab.coaching.db, tab.owner)
    turn = await factories.exchange(tab.coaching.db, tab.owner, session)
    async with tab.coaching.unit(tab.owner) as s:
        found = await messages.of_turn(s, tab.owner, turn.id, MessageRole.COACH)
    assert found is not None
    return found.id


async def rating(tab: Tab, reply: UUID) -> Rating | None:
    async with tab.coaching.unit(tab.owner) as s:
        row = await queries.rating_of(s, tab.owner, reply)
    return row.rating if row else None


async def test_a_reply_is_rated_again_and_taken_back(tab: Tab) -> None:
    reply = await reply_to(tab)
    for said in Rating:
        await tab.does(RatingState.rate, str(reply), said)
        assert await rating(tab, reply) is said
    notice = await tab.state(NoticeState)
    assert notice.key == "ui.toast.reply_rated"
    await tab.does(UndoState.take_back, notice.undo_kind, notice.undo_id)
    assert await rating(tab, reply) is None
