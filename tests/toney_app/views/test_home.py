from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from coaching import conversation
from coaching.repositories import focus_days
from coaching.repositories import profiles as profile_rows
from coaching.safety import ABUSE
from coaching.services import cards, care, misfits, mistaken_alarms, profiles, safety_events
from coaching.values.enums import PrescribedBy, SafetyLevel
from coaching.values.safety import SafetyVerdict
from tests.support import factories
from toney_app.notice_state import NoticeState
from toney_app.views.help.state import HelpState
from toney_app.views.home import present
from toney_app.views.home.quiet_state import QuietState
from toney_app.views.home.state import HomeState
from toney_app.views.sign_in.state import SignInState
from toney_app.views.undo_state import UndoState

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from coaching.bootstrap import Coaching
    from coaching.clock import FrozenClock
    from tests.support.states import Tab


async def test_home_shows_the_focus_card_and_the_last_win(tab: Tab, engine: Coaching) -> None:
    await factories.card(engine.db, tab.owner, title="Looking is enough for today", is_focus=True)
    await factories.win(engine.db, tab.owner, text="I opened it.")
    await tab.does(HomeState.load)
    home = await tab.state(HomeState)
    assert (home.focus.title, home.focus.answer) == ("Looking is enough for today", "")
    assert (home.last_win.text, home.last_win.is_today) == ("I opened it.", True)
    assert home.part_of_day == "morning"


async def test_for_two_days_after_a_crisis_home_asks_nothing_and_quotes_nothing(
    tab: Tab, engine: Coaching, clock: FrozenClock
) -> None:
    session = await factories.conversation(engine.db, tab.owner, at=clock.now())
    await factories.exchange(engine.db, tab.owner, session)
    async with engine.unit(tab.owner, write=True) as s:
        person = await profiles.require(s, tab.owner)
        crisis = SafetyVerdict(SafetyLevel.CRISIS, "suicidality")
        await safety_events.note(s, person, crisis, at=clock.now())
    await tab.does(HomeState.load)
    home = await tab.state(HomeState)
    assert (home.is_quiet, home.left_off) == (True, "")
    clock.move(timedelta(hours=49))
    await tab.does(HomeState.load)
    home = await tab.state(HomeState)
    assert not home.is_quiet
    assert home.left_off


async def test_who_is_in_no_danger_ends_the_quiet_days_with_a_tap(
    tab: Tab, engine: Coaching, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mistaken_alarms, "may_be_denied", lambda text: text == "up to here")
    async with engine.unit(tab.owner, write=True) as s:
        person = await profile_rows.change(s, tab.owner, at=clock.now(), emotional_why="up to here")
        crisis = SafetyVerdict(SafetyLevel.CRISIS, "suicidality")
        source = safety_events.EMOTIONAL_WHY
        await safety_events.note(s, person, crisis, at=clock.now(), source=source)
    await tab.does(HomeState.load)
    before = ((await tab.state(HomeState)).is_quiet, (await tab.state(HelpState)).can_deny)
    await tab.does(QuietState.say_safe)
    await tab.does(HomeState.load)
    after = ((await tab.state(HomeState)).is_quiet, (await tab.state(HelpState)).can_deny)
    assert (before, after) == ((True, True), (False, False))


async def test_abuse_that_was_named_keeps_the_way_out_on_every_screen(
    tab: Tab, engine: Coaching, clock: FrozenClock
) -> None:
    await tab.does(HomeState.load)
    assert not (await tab.state(HelpState)).is_named
    async with engine.unit(tab.owner, write=True) as s:
        person = await profiles.require(s, tab.owner)
        abuse = SafetyVerdict(SafetyLevel.CONCERN, ABUSE)
        await safety_events.note(s, person, abuse, at=clock.now())
    clock.move(timedelta(days=30))
    await tab.does(HomeState.load)
    assert (await tab.state(HelpState)).is_named
    clock.move(timedelta(days=61))
    await tab.does(HomeState.load)
    assert not (await tab.state(HelpState)).is_named


async def test_who_is_controlled_has_the_way_out_from_the_beginning(
    newcomer: Callable[..., Awaitable[Tab]],
) -> None:
    tab = await newcomer(life_context=["ctx_controlled"])
    await tab.does(HomeState.load)
    assert (await tab.state(HelpState)).is_named


async def test_home_without_a_card_keeps_the_persons_own_words(tab: Tab) -> None:
    await tab.does(HomeState.load)
    home = await tab.state(HomeState)
    assert home.focus == present.Focus()
    assert home.why == "I want to stop feeling sick when the post comes."


