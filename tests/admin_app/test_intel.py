"""The Intel page: what the agents see across people; small groups show a dash."""

from __future__ import annotations

from typing import TYPE_CHECKING

from admin_app.one_admin import keep_to_one_admin
from admin_app.pages.intel import IntelState
from coaching.domains.metrics.intel import SMALLEST_GROUP
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
    assert shown["Action"] == ("5", "100%")
    assert shown["Circling back"] == ("–", "0%")
    lens = next(row for row in page.lenses if row[0] == "Self-receiving")
    assert lens[1:] == ["0", "0", "0", "0", "0", "6", "0"]
    assert "6 people" in page.stages_note
