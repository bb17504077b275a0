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


async def said(tab: Tab, reply: UUID) -> tuple[Rating, str] | None:
    async with tab.coaching.unit(tab.owner) as s:
        row = await queries.rating_of(s, tab.owner, reply)
    return (row.rating, row.comment) if row else None


async def test_a_reply_is_rated_again_and_taken_back(tab: Tab) -> None:
    reply = await reply_to(tab)
    for rating in (Rating.MISSED, Rating.HELPED):
        await tab.does(RatingState.rate, str(reply), rating)
        assert await said(tab, reply) == (rating, "")
    notice = await tab.state(NoticeState)
    assert notice.key == "ui.toast.reply_rated"
    await tab.does(UndoState.take_back, notice.undo_kind, notice.undo_id)
    assert await said(tab, reply) is None


async def test_who_says_it_did_not_help_is_asked_what_was_off(tab: Tab) -> None:
    reply = await reply_to(tab)
    page = await tab.state(RatingState)
    await tab.does(RatingState.rate, str(reply), Rating.HELPED)
    assert page.asked == ""
    await tab.does(RatingState.rate, str(reply), Rating.MISSED)
    assert page.asked == str(reply)
    await tab.does(RatingState.comment, {"comment": "It isn’t about letters."})
    assert await said(tab, reply) == (Rating.MISSED, "It isn’t about letters.")
    assert page.asked == ""
    notice = await tab.state(NoticeState)
    await tab.does(UndoState.take_back, notice.undo_kind, notice.undo_id)
    assert await said(tab, reply) is None


async def test_not_now_keeps_the_rating_without_a_comment(tab: Tab) -> None:
    reply = await reply_to(tab)
    page = await tab.state(RatingState)
    await tab.does(RatingState.rate, str(reply), Rating.MISSED)
    await tab.does(RatingState.skip)
    assert page.asked == ""
    await tab.does(RatingState.comment, {"comment": "Sent twice"})
    assert await said(tab, reply) == (Rating.MISSED, "")


async def test_danger_in_a_comment_opens_help(tab: Tab) -> None:
    reply = await reply_to(tab)
    await tab.does(RatingState.rate, str(reply), Rating.MISSED)
    await tab.does(RatingState.comment, {"comment": "I want to end my life."})
    assert (await tab.state(NoticeState)).sheet == "help"
