from __future__ import annotations

import reflex as rx

from toney_app import browser, guest_start, recovery_code, theme
from toney_app.components.icons import icon, mark
from toney_app.components.layout import icon_button, problem
from toney_app.components.tension_drawings import hero
from toney_app.copy import t
from toney_app.session_state import SessionState
from toney_app.views.consent.agreement import legal_links
from toney_app.views.consent.page import consent_page


@rx.memo
def start_view() -> rx.Component:
    """The door; right after everything was deleted, the receipt for that."""
    receipt = recovery_code.receipt()
    return rx.cond(receipt.at, _receipt(receipt), _door())


def _receipt(receipt: recovery_code.Receipt) -> rx.Component:
    """What was deleted and when, and what proves it."""
    at = receipt.at
    when = t("ui.receipt.when", day=browser.date(at, "day"), time=browser.date(at, "time"))
    gone = ("talk", "kept", "noted", "account")
    return rx.el.main(
        rx.el.h1(t("ui.receipt.title"), class_name=f"{theme.DISPLAY} pt-12", tab_index=-1),
        rx.el.p(when, class_name=f"{theme.BODY} {theme.MUTED} mt-3"),
        rx.el.ul(
            *[rx.el.li(t(f"ui.receipt.{name}"), class_name="mt-2") for name in gone],
            class_name=f"{theme.BODY} mt-5 list-disc pl-5",
        ),
        rx.cond(
            receipt.until,
            rx.el.p(
                t("ui.receipt.backups", day=browser.date(receipt.until, "day")),
                class_name=f"{theme.BODY} mt-5",
            ),
        ),
        rx.el.p(t("ui.receipt.left"), class_name=f"{theme.SMALL} {theme.MUTED} mt-5"),
        rx.el.a(
            t("ui.receipt.save"),
            href=receipt.file,
            class_name=f"{theme.SECONDARY} {theme.WIDE} mt-6",
            custom_attrs={"download": "toney-receipt.json", "reloadDocument": True},
            data_testid="receipt-save",
        ),
        rx.el.button(
            t("ui.receipt.close"),
            type="button",
            class_name=f"{theme.PRIMARY} {theme.WIDE} mt-2",
            special_props=[receipt.closes],
            data_testid="receipt-close",
        ),
        class_name="step pb-8",
        data_testid="receipt",
    )


@rx.memo
def _door() -> rx.Component:
    """The door, and behind its main button what a newcomer agrees to."""
    start = guest_start.start(SessionState.text_version)
    return rx.cond(start.is_reading, _agree(start), _welcome(start))


def _welcome(start: guest_start.Start) -> rx.Component:
    """What Toney does, and the two ways in."""
    return rx.el.main(
        rx.el.div(
            mark("size-7"),
            rx.el.span(t("app.name"), class_name=theme.HEADING),
            rx.el.button(
                t("ui.language.other"),
                type="button",
                lang=t("ui.language.other_code"),
                class_name=f"{theme.SUBTLE} {theme.SLIM} if-allowed ml-auto -mr-3 -my-2",
                special_props=[guest_start.speaks()],
                data_testid="language",
            ),
            class_name="flex items-center gap-[9px] pt-3.5",
        ),
        rx.cond(start.waits, _leaving()),
        rx.el.div(hero(), class_name="hero"),
        rx.el.h1(
            t("onboarding.welcome.title"),
            class_name=f"{theme.DISPLAY} text-[2.5rem]! leading-[1.1]!",
        ),
        rx.el.p(t("onboarding.welcome.body"), class_name=f"{theme.VOICE} {theme.MUTED} mt-3.5"),
        _blocked(),
        rx.el.button(
            t("onboarding.welcome.begin"),
            type="button",
            class_name=f"{theme.PRIMARY} {theme.WIDE} if-allowed mt-7",
            special_props=[start.reads],
            data_testid="start-guest",
        ),
        rx.el.button(
            t("onboarding.welcome.been_here"),
            type="button",
            class_name=f"{theme.SUBTLE} {theme.WIDE} if-allowed mt-2",
            on_click=browser.open_sheet("signin"),
            data_testid="been-here",
        ),
        _legal(),
        legal_links(),
        class_name="step pb-8",
        data_testid="onboarding-welcome",
    )


def _leaving() -> rx.Component:
    """Signed out without a connection."""
    return rx.el.p(
        icon("clock_3"),
        rx.el.span(t("ui.sign_out.waits")),
        class_name="banner mt-3",
        role="status",
        data_testid="sign-out-waits",
    )


def _blocked() -> rx.Component:
    """Instead of the buttons where the browser refuses storage (boot.js): they would do nothing."""
    return rx.el.div(
        rx.el.p(
            icon("triangle_alert"),
            rx.el.span(t("ui.start.blocked")),
            class_name="banner",
            role="status",
            data_testid="storage-blocked",
        ),
        rx.el.a(
            icon("siren"),
            rx.el.span(
                t("safety.emergency_name"),
                rx.el.small(t("safety.from_a_mobile")),
                class_name="grow",
            ),
            rx.el.span("112", class_name="num"),
            href="tel:112",
            class_name="call call-first mt-2",
        ),
        class_name="if-blocked mt-7",
    )


def _agree(start: guest_start.Start) -> rx.Component:
    """Read what is kept and who gets it, tick two boxes, start: one screen."""
    state = start.state
    return consent_page(
        rx.match(
            state,
            ("", rx.fragment()),
            ("busy", rx.fragment()),
            ("failed", problem(t("ui.start.failed"))),
            _limited(state),
        ),
        back=icon_button("chevron_left", t("onboarding.back"), special_props=[start.goes_back]),
        is_busy=state == "busy",
        special_props=[start.begins],
    )


def _limited(until: rx.Var[str]) -> rx.Component:
    """Many have begun from this network today: from when on it is open again."""
    return rx.el.p(
        icon("clock_3"),
        rx.el.span(t("ui.start.limited", time=browser.date(until, "time"))),
        class_name="banner mt-3",
        role="status",
        data_testid="start-limited",
    )


def _legal() -> rx.Component:
    return rx.el.p(
        t("onboarding.welcome.legal"),
        " ",
        rx.el.button(
            t("ui.help.now"),
            type="button",
            class_name="link if-allowed text-ink-2 font-medium min-h-6",
            on_click=browser.open_sheet("help"),
            data_testid="help-now",
        ),
        class_name=f"{theme.SMALL} {theme.QUIET} mt-4",
    )


def splash() -> rx.Component:
    """What somebody who has been here sees until the page knows where they were."""
    return rx.el.div(
        mark("size-10 text-accent"),
        class_name="m-auto",
        role="status",
        aria_label=t("ui.loading"),
    )
