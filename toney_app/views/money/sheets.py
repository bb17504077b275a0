"""The sheets about money."""

from __future__ import annotations

import reflex as rx

from toney_app.views.money.budgets_sheet import budgets_sheet
from toney_app.views.money.one_sheet import money_one_sheet
from toney_app.views.money.sheet import money_sheet


def money_sheets() -> rx.Component:
    return rx.fragment(money_sheet(), money_one_sheet(), budgets_sheet())
