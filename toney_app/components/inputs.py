from __future__ import annotations

import reflex as rx

from toney_app import theme
from toney_app.components.icons import icon
from toney_app.copy import t
from toney_app.props import Handler, Prop, Shown


def option(  # noqa: PLR0913 - what an answer is made of
    label: rx.Var[str] | rx.Component,
    chosen: Shown,
    test_id: str,
    choose: Handler,
    *,
    group: str,
    kind: Shown = "radio",
    none: Shown = False,
    is_off: Shown = False,
    drawing: rx.Component | None = None,
    **props: Prop,
) -> rx.Component:
    """One answer of a `group`: a radio or a checkbox that the whole row touches.

    `none` makes it the one without a box.
    """
    look = rx.cond(none, "opt opt-none", "opt")
    return rx.el.label(
        rx.el.input(
            type=kind,
            name=group,
            checked=chosen,
            on_change=choose,
            disabled=is_off,
        ),
        drawing or rx.fragment(),
        rx.el.span(label, class_name="flex-1") if isinstance(label, rx.Var) else label,
        rx.el.span(icon("check", theme.ICON_SMALL), class_name="opt-mark", data_kind=kind),
        class_name=look,
        data_chosen=rx.cond(chosen, "true", "false"),
        data_off=rx.cond(is_off, "true", "false"),
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


def segment(
    label: rx.Var[str], chosen: Shown, name: str, choose: Handler, *, group: str, **props: Prop
) -> rx.Component:
    """One of a few choices beside each other; the arrow keys go from one to the next."""
    return rx.el.label(
        rx.el.input(type="radio", name=group, checked=chosen, on_change=choose),
        icon(name, theme.ICON_SMALL),
        rx.el.span(label),
        **props,
    )


_STRING_Y, _SAG = 16, 26
_WIDTH = 350


def tone_dial(
    tone: Shown, band: rx.Var[str], on_move: Handler, *, waits: bool = False
) -> rx.Component:
    """How direct Toney sounds: a native range under a string that sags under the coin.

    `waits`: the tone follows when a move has ended, so until then the range keeps its own place.
    """
    place = {"default_value": tone} if waits else {"value": tone}
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
                **place,
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
        f"`C${{0.6 * {x!s} + {0.4 * _WIDTH}}} {low} ${{0.33 * {x!s} + {0.67 * _WIDTH}}} {_STRING_Y}"
        f" {_WIDTH - 4} {_STRING_Y}`",
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


def tone_sample(band: rx.Var[str]) -> rx.Component:
    """What Toney might say at a tone."""
    return rx.el.div(
        rx.el.p(
            t("onboarding.style_quiz.sample_label"),
            class_name=f"{theme.CAPTION} {theme.QUIET} mb-2.5",
        ),
        rx.el.p(
            t("ui.quoted", words=t(f"onboarding.style_quiz.sample_{band}")),
            class_name=theme.CARD_TEXT,
            aria_live="polite",
        ),
        class_name="sample mt-6",
    )
