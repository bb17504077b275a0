"""What works without a connection, and a new version of the app (their side in toney_app/js)."""

from __future__ import annotations

from dataclasses import dataclass

import reflex as rx
from reflex_base.utils.imports import ImportVar
from reflex_base.vars.base import Var, VarData
from reflex_base.vars.function import FunctionVar

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.copy import t
from toney_app.device_state import IS_KNOWN
from toney_app.props import Prop
from toney_app.session_state import SessionState
from toney_app.views.sending_state import SendingState

_SEEN = "$/utils/toney/seen"
_SENDING = "$/utils/toney/sending"
_UPDATE = "$/utils/toney/update"
_ALONE = "$/utils/toney/practice_alone"
_REGISTRY = "$/utils/context-registry"
_SHOWN = 2
_CONTEXTS = ("StateStoreContext", "DispatchContext", "app")


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something that waits to be sent, as the page has it."""

    client: str = ""
    text: str = ""


def effects() -> list[Var[Prop]]:
    """Return the hooks that show what was seen last, and send what was done meanwhile."""
    ready, cut = SessionState.ready, browser.cut_off
    states = VarData(
        imports={
            _REGISTRY: [ImportVar(tag=name) for name in _CONTEXTS],
            "react": [ImportVar(tag="useContext")],
            _SEEN: [ImportVar(tag="arrives"), ImportVar(tag="useSeen")],
            _UPDATE: [ImportVar(tag="otherServer")],
        },
        hooks={
            "Object.assign(app, { arrives, otherServer });": None,
            "const shownStates = useContext(StateStoreContext);": None,
            "const dispatchStates = useContext(DispatchContext);": None,
        },
    )
    seen = Var(
        _js_expr=f"useSeen(shownStates, dispatchStates, {ready!s}, {cut!s});",
        _var_data=VarData.merge(ready._get_all_var_data(), cut._get_all_var_data(), states),
    )
    reads = [IS_KNOWN, cut, SendingState.taken, SendingState.refused]
    hook = f"useSending({', '.join(map(str, reads))});"
    return [seen, browser.js_value(hook, _SENDING, "useSending", reads=reads)]


def delivery() -> rx.Component:
    """The form that the page fills in and submits for one thing after the other."""
    return rx.el.form(
        rx.el.input(name="thing", type="hidden"),
        on_submit=SendingState.take,
        hidden=True,
        custom_attrs={"id": "send-later"},
    )


def waiting(kind: str) -> rx.vars.ArrayVar[list[Waiting]]:
    """Return what waits of a kind, the newest first."""
    name = f"waiting_{kind}"
    hook = f'const {name} = useWaitingThings("{kind}");'
    found = browser.js_value(name, _SENDING, "useWaitingThings", hook=hook)
    return found.to(list[Waiting])


def win_form() -> Var[Prop]:
    """Return the props of the form for a win: without a connection it waits on this device."""
    return browser.js_value("winForm", _SENDING, "winForm")


def note_form() -> Var[Prop]:
    """Return the props of the form for a note on the card."""
    return browser.js_value("noteForm", _SENDING, "noteForm")


def focus_tap(answer: str) -> Var[Prop]:
    """Return the props of a button that answers the card."""
    return browser.js_value(f'focusTap("{answer}")', _SENDING, "focusTap")


def needs_server() -> Var[Prop]:
    """Return the props of a button that does nothing without a connection but say so."""
    return browser.js_value("needsServer", _SENDING, "needsServer")


def needs_server_to_submit() -> Var[Prop]:
    """Return the props of a form that does nothing without a connection but say so."""
    return browser.js_value("needsServerToSubmit", _SENDING, "needsServerToSubmit")


def money_form() -> Var[Prop]:
    """Return the props of the line about money: without a connection it waits on this device."""
    return browser.js_value("moneyForm", _SENDING, "moneyForm")


def player() -> Var[Prop]:
    """Return the props of the part in which an exercise is played."""
    return browser.js_value("player", _ALONE, "player")


def starts(practice: str | rx.Var[str] = "") -> Var[Prop]:
    """Return the props of a button that begins an exercise; empty: the one that fits best."""
    given = Var.create(practice)
    return browser.js_value(f"starts({given!s})", _ALONE, "starts", reads=[given])


def goes_on() -> Var[Prop]:
    """Return the props of a button that goes on with the exercise that is running."""
    return browser.js_value("goesOn", _ALONE, "goesOn")


@rx.memo
def update_line() -> rx.Component:
    """One line: there is a new version, and a tap takes it."""
    is_new = browser.js_value("isNew", _UPDATE, "useUpdate", hook="const isNew = useUpdate();")
    return rx.cond(is_new.to(bool), _update())


def _update() -> rx.Component:
    take = browser.js_value("(() => take())", _UPDATE, "take").to(FunctionVar)
    return rx.el.div(
        icon("sparkles"),
        rx.el.span(t("ui.update.line"), class_name="flex-1"),
        rx.el.button(
            t("ui.update.take"),
            type="button",
            class_name=f"{theme.SUBTLE} {theme.SLIM} {theme.ACCENT} whitespace-nowrap -my-2",
            on_click=take,
            data_testid="update-take",
        ),
        class_name="banner line-on-top items-center when-calm",
        role="status",
        data_testid="update-line",
    )


def kept_line() -> rx.Component:
    """On home without a connection: what waits, in their words, and the way to it."""
    return rx.cond(browser.cut_off, _kept_line())


def _outbox() -> rx.vars.ArrayVar[list[str]]:
    hook = "const keptMessages = useKeptMessages();"
    found = browser.js_value("keptMessages", "$/utils/toney/thread", "useKeptMessages", hook=hook)
    return found.to(list[str])


def unsent() -> rx.vars.NumberVar[int]:
    """Return how many messages and other things wait on this device to be sent."""
    hook = "const waitingCount = useWaitingCount();"
    things = browser.js_value("waitingCount", _SENDING, "useWaitingCount", hook=hook).to(int)
    return (_outbox().length() + things).to(int)


@rx.memo
def _kept_line() -> rx.Component:
    outbox = _outbox()
    how_many = outbox.length()
    return rx.el.section(
        rx.el.p(
            icon("cloud_off"),
            rx.cond(how_many == 0, t("ui.no_connection"), t("ui.offline.messages", count=how_many)),
            class_name="flex gap-3",
            role="status",
        ),
        rx.cond(
            how_many > 0,
            rx.el.div(
                rx.foreach(outbox[:_SHOWN], _kept_words),
                rx.el.button(
                    t("ui.offline.view"),
                    type="button",
                    class_name=f"{theme.SUBTLE} {theme.SLIM} {theme.ACCENT} px-0 justify-start",
                    on_click=browser.go_to("chat"),
                    data_testid="offline-view",
                ),
                class_name="mt-3 ml-8 grid gap-1.5",
            ),
        ),
        class_name="banner mt-4 mb-3 block",
        data_testid="offline-line",
    )


def _kept_words(words: rx.Var[str]) -> rx.Component:
    return rx.el.p(
        t("ui.quoted", words=words),
        class_name=f"{theme.OWN_WORDS} text-ink text-[1.0625rem] truncate",
    )


@rx.memo
def badge() -> rx.Component:
    """A tag in the head of a view: there is no connection."""
    return rx.cond(
        browser.cut_off,
        rx.el.span(
            icon("cloud_off", theme.ICON_SMALL),
            t("ui.offline.tag"),
            class_name="tag tag-plain py-0!",
            data_testid="offline-tag",
        ),
    )
