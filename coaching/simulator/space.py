"""A database that is thrown away, settings that nothing outside has touched, somebody made up."""

from __future__ import annotations

import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from coaching.repositories import migrations
from coaching.repositories.engines import sqlite_file
from coaching.services import accounts, consent, onboarding, profiles
from coaching.settings import Settings

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.simulator.personas import Persona

A_KEY = "of a space that nobody else can read"
OF_A_MODEL = (
    "anthropic_api_key",
    "anthropic_base_url",
    "model_profile",
    "coach_model",
    "observer_model",
    "strategist_model",
    "research_model",
    "model_context_tokens",
    "model_deadline_factor",
    "model_prices_file",
)
"""The settings that say how a model is asked."""


def settings_in(folder: Path, **changes: object) -> Settings:
    """Return the defaults with their data in a folder; environment and files are not read.

    Nothing waits for a batch there: the clock is moved, and the next session follows at once.
    """
    given = {name: field.default for name, field in Settings.model_fields.items()}
    given |= {"toney_data_dir": folder, "toney_secret_key": A_KEY}
    given |= {"strategist_batch": False, **changes}
    return Settings.model_validate(given)


def model_of(there: Settings) -> dict[str, object]:
    """Return how a model is asked; empty if there is none, or AI is switched off."""
    return {name: getattr(there, name) for name in OF_A_MODEL} if there.has_model else {}


def put_database(settings: Settings, copied: Path | None = None) -> None:
    """Put a migrated database where the settings say: a copy of one, or an empty one. Blocking."""
    target = Path(sqlite_file(settings.database))
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(copied or _empty(), target)


async def arrive(coaching: Coaching, person: Persona, *, now: datetime) -> UUID:
    """Make a guest who has agreed and answered the onboarding; return their id."""
    async with coaching.db.system("simulator", write=True) as s:
        guest = await accounts.start_guest(
            s,
            coaching.settings,
            time_zone="UTC",
            locale=person.language,
            address=person.name,
            now=now,
        )
    owner = guest.owner
    sent = onboarding.Submission(person.answers, person.context, person.why, person.style)
    async with coaching.unit(owner, write=True) as s:
        version = consent.text_version()
        await consent.give(s, owner, text_version=version, settings=coaching.settings, at=now)
        await profiles.change(s, owner, name=person.name, at=now)
        await onboarding.submit(s, owner, sent, at=now)
    return owner


_FOLDERS: list[tempfile.TemporaryDirectory[str]] = []
"""Deleted when the process ends."""


@cache
def _empty() -> Path:
    """Return a migrated database without a row, made once in a process."""
    _FOLDERS.append(tempfile.TemporaryDirectory(prefix="toney-simulator-"))
    settings = settings_in(Path(_FOLDERS[-1].name))
    migrations.upgrade(settings.database)
    return Path(sqlite_file(settings.database))
