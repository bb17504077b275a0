from __future__ import annotations

import reflex as rx

from toney_app import browser, offline, outbox, theme
from toney_app.components.card_words import card_words
from toney_app.components.tension_drawings import REST, string
from toney_app.copy import t
from toney_app.props import Then
from toney_app.session_state import SessionState
from toney_app.views.home import present
from toney_app.views.home.state import HomeState
from toney_app.views.rewire.misfit_state import MisfitState
from toney_app.views.rewire.state import RewireState


def focus_card() -> rx.Component:
    """The card, or, once it has been answered, one line and an optional field in its place."""
    is_offer = HomeState.focus.stage == "offer"
    return rx.el.section(
        rx.match(
            HomeState.focus.answer,
            ("done", _done()),
            ("skipped", _skipped()),
            rx.cond(is_offer, _offer(), _open()),
        ),
        rx.cond(is_offer | (HomeState.focus.answer == "done"), rx.fragment(), _no_fit()),
        class_name=f"{theme.FOCUS} mt-[18px]",
        data_testid="focus-card",
        aria_labelledby="focus-title",
    )


def _offer() -> rx.Component:
    """A card that they have not seen yet: what it is for, and a yes or a no."""
    return rx.fragment(
        _words(t("ui.focus.offer")),
        rx.el.div(
            rx.el.button(
                t("ui.focus.try_it"),
                type="button",
                class_name=theme.PRIMARY,
                on_click=[HomeState.try_it, RewireState.load],
                special_props=[offline.needs_server()],
                data_testid="focus-try",
            ),
            rx.el.button(
                t("ui.focus.put_aside"),
                type="button",
                class_name=theme.TINT,
                on_click=_misfit(),
                special_props=[offline.needs_server()],
                data_testid="focus-put-aside",
            ),
            class_name=f"{theme.PAIR} mt-[18px]",
        ),
    )


def _words(label: rx.Var[str]) -> rx.Component:
    card = HomeState.focus
    return rx.fragment(
        rx.el.span(
            string(SessionState.accent, weight="3.2"), class_name="focus-art", aria_hidden="true"
        ),
        rx.el.p(label, class_name=f"{theme.STRONG} {theme.ACCENT} pr-[112px]"),
        rx.el.h2(card.title, id="focus-title", class_name=f"{theme.TITLE} mt-[26px]"),
        card_words(card, theme.CARD_TEXT, space="mt-2.5"),
    )


def _open() -> rx.Component:
    card = HomeState.focus
    return rx.fragment(
        _words(t("ui.focus.label")),
        rx.el.div(
            rx.el.button(
                t("ui.focus.did_it"),
                type="button",
                class_name=theme.PRIMARY,
                on_click=[
                    outbox.waits("focus", _tap("did", card)),
                    HomeState.did_it,
                    RewireState.load,
                    browser.focus_soon("reflection"),
                ],
                **outbox.marked("focus", _tap("did", card)),
                special_props=[offline.focus_tap("done")],
                data_testid="focus-did-it",
            ),
            rx.el.button(
                t("ui.focus.not_today"),
                type="button",
                class_name=theme.TINT,
                on_click=[
                    outbox.waits("focus", _tap("skipped", card)),
                    HomeState.not_today,
                    RewireState.load,
                    browser.focus_soon("reflection"),
                ],
                **outbox.marked("focus", _tap("skipped", card)),
                special_props=[offline.focus_tap("skipped")],
                data_testid="focus-not-today",
            ),
            class_name=f"{theme.PAIR} mt-[18px]",
        ),
        outbox.not_saved("focus"),
    )


def _no_fit() -> rx.Component:
    return rx.el.button(
        t("ui.misfit.open"),
        type="button",
        class_name=f"{theme.SUBTLE} {theme.WIDE}",
        on_click=_misfit(),
        special_props=[offline.needs_server()],
        data_testid="focus-misfit",
    )


def _misfit() -> Then:
    return [MisfitState.ask(HomeState.focus.id), browser.open_sheet("misfit")]


def _tap(answer: str, card: rx.vars.ObjectVar[present.Focus]) -> rx.Var[str]:
    """What the page sends again after a reload, for this card only."""
    return rx.Var.create(f"{answer} ").to(str) + card.title.to(str)


def _done() -> rx.Component:
    return rx.fragment(
        rx.el.div(string(REST, weight="2"), class_name="w-[132px] -mt-1.5 mb-1 text-accent"),
        _answered(t("ui.focus.done"), t("ui.focus.what_was_it_like")),
    )


def _skipped() -> rx.Component:
    return _answered(t(f"ui.focus.{HomeState.focus.line}"), t("ui.focus.anything_to_note"))


def _answered(line: rx.Var[str], question: rx.Var[str]) -> rx.Component:
    card = HomeState.focus
    noted = rx.el.p(t("ui.focus.noted"), class_name=f"{theme.BODY} {theme.MUTED} mt-[3px]")
    return rx.el.div(
        rx.el.p(card.title, class_name=f"{theme.LABEL} {theme.MUTED}"),
        rx.el.h2(line, id="focus-title", class_name=f"{theme.HEADING} mt-1"),
        rx.cond(card.reflected, noted, rx.cond(card.folded, rx.fragment(), _reflection(question))),
        role="status",
    )


def _reflection(question: rx.Var[str]) -> rx.Component:
    """A word about it; saying none is as large as saying one."""
    return rx.el.form(
        rx.el.label(
            question, html_for="reflection", class_name=f"block {theme.BODY} {theme.MUTED} mt-[3px]"
        ),
        rx.el.textarea(
            name="reflection",
            max_length=1000,
            rows="2",
            placeholder=t("ui.focus.placeholder"),
            class_name=f"{theme.AREA} mt-3",
            custom_attrs={"id": "reflection"},
            special_props=[browser.draft("reflection")],
            data_testid="focus-reflection",
        ),
        rx.el.div(
            rx.el.button(
                t("ui.focus.keep_note"),
                type="submit",
                class_name=theme.TINT,
                data_testid="focus-keep-note",
            ),
            rx.el.button(
                t("onboarding.skip"),
                type="button",
                class_name=theme.TINT,
                on_click=[HomeState.skip_note, browser.forget_draft("reflection")],
                data_testid="focus-skip-note",
            ),
            class_name=f"{theme.PAIR} mt-2",
        ),
        outbox.not_saved("reflection"),
        on_submit=[outbox.waits("reflection"), HomeState.reflect],
        special_props=[offline.note_form()],
        **outbox.marked("reflection"),
    )
