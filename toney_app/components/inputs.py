from __future__ import annotations

import reflex as rx

from toney_app import theme
from toney_app.components.icons import icon
from toney_app.copy import t
from toney_app.props import Handler, Prop, Shown


def option(label: rx.Var[str], chosen: Shown, test_id: str, **props: Prop) -> rx.Component:
    """One answer; `none` among the props makes it the one without a box."""
    without_box = props.pop("none", False)
    return rx.el.button(
        rx.el.span(label, class_name="flex-1"),
        rx.el.span(icon("check", theme.ICON_SMALL), class_name="opt-mark"),
        type="button",
        class_name=rx.cond(without_box, "opt opt-none", "opt"),
        aria_checked=rx.cond(chosen, "true", "false"),
        data_testid=test_id,
        **props,
    )


def progress(label: rx.Var[str], now: rx.vars.NumberVar[int], total: int) -> rx.Component:
    """Short bars, one per question."""
    bars = [rx.el.i(data_on=rx.cond(now > step, "true", "false")) for step in range(total)]
    return rx.el.div(
        *bars,
        class_name="bars",
        role="progressbar",
        aria_label=label,
        aria_valuenow=now,
        aria_valuemin=0,
        aria_valuemax=total,
    )


def segment(label: rx.Var[str], chosen: Shown, name: str, **props: Prop) -> rx.Component:
    return rx.el.button(
        icon(name, theme.ICON_SMALL),
        label,
        type="button",
        role="radio",
        aria_checked=rx.cond(chosen, "true", "false"),
        **props,
    )


_STRING_Y, _SAG = 16, 26
_WIDTH = 350


def tone_dial(tone: Shown, band: rx.Var[str], on_move: Handler) -> rx.Component:
    """How direct Toney sounds: a native range under a string that sags under the coin."""
    band_name = t(f"style.tone.{band}")
    value = t("style.tone.value", tone=tone)
    return rx.el.div(
        rx.el.div(
            rx.el.span(band_name, class_name=theme.HEADING),
            rx.el.span(value, class_name=f"{theme.LABEL} {theme.QUIET} num"),
            class_name="flex items-baseline justify-between mb-1.5",
        ),
        rx.el.div(
            rx.el.input(
                type="range",
                min=1,
                max=10,
                step=0.5,
                value=tone,
                on_change=on_move,
                aria_label=t("ui.tone.label"),
                aria_valuetext=t("ui.tone.value_text", tone=tone, band=band_name),
                data_testid="tone-slider",
            ),
            _sagging_string((tone - 1) / 9 * (_WIDTH - 34) + 17),
            class_name="dial",
        ),
        rx.el.div(
            rx.el.span(t("style.tone.gentle")),
            rx.el.span(t("style.tone.balanced")),
            rx.el.span(t("style.tone.direct")),
            class_name=f"flex flex-wrap justify-between gap-x-3 mt-1 {theme.LABEL} {theme.MUTED}",
            aria_hidden="true",
        ),
    )


def _sagging_string(x: Shown) -> rx.Component:
    """The string under the coin at `x`: two curves that meet where it hangs."""
    low = _STRING_Y + _SAG
    left = rx.Var(
        f"`M4 {_STRING_Y}C${{0.33 * {x!s}}} {_STRING_Y} ${{0.6 * {x!s}}} {low} ${{{x!s}}} {low}`",
        _var_data=x._get_all_var_data(),
    ).to(str)
    right = rx.Var(
        f"`S${{0.4 * {x!s} + {0.6 * _WIDTH}}} {_STRING_Y} {_WIDTH - 4} {_STRING_Y}`",
        _var_data=x._get_all_var_data(),
    ).to(str)
    at_coin = {"cx": x.to_string(), "cy": str(low - 18)}
    return rx.el.svg(
        rx.el.path(d=left + right, class_name="dial-rest"),
        rx.el.path(d=left, class_name="dial-taut"),
        rx.el.circle(**at_coin, r="22", class_name="dial-gap"),
        rx.el.circle(**at_coin, r="17", class_name="dial-coin"),
        view_box=f"0 0 {_WIDTH} 56",
        custom_attrs={"aria-hidden": "true", "fill": "none"},
    )
