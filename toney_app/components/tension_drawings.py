"""Money as a coin on a string: one drawing per tension, and rest. 240 x 128, `currentColor`."""

from __future__ import annotations

import math

import reflex as rx

from toney_app.props import Attributes

REST = "rest"
WIDTH, HEIGHT = 240, 128
_COIN = 15


def _attributes(**values: str) -> Attributes:
    """SVG attributes by their React names; as plain props they would become styles."""
    return {"strokeLinecap": "round", "strokeLinejoin": "round", **values}


def _line(d: str, *, opacity: str = "1", dash: str = "") -> rx.Component:
    drawn = {"strokeDasharray": dash} if dash else {"pathLength": "1"}
    return rx.el.path(
        d=d,
        class_name="comes" if dash else "draws",
        custom_attrs=_attributes(stroke="currentColor", opacity=opacity, **drawn),
    )


def _coin(x: float, y: float, *, opacity: str = "1", r: float = _COIN) -> rx.Component:
    return rx.el.circle(
        cx=str(x),
        cy=str(y),
        r=str(r),
        class_name="comes",
        custom_attrs={"fill": "currentColor", "opacity": opacity},
    )


def _ring(x: float, y: float, *, opacity: str = "1", dash: str = "none") -> rx.Component:
    return rx.el.circle(
        cx=str(x),
        cy=str(y),
        r=str(_COIN),
        class_name="comes",
        custom_attrs=_attributes(stroke="currentColor", opacity=opacity, strokeDasharray=dash),
    )


def _end(x: float, y: float) -> rx.Component:
    return rx.el.circle(cx=str(x), cy=str(y), r="2.4", custom_attrs={"fill": "currentColor"})


def _tremor() -> str:
    """A string that trembles in the middle and is still at its ends."""
    points = [12 + 216 * step / 96 for step in range(97)]
    waves = (
        (x, 78 + 19 * math.exp(-(((x - 120) / 45.6) ** 2)) * math.cos((x - 120) * math.tau / 20.7))
        for x in points
    )
    return "M" + " ".join(f"{x:.1f} {y:.1f}" for x, y in waves)


def _drawings() -> dict[str, tuple[rx.Component, ...]]:
    return {
        "avoid": (
            _line("M12 92H62C86 92 84 44 120 44S154 92 178 92H228"),
            _ring(120, 74, dash="2 6.5"),
            _end(12, 92),
            _end(228, 92),
        ),
        "worry": (
            _line(_tremor()),
            _coin(120, 36.5),
            _ring(109, 38, opacity="0.35"),
            _ring(131, 38, opacity="0.35"),
            _end(12, 78),
            _end(228, 78),
        ),
        "chase": (
            _line("M12 108C70 108 78 80 112 78S150 50 178 46"),
            _coin(212, 22),
            _line("M186 40L193 34", opacity="0.45"),
            _end(12, 108),
        ),
        "perform": (
            _line("M12 104C70 28 170 28 228 104"),
            _coin(120, 29.4),
            _line("M52 104C92 66 148 66 188 104", opacity="0.38", dash="1 7"),
            _end(12, 104),
            _end(228, 104),
        ),
        "numb": (
            _line("M12 58H92"),
            _line("M148 58H228"),
            _coin(120, 64, opacity="0.55"),
            _line("M40 80H200", opacity="0.6"),
            _line("M70 100H170", opacity="0.32"),
            _line("M98 118H142", opacity="0.18"),
            _end(12, 58),
            _end(228, 58),
        ),
        "give": (
            _line("M12 34C70 34 110 92 168 92H228"),
            _coin(190, 75.8),
            _coin(150, 66, opacity="0.22"),
            _coin(116, 39, opacity="0.1"),
            _end(12, 34),
            _end(228, 92),
        ),
        "grip": (
            _line(
                "M12 64H84C84 40 100 30 120 30A34 34 0 1 1 86 66"
                "C86 48 102 38 120 38A26 26 0 1 1 94 62"
            ),
            _line("M154 64H228"),
            _coin(120, 64),
            _end(12, 64),
            _end(228, 64),
        ),
        REST: (
            _line("M12 14C48 112 132 134 228 58"),
            rx.el.g(_coin(119, 85.7, r=17), class_name="settles"),
            _end(12, 14),
            _end(228, 58),
        ),
    }


def string(tension: str | rx.Var[str], *, weight: str, look: str = "") -> rx.Component:
    """The drawing of a tension; `look` is `drawn` where it draws itself."""
    return any_string(tension=tension, weight=weight, look=look)


@rx.memo
def any_string(tension: rx.Var[str], weight: rx.Var[str], look: rx.Var[str]) -> rx.Component:
    """The drawing of a tension that is known in the browser; rest without one."""
    drawings = {name: rx.fragment(*parts) for name, parts in _drawings().items()}
    rest = drawings.pop(REST)
    return rx.el.svg(
        rx.match(tension, *drawings.items(), rest),
        view_box=f"0 0 {WIDTH} {HEIGHT}",
        class_name=f"string {look}",
        custom_attrs={"aria-hidden": "true", "fill": "none", "strokeWidth": weight},
    )


def hero() -> rx.Component:
    """The slack string of the start screen, edge to edge."""
    return rx.el.svg(
        _line("M-20 -18C40 118 136 140 262 44"),
        rx.el.g(_coin(125, 85.65, r=18), class_name="settles"),
        view_box=f"0 0 {WIDTH} {HEIGHT}",
        class_name="string",
        custom_attrs={"aria-hidden": "true", "fill": "none", "strokeWidth": "1.7"},
    )
