"""What the coach drafted, in the chat and in the editor: kept, changed first, or left."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.errors import InvalidInput
from coaching.models import ToolCall, ToolStatus
from coaching.repositories import messages, tool_calls
from coaching.services import drafts, proposals, threads
from coaching.tools.create_goal import CreateGoal, create_goal
from coaching.values.enums import CardKind
from coaching.values.tools import ToolUse
from tests.support import factories
from toney_app.notice_state import NoticeState
from toney_app.views.card_editor.state import CardEditorState
from toney_app.views.chat.draft_state import DraftState
from toney_app.views.chat.state import ChatState
from toney_app.views.goals.dream_state import DreamsState
from toney_app.views.goals.state import GoalsState
from toney_app.views.goals.talk_state import TalkState
from toney_app.views.rewire.state import RewireState
from toney_app.views.undo_state import UndoState

if TYPE_CHECKING:
    from coaching.bootstrap import Coaching
    from coaching.clock import FrozenClock
    from coaching.models import Turn
    from tests.support.states import Tab

CONTENT = "If the tea is poured, then I open one."


@pytest.fixture
async def turn(tab: Tab, engine: Coaching, clock: FrozenClock) -> Turn:
    session = await factories.conversation(engine.db, tab.owner, at=clock.now())
    return await factories.exchange(engine.db, tab.owner, session, at=clock.now())


@pytest.fixture
async def draft(tab: Tab, engine: Coaching, clock: FrozenClock, turn: Turn) -> str:
    """Return the id of a draft that stands in the chat."""
    async with engine.unit(tab.owner, write=True) as s:
        (said,) = await messages.by_person(s, tab.owner)
        use = ToolUse(tab.owner, turn.id, said.id, clock.now())
        row = await proposals.propose(
            s, use, "card", drafts.payload(use, kind=CardKind.PLAN, title="Tea", content=CONTENT)
        )
    await tab.does(ChatState.load)
    return str(row.id)


async def shown(tab: Tab) -> list[str]:
    """Return how the drafts in the chat stand."""
    turns = (await tab.state(ChatState)).turns
    return [draft.state for turn in turns for draft in turn.drafts]


async def cards_of(tab: Tab) -> list[tuple[str, str]]:
    await tab.does(RewireState.load)
    shelf = (await tab.state(RewireState)).shelf
    return [(card.title, card.content) for card in shelf.practising]


async def test_a_draft_waits_and_is_no_card_until_it_is_kept(tab: Tab, draft: str) -> None:
    assert (await shown(tab), await cards_of(tab)) == (["open"], [])
    await tab.does(DraftState.keep, draft)
    assert (await shown(tab), await cards_of(tab)) == (["approved"], [("Tea", CONTENT)])
    assert (await tab.state(ChatState)).turns[-1].text.startswith("I’ve saved “Tea” to your cards")
    async with tab.coaching.unit(tab.owner) as s:
        assert await threads.last_words(s, tab.owner) == "I looked at my account."
    notices = await tab.state(NoticeState)
    assert (notices.key, notices.undo_kind) == ("ui.toast.card_saved", "card")


async def test_a_draft_that_is_changed_first_is_kept_in_the_person_s_words(
    tab: Tab, draft: str
) -> None:
    await tab.does(CardEditorState.start_from_draft, draft)
    editor = await tab.state(CardEditorState)
    assert (editor.kind, editor.draft.title) == (CardKind.PLAN, "Tea")
    assert editor.draft.parts["cue"] == "the tea is poured"
    form = {"title": "Kettle", "kind": "plan", "cue": "it boils", "response": "I look once"}
    for _ in range(2):  # a second tap makes no second card
        await tab.does(CardEditorState.save, form)
    assert await cards_of(tab) == [("Kettle", "If it boils, then I look once.")]
    assert await shown(tab) == ["approved"]

    notices = await tab.state(NoticeState)
    await tab.does(UndoState.take_back, notices.undo_kind, notices.undo_id)
    assert (await shown(tab), await cards_of(tab)) == (["undone"], [])


async def test_not_now_leaves_no_card(tab: Tab, draft: str) -> None:
    for _ in range(2):
        await tab.does(DraftState.leave, draft)
    assert (await shown(tab), await cards_of(tab)) == (["rejected"], [])


async def test_an_offer_that_has_rested_says_so_and_words_that_were_written_meanwhile_are_kept(
    tab: Tab, draft: str, clock: FrozenClock
) -> None:
    await tab.does(CardEditorState.start_from_draft, draft)
    clock.move(timedelta(minutes=31))
    await tab.does(DraftState.keep, draft)
    assert (await shown(tab), await cards_of(tab)) == (["expired"], [])
    await tab.does(CardEditorState.save, {"title": "Kettle", "kind": "truth", "content": "I wait."})
    assert await cards_of(tab) == [("Kettle", "I wait.")]


async def saved_card(engine: Coaching, turn: Turn) -> None:
    card = await factories.card(engine.db, turn.user_id, "Before")
    call = ToolCall(
        user_id=turn.user_id,
        turn_id=turn.id,
        step=0,
        ordinal=0,
        call_id="call_1",
        name="save_card",
        status=ToolStatus.DONE,
        result={"data": {"saved": "card", "id": str(card.id)}},
    )
    async with engine.unit(turn.user_id, write=True) as s:
        await tool_calls.add(s, turn.user_id, [call])


async def test_what_was_kept_at_once_and_undone_still_says_so_after_a_reload(
    tab: Tab, engine: Coaching, turn: Turn
) -> None:
    await saved_card(engine, turn)
    await tab.does(ChatState.undo, str(turn.id), "call_1")

    await tab.does(ChatState.load)

    (line,) = (await tab.state(ChatState)).turns[-1].tools
    assert (line.state, await cards_of(tab)) == ("undone", [])


async def test_what_was_kept_at_once_can_be_put_in_other_words_from_the_chat(
    tab: Tab, engine: Coaching, turn: Turn
) -> None:
    await saved_card(engine, turn)
    await tab.does(CardEditorState.start_from_kept, str(turn.id), "call_1")
    await tab.does(CardEditorState.save, {"title": "After", "content": "I look once."})
    assert await cards_of(tab) == [("After", "I look once.")]


@pytest.fixture
async def goal_draft(tab: Tab, engine: Coaching, clock: FrozenClock, turn: Turn) -> str:
    """Return the id of a goal that is proposed in the chat."""
    use = ToolUse(tab.owner, turn.id, None, clock.now())
    args = CreateGoal(title="Post", why="", cue="it is Sunday", response="I open one")
    async with engine.unit(tab.owner, write=True) as s:
        outcome = await create_goal(s, use, args)
    await tab.does(ChatState.load)
    return str(outcome.proposal_id)


async def test_a_proposed_goal_is_saved_as_it_is_and_taken_back(tab: Tab, goal_draft: str) -> None:
    (shown_draft,) = [one for turn in (await tab.state(ChatState)).turns for one in turn.drafts]
    assert (shown_draft.kind, shown_draft.title, shown_draft.content, shown_draft.editable) == (
        "goal",
        "Post",
        "it is Sunday → I open one",
        True,
    )
    await tab.does(DraftState.keep, goal_draft)
    board = (await tab.state(GoalsState)).board
    assert [goal.title for goal in board.goals] == ["Post"]
    notices = await tab.state(NoticeState)
    assert (notices.key, notices.undo_kind) == ("ui.toast.goal_saved", "goal")
    await tab.does(UndoState.take_back, "goal", notices.undo_id)
    assert (await tab.state(GoalsState)).board.goals == []
    assert await shown(tab) == ["undone"]


async def test_a_proposed_goal_is_put_in_other_words_first(tab: Tab, goal_draft: str) -> None:
    await tab.does(DraftState.edit, goal_draft)
    await tab.does(DraftState.keep_edited, {"words": "Post has a day\nI feel sick"})
    (goal,) = (await tab.state(GoalsState)).board.goals
    assert (goal.title, goal.why, goal.response) == ("Post has a day", "I feel sick", "")
    assert (await tab.state(DraftState)).editing == ""
    assert await shown(tab) == ["approved"]


async def test_a_proposal_without_words_is_not_saved(tab: Tab, goal_draft: str) -> None:
    await tab.does(DraftState.edit, goal_draft)
    with pytest.raises(InvalidInput):
        await tab.does(DraftState.keep_edited, {"words": "  "})
    assert (await tab.state(GoalsState)).board.goals == []
    assert await shown(tab) == ["open"]


async def test_a_goal_without_room_stays_proposed(tab: Tab, goal_draft: str) -> None:
    for _ in range(5):
        await tab.does(GoalsState.start_new)
        await tab.does(GoalsState.save, {"title": "Another"})
    await tab.does(DraftState.keep, goal_draft)
    assert (await tab.state(NoticeState)).key == "ui.toast.no_room"
    assert await shown(tab) == ["open"]


async def test_a_goal_is_talked_about_in_a_conversation_of_its_own(tab: Tab) -> None:
    await tab.does(GoalsState.start_new)
    await tab.does(GoalsState.save, {"title": "Post has a day"})
    (goal,) = (await tab.state(GoalsState)).board.goals
    await tab.does(TalkState.talk, "planning", goal.id)
    newest = (await tab.state(ChatState)).turns[-1]
    assert newest.text == "Let’s talk about “Post has a day”. How is it going?"


async def test_a_dream_is_talked_about_in_a_conversation_of_its_own(tab: Tab) -> None:
    await tab.does(DreamsState.start_new)
    await tab.does(DreamsState.save, {"title": "A week by the sea"})
    (dream,) = (await tab.state(GoalsState)).board.dreams
    await tab.does(TalkState.talk_about_dream, dream.id)
    newest = (await tab.state(ChatState)).turns[-1]
    asks = "Let’s talk about “A week by the sea”. What would change for you if it came true?"
    assert newest.text == asks