async def test_the_first_card_is_looked_out_for_once_however_often_home_is_read(tab: Tab) -> None:
    home = await tab.state(HomeState)
    load: Any = HomeState.load
    assert await load.fn(home) is HomeState.look_out
    assert await load.fn(home) is None


async def test_the_first_card_is_introduced_after_the_first_talk(
    tab: Tab, engine: Coaching, clock: FrozenClock
) -> None:
    by = PrescribedBy.STRATEGIST
    card = await factories.card(engine.db, tab.owner, is_focus=True, prescribed_by=by)
    await tab.does(HomeState.load)
    home = await tab.state(HomeState)
    assert home.focus.stage == "first"
    await factories.conversation(engine.db, tab.owner, at=clock.now())
    await tab.does(HomeState.load)
    assert home.focus.stage == "offer"
    await tab.does(HomeState.try_it)
    assert (home.focus.stage, home.focus.title) == ("card", card.title)


async def test_did_it_is_taken_back(tab: Tab, engine: Coaching) -> None:
    card = await factories.card(engine.db, tab.owner, is_focus=True)
    await tab.does(HomeState.load)
    await tab.does(HomeState.did_it)
    notices, home = await tab.state(NoticeState), await tab.state(HomeState)
    assert (notices.key, notices.undo_kind) == ("ui.toast.done", "focus_answer")
    await tab.does(UndoState.take_back, notices.undo_kind, notices.undo_id)
    assert (home.focus.answer, home.focus.stage) == ("", "card")
    async with engine.unit(tab.owner) as s:
        assert (await cards.require(s, tab.owner, card.id)).times_completed == 0


async def test_an_answer_from_before_midnight_is_taken_back_after_it(
    tab: Tab, engine: Coaching, clock: FrozenClock
) -> None:
    card = await factories.card(engine.db, tab.owner, is_focus=True)
    await tab.does(HomeState.load)
    await tab.does(HomeState.did_it)
    notices = await tab.state(NoticeState)
    clock.move(timedelta(days=1))
    await tab.does(UndoState.take_back, notices.undo_kind, notices.undo_id)
    async with engine.unit(tab.owner) as s:
        assert (await cards.require(s, tab.owner, card.id)).times_completed == 0


async def test_did_it_becomes_a_line_and_stays_after_a_reload(tab: Tab, engine: Coaching) -> None:
    await factories.card(engine.db, tab.owner, is_focus=True)
    await tab.does(HomeState.load)
    await tab.does(HomeState.did_it)
    assert (await tab.state(HomeState)).focus.line == "done"
    await tab.does(HomeState.load)
    assert (await tab.state(HomeState)).focus.answer == "done"


async def test_not_today_is_a_line_that_takes_turns(
    tab: Tab, engine: Coaching, clock: FrozenClock
) -> None:
    await factories.card(engine.db, tab.owner, is_focus=True)
    lines: list[str] = []
    for _ in range(4):
        await tab.does(HomeState.load)
        await tab.does(HomeState.not_today)
        lines.append((await tab.state(HomeState)).focus.line)
        clock.move(timedelta(days=1))
    assert sorted(lines) == ["skipped_0", "skipped_1", "skipped_2", "skipped_3"]


async def test_a_note_goes_with_the_answer_that_was_given(tab: Tab, engine: Coaching) -> None:
    await factories.card(engine.db, tab.owner, is_focus=True)
    await tab.does(HomeState.load)
    await tab.does(HomeState.not_today)
    await tab.does(HomeState.reflect, {"reflection": "Too tired."})
    home = await tab.state(HomeState)
    assert (home.focus.answer, home.focus.reflected) == ("skipped", True)


@pytest.mark.parametrize("tap", [HomeState.did_it, HomeState.not_today, HomeState.try_it])
async def test_a_tap_counts_for_the_card_that_is_shown_and_no_other(
    tab: Tab, engine: Coaching, clock: FrozenClock, tap: Any
) -> None:
    first = await factories.card(engine.db, tab.owner, title="One", is_focus=True)
    await tab.does(HomeState.load)
    async with engine.unit(tab.owner, write=True) as s:
        await misfits.leave_out(s, tab.owner, first.id, at=clock.now())
    other = await factories.card(engine.db, tab.owner, title="Another", is_focus=True)
    await tab.does(tap)
    home = await tab.state(HomeState)
    assert (home.focus.title, home.focus.answer) == ("Another", "")
    async with engine.unit(tab.owner) as s:
        kept = await cards.require(s, tab.owner, other.id)
    assert (kept.is_focus, kept.accepted_at, kept.times_completed) == (True, None, 0)


