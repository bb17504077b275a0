"""Whom an admin can talk as in the simulator."""

from __future__ import annotations

import reflex as rx

from admin_app import theme
from admin_app.copy import t
from admin_app.pages.simulator_state import SimulatorState
from coaching.simulator.personas import LONGEST_NAME, LONGEST_WHY, described
from coaching.values.enums import Tension


def people() -> rx.Component:
    """The described people, and a form for somebody else."""
    return rx.el.section(
        rx.el.h2(t("simulator.persona"), class_name=theme.PANEL_TITLE),
        rx.el.ul(
            *[
                rx.el.li(
                    rx.el.button(
                        rx.el.span(person.name, class_name=theme.LOOK_WHAT),
                        rx.el.span(
                            t(
                                "simulator.about",
                                tension=t(f"metrics.tension.{person.tension or 'none'}"),
                                tone=f"{person.tone:g}",
                                language=person.language,
                            ),
                            class_name=theme.NOTE,
                        ),
                        type="button",
                        on_click=SimulatorState.start(person.id),
                        aria_pressed=rx.cond(SimulatorState.chosen == person.id, "true", "false"),
                        class_name=theme.PERSONA,
                        data_testid=f"persona-{person.id}",
                    )
                )
                for person in described()
            ],
            class_name=theme.PERSONAS,
        ),
        rx.el.details(
            rx.el.summary(t("simulator.custom"), class_name=theme.ASK),
            _custom(),
        ),
        class_name=theme.PANEL,
    )


def _custom() -> rx.Component:
    return rx.el.form(
        _labelled(
            "simulator.custom.name",
            rx.el.input(
                name="name",
                max_length=LONGEST_NAME,
                auto_complete="off",
                class_name=theme.INPUT,
            ),
        ),
        _labelled(
            "users.tension",
            rx.el.select(
                *[rx.el.option(t(f"metrics.tension.{one}"), value=one) for one in Tension],
                name="tension",
                class_name=theme.SELECT,
            ),
        ),
        _labelled(
            "simulator.custom.tone",
            rx.el.input(
                name="tone",
                type="number",
                min=1,
                max=10,
                step=1,
                default_value="5",
                class_name=theme.INPUT,
            ),
        ),
        _labelled(
            "users.language",
            rx.el.select(
                rx.el.option("en", value="en"),
                rx.el.option("es", value="es"),
                name="language",
                class_name=theme.SELECT,
            ),
        ),
        _labelled(
            "simulator.custom.why",
            rx.el.input(
                name="why",
                max_length=LONGEST_WHY,
                auto_complete="off",
                class_name=theme.INPUT,
            ),
        ),
        rx.el.button(
            t("simulator.custom.go"),
            type="submit",
            class_name=theme.SELECT,
            data_testid="start-custom",
        ),
        on_submit=SimulatorState.start_custom,
        class_name=theme.DIALOG_FORM,
    )


def _labelled(key: str, control: rx.Component) -> rx.Component:
    return rx.el.label(t(key), control, class_name=theme.FIELD)
