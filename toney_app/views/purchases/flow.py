"""The three steps as the page has them (toney_app/js/purchase.js), as Python values."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import reflex as rx

from toney_app import browser
from toney_app.views.purchases.state import ShelfState

if TYPE_CHECKING:
    from reflex_base.vars.base import Var
    from reflex_base.vars.function import FunctionVar

    from toney_app.props import Prop

_MODULE = "$/utils/toney/purchase"
NAME = "purchase"
WHAT, BREATH, CHOOSE, NOTING = 1, 2, 3, 4
"""The steps. The page counts the first three; `NOTING` comes after “Buy it”."""


def shown(name: str) -> Prop:
    """Return what the page has of the purchase that is being thought over."""
    plan = ShelfState.plan
    hook = f"const purchase = usePurchase({plan!s});"
    return browser.js_value(f"purchase.{name}", _MODULE, "usePurchase", hook=hook, reads=[plan])


def step() -> rx.vars.NumberVar[int]:
    """Return the step that is shown."""
    return shown("step").to(int)


def form_props() -> Var[Prop]:
    """Return the props of the form: it is filled with what was kept, and keeps what changes."""
    return browser.js_value("purchaseForm", _MODULE, "purchaseForm")


def does(name: str, *arguments: str) -> FunctionVar:
    """Return a function of the module, called with these words."""
    return browser.js_call(name, *arguments, module=_MODULE)


def minute() -> SimpleNamespace:
    """Return how the breath passes: a minute of four seconds in and six out."""
    return SimpleNamespace(
        seconds=rx.Var.create(60), inhale=rx.Var.create(4), exhale=rx.Var.create(6)
    )
