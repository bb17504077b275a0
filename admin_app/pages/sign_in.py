"""Signing in, and accepting an invite: plain forms, so that the cookie stays out of reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import reflex as rx

from admin_app import theme
from admin_app.components.data_table import address
from admin_app.components.post_form import post_form
from admin_app.components.qr_code import qr_code
from admin_app.cookies import tried_name
from admin_app.copy import t
from admin_app.engine import engine
from admin_app.passkey_form import answer_field, use_button
from coaching.domains.admin_access import invites, second_factor
from coaching.errors import NotFound

if TYPE_CHECKING:
    from reflex.istate.data import ReflexURL

LONGEST = 256
TOLD = frozenset({"sign-in", "seconds", "invite"})
"""The parts of an address that are about signing in; everything else is where somebody was."""


class SignInState(rx.State):
    problem: str = ""
    tried: str = ""
    is_ready: bool = False
    is_over: bool = False
    back: str = ""
    invite: str = ""
    invited: str = ""
    secret: str = ""
    qr: str = ""
    qr_size: int = 0

    def _end(self, url: ReflexURL) -> None:
        """Say that the session is over, and note where to go on after signing in."""
        self.is_over = True
        self.back = _place(url)

    async def _read(self, url: ReflexURL, cookies: str) -> None:
        """Word what the last try came back with, and look at an invite."""
        query, is_over = dict(url.query_parameters), self.is_over
        self.reset()
        self.is_over, self.back = is_over, _place(url)
        match query.get("sign-in"):
            case "wrong":
                self.problem, self.tried = t("sign_in.wrong"), tried_name(cookies)
            case "wait":
                self.tried = tried_name(cookies)
                self.problem = _wait(query.get("seconds", ""))
            case "ready":
                self.is_ready = True
            case "password" | "code" | "gone" as problem:
                self.problem = t(f"invite.{problem}")
            case _:
                self.problem = ""
        if token := query.get("invite", ""):
            await self._look(token)

    async def _look(self, token: str) -> None:
        here = engine()
        try:
            found = await invites.look(here.db, here.settings, token, now=here.clock.now())
        except NotFound as gone:
            self.problem = gone.say
            return
        self.invite, self.invited, self.secret = token, found.name, found.secret
        self.qr, self.qr_size = second_factor.qr_path(
            second_factor.address(found.secret, found.name)
        )


def _place(url: ReflexURL) -> str:
    """Return the page and its filters, to open again after signing in."""
    return address(url.path, **{k: v for k, v in url.query_parameters.items() if k not in TOLD})


def _wait(seconds: str) -> str:
    if seconds == "1":
        return t("sign_in.wait_one")
    return t("sign_in.wait", seconds=seconds if seconds.isdecimal() else "60")


def door() -> rx.Component:
    return rx.el.main(
        rx.cond(SignInState.invite != "", _invite(), _sign_in()),
        class_name=theme.DOOR,
        data_accent=theme.ACCENT,
    )


def _sign_in() -> rx.Component:
    return post_form(
        rx.el.h1(t("sign_in.title"), class_name=theme.TITLE),
        _field(
            "name",
            t("sign_in.name"),
            "text",
            "username",
            auto_focus=SignInState.tried == "",
            value=SignInState.tried,
        ),
        _field(
            "password",
            t("sign_in.password"),
            "password",
            "current-password",
            auto_focus=SignInState.tried != "",
        ),
        _field("code", t("sign_in.code"), "text", "one-time-code", is_required=False),
        rx.el.input(type="hidden", name="back", value=SignInState.back, read_only=True),
        _problem(),
        rx.el.button(
            t("sign_in.go"), type="submit", class_name=theme.PRIMARY, data_testid="admin-login"
        ),
        answer_field(),
        use_button(),
        action="/auth/sign-in",
        class_name=theme.PANEL,
    )


def _invite() -> rx.Component:
    return post_form(
        rx.el.h1(t("invite.title"), class_name=theme.TITLE),
        rx.el.p(t("invite.note"), class_name=theme.NOTE),
        rx.el.input(type="hidden", name="invite", value=SignInState.invite, read_only=True),
        rx.el.label(
            t("sign_in.name"),
            rx.el.input(
                value=SignInState.invited,
                read_only=True,
                auto_complete="username",
                class_name=theme.INPUT,
            ),
            class_name=theme.FIELD,
        ),
        _field("password", t("invite.new_password"), "password", "new-password", auto_focus=True),
        rx.el.p(t("account.scan"), class_name=theme.NOTE),
        qr_code(SignInState.qr, SignInState.qr_size, label=t("account.qr")),
        rx.el.p(SignInState.secret, class_name=theme.SECRET, data_testid="totp-secret"),
        _field("code", t("account.code"), "text", "one-time-code"),
        _problem(),
        rx.el.button(
            t("invite.go"), type="submit", class_name=theme.PRIMARY, data_testid="invite-go"
        ),
        action="/auth/invite",
        class_name=theme.PANEL,
    )


def _problem() -> rx.Component:
    return rx.cond(
        SignInState.problem != "",
        rx.el.p(SignInState.problem, role="alert", class_name=theme.PROBLEM),
        rx.cond(
            SignInState.is_ready,
            rx.el.p(t("sign_in.ready"), role="status"),
            rx.cond(SignInState.is_over, rx.el.p(t("sign_in.over"), role="status")),
        ),
    )


def _field(
    name: str,
    label: str,
    kind: Literal["text", "password"],
    completes: str,
    *,
    auto_focus: rx.Var[bool] | bool = False,
    is_required: bool = True,
    value: rx.Var[str] | str = "",
) -> rx.Component:
    return rx.el.label(
        label,
        rx.el.input(
            name=name,
            key=SignInState.tried,  # drawn once more when the name of a failed try is known
            type=kind,
            required=is_required,
            max_length=LONGEST,
            auto_complete=completes,
            auto_focus=auto_focus,
            default_value=value,
            class_name=theme.INPUT,
            data_testid=f"admin-{name}",
        ),
        class_name=theme.FIELD,
    )
