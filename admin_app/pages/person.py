"""One person: their history without words; the words while they allow it."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

import reflex as rx
from typing_extensions import TypedDict

from admin_app import arrival
from admin_app.components.data_table import Row
from admin_app.components.opened_words import OpenedMessage
from admin_app.components.timeline import Track
from admin_app.copy import t
from admin_app.engine import engine
from admin_app.page import Page
from admin_app.pages import person_rows as rows
from admin_app.pages.person_parts import Version, person_view
from coaching.domains.access_grants import service as grants
from coaching.domains.people import person, requests, words
from coaching.domains.privacy import consents
from coaching.errors import InvalidInput, NotFound

Tab = Literal[
    "story", "briefings", "memories", "cards", "sessions", "cost", "jobs", "consents", "log"
]
TABS: tuple[Tab, ...] = (
    "story",
    "sessions",
    "briefings",
    "memories",
    "cards",
    "cost",
    "jobs",
    "consents",
    "log",
)
WORDY = frozenset({"briefings", "memories", "cards"})


class AskForm(TypedDict):
    reason: str
    hours: str


class TypedForm(TypedDict):
    typed: str


class PersonState(rx.State):
    title: str = ""
    about: str = ""
    person: str = ""
    tab: str = "story"
    facts: rx.Field[list[list[str]]] = rx.field(default_factory=list)
    links: rx.Field[dict[str, str]] = rx.field(default_factory=lambda: dict.fromkeys(TABS, ""))
    tracks: rx.Field[list[Track]] = rx.field(default_factory=list)
    first: str = ""
    last: str = ""
    rows: rx.Field[list[Row]] = rx.field(default_factory=list)
    versions: rx.Field[list[Version]] = rx.field(default_factory=list)
    lines: rx.Field[list[OpenedMessage]] = rx.field(default_factory=list)
    opened: str = ""
    access: str = ""
    is_granted: bool = False
    is_waiting: bool = False
    _owner: UUID | None = None

    @rx.event
    @arrival.page
    async def load(self) -> None:
        """Show the part of the person that the address asks for."""
        query = dict(self.router.url.query_parameters)
        self.reset()
        tab = query.get("tab", "")
        self.tab = tab if tab in TABS else "story"
        try:
            owner = UUID(query.get("id", ""))
        except ValueError:
            raise NotFound("no such person") from None
        await self._show_head(owner)
        await self._show_access(owner)
        await self._show_tab(owner)

    @rx.event
    @arrival.act
    async def ask(self, form: AskForm) -> None:
        """Ask the person for access to their words."""
        here, owner = engine(), self._person()
        await grants.ask(
            here.db,
            await arrival.who(self),
            owner,
            reason=form["reason"],
            hours=int(form["hours"]) if form["hours"].isdecimal() else 0,
            now=here.clock.now(),
        )
        await self._show_access(owner)
        await arrival.say(self, t("person.asked"))

    @rx.event
    @arrival.act
    async def open_words(self) -> None:
        """Show the words of this tab; the person sees that it was opened."""
        here, owner = engine(), self._person()
        admin, now = await arrival.who(self), here.clock.now()
        if self.tab == "memories":
            shape = await person.memories(here.db, owner)
            texts = await words.memories(here.db, admin, owner, now=now)
            self.rows = rows.memory_rows(shape, texts)
        elif self.tab == "cards":
            cards = await person.cards(here.db, owner)
            titles = await words.cards(here.db, admin, owner, now=now)
            self.rows = rows.card_rows(cards, titles)
        elif self.tab == "briefings":
            found = await words.briefings(here.db, admin, owner, now=now)
            self.versions = [
                Version(t("person.version", number=len(found) - place), list(spans))
                for place, spans in enumerate(found)
            ]

    @rx.event
    @arrival.act
    async def open_session(self, conversation_id: str) -> None:
        """Show one conversation; the person sees that it was opened."""
        here, owner = engine(), self._person()
        found = await words.conversation(
            here.db,
            await arrival.who(self),
            owner,
            UUID(conversation_id),
            now=here.clock.now(),
        )
        self.opened = conversation_id
        self.lines = [
            OpenedMessage(t(f"person.role.{said.role}"), said.text, rows.minute(said.at))
            for said in found
        ]

    @rx.event
    @arrival.act
    async def sign_out(self, form: TypedForm) -> None:
        """Sign the person out everywhere, at their request."""
        await self._request(requests.Wish.SIGN_OUT, form)

    @rx.event
    @arrival.act
    async def export(self, form: TypedForm) -> None:
        """Write everything of the person into a file on the server, at their request."""
        await self._request(requests.Wish.EXPORT, form)

    @rx.event
    @arrival.act
    async def delete(self, form: TypedForm) -> None:
        """Delete the person, at their request."""
        await self._request(requests.Wish.DELETE, form)

    async def _request(self, wish: requests.Wish, form: TypedForm) -> None:
        here = engine()
        admin, now = await arrival.who(self), here.clock.now()
        await requests.ask(here.db, admin, self._person(), wish, typed=form["typed"], now=now)
        await arrival.say(self, t(f"person.did.{wish}"))

    def _person(self) -> UUID:
        if self._owner is None:
            raise InvalidInput({"id": "missing"})
        return self._owner

    async def _show_head(self, owner: UUID) -> None:
        head = await person.head(engine().db, owner)
        self._owner = owner
        self.person = str(owner)
        self.title, self.about, self.facts = rows.title(head), rows.about(head), rows.facts(head)
        self.links = {tab: f"/person?id={owner}&tab={tab}" for tab in TABS}

    async def _show_access(self, owner: UUID) -> None:
        here = engine()
        found = await grants.state(here.db, owner, now=here.clock.now())
        self.is_granted, self.is_waiting = found.live is not None, bool(found.waiting)
        if found.live is not None and found.live.ends_at is not None:
            self.access = t("person.granted_until", at=rows.minute(found.live.ends_at))
        elif found.waiting:
            self.access = t("person.waiting", at=rows.minute(found.waiting[0].created_at))
        else:
            self.access = t("person.closed")

    async def _show_tab(self, owner: UUID) -> None:
        here = engine()
        db, now = here.db, here.clock.now()
        match self.tab:
            case "sessions":
                self.rows = rows.session_rows((await person.story(db, owner)).sessions)
            case "briefings":
                self.rows = rows.briefing_rows(await person.briefings(db, owner))
            case "memories":
                self.rows = rows.memory_rows(await person.memories(db, owner), ())
            case "cards":
                self.rows = rows.card_rows(await person.cards(db, owner), ())
            case "cost":
                self.rows = rows.cost_rows(await person.spent(db, owner, now=now))
            case "jobs":
                self.rows = rows.job_rows(await person.jobs(db, owner))
            case "consents":
                self.rows = rows.consent_rows(await consents.of_person(db, owner))
            case "log":
                self.rows = rows.log_rows(await person.log(db, owner))
            case _:
                story = await person.story(db, owner)
                self.tracks, self.first, self.last = rows.tracks(story, now)
                self.rows = rows.signal_rows(story)


def person_page() -> rx.Component:
    return person_view(PersonState, TABS, WORDY)


PAGE = Page(
    "person", "/person", "user", person_page, PersonState.load, group="hidden", inside="users"
)
