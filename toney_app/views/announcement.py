"""A line of whoever runs this Toney, for everybody, for a while."""

from __future__ import annotations

import reflex as rx

from toney_app.components.icons import icon


class AnnouncementState(rx.State):
    """The announcement that holds now, in the person's language; empty most of the time."""

    words: rx.Field[str] = rx.field("")


def announcement_line() -> rx.Component:
    return rx.cond(
        AnnouncementState.words,
        rx.el.p(
            icon("megaphone"),
            AnnouncementState.words,
            class_name="banner mt-4",
            role="status",
            data_testid="announcement",
        ),
    )
