"""Outbox: keep input on this device until it is stored (toney_app/js/kept.js)."""

from __future__ import annotations

import json

import reflex as rx
from reflex_base.vars.base import Var
from reflex_base.vars.function import FunctionVar

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.copy import t
from toney_app.device_state import IS_KNOWN
from toney_app.props import Handler, Prop

_KEPT = "$/utils/toney/kept"


def waits(name: str | rx.Var[str], what: str | rx.Var[str] = "") -> FunctionVar:
    """Mark something as sent; `NoticeState._stored(name)` ends the waiting.

    `what` is for buttons: it says what to send again. A form sends what its fields hold.
    """
    given = [Var.create(name), Var.create(what)]
    call = f"(() => waits({given[0]!s}, {given[1]!s}))"
    return browser.js_value(call, _KEPT, "waits", reads=given).to(FunctionVar)


def marked(name: str, what: str | rx.Var[str] = "") -> dict[str, Prop]:
    """Return the props by which the page finds again what it has to send once more."""
    if isinstance(what, Var):
        return {"data_waits": Var.create(f"{name} ").to(str) + what.to(str)}
    return {"data_waits": f"{name} {what}".strip()}


def kept_form(kind: str, of: rx.Var[str]) -> Var[Prop]:
    """Return the props of a form whose fields stay on this device until it was stored.

    Its name is `kind` and what it is `of`, which is empty when that is new: `note-`.
    """
    name = Var.create(kind).to(str) + of.to(str)
    return browser.js_value(f"keptForm({name!s})", _KEPT, "keptForm", reads=[name])


def choose(name: str, value: str | rx.Var[str]) -> FunctionVar:
    """Choose a setting; `delivery` sends it, and `_stored("NAME=VALUE")` ends the waiting."""
    given = Var.create(value)
    call = f"(() => choose({json.dumps(name)}, {given!s}))"
    return browser.js_value(call, _KEPT, "choose", reads=[given]).to(FunctionVar)


def choosing(name: str) -> FunctionVar:
    """Choose a setting while its field changes."""
    call = f"((value) => choose({json.dumps(name)}, String(value)))"
    return browser.js_value(call, _KEPT, "choose").to(FunctionVar)


def naming(name: str) -> Var[Prop]:
    """Return the props of a form that chooses a setting by its field and closes its sheet."""
    return browser.js_value(f"choosingIn({json.dumps(name)})", _KEPT, "choosingIn")


def chosen(name: str, known: rx.Var[Prop]) -> rx.Var[str]:
    """Return a setting: what was chosen on this page, else what is known of it."""
    hook = f"const {name}_kept = useKept({json.dumps(name)}, {known!s});"
    return browser.js_value(f"{name}_kept", _KEPT, "useKept", hook=hook, reads=[known]).to(str)


def agreed_effect(given_at: rx.Var[str]) -> Var[Prop]:
    """Return the hook that sends what was refused, as soon as the person agrees."""
    thread = "$/utils/toney/thread"
    return browser.js_value(f"useAgreed({given_at!s});", thread, "useAgreed", reads=[given_at])


def delivery(name: str, send: Handler) -> rx.Component:
    """The form that the page fills in and submits for a setting, again after a reload."""
    return rx.el.form(
        rx.el.input(type="hidden", name="setting", value=name.removeprefix("set_")),
        rx.el.input(name="value", type="hidden", special_props=[browser.draft(name)]),
        not_saved(name),
        on_submit=send,
        hidden=True,
        custom_attrs={"id": name},
        **marked(name),
    )


def stored_effect(stored: Prop) -> Var[Prop]:
    """Return the hook that lets go of what the server has."""
    return browser.js_value(f"useStored({stored!s});", _KEPT, "useStored", reads=[stored])


def not_saved(name: str) -> rx.Component:
    """A line under what was sent and not stored yet; nothing while all is well."""
    reads = [IS_KNOWN, browser.cut_off]
    given = ", ".join(map(str, reads))
    hook = f"const waiting_{name} = useWaiting({json.dumps(name)}, {given});"
    state = browser.js_value(f"waiting_{name}", _KEPT, "useWaiting", hook=hook, reads=reads).to(str)
    return rx.cond(state, _line(state))


def _line(state: rx.Var[str]) -> rx.Component:
    words = rx.match(state, ("offline", t("ui.not_saved.offline")), t("ui.not_saved.again"))
    return rx.el.p(
        icon("clock_3", theme.ICON_SMALL),
        words,
        class_name=f"{theme.SMALL} {theme.MUTED} mt-2 flex items-center gap-1.5",
        role="status",
        data_testid="not-saved",
    )
