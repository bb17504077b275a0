"""The prompt that was sent, block by block, and what the reply took."""

from __future__ import annotations

from typing import TYPE_CHECKING

import reflex as rx

from admin_app import theme
from admin_app.components.description_list import pairs_of
from admin_app.components.empty_state import empty_state
from admin_app.copy import t
from admin_app.pages.simulator_state import SimulatorState

if TYPE_CHECKING:
    from admin_app.pages.simulator_rows import SentBlock


def sent() -> rx.Component:
    """A panel with the blocks of the last call; in Simple mode with how the reply was chosen."""
    return rx.el.section(
        rx.el.h2(
            rx.cond(SimulatorState.has_model, t("simulator.sent"), t("simulator.decided")),
            class_name=theme.PANEL_TITLE,
        ),
        rx.cond(
            SimulatorState.facts.length() == 0,
            empty_state(
                rx.cond(
                    SimulatorState.has_model,
                    t("simulator.nothing_sent"),
                    t("simulator.nothing_decided"),
                )
            ),
            rx.fragment(
                rx.cond(
                    SimulatorState.blocks.length() > 0,
                    rx.fragment(
                        _bar(),
                        rx.el.p(t("simulator.estimate"), class_name=theme.NOTE),
                        rx.foreach(SimulatorState.blocks, _block),
                    ),
                ),
                rx.el.div(pairs_of(SimulatorState.facts), data_testid="sent-facts"),
            ),
        ),
        class_name=theme.PANEL,
    )


def _bar() -> rx.Component:
    """How large each block is: the cached ones in the accent's colour."""
    return rx.el.svg(
        rx.foreach(
            SimulatorState.blocks,
            lambda block: rx.el.svg.rect(
                x=block.start,
                y="0",
                width=block.width,
                height="100%",
                class_name=rx.cond(block.is_cached, "admin-cached", "admin-uncached"),
            ),
        ),
        aria_hidden="true",
        class_name=theme.PROMPT_BAR,
    )


def _block(block: rx.vars.ObjectVar[SentBlock]) -> rx.Component:
    return rx.el.details(
        rx.el.summary(
            rx.el.span(
                rx.el.span(block.name, class_name=theme.LOOK_WHAT),
                rx.el.span(block.about, class_name=theme.NOTE),
            ),
            rx.el.span(block.tokens, class_name=theme.FIGURE),
            rx.cond(
                block.is_cached,
                rx.el.span(t("simulator.cached"), class_name=theme.PILL),
                rx.el.span(t("simulator.uncached"), class_name=theme.PILL + " admin-pill-new"),
            ),
            class_name=theme.BLOCK_HEAD,
        ),
        rx.el.pre(block.text, class_name=theme.SOURCE, tab_index=0),
        class_name=theme.BLOCK,
        data_testid="sent-block",
    )
