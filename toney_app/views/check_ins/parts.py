from __future__ import annotations

from typing import TYPE_CHECKING

import reflex as rx

from toney_app.copy import t

if TYPE_CHECKING:
    from toney_app.views.check_ins import present


def about_of(check_in: rx.vars.ObjectVar[present.CheckIn]) -> rx.Component:
    """Subject of a check-in, written after the mood; empty without one."""
    return rx.cond(check_in.about, rx.fragment(" · ", t(f"ui.check_in.about.{check_in.about}")))
