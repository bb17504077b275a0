from __future__ import annotations

import reflex as rx

from toney_app import browser, offline, recovery_code, theme
from toney_app.components.icons import icon
from toney_app.components.layout import busy, problem, section
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.views.settings.data_sheet import files


def recovery_code_sheets() -> rx.Component:
    """The recovery code, and signing out, which needs it."""
    return rx.fragment(_code_sheet(), _sign_out_sheet())


def recover_sheet() -> rx.Component:
    """Coming back with a code; for somebody who is not signed in."""
    return sheet("recover", t("ui.recover.title"), _recover())


def _code_sheet() -> rx.Component:
    return sheet(
        "recovery",
        t("ui.recovery.title"),
        rx.el.p(t("ui.recovery.what"), class_name=f"{theme.BODY} {theme.MUTED} mt-1"),
        _code_in_settings(),
    )


def _sign_out_sheet() -> rx.Component:
    return sheet(
        "sign-out",
        t("ui.settings.sign_out"),
        rx.el.p(t("ui.sign_out.what"), class_name=f"{theme.BODY} mt-1"),
        _unsent(),
        section(t("ui.recovery.title")),
        _code_before_leaving(),
        section(t("ui.data.take_title")),
        files(),
        _stay_or_go(),
    )


@rx.memo
def _unsent() -> rx.Component:
    """Warn of what would be deleted before it was sent."""
    count = offline.unsent()
    return rx.cond(
        count > 0,
        rx.el.p(
            icon("cloud_off"),
            t("ui.sign_out.unsent", count=count),
            class_name="banner mt-4 flex gap-3",
            role="status",
            data_testid="unsent",
        ),
    )


@rx.memo
def _code_in_settings() -> rx.Component:
    way = recovery_code.code("recovery")
    return rx.el.div(_code(way), rx.cond(way.since, _remove(way)), class_name="mt-3 pb-4")


@rx.memo
def _code_before_leaving() -> rx.Component:
    return _code(recovery_code.code("sign-out"))


def _code(way: recovery_code.Code) -> rx.Component:
    """The code once it was made, else whether there is one, and how to make it."""
    made = t("ui.recovery.made", day=browser.date(way.since, "day"))
    return rx.el.div(
        rx.cond(
            way.code,
            shown_code(way.code, way.copied, way.copy),
            rx.el.p(
                rx.cond(way.since, made, t("ui.recovery.none")),
                class_name=theme.BODY,
                data_testid="recovery-state",
            ),
        ),
        rx.el.button(
            rx.cond(
                way.state == "busy",
                busy(t("ui.recovery.making")),
                rx.cond(way.since, t("ui.recovery.renew"), t("ui.recovery.make")),
            ),
            type="button",
            class_name=f"{theme.SECONDARY} {theme.WIDE} mt-3",
            disabled=way.state == "busy",
            special_props=[way.make],
            data_testid="recovery-make",
        ),
        rx.cond(way.state == "failed", rx.el.div(problem(t("ui.recovery.failed")))),
    )


def shown_code(
    code: rx.Var[str],
    copied: rx.vars.BooleanVar,
    copy: rx.Var[object],
    once: rx.Var[str] | None = None,
) -> rx.Component:
    """A code as it is to be kept, with a button that copies it."""
    return rx.el.div(
        rx.el.p(
            code,
            class_name="num rounded-card bg-sunken p-4 text-center text-lg tracking-wide break-all",
            data_testid="recovery-code",
        ),
        rx.el.p(
            t("ui.recovery.once") if once is None else once,
            class_name=f"{theme.SMALL} {theme.MUTED} mt-2",
        ),
        rx.el.button(
            rx.cond(copied, t("ui.recovery.copied"), t("ui.recovery.copy")),
            type="button",
            class_name=f"{theme.TINT} {theme.WIDE} mt-3",
            special_props=[copy],
            data_testid="recovery-copy",
        ),
        role="status",
    )


def _remove(way: recovery_code.Code) -> rx.Component:
    return rx.el.button(
        t("ui.recovery.remove"),
        type="button",
        class_name=f"{theme.SUBTLE} {theme.WIDE} mt-2",
        special_props=[way.remove],
        data_testid="recovery-remove",
    )


def _stay_or_go() -> rx.Component:
    return rx.el.div(
        rx.el.button(
            t("ui.sign_out.stay"),
            type="button",
            class_name=theme.SECONDARY,
            on_click=browser.close_sheet(),
            data_testid="sign-out-stay",
        ),
        rx.el.button(
            t("ui.settings.sign_out"),
            type="button",
            class_name=theme.SECONDARY,
            on_click=browser.sign_out(),
            data_testid="sign-out-yes",
        ),
        class_name=f"{theme.PAIR} mt-6 pb-4",
    )


@rx.memo
def _recover() -> rx.Component:
    back = recovery_code.recover()
    return rx.el.div(
        rx.cond(back.state == "in", _is_in(back), _typing(back)),
        class_name="mt-1 pb-4",
    )


def _typing(back: recovery_code.Recover) -> rx.Component:
    said_no = rx.match(
        back.state,
        ("wrong", problem(t("ui.recover.wrong"))),
        ("often", problem(t("ui.recover.often"))),
        ("failed", problem(t("ui.start.failed"))),
        rx.fragment(),
    )
    return rx.el.form(
        rx.el.label(t("ui.recover.what"), html_for="code-field", class_name="field-label"),
        rx.el.input(
            name="code",
            required=True,
            max_length=60,
            class_name=f"{theme.INPUT} num",
            custom_attrs={
                "id": "code-field",
                "autoComplete": "off",
                "autoCapitalize": "characters",
                "spellCheck": "false",
            },
            data_testid="recover-code",
        ),
        said_no,
        rx.el.button(
            rx.cond(back.state == "busy", busy(t("ui.recover.looking")), t("ui.recover.go")),
            type="submit",
            class_name=f"{theme.PRIMARY} {theme.WIDE} mt-4",
            disabled=back.state == "busy",
            data_testid="recover-go",
        ),
        rx.el.p(t("ui.recover.lost"), class_name=f"{theme.SMALL} {theme.MUTED} mt-4"),
        special_props=[back.begins],
    )


def _is_in(back: recovery_code.Recover) -> rx.Component:
    return rx.el.div(
        rx.el.p(t("ui.recover.next"), class_name=f"{theme.BODY} mb-3"),
        shown_code(back.code, back.copied, back.copy),
        rx.el.button(
            t("ui.recover.go_on"),
            type="button",
            class_name=f"{theme.PRIMARY} {theme.WIDE} mt-3",
            special_props=[back.goes_on],
            data_testid="recover-go-on",
        ),
    )
