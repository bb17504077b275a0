from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

from coaching.errors import NotFound
from coaching.repositories import intel
from coaching.values.enums import CardKind, PrescribedBy, Stage
from tests.support import factories
from tests.support.factories import MONDAY_MORNING
from toney_app.notice_state import NoticeState
from toney_app.views.card_editor.state import CardEditorState
from toney_app.views.chat.state import ChatState
from toney_app.views.home.state import HomeState
from toney_app.views.rewire.state import RewireState
from toney_app.views.undo_state import UndoState

if TYPE_CHECKING:
    from coaching.bootstrap import Coaching
    from coaching.clock import FrozenClock
    from tests.support.states import Tab


FIELDS = ("content", "response", "opening")


def titles(cards: Any) -> list[str]:
    return [card.title for card in cards]


async def test_cards_stand_where_they_belong(tab: Tab, engine: Coaching) -> None:
    await factories.card(engine.db, tab.owner, "Focus", is_focus=True)
    await factories.card(engine.db, tab.owner, "Practising")
    await factories.card(engine.db, tab.owner, "Mine", graduated_at=MONDAY_MORNING)
    await tab.does(RewireState.load)
    shelf = (await tab.state(RewireState)).shelf
    assert shelf.focus.title == "Focus"
    assert (titles(shelf.practising), titles(shelf.toolkit)) == (["Practising"], ["Mine"])


async def test_cards_beyond_the_newest_are_shown_when_asked_for(tab: Tab, engine: Coaching) -> None:
    for number in range(53):
        at = MONDAY_MORNING - timedelta(days=number)
        await factories.card(engine.db, tab.owner, f"Card {number}", is_focus=number == 52, at=at)
    await tab.does(RewireState.load)
    state = await tab.state(RewireState)
    assert (len(state.shelf.practising), state.shelf.focus.title) == (50, "Card 52")
    assert state.has_older is True

    await tab.does(RewireState.load_older)

    state = await tab.state(RewireState)
    assert (len(state.shelf.practising), state.has_older) == (52, False)
    assert titles(state.shelf.practising)[-1] == "Card 51"


async def test_a_card_that_was_left_alone_is_resting(tab: Tab, engine: Coaching) -> None:
    await factories.card(engine.db, tab.owner, at=MONDAY_MORNING - timedelta(days=40))
    await factories.card(engine.db, tab.owner, "Newer")
    await tab.does(RewireState.load)
    newer, older = (await tab.state(RewireState)).shelf.practising
    assert (newer.rests_since, older.rests_since[:7]) == ("", "2025-12")


@pytest.mark.parametrize(
    ("columns", "origin"),
    [
        ({"quote": "I looked."}, "from_words"),
        ({"prescribed_by": PrescribedBy.COACH, "source_message_id": UUID(int=1)}, "from_words"),
        # A reply that answers no sentence of theirs, such as “Something short”.
        ({"prescribed_by": PrescribedBy.USER, "source_message_id": UUID(int=1)}, "written"),
        ({"prescribed_by": PrescribedBy.STRATEGIST}, "starter"),
        ({}, "written"),
    ],
)
async def test_a_card_says_where_it_came_from(
    tab: Tab, engine: Coaching, columns: dict[str, Any], origin: str
) -> None:
    await factories.card(engine.db, tab.owner, **columns)
    await tab.does(RewireState.load)
    assert (await tab.state(RewireState)).shelf.practising[0].origin == origin


async def choose(tab: Tab, engine: Coaching, **columns: Any) -> RewireState:
    card = await factories.card(engine.db, tab.owner, **columns)
    await tab.does(RewireState.load)
    await tab.does(RewireState.choose, str(card.id))
    return await tab.state(RewireState)


async def test_a_card_can_take_the_place_of_the_focus(tab: Tab, engine: Coaching) -> None:
    await factories.card(engine.db, tab.owner, "Before", is_focus=True)
    rewire = await choose(tab, engine, title="After")
    await tab.does(RewireState.put_in_focus)
    assert (rewire.shelf.focus.title, titles(rewire.shelf.practising)) == ("After", ["Before"])
    assert (await tab.state(HomeState)).focus.title == "After"


async def test_a_card_that_has_become_mine_goes_to_the_toolkit(tab: Tab, engine: Coaching) -> None:
    rewire = await choose(tab, engine, title="Mine", is_focus=True)
    await tab.does(RewireState.graduate)
    assert (rewire.shelf.focus.title, titles(rewire.shelf.toolkit)) == ("", ["Mine"])
    assert (await tab.state(NoticeState)).key == "ui.toast.card_in_toolkit"


