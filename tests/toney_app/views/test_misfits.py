from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from coaching.content import starter_cards
from coaching.services import cards
from coaching.values.enums import CardKind, PrescribedBy, Tension
from tests.support import factories
from toney_app.notice_state import NoticeState
from toney_app.views.card_editor.state import CardEditorState
from toney_app.views.home.state import HomeState
from toney_app.views.rewire.misfit_state import MisfitState
from toney_app.views.rewire.state import RewireState
from toney_app.views.undo_state import UndoState

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from coaching.bootstrap import Coaching
    from coaching.models import RewireCard
    from tests.support.states import Tab

ONE, TWO, THREE = starter_cards(Tension.AVOID)
ONE_ES, *REST_ES = starter_cards(Tension.AVOID, "es")


async def with_starter(tab: Tab, engine: Coaching, starter: Any = ONE) -> RewireCard:
    card = await factories.card(
        engine.db,
        tab.owner,
        starter.title,
        content=starter.content,
        kind=CardKind.NOTICING,
        prescribed_by=PrescribedBy.STRATEGIST,
        rationale="The closest one.",
        is_focus=True,
    )
    await tab.does(HomeState.load)
    await tab.does(MisfitState.ask, str(card.id))
    return card


async def undo(tab: Tab) -> None:
    notices = await tab.state(NoticeState)
    await tab.does(UndoState.take_back, notices.undo_kind, notices.undo_id)


async def every(tab: Tab, engine: Coaching) -> list[RewireCard]:
    async with engine.unit(tab.owner) as s:
        return list((await cards.page(s, tab.owner)).items)


async def test_another_starter_card_takes_its_place_and_undo_brings_it_back(
    tab: Tab, engine: Coaching
) -> None:
    old = await with_starter(tab, engine)
    choice, home = await tab.state(MisfitState), await tab.state(HomeState)
    assert [one.title for one in choice.others] == [TWO.title, THREE.title]

    await tab.does(MisfitState.choose, THREE.id)

    assert (home.focus.title, home.focus.stage) == (THREE.title, "card")
    shelf = (await tab.state(RewireState)).shelf
    assert (shelf.focus.origin, shelf.practising[0].is_misfit) == ("starter", True)
    await undo(tab)
    assert home.focus.id == str(old.id)
    (kept,) = await every(tab, engine)
    assert (kept.misfit_at, kept.rationale, kept.accepted_at) == (None, "The closest one.", None)


async def test_a_second_tap_replaces_nothing(tab: Tab, engine: Coaching) -> None:
    old = await with_starter(tab, engine)
    await tab.does(MisfitState.choose, TWO.id)
    await tab.does(MisfitState.choose, THREE.id)
    await tab.does(MisfitState.leave_out)
    assert (await tab.state(HomeState)).focus.title == TWO.title
    notices = await tab.state(NoticeState)
    tapped = notices.undo_kind, notices.undo_id
    for _ in range(2):
        await tab.does(UndoState.take_back, *tapped)
    assert (await tab.state(HomeState)).focus.id == str(old.id)


async def test_no_card_for_now_leaves_it_among_the_cards(tab: Tab, engine: Coaching) -> None:
    old = await with_starter(tab, engine)
    await tab.does(MisfitState.leave_out)
    home = await tab.state(HomeState)
    assert home.focus.title == ""
    assert [card.id for card in (await tab.state(RewireState)).shelf.practising] == [str(old.id)]
    await undo(tab)
    assert home.focus.title == ONE.title


async def test_their_own_sentence_takes_its_place_and_undo_brings_it_back(
    tab: Tab, engine: Coaching
) -> None:
    old = await with_starter(tab, engine)
    await tab.does(CardEditorState.start_instead)
    editor, home = await tab.state(CardEditorState), await tab.state(HomeState)
    assert not editor.draft.moves_focus
    form = {"title": "Mine", "content": "I look on Sunday.", "focus": "on"}
    await tab.does(CardEditorState.save, form)
    await tab.does(CardEditorState.save, form)
    assert home.focus.title == "Mine"
    fits = {card.title: card.misfit_at is None for card in await every(tab, engine)}
    assert fits == {"Mine": True, old.title: False}
    await undo(tab)
    assert home.focus.id == str(old.id)
    assert len(await every(tab, engine)) == 1


async def test_a_refused_card_isn_t_offered_again_and_may_still_be_chosen(
    tab: Tab, engine: Coaching
) -> None:
    old = await with_starter(tab, engine)
    await tab.does(MisfitState.choose, TWO.id)
    second = (await tab.state(HomeState)).focus.id
    await tab.does(MisfitState.ask, second)
    choice = await tab.state(MisfitState)
    assert [one.title for one in choice.others] == [THREE.title]
    await tab.does(RewireState.load)
    await tab.does(RewireState.choose, str(old.id))
    await tab.does(RewireState.put_in_focus)
    assert (await tab.state(RewireState)).shelf.focus.is_misfit is False


async def test_a_starter_card_counts_in_any_language(tab: Tab, engine: Coaching) -> None:
    await with_starter(tab, engine, ONE_ES)
    choice = await tab.state(MisfitState)
    assert [one.title for one in choice.others] == [TWO.title, THREE.title]


async def test_the_cards_come_in_the_language_of_the_app(
    newcomer: Callable[..., Awaitable[Tab]], engine: Coaching
) -> None:
    tab = await newcomer(tension_type=Tension.AVOID, locale="es")
    await with_starter(tab, engine, ONE)
    choice = await tab.state(MisfitState)
    assert [one.title for one in choice.others] == [card.title for card in REST_ES]


@pytest.mark.parametrize("profile", [{}, {"life_context": ["ctx_urgent"], "tension_type": "give"}])
async def test_who_gets_no_starter_card_can_write_one_or_have_none(
    newcomer: Callable[..., Awaitable[Tab]], engine: Coaching, profile: dict[str, Any]
) -> None:
    tab = await newcomer(**profile)
    await with_starter(tab, engine)
    assert (await tab.state(MisfitState)).others == []


async def test_a_sheet_without_a_card_closes(tab: Tab) -> None:
    await tab.does(MisfitState.arrive)
    assert (await tab.state(NoticeState)).order > 0


async def test_their_own_words_are_saved_where_the_card_was_deleted_on_another_device(
    tab: Tab, engine: Coaching
) -> None:
    old = await with_starter(tab, engine)
    await tab.does(CardEditorState.start_instead)
    async with engine.unit(tab.owner, write=True) as s:
        await cards.delete(s, tab.owner, old.id)
    await tab.does(
        CardEditorState.save, {"title": "Mine", "content": "I look twice.", "focus": "on"}
    )
    assert [card.title for card in await every(tab, engine)] == ["Mine"]
    assert (await tab.state(HomeState)).focus.title == "Mine"
