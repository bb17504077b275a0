"""Recovery codes and the receipt of a deletion, as Python values (js/recovery_code.js)."""

from __future__ import annotations

import json
from typing import NamedTuple

import reflex as rx
from reflex_base.vars.base import Var

from toney_app import browser
from toney_app.props import Prop

_MODULE = "$/utils/toney/recovery_code"


class Code(NamedTuple):
    """The recovery code of a person, and the props of the buttons that make and remove it."""

    state: rx.vars.StringVar
    since: rx.vars.StringVar
    code: rx.vars.StringVar
    copied: rx.vars.BooleanVar
    make: Var[Prop]
    remove: Var[Prop]
    copy: Var[Prop]


class Recover(NamedTuple):
    """Coming back with a code: `begins` are the props of the form, `goes_on` of the last button."""

    state: rx.vars.StringVar
    code: rx.vars.StringVar
    copied: rx.vars.BooleanVar
    begins: Var[Prop]
    goes_on: Var[Prop]
    copy: Var[Prop]


def code(sheet: str) -> Code:
    """Return what a sheet shows about the recovery code."""
    hook = f"const way = useCode({json.dumps(sheet)});"

    def value(name: str) -> Var[Prop]:
        return browser.js_value(f"way.{name}", _MODULE, "useCode", hook=hook)

    def press(name: str) -> Var[Prop]:
        return browser.js_value(f"({{onClick: way.{name}}})", _MODULE, "useCode", hook=hook)

    return Code(
        state=value("state").to(str),
        since=value("since").to(str),
        code=value("code").to(str),
        copied=value("copied").to(bool),
        make=press("make"),
        remove=press("remove"),
        copy=press("copy"),
    )


def recover() -> Recover:
    """Return the state of coming back and what its form and buttons do."""
    hook = "const back = useRecover();"

    def value(expression: str) -> Var[Prop]:
        return browser.js_value(expression, _MODULE, "useRecover", hook=hook)

    return Recover(
        value("back.state").to(str),
        value("back.code").to(str),
        value("back.copied").to(bool),
        value("({onSubmit: back.begin})"),
        value("({onClick: back.goOn})"),
        value("({onClick: back.copy})"),
    )


class Receipt(NamedTuple):
    """What was deleted when, until when backups hold it, and the signed receipt as an address."""

    at: rx.vars.StringVar
    until: rx.vars.StringVar
    file: rx.vars.StringVar
    closes: Var[Prop]


def receipt() -> Receipt:
    """Return the receipt of a deletion; `at` is empty if there is none."""
    hook = "const receipt = useReceipt();"
    at, until, file = (
        browser.js_value(f"receipt.{name}", _MODULE, "useReceipt", hook=hook).to(str)
        for name in ("at", "until", "file")
    )
    closes = browser.js_value("({onClick: receipt.done})", _MODULE, "useReceipt", hook=hook)
    return Receipt(at, until, file, closes)


def folds() -> Var[Prop]:
    """Return the props of a button that closes the part of the page that it is in."""
    return browser.js_value("({onClick: fold})", _MODULE, "fold")


def unfolds() -> Var[Prop]:
    """Return the props of a part of the page that is scrolled into sight when it opens."""
    return browser.js_value("({onToggle: unfold})", _MODULE, "unfold")
