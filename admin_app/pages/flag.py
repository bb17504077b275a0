"""One entry of the quality queue: facts, words with the person's grant, and what becomes of it."""

from __future__ import annotations

import reflex as rx

from admin_app import arrival, theme
from admin_app.components.description_list import description_list
from admin_app.components.opened_words import OpenedMessage, opened_words
from admin_app.copy import t
from admin_app.engine import engine
from admin_app.page import Page
from admin_app.pages import flag_rows
from admin_app.session_state import SessionState
from coaching.domains.quality import cases, service


class FlagState(rx.State):
    title: str = ""
    about: str = ""
    person: str = ""
    facts: rx.Field[list[list[str]]] = rx.field(default_factory=list)
    lines: rx.Field[list[OpenedMessage]] = rx.field(default_factory=list)
    texts: rx.Field[list[str]] = rx.field(default_factory=list)
    case: str = ""
    is_granted: bool = False
    is_handled: bool = False
    is_about_a_reply: bool = False
    _key: str = ""

    @rx.event
    @arrival.page
    async def load(self) -> None:
        """Show the entry that the address asks for, without words."""
        query = dict(self.router.url.query_parameters)
        self.reset()
        kind, entry = flag_rows.read(query.get("kind", ""), query.get("id", ""))
        self._key = f"{kind.value}.{entry}"
        await self._show()

    @rx.event
    @arrival.act
    async def open_words(self) -> None:
        """Show what was said; the person sees that it was opened."""
        here, (kind, entry) = engine(), flag_rows.read_key(self._key)
        admin, now = await arrival.who(self), here.clock.now()
        words = await service.open_words(here.db, admin, kind, entry, now=now)
        self.lines = [
            OpenedMessage(t(f"person.role.{said.role}"), said.text, f"{said.at:%d %b %Y, %H:%M}")
            for said in words.said
        ]
        self.texts = list(words.texts)

    @rx.event
    @arrival.act
    async def make_case(self) -> None:
        """Make an eval case of it; the person sees the look that this needs."""
        here, (kind, entry) = engine(), flag_rows.read_key(self._key)
        admin, now = await arrival.who(self), here.clock.now()
        await cases.make(here.db, admin, kind, entry, now=now)
        await self._show()
        await arrival.say(self, t("quality.made"))

    @rx.event
    @arrival.act
    async def undo_case(self) -> None:
        """Delete the eval case."""
        here, (kind, entry) = engine(), flag_rows.read_key(self._key)
        admin, now = await arrival.who(self), here.clock.now()
        await cases.undo(here.db, admin, kind, entry, now=now)
        await self._show()
        await arrival.say(self, t("quality.unmade"))

    @rx.event
    @arrival.act
    async def handle(self) -> None:
        """Mark it as handled, or open it again."""
        here, (kind, entry) = engine(), flag_rows.read_key(self._key)
        admin, now = await arrival.who(self), here.clock.now()
        handled = not self.is_handled
        await service.handle(here.db, admin, kind, entry, is_handled=handled, now=now)
        await self._show()
        await arrival.say(self, t("quality.handled" if handled else "quality.reopened"))

    async def _show(self) -> None:
        here, (kind, entry) = engine(), flag_rows.read_key(self._key)
        found = await service.entry(here.db, kind, entry, now=here.clock.now())
        self.title = flag_rows.kind_words(found)
        self.about = flag_rows.about(found)
        self.person = str(found.flag.user_id)
        self.facts = flag_rows.facts(found)
        self.is_granted, self.is_handled = found.is_granted, found.flag.is_handled
        self.is_about_a_reply = kind.is_about_a_reply
        made = await cases.find(here.db, await arrival.who(self), kind, entry)
        self.case = flag_rows.case_words(made)


def flag_page() -> rx.Component:
    return rx.fragment(
        rx.el.div(
            rx.el.div(
                rx.el.a(t("flag.back"), href="/quality", class_name=theme.ACT),
                rx.el.h1(
                    rx.cond(FlagState.title != "", FlagState.title, t("flag.title")),
                    class_name=theme.TITLE,
                    data_testid="flag-title",
                ),
                rx.el.p(FlagState.about, class_name=theme.NOTE),
            ),
            rx.cond(
                SessionState.may_change & (FlagState.person != ""),
                rx.el.button(
                    rx.cond(FlagState.is_handled, t("quality.reopen"), t("flag.handle")),
                    type="button",
                    on_click=FlagState.handle,
                    class_name=theme.SELECT,
                    data_testid="flag-handle",
                ),
            ),
            class_name=theme.HEAD,
        ),
        rx.cond(
            FlagState.person != "",
            rx.el.div(
                description_list(t("flag.facts"), FlagState.facts),
                rx.el.div(_words(), _case(), class_name=theme.STACK),
                class_name=theme.WIDE_AND_NARROW + " admin-narrow-wide",
            ),
        ),
    )


def _words() -> rx.Component:
    """What was said: locked without a grant, opened by a button with one."""
    is_open = (FlagState.lines.length() > 0) | (FlagState.texts.length() > 0)
    return rx.el.section(
        rx.el.h2(t("flag.words"), class_name=theme.PANEL_TITLE),
        rx.cond(
            ~is_open,
            rx.el.div(
                rx.icon("lock", size=20, aria_hidden="true"),
                rx.cond(
                    FlagState.is_granted,
                    rx.el.p(t("flag.granted"), data_testid="access"),
                    rx.el.p(t("flag.closed"), data_testid="access"),
                ),
                rx.cond(
                    FlagState.is_granted & SessionState.may_change,
                    rx.el.button(
                        t("person.open_words"),
                        type="button",
                        on_click=FlagState.open_words,
                        class_name=theme.SELECT,
                        data_testid="open-words",
                    ),
                    rx.el.a(
                        t("flag.person"),
                        href="/person?id=" + FlagState.person,
                        class_name=theme.ACT,
                    ),
                ),
                class_name=theme.LOCKED,
            ),
        ),
        rx.foreach(
            FlagState.texts,
            lambda text: rx.el.blockquote(text, class_name=theme.QUOTE),
        ),
        opened_words(FlagState.lines),
        class_name=theme.PANEL,
    )


def _case() -> rx.Component:
    """The eval case: how to make one, or what it holds and how to undo it."""
    return rx.cond(
        FlagState.is_about_a_reply,
        rx.el.section(
            rx.el.h2(t("flag.case"), class_name=theme.PANEL_TITLE),
            rx.cond(
                FlagState.case != "",
                rx.fragment(
                    rx.el.p(t("flag.case_read"), class_name=theme.NOTE),
                    rx.el.pre(
                        FlagState.case,
                        class_name=theme.SOURCE,
                        tab_index=0,
                        data_testid="case",
                    ),
                    rx.cond(
                        SessionState.may_change,
                        rx.el.button(
                            t("flag.unmake"),
                            type="button",
                            on_click=FlagState.undo_case,
                            class_name=theme.SELECT,
                            data_testid="flag-unmake",
                        ),
                    ),
                ),
                rx.fragment(
                    rx.el.p(t("flag.case_about"), class_name=theme.NOTE),
                    rx.cond(
                        FlagState.is_granted & SessionState.may_change,
                        rx.el.button(
                            t("flag.make"),
                            type="button",
                            on_click=FlagState.make_case,
                            class_name=theme.SELECT + " admin-space",
                            data_testid="flag-make",
                        ),
                    ),
                ),
            ),
            class_name=theme.PANEL,
        ),
    )


PAGE = Page("flag", "/flag", "flag", flag_page, FlagState.load, group="hidden", inside="quality")
