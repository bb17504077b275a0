"""What the models cost: with the cache, without it, by day, by agent, by reply. Nobody's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import reflex as rx

from admin_app import arrival, theme
from admin_app.components.charts import ColumnChart, columns, columns_path
from admin_app.components.figures import stat, table
from admin_app.copy import t
from admin_app.engine import engine
from admin_app.page import Page
from admin_app.pages import price_words
from admin_app.pages.cost_weeks import cost_weeks
from admin_app.pages.model_words import dollars
from coaching.services import cache_savings, traces

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from coaching.models import ModelCall
    from coaching.services.cache_savings import Costs
    from coaching.services.traces import Trace

FIGURES = ("spent", "uncached", "saved", "interaction", "tokens", "calls")
REPLIES = 20
KINDS = ("input", "cache_write_5m", "cache_write_1h", "cache_read", "output", "thinking")
SHORT = 8
BY_RULES = frozenset({"", "offline"})


class CostsState(rx.State):
    figures: rx.Field[dict[str, str]] = rx.field(default_factory=lambda: dict.fromkeys(FIGURES, ""))
    notes: rx.Field[dict[str, str]] = rx.field(default_factory=lambda: dict.fromkeys(FIGURES, ""))
    chart: rx.Field[ColumnChart] = rx.field(default_factory=ColumnChart)
    days: rx.Field[list[list[str]]] = rx.field(default_factory=list)
    models: rx.Field[list[list[str]]] = rx.field(default_factory=list)
    tools: rx.Field[list[list[str]]] = rx.field(default_factory=list)
    months: rx.Field[list[list[str]]] = rx.field(default_factory=list)
    prices: rx.Field[list[list[str]]] = rx.field(default_factory=list)
    prices_note: str = ""
    replies: rx.Field[list[list[str]]] = rx.field(default_factory=list)

    @rx.event
    @arrival.page
    async def load(self) -> None:
        """Show the costs."""
        here = engine()
        found = await cache_savings.costs(here.db, now=here.clock.now(), basis=here.basis)
        last = await traces.latest(here.db, limit=REPLIES)
        self._show(found)
        listed = here.prices()
        self.prices, self.prices_note = price_words.lines(listed), price_words.source(listed)
        self.replies = [row for trace in last for row in _trace_rows(trace)]

    def _show(self, found: Costs) -> None:
        self.figures = {
            "spent": dollars(found.microusd),
            "uncached": dollars(found.uncached_microusd),
            "saved": f"{found.saved:.1%}",
            "interaction": dollars(found.an_interaction(found.microusd), 4),
            "tokens": f"{found.an_interaction(found.tokens):,.0f}",
            "calls": f"{found.an_interaction(found.tool_calls):.2f}",
        }
        self.notes = {
            "spent": t("costs.spent_note", since=f"{found.since:%d %b}"),
            "uncached": t("costs.uncached_note"),
            "saved": t("costs.saved_note", saved=dollars(found.saved_microusd)),
            "interaction": t("costs.interaction_note", count=f"{found.interactions:,}"),
            "tokens": t("costs.tokens_note", count=f"{found.tokens:,}"),
            "calls": t("costs.calls_note", count=f"{found.tool_calls:,}"),
        }
        self.chart, self.days = _chart(found), _days(found)
        self.models = [
            [
                t(f"costs.role.{row.role}"),
                row.model,
                f"{row.calls:,}",
                f"{row.input_tokens:,}",
                f"{row.cache_write_5m_tokens + row.cache_write_1h_tokens:,}",
                f"{row.cache_read_tokens:,}",
                f"{row.output_tokens:,}",
                dollars(row.microusd, 4),
                dollars(row.uncached_microusd, 4),
            ]
            for row in found.by_model
        ]
        self.tools = [[tool.name, f"{tool.calls:,}", f"{tool.failed:,}"] for tool in found.tools]
        self.months = [
            [f"{people:,}", dollars(round(month))] for people, month in found.projected().items()
        ]


def costs_page() -> rx.Component:
    return rx.fragment(
        rx.el.h1(t("costs.title"), class_name=theme.TITLE),
        rx.el.p(t("costs.note"), class_name=theme.NOTE),
        rx.el.dl(
            *[
                stat(name, t(f"costs.{name}"), CostsState.figures[name], CostsState.notes[name])
                for name in FIGURES
            ],
            class_name=theme.STATS,
        ),
        rx.el.p(t("costs.formula"), class_name=theme.NOTE, data_testid="costs-formula"),
        columns(
            t("costs.days"),
            CostsState.chart,
            numbers=CostsState.days,
            ask=t("metrics.numbers"),
            note=t("costs.days_note"),
            nothing=t("overview.nothing"),
            legend=(t("costs.days_spent"), t("costs.days_uncached")),
        ),
        rx.el.div(
            _table("months", CostsState.months, nothing="costs.months_nothing"),
            _table("tools", CostsState.tools),
            class_name=theme.PANELS,
        ),
        cost_weeks(),
        _table("models", CostsState.models, figures=range(2, 9)),
        _table("prices", CostsState.prices, CostsState.prices_note, figures=range(3, 8)),
        _table("replies", CostsState.replies, t("costs.replies_note"), figures=(2, *range(6, 12))),
    )


def _table(
    name: str,
    rows: rx.vars.ArrayVar[Any],
    note: rx.Var[str] | str = "",
    figures: Collection[int] = (),
    nothing: str = "overview.nothing",
) -> rx.Component:
    heads = t(f"costs.{name}_columns").split(" | ")
    return table(t(f"costs.{name}"), heads, rows, nothing=t(nothing), note=note, figures=figures)


def _chart(found: Costs) -> ColumnChart:
    """Return a column for each day, with what it would have cost without cache behind it."""
    days = list(reversed(found.by_day))
    most = max((max(day.microusd, day.uncached_microusd) for day in days), default=0)
    if not most:
        return ColumnChart()
    told = ", ".join(dollars(day.microusd) for day in days)
    return ColumnChart(
        front=columns_path([day.microusd for day in days], most),
        back=columns_path([day.uncached_microusd for day in days], most),
        top=dollars(most),
        first=f"{days[0].day:%d %b}",
        last=f"{days[-1].day:%d %b}",
        figures=t("costs.by_day", figures=told),
    )


def _days(found: Costs) -> list[list[str]]:
    """Return the table behind the columns, the newest day first, or nothing."""
    heads = t("costs.days_columns").split(" | ")
    rows = [
        [f"{day.day:%d %b}", dollars(day.microusd, 4), dollars(day.uncached_microusd, 4)]
        for day in found.by_day
    ]
    return [heads, *rows] if rows else []


def _trace_rows(trace: Trace) -> Iterable[list[str]]:
    """Yield a reply as one row, then a row for each call, if it took more than one."""
    estimated = "" if trace.is_known else " ≈"
    yield [
        f"{trace.at:%d %b %H:%M}",
        f"{trace.agent} {str(trace.message_id)[:SHORT]}",
        f"{dollars(trace.microusd, 6)}{estimated}",
        trace.model if trace.model not in BY_RULES else t("costs.by_rules"),
        trace.prompt_hash[:SHORT],
        trace.tools_hash[:SHORT],
        *(f"{trace.tokens(kind):,}" for kind in KINDS),
    ]
    if len(trace.calls) > 1:
        yield from map(_call_row, trace.calls)


def _call_row(call: ModelCall) -> list[str]:
    return [
        "",
        f"· {t(f'costs.role.{call.role}')}, {call.outcome}",
        dollars(call.cost_microusd or 0, 6) + ("" if call.cost_known else " ≈"),
        call.model,
        call.prompt_hash[:SHORT],
        call.tools_hash[:SHORT],
        *(f"{getattr(call, f'{kind}_tokens'):,}" for kind in KINDS),
    ]


PAGE = Page("costs", "/costs", "coins", costs_page, CostsState.load, group="running")
