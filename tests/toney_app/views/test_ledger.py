from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.domains.ledger.entries import Kind
from coaching.services import wins
from tests.support import factories
from toney_app.notice_state import NoticeState
from toney_app.views.ledger import present
from toney_app.views.ledger.sheet import ICONS
from toney_app.views.ledger.state import LedgerState
from toney_app.views.undo_state import UndoState

if TYPE_CHECKING:
    from tests.support.states import Tab

AT = factories.MONDAY_MORNING


async def kept_by_the_coach(tab: Tab, *texts: str) -> None:
    async with tab.coaching.unit(tab.owner, write=True) as s:
        for n, text in enumerate(texts):
            at = AT + timedelta(days=n)
            await wins.add(s, tab.owner, text, at=at, source=wins.BY_COACH)


async def test_the_ledger_shows_each_day_once_and_an_entry_is_undone_and_put_back(
    tab: Tab,
) -> None:
    await kept_by_the_coach(tab, "I opened it", "I rang them")
    await tab.does(LedgerState.load)
    ledger, notices = await tab.state(LedgerState), await tab.state(NoticeState)
    assert [(row.text, bool(row.day), row.can_undo) for row in ledger.rows] == [
        ("I rang them", True, True),
        ("I opened it", True, True),
    ]

    await tab.does(LedgerState.undo, ledger.rows[0].id)
    assert [(row.is_undone, row.can_undo) for row in ledger.rows] == [(True, False), (False, True)]
    assert notices.key == "ui.toast.ledger_undone"

    await tab.does(UndoState.take_back, notices.undo_kind, notices.undo_id)
    await tab.does(LedgerState.load)
    assert [row.is_undone for row in ledger.rows] == [False, False]


async def test_a_group_shows_its_kinds_alone_and_more_comes_below(tab: Tab) -> None:
    await kept_by_the_coach(tab, *(f"Win {n}" for n in range(35)))
    await tab.does(LedgerState.show, "goals")
    ledger = await tab.state(LedgerState)
    assert (ledger.rows, ledger.has_more, ledger.group) == ([], False, "goals")

    await tab.does(LedgerState.show, "wins")
    assert (len(ledger.rows), ledger.has_more) == (30, True)
    await tab.does(LedgerState.show_more)
    assert [row.text for row in ledger.rows] == [f"Win {n}" for n in range(34, -1, -1)]
    assert not ledger.has_more


def test_each_kind_of_entry_has_its_heading_its_drawing_and_its_group() -> None:
    assert set(ICONS) == set(Kind) == {kind for kinds in present.GROUPS.values() for kind in kinds}
