"""The admin's own account: the second factor, and who else may come in."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

import reflex as rx
from typing_extensions import TypedDict

from admin_app import arrival, theme
from admin_app.components.action_table import action_table
from admin_app.components.confirm_dialog import field
from admin_app.components.data_table import Column, Row, data_table
from admin_app.components.post_form import post_form
from admin_app.components.qr_code import qr_code
from admin_app.copy import t
from admin_app.engine import engine
from admin_app.page import Page
from admin_app.passkey_form import add_button, answer_field
from admin_app.session_state import SessionState, guard
from coaching.domains.admin_access import own_account, second_factor

if TYPE_CHECKING:
    from coaching.domains.admin_access.models import AdminPasskey
    from coaching.domains.admin_access.own_account import Colleague

COLUMNS = tuple(map(Column, t("account.columns").split(" | ")))
PASSKEY_HEADS = t("account.passkey_columns").split(" | ")


class CodeForm(TypedDict):
    code: str


class AccountState(rx.State):
    rows: rx.Field[list[Row]] = rx.field(default_factory=list)
    passkeys: rx.Field[list[Row]] = rx.field(default_factory=list)
    has_app: bool = False
    may_change: bool = False
    secret: str = ""
    qr: str = ""
    qr_size: int = 0

    @rx.event
    @arrival.page
    async def load(self) -> None:
        """Show who may come in; a secret that was not confirmed is dropped."""
        self.secret = self.qr = ""
        await self._refresh()
        match self.router.url.query_parameters.get("passkey"):
            case "added":
                await arrival.say(self, t("passkey.added"))
            case "again" | "failed" as problem:
                (await self.get_state(SessionState)).problem = t(f"passkey.{problem}")
            case _:
                pass

    @rx.event
    @arrival.own_act
    async def begin_second_factor(self) -> None:
        """Show a new secret for the authenticator app; it is stored once a code confirms it."""
        admin = await arrival.who(self)
        self.secret = second_factor.new_secret()
        self.qr, self.qr_size = second_factor.qr_path(
            second_factor.address(self.secret, admin.name)
        )

    @rx.event
    @arrival.own_act
    async def confirm_second_factor(self, form: CodeForm) -> None:
        """Turn the second factor on with a code from the app."""
        here = engine()
        await own_account.set_second_factor(
            here.db,
            here.settings,
            await arrival.who(self),
            secret=self.secret,
            code=form["code"],
            now=here.clock.now(),
        )
        self.secret = self.qr = ""
        guard.forget(guard.token(self))
        (await self.get_state(SessionState)).has_second_factor = True
        await arrival.say(self, t("account.set"))
        await self._refresh()

    @rx.event
    @arrival.own_act
    async def remove_passkey(self, passkey_id: str) -> None:
        """Remove a passkey; the only second factor stays."""
        here = engine()
        await own_account.remove_passkey(
            here.db, await arrival.who(self), UUID(passkey_id), now=here.clock.now()
        )
        await arrival.say(self, t("passkey.removed"))
        await self._refresh()

    async def _refresh(self) -> None:
        here, admin = engine(), await arrival.who(self)
        self.rows = [_row(one) for one in await own_account.everyone(here.db)]
        found = await own_account.own_passkeys(here.db, admin)
        self.passkeys = [_passkey_row(one) for one in found]
        self.has_app = admin.has_app
        self.may_change = own_account.may_change(admin, here.clock.now())


def account_page() -> rx.Component:
    return rx.fragment(
        rx.el.h1(t("account.title"), class_name=theme.TITLE),
        rx.el.p(
            t("account.signed_in"),
            " ",
            SessionState.name,
            ", ",
            t("account.role"),
            " ",
            rx.cond(SessionState.may_change, t("role.admin"), t("role.viewer")),
            class_name=theme.NOTE,
        ),
        _second_factor(),
        rx.el.h2(t("account.admins"), class_name=theme.SECTION_TITLE),
        data_table(
            "admin",
            COLUMNS,
            AccountState.rows,
            label=t("account.admins"),
            nothing=t("overview.nothing"),
        ),
        rx.el.p(t("account.invite_note"), class_name=theme.NOTE),
    )


def _second_factor() -> rx.Component:
    return rx.el.div(
        rx.el.section(
            rx.el.h2(t("account.app"), class_name=theme.PANEL_TITLE),
            rx.cond(
                AccountState.has_app,
                rx.el.p(t("account.is_set"), data_testid="second-factor-set"),
                rx.cond(
                    AccountState.secret != "",
                    _setting_up(),
                    rx.cond(
                        AccountState.may_change,
                        rx.el.button(
                            t("account.begin"),
                            type="button",
                            on_click=AccountState.begin_second_factor,
                            class_name=theme.PRIMARY,
                            data_testid="second-factor-begin",
                        ),
                        rx.el.p(t("passkey.again"), class_name=theme.NOTE),
                    ),
                ),
            ),
            class_name=theme.PANEL,
        ),
        action_table(
            "passkey",
            PASSKEY_HEADS,
            AccountState.passkeys,
            label=t("passkey.title"),
            nothing=t("passkey.none"),
            go=t("passkey.remove"),
            on_click=AccountState.remove_passkey,
            may=AccountState.may_change,
        ),
        rx.cond(AccountState.may_change, _add_passkey()),
        class_name=theme.PANELS,
    )


def _add_passkey() -> rx.Component:
    return post_form(
        rx.el.h2(t("passkey.new"), class_name=theme.PANEL_TITLE),
        rx.el.p(t("passkey.note"), class_name=theme.NOTE),
        field("name", t("passkey.name"), most=own_account.LONGEST_NAME),
        answer_field(),
        add_button(),
        action="/auth/passkeys",
        class_name=theme.FORM_PANEL,
    )


def _setting_up() -> rx.Component:
    return rx.el.form(
        rx.el.p(t("account.scan"), class_name=theme.NOTE),
        qr_code(AccountState.qr, AccountState.qr_size, label=t("account.qr")),
        rx.el.p(AccountState.secret, class_name=theme.SECRET, data_testid="totp-secret"),
        field("code", t("account.code"), most=12),
        rx.el.button(
            t("account.confirm"),
            type="submit",
            class_name=theme.PRIMARY,
            data_testid="second-factor-confirm",
        ),
        on_submit=AccountState.confirm_second_factor,
        class_name=theme.DIALOG_FORM,
    )


def _row(one: Colleague) -> Row:
    seen = f"{one.last_seen_at:%d %b %Y, %H:%M}" if one.last_seen_at else "–"
    waits = "" if one.has_password else t("account.invited")
    factor = t("account.yes") if one.has_second_factor else t("account.no")
    return Row([one.name, t(f"role.{one.role}"), waits or factor, seen])


def _passkey_row(one: AdminPasskey) -> Row:
    used = f"{one.last_used_at:%d %b %Y}" if one.last_used_at else t("passkey.unused")
    return Row([one.name, f"{one.created_at:%d %b %Y}", used, str(one.id)])


PAGE = Page("account", "/account", "shield_check", account_page, AccountState.load, group="own")
