"""The five moods, each drawn as the coin on its string: 46 x 34, `currentColor`."""

from __future__ import annotations

import reflex as rx

from coaching.values.check_ins import Mood

# The string, and where the coin is.
_DRAWN = {
    Mood.HEAVY: ("M4 6Q23 58 42 6", 23, 25.2),
    Mood.TENSE: ("M4 22H42", 23, 14.9),
    Mood.MIXED: ("M4 16C13 4 16 34 23 24S34 8 42 20", 25.6, 11.2),
    Mood.STEADY: ("M4 15Q23 34 42 15", 23, 17.4),
    Mood.LIGHT: ("M4 24Q23 32 42 24", 23, 10.5),
}


def drawing(mood: Mood) -> rx.Component:
    """Return the drawing of a mood."""
    line, x, y = _DRAWN[mood]
    return rx.el.svg(
        rx.el.path(
            d=line,
            custom_attrs={"stroke": "currentColor", "strokeWidth": "1.8", "strokeLinecap": "round"},
        ),
        rx.el.circle(cx=str(x), cy=str(y), r="5.6", custom_attrs={"fill": "currentColor"}),
        view_box="0 0 46 34",
        custom_attrs={"aria-hidden": "true", "fill": "none"},
    )


def drawing_of(mood: rx.Var[str]) -> rx.Component:
    """Return the drawing of the mood that a var names."""
    return rx.fragment(rx.match(mood, *((one.value, drawing(one)) for one in Mood), rx.fragment()))
