from __future__ import annotations

import reflex as rx
from reflex.style import LiteralColorMode, color_mode, set_color_mode

from toney_app import browser, browser_help, outbox, theme
from toney_app.components.icons import icon
from toney_app.components.inputs import option, segment, tone_dial, tone_sample
from toney_app.components.layout import row, section
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.session_state import SessionState
from toney_app.views.consent.agreement import legal_links
from toney_app.views.help.lines import country_field
from toney_app.views.settings.rows import groups, language_now
from toney_app.views.settings.state import (
    DEPTHS,
    LANGUAGES,
    LEARNING_STYLES,
    NAMES,
    SettingsState,
)
from toney_app.views.settings.tension_sheet import tension_sheet

_THEMES: tuple[tuple[LiteralColorMode, str], ...] = (
    ("system", "smartphone"),
    ("light", "sun"),
    ("dark", "moon"),
)
_DEPTH = outbox.chosen("set_depth", SettingsState.depth)
_LEARNING = outbox.chosen("set_learning_style", SettingsState.learning_style)


def settings_sheets() -> rx.Component:
    """Settings, and the sheets behind its rows."""
    sheets = (_settings(), _tone(), _depth(), _learning_style(), _name(), _country(), _language())
    deliveries = [outbox.delivery(f"set_{name}", SettingsState.store) for name in NAMES]
    return rx.fragment(*sheets, tension_sheet(), rx.el.div(*deliveries, hidden=True))


def _settings() -> rx.Component:
    return sheet(
        "settings",
        t("ui.settings.title"),
        _help(),
        *[outbox.not_saved(f"set_{name}") for name in NAMES],
        section(t("ui.settings.how_toney_talks")),
        rx.el.div(
            row(
                "audio_lines",
                t("ui.settings.tone"),
                value=t(
                    "ui.settings.tone_value",
                    band=t(f"style.tone.{SettingsState.band}"),
                    tone=_tone_now(),
                ),
                on_click=browser.open_sheet("tone"),
            ),
            row(
                "arrow_down_to_line",
                t("ui.settings.depth"),
                value=t(f"style.depth.{_DEPTH}"),
                on_click=browser.open_sheet("depth"),
            ),
            row(
                "lightbulb",
                t("ui.settings.learning"),
                value=t(f"style.learning.{_LEARNING}"),
                on_click=browser.open_sheet("learning"),
            ),
            class_name=theme.LIST,
        ),
        section(t("ui.settings.how_it_looks")),
        _theme(),
        *groups(_country_now()),
        rx.el.div(legal_links(), class_name="mt-4"),
    )


def _help() -> rx.Component:
    return rx.el.button(
        icon("life_buoy", theme.ICON_LARGE),
        rx.el.span(
            rx.el.b(t("ui.help.now"), class_name="block font-semibold"),
            rx.el.span(t("ui.help.what"), class_name=theme.SMALL),
            class_name="flex-1",
        ),
        icon("chevron_right"),
        type="button",
        class_name=f"card-row help-row rounded-card mt-1 {theme.WIDE}",
        on_click=browser.open_sheet("help"),
    )


def _theme() -> rx.Component:
    return rx.el.div(
        *[
            segment(
                t(f"ui.settings.theme.{name}"),
                color_mode == name,
                icon_name,
                set_color_mode(name),
                group="theme",
                data_testid=f"theme-{name}",
            )
            for name, icon_name in _THEMES
        ],
        class_name="seg",
        role="radiogroup",
        aria_label=t("ui.settings.how_it_looks"),
    )


def _tone() -> rx.Component:
    return sheet(
        "tone",
        t("ui.settings.tone"),
        tone_sample(SettingsState.band),
        rx.el.div(
            tone_dial(_tone_now(), SettingsState.band, outbox.choosing("set_tone")),
            class_name="mt-4",
        ),
        outbox.not_saved("set_tone"),
        rx.el.p(t("onboarding.style_quiz.note"), class_name=f"{theme.SMALL} {theme.QUIET} mt-4"),
    )


def _tone_now() -> rx.Var[float]:
    return outbox.chosen("set_tone", SettingsState.tone).to(float)


def _options(
    name: str, kind: str, values: tuple[str, ...], chosen: rx.Var[str], setting: str
) -> rx.Component:
    return sheet(
        name,
        t(f"ui.settings.{name}"),
        rx.el.div(
            *[
                option(
                    t(f"style.{kind}.{value}"),
                    chosen == value,
                    f"{name}-{value}",
                    outbox.choose(setting, value),
                    group=name,
                )
                for value in values
            ],
            class_name="mt-3 grid gap-2",
            role="radiogroup",
            aria_label=t(f"ui.settings.{name}"),
        ),
        outbox.not_saved(setting),
    )


def _depth() -> rx.Component:
    return _options("depth", "depth", DEPTHS, _DEPTH, "set_depth")


def _learning_style() -> rx.Component:
    return _options("learning", "learning", LEARNING_STYLES, _LEARNING, "set_learning_style")


def _name() -> rx.Component:
    return sheet(
        "name",
        t("ui.settings.name"),
        rx.el.form(
            rx.el.label(
                t("ui.settings.name_label"), html_for="name-field", class_name="field-label"
            ),
            rx.el.input(
                name="value",
                max_length=60,
                default_value=outbox.chosen("set_name", SessionState.name),
                class_name=theme.INPUT,
                custom_attrs={"id": "name-field", "autoComplete": "given-name"},
            ),
            rx.el.button(
                t("ui.save"), type="submit", class_name=f"{theme.PRIMARY} {theme.WIDE} mt-4"
            ),
            key=SessionState.name,
            class_name="mt-3",
            special_props=[outbox.naming("set_name")],
        ),
        outbox.not_saved("set_name"),
    )


def _country() -> rx.Component:
    return sheet("country", t("ui.settings.country"), _one_country())


def _language() -> rx.Component:
    """Each by its own name, for whoever can't read the page as it is."""
    chosen = language_now()
    return sheet(
        "language",
        t("ui.settings.language"),
        rx.el.div(
            *[
                option(
                    rx.el.span(t(f"ui.language.{one}"), lang=one, class_name="flex-1"),
                    chosen == one,
                    f"language-{one}",
                    outbox.choose("set_language", one),
                    group="language",
                )
                for one in LANGUAGES
            ],
            class_name="mt-3 grid gap-2",
            role="radiogroup",
            aria_label=t("ui.settings.language"),
        ),
        outbox.not_saved("set_language"),
    )


@rx.memo
def _one_country() -> rx.Component:
    """Whose numbers are shown; the same choice as on the help sheet."""
    help_ = browser_help.help_for("", SessionState.country)
    return rx.fragment(
        rx.el.p(t("safety.help.choose_country"), class_name=f"{theme.BODY} {theme.MUTED} mt-1"),
        rx.el.div(
            country_field(help_, "country-of-settings", code=help_.code, class_name=theme.INPUT),
            icon("chevron_down", theme.ICON_SMALL),
            class_name="picker mt-3",
        ),
    )


@rx.memo
def _country_now() -> rx.Component:
    help_ = browser_help.help_for("", SessionState.country)
    return rx.el.span(rx.cond(help_.code, help_.country, t("ui.settings.not_chosen")))
