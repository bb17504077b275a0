"""The door: name and password, sent by a plain form so that the cookie stays out of reach."""

from __future__ import annotations

from typing import Literal

import reflex as rx

from admin_app import theme
from admin_app.components.post_form import post_form
from admin_app.copy import t

LONGEST = 256


class SignInState(rx.State):
    problem: str = ""

    def _read(self, query: dict[str, str]) -> None:
        """Word what the last try came back with."""
        match query.get("sign-in"):
            case "wrong":
                self.problem = t("sign_in.wrong")
            case "wait":
                seconds = query.get("seconds", "")
                self.problem = t("sign_in.wait", seconds=seconds if seconds.isdecimal() else "60")
            case _:
                self.problem = ""


def door() -> rx.Component:
    return rx.el.main(
        post_form(
            rx.el.h1(t("sign_in.title"), class_name=theme.TITLE),
            _field("name", t("sign_in.name"), "text", "username", auto_focus=True),
            _field("password", t("sign_in.password"), "password", "current-password"),
            rx.cond(
                SignInState.problem != "",
                rx.el.p(SignInState.problem, role="alert", class_name=theme.PROBLEM),
            ),
            rx.el.button(
                t("sign_in.go"), type="submit", class_name=theme.PRIMARY, data_testid="admin-login"
            ),
            action="/auth/sign-in",
            class_name=theme.PANEL,
        ),
        class_name=theme.DOOR,
    )


def _field(
    name: str,
    label: str,
    kind: Literal["text", "password"],
    completes: str,
    *,
    auto_focus: bool = False,
) -> rx.Component:
    return rx.el.label(
        label,
        rx.el.input(
            name=name,
            type=kind,
            required=True,
            max_length=LONGEST,
            auto_complete=completes,
            auto_focus=auto_focus,
            class_name=theme.INPUT,
            data_testid=f"admin-{name}",
        ),
        class_name=theme.FIELD,
    )
