"""The pages, and the tabs of the one that has some."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import reflex as rx

from coaching.values.enums import OnboardingStep
from toney_app import account, frame, offline
from toney_app.arrival_state import ArrivalState
from toney_app.components.layout import offline_line
from toney_app.components.lazy import later
from toney_app.copy import t
from toney_app.session_state import ASKS, LOCKED, SessionState
from toney_app.views.access.sheet import access_sheet
from toney_app.views.account.devices_sheet import devices_sheet
from toney_app.views.account.lock_sheet import lock_sheet
from toney_app.views.account.lock_view import lock_view
from toney_app.views.account.tokens_sheet import tokens_sheet
from toney_app.views.chat.about_sheet import about_coach_sheet
from toney_app.views.chat.page import chat_view
from toney_app.views.chat.sent_sheet import sent_sheet
from toney_app.views.chat.state import ChatState
from toney_app.views.check_ins.list_sheet import check_ins_sheet
from toney_app.views.check_ins.sheet import check_in_sheet
from toney_app.views.consent.page import consent_page
from toney_app.views.consent.sheet import consent_sheet
from toney_app.views.consent.state import ConsentState
from toney_app.views.goals.dream_form import dream_form_sheet
from toney_app.views.goals.dreams import dreams_sheet
from toney_app.views.goals.goal import goal_sheet
from toney_app.views.goals.goal_form import goal_form_sheet
from toney_app.views.goals.overview import overview_sheet
from toney_app.views.goals.state import GoalsState
from toney_app.views.help.sheets import help_sheets
from toney_app.views.home.page import home_view
from toney_app.views.home.state import HomeState
from toney_app.views.insight.sheet import insight_sheet
from toney_app.views.install_sheet import install_sheet
from toney_app.views.ledger.sheet import ledger_sheet
from toney_app.views.missing.page import missing_page
from toney_app.views.money.sheets import money_sheets
from toney_app.views.notes.list_sheet import notes_sheet
from toney_app.views.notes.note_sheet import note_sheet
from toney_app.views.onboarding import steps
from toney_app.views.onboarding.page import questions_view
from toney_app.views.own_costs.sheet import costs_sheet
from toney_app.views.pattern.page import pattern_view
from toney_app.views.practices.care_sheet import care_sheet
from toney_app.views.practices.library import library_sheet
from toney_app.views.practices.player import player_sheet
from toney_app.views.purchases.sheet import purchase_sheet
from toney_app.views.purchases.shelf import shelf_sheet
from toney_app.views.reminders.follow_up import follow_up_opener
from toney_app.views.reminders.sheet import reminders_sheet
from toney_app.views.rewire.page import rewire_view
from toney_app.views.rewire.sheets import card_sheets
from toney_app.views.rewire.state import RewireState
from toney_app.views.sessions.closing_sheet import closing_sheet
from toney_app.views.sessions.doors_state import DoorsState
from toney_app.views.sessions.list_sheet import sessions_sheet
from toney_app.views.settings.data_sheet import data_sheet
from toney_app.views.settings.page import settings_sheets
from toney_app.views.settings.recovery_code_sheets import recover_sheet, recovery_code_sheets
from toney_app.views.sign_in.sheets import place_sheets, sign_in_sheet
from toney_app.views.sign_in.ways_sheet import ways_sheet
from toney_app.views.start.page import splash, start_view
from toney_app.views.style.page import style_intro_view, style_quiz_view
from toney_app.views.tab_state import TabState
from toney_app.views.wins.page import wins_view
from toney_app.views.wins.state import WinsState

if TYPE_CHECKING:
    from collections.abc import Callable

TABS = (
    ("home", "house"),
    ("chat", "message_circle"),
    ("rewire", "gallery_vertical_end"),
    ("wins", "sunrise"),
)


def page() -> rx.Component:
    """The whole app is one page: a step of the onboarding, or the four views."""
    shown = rx.match(
        SessionState.step,
        (OnboardingStep.QUESTIONS.value, _beginning(questions_view)),
        (OnboardingStep.PATTERN.value, _beginning(pattern_view)),
        (OnboardingStep.STYLE_INTRO.value, _beginning(style_intro_view)),
        (OnboardingStep.STYLE_QUIZ.value, _beginning(style_quiz_view)),
        (OnboardingStep.HOME.value, four_views()),
        (ASKS, _asks()),
        rx.fragment(),
    )
    is_in = SessionState.ready & (SessionState.step != OnboardingStep.WELCOME.value)
    at_home = SessionState.step == OnboardingStep.HOME.value
    is_locked = account.locked | (SessionState.step == LOCKED)
    return frame.column(
        rx.cond(is_locked, lock_view(), rx.cond(is_in, shown, door())),
        rx.cond(at_home, rx.fragment(), frame.toast()),
        help_sheets(),
        recover_sheet(),
        sign_in_sheet(),
        rx.cond(SessionState.ready & steps.IS_ONE, steps.steps()),
    )


def _beginning(view: Callable[[], rx.Component]) -> rx.Component:
    """A step of the onboarding: most visits need none."""
    return later(view.__name__, view, among="onboarding")


def _asks() -> rx.Component:
    """Somebody has an account and has not agreed yet."""
    return consent_page(on_submit=[ConsentState.agree, ArrivalState.arrive])


def door() -> rx.Component:
    """The door; before the page knows who is there, boot.js shows it or only the mark.

    It stays the same when the page knows: a tap that began on a button ends on it.
    """
    mark = rx.el.div(splash(), offline_line("line-on-top"), class_name="for-regulars")
    return rx.fragment(
        rx.el.div(start_view(), class_name=rx.cond(SessionState.ready, "for-all", "for-newcomers")),
        rx.cond(SessionState.ready, rx.fragment(), mark),
    )


def four_views() -> rx.Component:
    return rx.fragment(
        frame.no_connection(),
        offline.update_line(),
        frame.view("home", home_view()),
        frame.view("chat", chat_view(), shape="view chat"),
        frame.view("rewire", later("rewire", rewire_view, needed="laterView")),
        frame.view("wins", later("wins", wins_view, needed="laterView")),
        frame.tab_bar(TABS),
        settings_sheets(),
        recovery_code_sheets(),
        ways_sheet(),
        place_sheets(),
        data_sheet(),
        devices_sheet(),
        access_sheet(),
        lock_sheet(),
        reminders_sheet(),
        tokens_sheet(),
        insight_sheet(),
        ledger_sheet(),
        costs_sheet(),
        card_sheets(),
        about_coach_sheet(),
        sent_sheet(),
        consent_sheet(),
        closing_sheet(),
        sessions_sheet(),
        library_sheet(),
        player_sheet(),
        care_sheet(),
        overview_sheet(),
        dreams_sheet(),
        dream_form_sheet(),
        goal_sheet(),
        goal_form_sheet(),
        check_in_sheet(),
        check_ins_sheet(),
        purchase_sheet(),
        shelf_sheet(),
        money_sheets(),
        notes_sheet(),
        note_sheet(),
        install_sheet(),
        offline.delivery(),
        follow_up_opener(),
        rx.window_event_listener(on_visibility_change=[ChatState.look_again, TabState.look_again]),
        *_keep_in_step(),
    )


def _keep_in_step() -> tuple[rx.Component, ...]:
    """What one view changes, another one shows: each of these reads anew when its time comes."""
    after_turn = [HomeState.load, DoorsState.load, GoalsState.load]
    after_saving = [RewireState.load, WinsState.load]
    return (
        rx.el.span(hidden=True, key=HomeState.focus.title, on_mount=RewireState.load),
        rx.el.button(type="button", hidden=True, id="after-turn", on_click=after_turn),
        rx.el.button(type="button", hidden=True, id="after-saving", on_click=after_saving),
        rx.el.button(
            type="button",
            hidden=True,
            id="look-again",
            on_click=[ChatState.look_again(False), TabState.look_again(False)],  # noqa: FBT003
        ),
    )


class Page(NamedTuple):
    """A route and what it shows."""

    route: str
    title: rx.Var[str]
    component: Callable[[], rx.Component]
    on_load: Any


PAGES = (
    Page("/", t("app.name"), page, ArrivalState.arrive),
    Page("404", t("ui.missing.title"), missing_page, None),
)
