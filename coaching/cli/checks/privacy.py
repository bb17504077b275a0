"""What the privacy page has to say and doesn't yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.cli.checks.finding import Checks, Note
from coaching.domains.privacy import pages

if TYPE_CHECKING:
    from coaching.settings import Settings


def _operator(settings: Settings) -> str:
    empty = pages.empty_settings(settings)
    if empty:
        return Note(f"{settings.app_url}/privacy can't name you: set {', '.join(empty)}")
    return settings.operator_name


def _retention(settings: Settings) -> str:
    if not settings.backup_days:
        return Note("backups hold deleted people for ever: set BACKUP_DAYS")
    return f"backups are deleted after {settings.backup_days} days"


CHECKS: Checks = {"operator": _operator, "retention": _retention}
