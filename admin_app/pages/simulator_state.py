"""The State of the simulator: one talk in each tab."""

from __future__ import annotations

import reflex as rx
from typing_extensions import TypedDict

from admin_app import arrival, talks
from admin_app.copy import t
from admin_app.engine import engine
from admin_app.pages import simulator_rows as rows
from admin_app.pages.simulator_rows import Line, SentBlock, Side
from coaching.domains.quality import simulated
from coaching.errors import NotFound
from coaching.simulator.personas import Persona, custom, described
from coaching.simulator.recorder import Draft
from coaching.simulator.talk import Reply, Talk
from coaching.values.enums import Tension

MIDDLE = 5.0
LOWEST = 1.0
HIGHEST = 10.0
_OVER = "This conversation is over. Start a new one."


class CustomForm(TypedDict):
    name: str
    tension: str
    tone: str
    language: str
    why: str


class MessageForm(TypedDict):
    text: str


class DraftForm(TypedDict):
    draft: str


class SimulatorState(rx.State):
    chosen: str = ""
    name: str = ""
    has_model: rx.Field[bool] = rx.field(default=False)
    lines: rx.Field[list[Line]] = rx.field(default_factory=list)
    proposal: str = ""
    busy: str = ""
    coming: str = ""
    blocks: rx.Field[list[SentBlock]] = rx.field(default_factory=list)
    facts: rx.Field[list[list[str]]] = rx.field(default_factory=list)
    parts: rx.Field[list[str]] = rx.field(default_factory=list)
    part: str = ""
    source: str = ""
    sides: rx.Field[list[Side]] = rx.field(default_factory=list)
    _talk: str = ""
    _waiting: str = ""
    _person: Persona | None = None

    @rx.event
    @arrival.page
    async def load(self) -> None:
        """Show the talk that is going on in this tab, if it still is."""
        here = engine()
        self.has_model = here.settings.has_model
        self.busy = self.coming = ""
        if self._talk and talks.find(self._talk, now=here.clock.now()) is None:
            self.reset()
            self.has_model = here.settings.has_model

    @rx.event
    @arrival.act
    async def start(self, persona: str) -> object:
        """Say at once that a talk as one of the described people begins."""
        found = next((one for one in described() if one.id == persona), None)
        if found is None:
            raise NotFound("no such persona")
        return self._announce(found)

    @rx.event
    @arrival.act
    async def start_custom(self, form: CustomForm) -> object:
        """Say at once that a talk as somebody who was described in the form begins."""
        tension = form["tension"]
        return self._announce(
            custom(
                name=form["name"],
                tension=Tension(tension) if tension in set(Tension) else None,
                tone=_tone(form["tone"]),
                language="es" if form["language"] == "es" else "en",
                why=form["why"],
            )
        )

    @rx.event
    @arrival.act
    async def begin(self) -> None:
        """Begin the talk that was announced: a database is made for it."""
        person, self._person = self._person, None
        try:
            if person is not None:
                await self._begin(person)
        finally:
            self.coming = ""

    @rx.event
    @arrival.act
    async def propose(self) -> None:
        """Write what the person could say next into the field."""
        self.proposal = self._require().proposed()
        if not self.proposal:
            await arrival.say(self, t("simulator.no_proposal"))

    @rx.event
    @arrival.act
    async def send(self, form: MessageForm) -> object:
        """Show the message at once, and have it answered."""
        self._require()
        text = form["text"].strip()
        if not text or self.busy:
            return None
        await self._require_left()
        self._waiting, self.busy, self.proposal = text, "reply", ""
        self.lines = [*self.lines, Line(is_toney=False, text=text, note=self.name)]
        return SimulatorState.answer

    @rx.event
    @arrival.act
    async def answer(self) -> None:
        """Get the reply to the message that was sent."""
        talk, text, self._waiting = self._require(), self._waiting, ""
        reply = None
        try:
            if text:
                await self._require_left()
                reply = await talk.say(text)
        finally:
            self.busy = ""
            self._show(talk)
            if text:
                await self._note(reply)

    @rx.event
    @arrival.act
    async def choose_part(self, name: str) -> None:
        """Show the text of a section of the prompt, to be changed."""
        talk = self._require()
        reply = talk.replies[-1][1] if talk.replies else None
        found = next((part for part in (reply.parts if reply else ()) if part.name == name), None)
        self.part, self.source = (found.name, found.text) if found else ("", "")
        self.sides = []

    @rx.event
    @arrival.act
    async def compare(self, form: DraftForm) -> None:
        """Send the last message once more with the draft, beside the prompt as it is."""
        talk = self._require()
        await self._require_left()
        after = await talk.again(Draft(self.source, form["draft"].replace("\r\n", "\n").strip()))
        await self._note(after)
        before = talk.replies[-1][1]
        self.sides = [
            rows.side(t("simulator.as_it_is"), before),
            rows.side(t("simulator.drafted"), after),
        ]

    def _announce(self, person: Persona) -> object:
        self._person, self.coming = person, t("simulator.starting", name=person.name)
        return SimulatorState.begin

    async def _begin(self, person: Persona) -> None:
        here = engine()
        await talks.end(self._talk)
        self.reset()
        self.has_model = here.settings.has_model
        self._talk = await talks.begin(person, here.settings, now=here.clock.now())
        self.chosen, self.name = person.id, person.name
        self.proposal = self._require().proposed()

    async def _require_left(self) -> None:
        here, admin = engine(), await arrival.who(self)
        await simulated.require_left(here.db, here.settings, admin, now=here.clock.now())

    async def _note(self, reply: Reply | None) -> None:
        """Count a message; one that failed may have cost something, too."""
        here, admin = engine(), await arrival.who(self)
        cost = reply.microusd if reply else 0
        persona, now = self.chosen, here.clock.now()
        await simulated.note(here.db, admin, persona=persona, microusd=cost, now=now)

    def _require(self) -> Talk:
        talk = talks.find(self._talk, now=engine().clock.now())
        if talk is None:
            raise NotFound("no such talk", say=_OVER)
        return talk

    def _show(self, talk: Talk) -> None:
        self.lines = rows.lines(talk.person.name, talk.replies)
        self.sides = []
        if talk.replies:
            reply = talk.replies[-1][1]
            self.blocks, self.facts = rows.blocks(reply), rows.facts(reply)
            self.parts = [part.name for part in reply.parts]
            still = next((part for part in reply.parts if part.name == self.part), None)
            self.part, self.source = (still.name, still.text) if still else ("", "")


def _tone(text: str) -> float:
    try:
        return min(max(float(text), LOWEST), HIGHEST)
    except ValueError:
        return MIDDLE
