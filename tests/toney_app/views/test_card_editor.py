from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.services import cards
from tests.support import factories
from toney_app.views.card_editor.state import CardEditorState
from toney_app.views.chat.state import ChatState

if TYPE_CHECKING:
    from coaching.bootstrap import Coaching
    from tests.support.states import Tab


async def test_a_card_begins_with_the_message_that_the_reply_answers(
    tab: Tab, engine: Coaching
) -> None:
    session = await factories.conversation(engine.db, tab.owner)
    await factories.exchange(engine.db, tab.owner, session, "It was less than I thought.")
    asked = "How do I pay back my brother?"
    await factories.exchange(engine.db, tab.owner, session, asked, "Little by little.")
    await tab.does(ChatState.load)
    turn = (await tab.state(ChatState)).turns[-1]
    await tab.does(CardEditorState.start_from_reply, turn.message_id)
    draft = (await tab.state(CardEditorState)).draft
    assert (draft.title, draft.content, draft.quote) == ("", "", "")
    assert draft.reply == "Little by little."


async def test_only_a_focus_card_that_home_shows_is_said_to_move(tab: Tab) -> None:
    await tab.does(CardEditorState.start_new)
    editor = await tab.state(CardEditorState)
    assert not editor.draft.moves_focus
    form = {"title": "One look", "content": "I look once.", "focus": "on"}
    await tab.does(CardEditorState.save, form)
    await tab.does(CardEditorState.start_new)
    assert editor.draft.moves_focus


async def test_a_second_tap_on_save_makes_no_second_card(tab: Tab, engine: Coaching) -> None:
    await tab.does(CardEditorState.start_new)
    for title in ("One look", "A look"):
        await tab.does(CardEditorState.save, {"title": title, "content": "I look once."})
    async with engine.unit(tab.owner) as s:
        assert [card.title for card in (await cards.page(s, tab.owner)).items] == ["A look"]
    await tab.does(CardEditorState.start_new)
    await tab.does(CardEditorState.save, {"title": "Another", "content": "I look twice."})
    async with engine.unit(tab.owner) as s:
        assert len((await cards.page(s, tab.owner)).items) == 2