async def test_a_note_goes_to_the_card_and_the_day_that_are_shown(
    tab: Tab, engine: Coaching, clock: FrozenClock
) -> None:
    card = await factories.card(engine.db, tab.owner, is_focus=True)
    await tab.does(HomeState.load)
    await tab.does(HomeState.did_it)
    day = (await tab.state(HomeState)).focus.day
    clock.move(timedelta(days=1))
    other = await factories.card(engine.db, tab.owner, title="Another")
    async with engine.unit(tab.owner, write=True) as s:
        await cards.set_focus(s, tab.owner, other.id, at=clock.now())
    await tab.does(HomeState.reflect, {"reflection": "Easier than I thought."})
    async with engine.unit(tab.owner) as s:
        said = await focus_days.since(s, tab.owner, date.min)
    assert [(one.rewire_card_id, one.day, one.completed, one.reflection) for one in said] == [
        (card.id, day, True, "Easier than I thought.")
    ]
    assert (await tab.state(HomeState)).focus.title == "Another"


async def test_saying_no_more_folds_the_card_to_its_line(tab: Tab, engine: Coaching) -> None:
    await factories.card(engine.db, tab.owner, is_focus=True)
    await tab.does(HomeState.load)
    await tab.does(HomeState.did_it)
    await tab.does(HomeState.skip_note)
    home = await tab.state(HomeState)
    assert (home.focus.answer, home.focus.folded, home.focus.reflected) == ("done", True, False)


async def test_something_serious_in_a_note_opens_help(tab: Tab, engine: Coaching) -> None:
    await factories.card(engine.db, tab.owner, is_focus=True)
    await tab.does(HomeState.load)
    await tab.does(HomeState.did_it)
    await tab.does(HomeState.reflect, {"reflection": "I want to kill myself."})
    assert (await tab.state(NoticeState)).sheet == "help"
    assert (await tab.state(HelpState)).category == "suicidality"
    home = await tab.state(HomeState)
    assert (home.is_quiet, home.focus) == (True, present.Focus())


@pytest.mark.parametrize(
    ("hour", "part"),
    [(4, "night"), (5, "morning"), (12, "afternoon"), (17, "evening"), (22, "night")],
)
def test_the_part_of_the_day_is_the_persons_own(hour: int, part: str) -> None:
    assert present.part_of_day(datetime(2026, 7, 1, hour, tzinfo=UTC), "UTC") == part
    assert present.part_of_day(datetime(2026, 7, 1, hour, tzinfo=UTC), "Nowhere/Land") == part


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", ""),
        ("One.", "One."),
        ("It had edges. You said Sundays feel safest.", "You said Sundays feel safest."),
        ("First.\n\nWhat now? Take your time.", "Take your time."),
        ("word " * 40, f"{'word ' * 15}word…"),
    ],
)
def test_where_one_left_off_is_the_last_sentence(text: str, line: str) -> None:
    assert present.short(text) == line


async def test_home_knows_a_crisis_that_stands_and_one_that_is_over(tab: Tab) -> None:
    accepted = await conversation.accept(tab.coaching, tab.owner, "I want to end my life.", "m1")
    await tab.does(HomeState.load)
    helping = await tab.state(HelpState)
    assert (helping.danger, helping.danger_turn) == ("suicidality", str(accepted.turn_id))
    async with tab.coaching.unit(tab.owner, write=True) as s:
        await care.im_safe(s, tab.owner, accepted.turn_id, at=tab.coaching.clock.now())
    await tab.does(HomeState.load)
    helping = await tab.state(HelpState)
    assert (helping.danger, helping.safe_until != "") == ("", True)


async def test_a_guest_is_offered_to_save_their_place_and_answers_once(
    tab: Tab, engine: Coaching, clock: FrozenClock
) -> None:
    async with engine.unit(tab.owner, write=True) as s:
        (await profiles.require(s, tab.owner)).onboarding_completed_at = clock.now()
    await factories.card(engine.db, tab.owner)
    await tab.does(HomeState.load)
    assert (await tab.state(SignInState)).is_offered
    await tab.does(SignInState.answer_offer)
    await tab.does(HomeState.load)
    assert not (await tab.state(SignInState)).is_offered
