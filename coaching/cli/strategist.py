"""`toney strategist USER`: one run of the Strategist, by whoever is the engine at the moment."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

import click

from coaching import bootstrap
from coaching.cli import database
from coaching.cli.people import LIST
from coaching.errors import NotFound, ToneyError
from coaching.repositories import briefings, conversations, engine_lock, users
from coaching.repositories import jobs as rows
from coaching.services import jobs
from coaching.settings import read_settings
from coaching.values.enums import JobStatus, Trigger

if TYPE_CHECKING:
    from coaching.bootstrap import Coaching
    from coaching.models import CoachingBriefing, Job

_TRIGGERS = [trigger.value for trigger in Trigger]
_LOOK_EVERY_SECONDS = 0.2
_LONGEST_SECONDS = 180
_ENDED = frozenset({JobStatus.DONE, JobStatus.FAILED})


class NothingWritten(ToneyError):
    """The run ended without a briefing."""


@click.command()
@click.argument("user", type=click.UUID)
@click.option("--trigger", type=click.Choice(_TRIGGERS), required=True, help="Why it runs.")
@click.option("--json", "as_json", is_flag=True, help="Print the briefing as one JSON object.")
@LIST
def strategist(user: UUID, trigger: str, *, as_json: bool) -> None:
    """Have the Strategist write a new briefing for USER, and print it."""
    written = asyncio.run(_run(user, Trigger(trigger)))
    if as_json:
        click.echo(written.model_dump_json())
    else:
        click.echo(f"version {written.version}: {written.one_sentence}\n")
        click.echo(written.briefing_content)


async def _run(owner: UUID, trigger: Trigger) -> CoachingBriefing:
    settings = read_settings()
    database.require_current(settings)
    coaching = bootstrap.build(settings)
    is_ours = coaching.db.is_postgres or engine_lock.holder(settings.data_dir) is None
    boundary = f"{trigger}:command:{uuid4()}"
    longest = _LONGEST_SECONDS * settings.model_deadline_factor
    try:
        await _ask(coaching, owner, trigger, boundary)
        if is_ours:
            await coaching.start()
        async with asyncio.timeout(longest):
            return await _written(coaching, owner, trigger, boundary)
    except TimeoutError:
        raise NothingWritten(f"no briefing after {longest:.0f} s") from None
    finally:
        await coaching.stop()


async def _ask(coaching: Coaching, owner: UUID, trigger: Trigger, boundary: str) -> None:
    async with coaching.unit(owner, write=True) as s:
        if await users.find(s, owner) is None:
            raise NotFound(f"there is no person {owner}")
        latest = await conversations.current(s, owner)
        await jobs.ask_strategist(
            s,
            owner,
            trigger=trigger,
            boundary=boundary,
            at=coaching.clock.now(),
            conversation_id=latest.id if latest else None,
        )


async def _written(
    coaching: Coaching, owner: UUID, trigger: Trigger, boundary: str
) -> CoachingBriefing:
    while True:
        async with coaching.unit(owner) as s:
            briefing = await briefings.at_boundary(s, owner, boundary)
            job = await rows.newest_with_trigger(s, owner, jobs.STRATEGIST, trigger)
        if briefing is not None:
            return briefing
        if job is not None and job.status in _ENDED:
            raise NothingWritten(_reason(job))
        await asyncio.sleep(_LOOK_EVERY_SECONDS)


def _reason(job: Job) -> str:
    if job.status == JobStatus.FAILED:
        return f"the run failed: {job.last_error}"
    return "nothing was written: this person's consent is missing or has ended"
