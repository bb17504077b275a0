"""The Intel page: what the agents see across people; small groups show a dash."""

from __future__ import annotations

from typing import TYPE_CHECKING

from admin_app.components.heat_map import heat
from admin_app.components.stage_flow import Band, band
from admin_app.one_admin import keep_to_one_admin
from admin_app.pages.intel import IntelState
from coaching.domains.metrics.small_groups import SMALLEST_GROUP
from coaching.models import CoachingBriefing
from coaching.repositories.db import Db
from coaching.values.enums import Lens, Stage, Tension, Trigger
from tests.support import factories

if TYPE_CHECKING:
    from collections.abc import Callable

    import reflex as rx

    from coaching.bootstrap import Desk
    from tests.support.databases import Database

    OpenTab = Callable[..., rx.State]

ACTIVE = {Lens.SELF_RECEIVING.value: {"status": "active", "note": ""}}


async def opens(root: rx.State) -> IntelState:
    await keep_to_one_admin(root)
    page = await root.get_state(IntelState)
    await IntelState.load.fn(page)
    return page


async def test_nobody_sees_the_door_and_no_figure(desk: Desk, open_tab: OpenTab) -> None:
    page = await opens(open_tab())
    assert (page.stages, page.lenses, page.signals, page.stages_note) == ([], [], [], "")


async def test_an_admin_sees_stages_and_lenses_without_small_groups(
    desk: Desk, database: Database, open_tab: OpenTab, token: str
) -> None:
    db = Db(database.url)
    stages = [Stage.ACTION] * SMALLEST_GROUP + [Stage.RELAPSE]
    for stage in stages:
        owner = await factories.person(db, tension_type=Tension.GIVE)
        async with db.unit(owner, write=True) as s:
            s.add(
                CoachingBriefing(
                    user_id=owner,
                    version=1,
                    trigger=Trigger.ONBOARDING,
                    boundary="1",
                    briefing_content="",
                    stage_of_change=stage,
                    growth_edges=ACTIVE,
                )
            )
    await db.close()

    page = await opens(open_tab(token))

    shown = {bar.name: (bar.figure, bar.width) for bar in page.stages}
    assert shown["Action"] == ("10", "100%")
    assert shown["Circling back"] == ("–", "0%")
    lens = next(row for row in page.lenses if row.name == "Self-receiving")
    assert [cell.figure for cell in lens.cells] == ["0", "0", "0", "0", "0", "11", "0"]
    assert "11 people" in page.stages_note


def test_a_cell_is_darker_and_a_band_thicker_the_more_people_there_are() -> None:
    assert [heat("", value, 40).level for value in (0, 1, 20, 40)] == ["0", "1", "2", "5"]
    assert heat("–", 0, 0).level == "0"
    assert band(0, 5, 40, 40) == Band("M116 17 C190 17 190 187 264 187", "22.0")
    assert band(1, 1, 0, 40).width == "1.5"
