"""`toney seed`: the five recurring people, each with an onboarding, a conversation and a win.

They talk with the offline coach, so that nothing is spent; with a running engine the command
refuses, because it is one itself for a moment. With `--world` it is made-up people with six months
of history instead (`coaching.cli.world`).
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from typing import TYPE_CHECKING
from uuid import uuid4

import click
from pydantic import SecretStr, TypeAdapter

from coaching import bootstrap
from coaching.cli import database, engine
from coaching.cli.world.settling import settle
from coaching.conversation import take_turn
from coaching.errors import ToneyError
from coaching.offline import OfflineLLM
from coaching.repositories.db import Db
from coaching.services import accounts, consent, onboarding, profiles, wins
from coaching.serving import data_folder
from coaching.settings import Settings, read_settings
from coaching.values.enums import Tension  # noqa: TC001 - pydantic reads it at run time
from coaching.values.events import TurnError

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.bootstrap import Coaching


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a money story."""

    name: str
    tension: Tension
    answers: dict[str, str]
    context: list[str]
    why: str
    tone: float
    messages: list[str]
    win: str


@click.command()
@click.option("--world", is_flag=True, help="Made-up people with six months of history instead.")
@click.option(
    "--people",
    "count",
    type=click.IntRange(1, 100_000),
    default=300,
    show_default=True,
    help="How many, with --world.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def seed(*, world: bool, count: int, as_json: bool) -> None:
    """Put the five recurring people into the database, or with --world a whole world.

    The world is made once: who is there already stays as they are.
    """
    if world:
        added = asyncio.run(_settle(read_settings(), count))
        found = {"added": added, "there": count - added}
        click.echo(
            json.dumps(found) if as_json else "{added} added, {there} were there".format(**found)
        )
        return
    made = asyncio.run(seed_people(read_settings()))
    if as_json:
        click.echo(json.dumps(made))
    else:
        for name, owner in made.items():
            click.echo(f"{name:<8} {owner}")


def people() -> list[Person]:
    """Return the five of them."""
    text = (files("coaching.cli") / "seed_people.json").read_bytes()
    return TypeAdapter(list[Person]).validate_json(text)


def _offline(settings: Settings) -> Settings:
    secrets = data_folder.prepare(settings)
    return settings.model_copy(
        update={
            "anthropic_api_key": SecretStr(""),
            "toney_secret_key": SecretStr(secrets.secret_key),
        }
    )


async def seed_people(settings: Settings) -> dict[str, str]:
    """Put the five into the database; return their ids by name."""
    settings = _offline(settings)
    engine.require_none(settings)
    database.prepare(settings, click.echo)
    coaching = bootstrap.build(settings, llm=OfflineLLM())  # nobody watches the words arrive
    await coaching.start()
    try:
        return {person.name: str(await _live(coaching, person)) for person in people()}
    finally:
        await coaching.stop()


async def _settle(settings: Settings, count: int) -> int:
    data_folder.prepare(settings)
    engine.require_none(settings)
    database.prepare(settings, click.echo)
    db = Db.of(settings)
    try:
        return await settle(db, people=count, now=datetime.now(UTC))
    finally:
        await db.close()


async def _live(coaching: Coaching, person: Person) -> UUID:
    owner = await _arrive(coaching, person)
    for text in person.messages:
        async for event in take_turn(coaching, owner, text, str(uuid4())):
            if isinstance(event, TurnError):
                raise ToneyError(f"{person.name} got no reply: {event.error}")
    async with coaching.unit(owner, write=True) as s:
        await wins.add(s, owner, person.win, at=coaching.clock.now())
    return owner


async def _arrive(coaching: Coaching, person: Person) -> UUID:
    now = coaching.clock.now()
    async with coaching.db.system("seed", write=True) as s:
        guest = await accounts.start_guest(
            s, coaching.settings, time_zone="UTC", locale="en", address=person.name, now=now
        )
    style = {"s1": "s1_b", "s2": "s2_b", "s3": "s3_b", "s4": "s4_b", "tone": person.tone}
    sent = onboarding.Submission(
        person.answers, person.context, person.why, style, tension=person.tension
    )
    async with coaching.unit(guest.owner, write=True) as s:
        version = consent.text_version()
        await consent.give(s, guest.owner, text_version=version, settings=coaching.settings, at=now)
        await profiles.change(s, guest.owner, name=person.name, at=now)
        await onboarding.submit(s, guest.owner, sent, at=now)
    return guest.owner