async def test_an_address_alone_turns_no_card_over(tab: Tab, engine: Coaching) -> None:
    await tab.does(RewireState.arrive)
    order = (await tab.state(NoticeState)).order
    assert order
    await choose(tab, engine)
    await tab.does(RewireState.arrive)
    assert (await tab.state(NoticeState)).order == order


async def test_deleting_asks_first(tab: Tab, engine: Coaching) -> None:
    rewire = await choose(tab, engine)
    await tab.does(RewireState.ask_to_delete)
    assert (rewire.confirming, len(rewire.shelf.practising)) == (True, 1)
    await tab.does(RewireState.delete)
    assert rewire.shelf.practising == []


async def test_a_deleted_card_comes_back_with_its_days(tab: Tab, engine: Coaching) -> None:
    card = await factories.card(engine.db, tab.owner, is_focus=True)
    await tab.does(HomeState.load)
    await tab.does(HomeState.did_it)
    await tab.does(RewireState.load)
    await tab.does(RewireState.choose, str(card.id))
    await tab.does(RewireState.delete)
    notices = await tab.state(NoticeState)
    assert (notices.key, notices.undo_kind) == ("ui.toast.card_deleted", "card_deleted")
    for _ in range(2):
        await tab.does(UndoState.take_back, "card_deleted", str(card.id))
    rewire, home = await tab.state(RewireState), await tab.state(HomeState)
    assert (rewire.shelf.focus.title, rewire.shelf.focus.practised) == (card.title, 1)
    assert home.focus.answer == "done"


async def test_a_card_that_went_to_the_toolkit_comes_back(tab: Tab, engine: Coaching) -> None:
    card = await factories.card(engine.db, tab.owner, is_focus=True)
    await tab.does(RewireState.load)
    await tab.does(RewireState.choose, str(card.id))
    await tab.does(RewireState.graduate)
    rewire = await tab.state(RewireState)
    assert rewire.shelf.focus.id == ""
    await tab.does(UndoState.take_back, "graduated", str(card.id))
    assert rewire.shelf.focus.id == str(card.id)


async def test_a_card_of_somebody_else_is_not_there(tab: Tab, engine: Coaching) -> None:
    stranger = await factories.person(engine.db)
    card = await factories.card(engine.db, stranger)
    with pytest.raises(NotFound):
        await tab.does(UndoState.take_back, "card", str(card.id))


async def test_a_new_card_is_kept_and_can_be_taken_back(tab: Tab) -> None:
    await tab.does(CardEditorState.start_new)
    await tab.does(CardEditorState.save, {"title": "One look", "content": "I look once."})
    notices, rewire = await tab.state(NoticeState), await tab.state(RewireState)
    assert (notices.key, notices.undo_kind) == ("ui.toast.card_saved", "card")
    await tab.does(UndoState.take_back, notices.undo_kind, notices.undo_id)
    assert rewire.shelf.practising == []


async def test_a_new_card_may_be_the_focus_at_once(tab: Tab) -> None:
    await tab.does(CardEditorState.start_new)
    form = {"title": "One look", "content": "I look once.", "focus": "on"}
    await tab.does(CardEditorState.save, form)
    assert (await tab.state(HomeState)).focus.title == "One look"


async def test_a_card_without_words_stays_in_the_editor(tab: Tab) -> None:
    await tab.does(CardEditorState.start_new)
    for times in (1, 2):  # each is said anew, in case that what they write has hidden it
        await tab.does(CardEditorState.save, {"title": " ", "content": "I look once."})
        assert (await tab.state(CardEditorState)).problem == times
    assert (await tab.state(NoticeState)).order == 0


async def test_a_card_can_be_put_in_other_words(tab: Tab, engine: Coaching) -> None:
    rewire = await choose(tab, engine, title="Before", quote="I looked.")
    await tab.does(CardEditorState.start_edit)
    assert (await tab.state(CardEditorState)).draft.quote == "I looked."
    await tab.does(CardEditorState.save, {"title": "After", "content": "I look once."})
    assert titles(rewire.shelf.practising) == ["After"]


async def test_a_reply_becomes_a_card_with_the_persons_words(tab: Tab, engine: Coaching) -> None:
    session = await factories.conversation(engine.db, tab.owner)
    said = "It was less than I thought."
    await factories.exchange(engine.db, tab.owner, session, said, "Kept, word for word.")
    await factories.exchange(engine.db, tab.owner, session, "Can you make that a card for me?")
    await tab.does(ChatState.load)
    turn = (await tab.state(ChatState)).turns[-1]
    await tab.does(CardEditorState.start_from_reply, turn.message_id)
    draft = (await tab.state(CardEditorState)).draft
    assert (draft.title, draft.content) == ("It was less than I thought", said)
    await tab.does(CardEditorState.save, {"title": draft.title, "content": "Less than I thought."})
    [card] = (await tab.state(RewireState)).shelf.practising
    assert card.quote == said


