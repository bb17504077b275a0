"""Home says that reminders ended by themselves, and turns them on again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.domains.reminders import service
from coaching.domains.reminders.models import Reminder
from coaching.domains.reminders.service import Wanted
from coaching.models import Identity, IdentityKind
from coaching.values.reminders import About, ReminderKind, ReminderState
from tests.support import factories
from toney_app.notice_state import NoticeState
from toney_app.views.home.state import HomeState
from toney_app.views.reminders.follow_up_state import FollowUpState
from toney_app.views.reminders.state import RemindersState
from toney_app.views.rewire.state import RewireState

if TYPE_CHECKING:
    from coaching.bootstrap import Coaching
    from tests.support.states import Tab


async def ended(tab: Tab, engine: Coaching, *, has_mail: bool) -> None:
    now = engine.clock.now()
    async with engine.unit(tab.owner, write=True) as s:
        settings = await service.choose(s, tab.owner, Wanted(is_on=True, by_mail=True), at=now)
        settings.is_on, settings.ended_at, settings.next_at = False, now, None
        if has_mail:
            s.add(Identity(user_id=tab.owner, kind=IdentityKind.EMAIL, subject="m@example.org"))


async def test_reminders_that_ended_are_said_on_home_and_start_again(
    tab: Tab, engine: Coaching
) -> None:
    await ended(tab, engine, has_mail=True)
    await tab.does(HomeState.load)
    assert (await tab.state(RemindersState)).has_ended
    await tab.does(RemindersState.start_again)
    assert not (await tab.state(RemindersState)).has_ended
    async with engine.unit(tab.owner) as s:
        chosen = (await service.of(s, tab.owner, at=engine.clock.now())).settings
    assert (chosen.is_on, chosen.ended_at) == (True, None)
    assert chosen.next_at is not None


async def test_without_a_way_to_send_them_the_sheet_asks_for_one(
    tab: Tab, engine: Coaching
) -> None:
    await ended(tab, engine, has_mail=False)
    await tab.does(HomeState.load)
    await tab.does(RemindersState.start_again)
    assert (await tab.state(NoticeState)).sheet == "reminders"
    assert (await tab.state(RemindersState)).has_ended


async def test_who_leaves_them_off_is_not_told_again(tab: Tab, engine: Coaching) -> None:
    await ended(tab, engine, has_mail=True)
    await tab.does(RemindersState.leave_off)
    await tab.does(HomeState.load)
    assert not (await tab.state(RemindersState)).has_ended


async def test_an_opened_reminder_shows_its_goal_or_card_and_nothing_when_it_is_gone(
    tab: Tab, engine: Coaching
) -> None:
    card = await factories.card(engine.db, tab.owner, title="Looking is enough")
    await tab.does(FollowUpState.open, {"about": "card", "about_id": str(card.id)})
    assert (await tab.state(RewireState)).chosen.title == "Looking is enough"
    assert (await tab.state(NoticeState)).sheet == "card"
    order = (await tab.state(NoticeState)).order
    await tab.does(FollowUpState.open, {"about": "goal", "about_id": str(card.id)})
    assert (await tab.state(NoticeState)).order == order


async def test_home_shows_the_reminder_that_the_lock_screen_does_not(
    tab: Tab, engine: Coaching
) -> None:
    card, now = await factories.card(engine.db, tab.owner, title="Looking"), engine.clock.now()
    async with engine.unit(tab.owner, write=True) as s:
        s.add(
            Reminder(
                user_id=tab.owner,
                kind=ReminderKind.NUDGE,
                state=ReminderState.SENT,
                channel=service.IN_APP,
                about=About.CARD,
                about_id=card.id,
                due_at=now,
                claimed_at=now,
                sent_at=now,
            )
        )
    await tab.does(HomeState.load)
    assert (await tab.state(RemindersState)).words == "Looking"
    await tab.does(FollowUpState.look)
    assert (await tab.state(NoticeState)).sheet == "card"
    await tab.does(HomeState.load)
    assert not (await tab.state(RemindersState)).waits
