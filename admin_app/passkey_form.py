"""Buttons that ask the browser for a passkey, as Python values (admin_app/js/passkey_form.js)."""

from __future__ import annotations

from typing import Literal

import reflex as rx
from reflex_base.utils.imports import ImportVar
from reflex_base.vars.base import Var, VarData

from admin_app import theme
from admin_app.copy import t

_MODULE = "$/utils/admin/passkey_form"
_HOOK = "usePasskeyForm"


@rx.memo
def use_button() -> rx.Component:
    """The button of the sign-in form."""
    return _button("/auth/passkey", "use", t("passkey.use"), theme.SELECT)


@rx.memo
def add_button() -> rx.Component:
    """The button that makes a passkey for the form it is in."""
    return _button("/auth/passkeys", "add", t("passkey.add"), theme.PRIMARY)


def answer_field() -> rx.Component:
    """The hidden field that carries the browser's answer; the buttons fill it."""
    return rx.el.input(type="hidden", name="credential", default_value="")


def _button(path: str, answers: Literal["add", "use"], words: str, class_name: str) -> rx.Component:
    hook = f"const passkeyForm = {_HOOK}({path!r}, {answers!r});"
    data = VarData(imports={_MODULE: [ImportVar(tag=_HOOK)]}, hooks={hook: None})
    can = Var("passkeyForm.can", _var_data=data).to(bool)
    state = Var("passkeyForm.state", _var_data=data).to(str)
    press = Var("({onClick: passkeyForm.begin})", _var_data=data)
    return rx.cond(
        can,
        rx.fragment(
            rx.el.button(
                rx.icon("key_round", size=18, aria_hidden="true"),
                rx.cond(state == "busy", t("passkey.busy"), words),
                type="button",
                class_name=class_name,
                data_testid=f"passkey-{answers}",
                special_props=[press],
            ),
            rx.cond(
                (state != "") & (state != "busy"),
                rx.el.p(
                    rx.match(
                        state,
                        ("known", t("passkey.known")),
                        ("elsewhere", t("passkey.elsewhere")),
                        ("full", t("passkey.full")),
                        ("often", t("passkey.often")),
                        t("passkey.failed"),
                    ),
                    role="alert",
                    class_name=theme.PROBLEM,
                ),
            ),
        ),
        rx.el.p(t("passkey.cannot"), class_name=theme.NOTE),
    )
