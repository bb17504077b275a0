"""What an admin has to mend and no other number tells: jobs that were given up, keys, helplines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.content.helplines import load_helplines
from coaching.domains.metrics import days
from coaching.domains.metrics.days import BASIS
from coaching.domains.operations import queries
from coaching.services import key_check
from coaching.services.vault import Vault

if TYPE_CHECKING:
    from datetime import date, datetime

    from coaching.domains.metrics.days import Basis
    from coaching.repositories.db import Db
    from coaching.settings import Settings


@dataclass(frozen=True, slots=True)
class Attention:
    """Counts; `keys_fit` is False if the encryption keys can't read what they wrote.

    `is_adding_up`: the daily sums are being made (again), and pages show those of before, if any.
    """

    failed_jobs: int
    retrying_jobs: int
    keys_fit: bool
    unconfirmed_lines: int
    unconfirmed_numbers: int
    helplines_checked_on: date
    is_adding_up: bool = False


async def attention(
    db: Db, settings: Settings, *, now: datetime, basis: Basis = BASIS
) -> Attention:
    """Look at jobs and keys in one read unit, and at the helplines of this version."""
    async with db.system("admin overview") as s:
        _, _, retrying, failed, _ = await queries.job_counts(s, since=now)
        keys_fit = await key_check.is_readable(s, Vault.of(settings))
        adding_up = await days.is_adding_up(s, basis, now=now)
    lines = load_helplines()
    return Attention(
        failed_jobs=failed,
        retrying_jobs=retrying,
        keys_fit=keys_fit,
        unconfirmed_lines=sum(line.status != "confirmed" for line in lines.lines),
        unconfirmed_numbers=sum(one.status != "confirmed" for one in lines.emergency.values()),
        helplines_checked_on=lines.checked_on,
        is_adding_up=adding_up,
    )
