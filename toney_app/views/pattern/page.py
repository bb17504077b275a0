from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.components.inputs import option
from toney_app.components.tension_drawings import string
from toney_app.copy import t
from toney_app.props import Handler
from toney_app.views.pattern import present
from toney_app.views.pattern.state import PatternState

CandidateVar = rx.vars.ObjectVar[present.Candidate]


def pattern_view() -> rx.Component:
    """The first guess, or, when the person decides, the tensions to pick from."""
    return rx.el.main(
        rx.cond(PatternState.is_picking, _pick(), _guess()),
        class_name="view flex flex-col pt-0!",
    )


def _guess() -> rx.Component:
    found = PatternState.pattern
    return rx.fragment(
        rx.el.section(
            string(found.guess.id, weight="1.9", look="drawn"),
            class_name="reveal",
            aria_hidden="true",
        ),
        rx.el.div(
            rx.el.p(t("onboarding.pattern.intro"), class_name=f"{theme.LABEL} {theme.MUTED} mt-4"),
            rx.el.h1(
                found.guess.label,
                class_name="tension-name",
                special_props=[browser.arrival()],
                data_testid="tension-name",
            ),
            rx.el.p(found.guess.line, class_name=f"{theme.CARD_TEXT} text-[1.25rem]! mt-3"),
            rx.cond(found.evidence.length() > 0, _evidence()),
            _starting_point(),
            rx.cond(PatternState.is_partly, _what_does_not_fit()),
            _decide(),
            class_name="flex flex-1 flex-col px-5",
        ),
    )


def _evidence() -> rx.Component:
    return rx.el.div(
        rx.el.p(t("onboarding.pattern.told_us"), class_name=f"{theme.SMALL} {theme.MUTED}"),
        rx.foreach(
            PatternState.pattern.evidence,
            lambda words: rx.el.p(t("ui.quoted", words=words), class_name=theme.OWN_WORDS),
        ),
        class_name="quote-bar mt-[18px]",
    )


def _starting_point() -> rx.Component:
    secondary = PatternState.pattern.secondary
    around = t("onboarding.pattern.secondary", tension="|").to(str).split("|")
    name = rx.el.b(secondary, class_name="font-semibold")
    also = rx.el.span(around[0], name, around[1], class_name="block")
    return rx.el.p(
        rx.cond(secondary, also),
        t("onboarding.pattern.disclaimer"),
        class_name=f"{theme.SMALL} {theme.MUTED} mt-3.5",
    )


def _what_does_not_fit() -> rx.Component:
    return rx.el.form(
        rx.el.label(
            t("onboarding.pattern.partly_prompt"), html_for="partly", class_name="field-label"
        ),
        rx.el.textarea(
            name="note",
            rows="2",
            max_length=600,
            class_name=theme.AREA,
            custom_attrs={"id": "partly"},
        ),
        rx.el.button(
            t("onboarding.next"),
            type="submit",
            class_name=f"{theme.PRIMARY} {theme.WIDE} mt-2",
            data_testid="pattern-partly-next",
        ),
        _other(t("onboarding.back"), PatternState.choose_again, "pattern-partly-back"),
        on_submit=PatternState.fits_partly,
        class_name="mt-5 mb-8",
    )


def _decide() -> rx.Component:
    return rx.cond(
        PatternState.is_partly,
        rx.fragment(),
        rx.el.div(
            rx.el.button(
                t("onboarding.pattern.fits"),
                type="button",
                class_name=f"{theme.PRIMARY} {theme.WIDE}",
                on_click=PatternState.fits,
                data_testid="pattern-fits",
            ),
            rx.el.div(
                rx.el.button(
                    t("onboarding.pattern.partly"),
                    type="button",
                    class_name=f"{theme.SECONDARY} px-2!",
                    on_click=PatternState.say_partly,
                    data_testid="pattern-partly",
                ),
                rx.el.button(
                    t("onboarding.pattern.different"),
                    type="button",
                    class_name=f"{theme.SECONDARY} px-2! grow-[1.8]!",
                    on_click=PatternState.look_at_all,
                    data_testid="pattern-different",
                ),
                class_name=f"{theme.PAIR} mt-2",
            ),
            class_name="mt-auto pt-[18px] pb-8",
        ),
    )


def _pick() -> rx.Component:
    found = PatternState.pattern
    title = rx.match(
        found.pick,
        ("low", t("onboarding.pattern.low_confidence")),
        ("none", t("onboarding.pattern.no_tension")),
        t("ui.pattern.which"),
    )
    return rx.el.div(
        rx.el.h1(
            title,
            id="which",
            class_name=f"{theme.TITLE} pt-10",
            special_props=[browser.arrival()],
        ),
        rx.el.p(t("onboarding.pattern.disclaimer"), class_name=f"{theme.BODY} {theme.MUTED} mt-2"),
        rx.el.div(
            rx.foreach(found.candidates, _candidate),
            role="radiogroup",
            aria_labelledby="which",
            class_name="mt-5 grid gap-2.5",
        ),
        rx.el.div(
            rx.el.button(
                t("onboarding.next"),
                type="button",
                class_name=f"{theme.PRIMARY} {theme.WIDE}",
                disabled=~PatternState.picked,
                on_click=PatternState.keep_picked,
                data_testid="pattern-keep",
            ),
            rx.match(
                found.pick,
                ("none", _other(t("ui.pattern.none"), PatternState.keep_none, "pattern-none")),
                ("low", _other(t("ui.pattern.all"), PatternState.look_at_all, "pattern-different")),
                _other(t("onboarding.back"), PatternState.load, "pattern-back"),
            ),
            class_name="step-foot",
        ),
        class_name="flex flex-1 flex-col px-5",
    )


def _other(label: rx.Var[str], on_click: Handler, test_id: str) -> rx.Component:
    return rx.el.button(
        label,
        type="button",
        class_name=f"{theme.SUBTLE} {theme.WIDE} mt-1",
        on_click=on_click,
        data_testid=test_id,
    )


def _candidate(found: CandidateVar) -> rx.Component:
    chosen = PatternState.picked == found.id
    return option(
        rx.el.span(
            rx.el.span(found.label, class_name=f"block {theme.HEADING}"),
            rx.el.span(found.line, class_name=f"block {theme.SMALL} {theme.MUTED}"),
            class_name="flex-1",
        ),
        chosen,
        f"pattern-option-{found.id}",
        PatternState.pick(found.id),
        group="tension",
        drawing=rx.el.span(string(found.id, weight="3"), class_name="opt-art", aria_hidden="true"),
        data_accent=found.id,
    )
