"""The search in Rewire."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support import factories
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
        await tab.does(RewireState.look_for, words)
        assert [card.title for card in (await tab.state(RewireState)).found] == found
    await tab.does(RewireState.look_for, "guess")
    card = (await tab.state(RewireState)).found[0].id
    await tab.does(RewireState.choose, card)
    await tab.does(RewireState.delete)
    await tab.does(RewireState.load)
    assert (await tab.state(RewireState)).found == []
