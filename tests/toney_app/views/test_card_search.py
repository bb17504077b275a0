"""The search in Rewire."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from tests.support import factories
from tests.support.factories import MONDAY_MORNING
from toney_app.views.rewire.search_state import CardSearchState
from toney_app.views.rewire.state import RewireState

if TYPE_CHECKING:
    from coaching.bootstrap import Coaching
    from tests.support.states import Tab


async def test_a_search_finds_cards_by_the_beginnings_of_words_and_without_accents(
    tab: Tab, engine: Coaching
) -> None:
    await factories.card(engine.db, tab.owner, "Ask before I guess")
    await factories.card(engine.db, tab.owner, "Música", content="Escucho una canción.")
    for words, found in (("gues ask", ["Ask before I guess"]), ("cancion", ["Música"]), ("x", [])):
        await tab.does(CardSearchState.look_for, words)
        assert [card.title for card in (await tab.state(CardSearchState)).found] == found
    await tab.does(CardSearchState.look_for, "guess")
    card = (await tab.state(CardSearchState)).found[0].id
    await tab.does(RewireState.choose, card)
    await tab.does(RewireState.delete)
    await tab.does(RewireState.load)
    assert (await tab.state(CardSearchState)).found == []


async def test_a_card_that_only_the_search_found_stays_open_after_a_reload(
    tab: Tab, engine: Coaching
) -> None:
    old = await factories.card(engine.db, tab.owner, "Old", at=MONDAY_MORNING - timedelta(days=9))
    await factories.card(engine.db, tab.owner, "New")
    (await tab.state(RewireState))._most = 1
    await tab.does(CardSearchState.look_for, "old")
    await tab.does(RewireState.choose, str(old.id))
    await tab.does(RewireState.load)
    assert (await tab.state(RewireState)).chosen.title == "Old"


async def test_leaving_the_search_forgets_its_words(tab: Tab, engine: Coaching) -> None:
    await factories.card(engine.db, tab.owner, "Looking is enough")
    search = await tab.state(CardSearchState)
    await tab.does(CardSearchState.toggle)
    await tab.does(CardSearchState.look_for, "look")
    assert (search.is_open, len(search.found)) == (True, 1)
    await tab.does(CardSearchState.toggle)
    assert (search.is_open, search.query, search.found) == (False, "", [])