async def test_an_open_card_shows_its_new_words(tab: Tab, engine: Coaching) -> None:
    rewire = await choose(tab, engine, title="Before")
    await tab.does(CardEditorState.start_edit)
    await tab.does(CardEditorState.save, {"title": "After", "content": "I look once."})
    assert (rewire.chosen.title, rewire.chosen.content) == ("After", "I look once.")


@pytest.mark.parametrize("kind", list(CardKind))
async def test_a_card_is_of_the_kind_that_the_person_says(tab: Tab, kind: CardKind) -> None:
    await tab.does(CardEditorState.start_new)
    form = {"title": "One look", "kind": kind.value} | dict.fromkeys(FIELDS, "I look once.")
    await tab.does(CardEditorState.save, form)
    (card,) = (await tab.state(RewireState)).shelf.practising
    assert card.kind == kind
    await tab.does(RewireState.choose, card.id)
    await tab.does(CardEditorState.start_edit)
    assert (await tab.state(CardEditorState)).draft.kind == kind


PLAN = {"cue": "if the kettle is on", "response": "I open one.", "backup": ""}
KIT = {"opening": "Can we talk?", "ask": "An hour.", "boundary": "Not the sum", "heated": ""}


@pytest.mark.parametrize(
    ("kind", "fields", "content", "parts"),
    [
        (
            CardKind.PLAN,
            PLAN,
            "If the kettle is on, then I open one.",
            [("cue", "the kettle is on"), ("response", "I open one")],
        ),
        (
            CardKind.CONVERSATION,
            KIT,
            "Can we talk?\nWhat I’ll ask for: An hour.\nMy limit: Not the sum",
            [("opening", "Can we talk?"), ("ask", "An hour."), ("boundary", "Not the sum")],
        ),
    ],
)
async def test_a_plan_and_a_kit_are_kept_in_their_parts_and_found_again_in_their_fields(
    tab: Tab,
    kind: CardKind,
    fields: dict[str, str],
    content: str,
    parts: list[tuple[str, str]],
) -> None:
    await tab.does(CardEditorState.start_new)
    form = {"title": "One look", "kind": kind.value, "content": "left over", **fields}
    await tab.does(CardEditorState.save, form)
    (card,) = (await tab.state(RewireState)).shelf.practising
    assert card.content == content
    assert [(part.name, part.words) for part in card.parts] == parts

    await tab.does(RewireState.choose, card.id)
    await tab.does(CardEditorState.start_edit)
    state = await tab.state(CardEditorState)
    assert state.kind == kind
    assert {name: words for name, words in state.draft.parts.items() if words}.items() >= set(parts)

    nothing = dict.fromkeys(FIELDS, " ")
    await tab.does(CardEditorState.save, {"title": "One look", "kind": kind.value} | nothing)
    assert state.problem


async def test_an_empty_card_begins_with_the_kind_that_fits_their_stage(
    tab: Tab, engine: Coaching, clock: FrozenClock
) -> None:
    editor_state = await tab.state(CardEditorState)
    await tab.does(CardEditorState.start_new)
    assert editor_state.kind == CardKind.REFRAME
    async with engine.unit(tab.owner, write=True) as s:
        await intel.change(s, tab.owner, now=clock.now(), stage_of_change=Stage.PREPARATION)
    await tab.does(CardEditorState.start_new)
    assert (editor_state.kind, editor_state.draft.kind) == (CardKind.PLAN, CardKind.PLAN)
    await tab.does(CardEditorState.choose_kind, "truth")
    assert editor_state.kind == CardKind.TRUTH


async def test_a_card_is_looked_at_again_and_the_first_line_stands_there(tab: Tab) -> None:
    await tab.does(CardEditorState.start_new)
    await tab.does(CardEditorState.save, {"title": "One look", "content": "I look once."})
    (card,) = (await tab.state(RewireState)).shelf.practising
    await tab.does(RewireState.choose, card.id)
    await tab.does(RewireState.revisit)
    await tab.does(RewireState.revisit)
    (turn,) = (await tab.state(ChatState)).turns
    assert turn.said == ""
    assert "“One look”" in turn.text
