"""One form of address in a talk in Spanish, for everybody who writes in it or of it."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.agents import open_session
from coaching.agents.input_loaders import load_exchange, load_for_closing, load_for_strategist
from coaching.agents.writing_style import address_in
from coaching.prompts import closing_prompt, observer_prompt
from coaching.repositories import conversations
from coaching.text.address import address_of
from coaching.values.conversations import SessionStatus
from coaching.values.enums import Trigger
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from tests.support.bare_engine import BareEngine

PLAIN = "no pude dormir por la renta del departamento"
USTED = "oiga, usted qué opina de la renta"
TU = "¿y tú qué crees que haga con la renta?"
_TOLD = re.compile(r"“(tú|usted|vos)”")


async def told(engine: BareEngine, owner: UUID, number: int, *said: str) -> list[set[str]]:
    """Hold a session; return the forms that all requests of it name, message by message."""
    async with engine.db.unit(owner, write=True) as s:
        opening = await open_session(engine, s, owner, session_number=number, gap_days=1)
    session = await factories.conversation(
        engine.db, owner, at=engine.clock.now(), prompt=dict(opening.prompt)
    )
    found = [set(_TOLD.findall(str(opening.prompt["block"])))]
    for text in said:
        engine.clock.move(timedelta(minutes=1))
        now = engine.clock.now()
        turn = await factories.exchange(engine.db, owner, session, text, "Te leo.", at=now)
        async with engine.db.unit(owner) as s:
            exchange = await load_exchange(s, owner, turn.id, at=now)
        assert exchange is not None
        found.append(set(_TOLD.findall(str(observer_prompt(exchange.context)[1]))))
    async with engine.db.unit(owner, write=True) as s:
        row = await conversations.require(s, owner, session.id)
        row.session_status = SessionStatus.CLOSED
        plan = await load_for_strategist(
            s, owner, Trigger.SESSION_END, conversation_id=session.id, at=engine.clock.now()
        )
        closing = await load_for_closing(s, owner, session.id, at=engine.clock.now())
    assert closing is not None
    note = set(_TOLD.findall(str(closing_prompt(closing)[1]).partition("# The conversation")[0]))
    return [*found, {plan.person.address}, note]


async def spanish(engine: BareEngine) -> UUID:
    return await factories.person(engine.db, locale="es", time_zone="America/Mexico_City")


@pytest.mark.parametrize("form", ["tú", "usted"])
async def test_all_requests_name_the_form_that_they_have_used(
    engine: BareEngine, form: str
) -> None:
    owner = await spanish(engine)
    await told(engine, owner, 1, {"tú": TU, "usted": USTED}[form])

    assert await told(engine, owner, 2, PLAIN, "mi jefe es de usted", PLAIN) == [{form}] * 6


async def test_until_one_shows_all_requests_name_the_usual_one(engine: BareEngine) -> None:
    owner = await spanish(engine)

    assert await told(engine, owner, 1, PLAIN, PLAIN) == [{"tú"}] * 5


async def test_what_shows_first_holds_for_the_rest_of_the_session(engine: BareEngine) -> None:
    owner = await spanish(engine)

    found = await told(engine, owner, 1, USTED, TU, TU, TU)

    assert found[1:] == [{"usted"}] * 6


@pytest.mark.parametrize(
    ("opened", "said", "form"),
    [
        ("", [], ""),
        ("tú", [PLAIN], "tú"),
        ("tú", [USTED], "tú"),
        ("tú", [USTED, TU, USTED], "tú"),
        ("tú", [USTED, PLAIN, USTED], "usted"),
        ("", [PLAIN, USTED, TU], "usted"),
    ],
)
def test_it_changes_only_when_they_have_changed_it(opened: str, said: list[str], form: str) -> None:
    assert address_in(said, opened=opened) == form


@pytest.mark.parametrize(
    "said",
    [
        "mi mamá me dijo: “tú puedes con todo”",
        "le escribí «usted me debe dos meses»",
        "no le cuento nada a mi hermana",
        "le cuento a mi hermana lo de la renta",
    ],
)
def test_what_was_said_to_others_is_no_form_of_address(said: str) -> None:
    assert not address_of([said])
