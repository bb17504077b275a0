"""Checks for what is still missing on the privacy page."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.cli.checks.finding import Checks, Note, Unsafe
from coaching.clock import SystemClock
from coaching.domains.privacy import pages, pruning

if TYPE_CHECKING:
    from coaching.settings import Settings

_PRUNED_WITHIN = timedelta(days=1)


def _operator(settings: Settings) -> str:
    empty = pages.empty_settings(settings)
    if empty:
        return Note(f"{settings.app_url}/privacy can't name you: set {', '.join(empty)}")
    return settings.operator_name


def _retention(settings: Settings) -> str:
    if not settings.backup_days:
        return Note("backups hold deleted people for ever: set BACKUP_DAYS")
    if old := pruning.old_copies(settings, SystemClock().now() - _PRUNED_WITHIN):
        raise Unsafe(
            f"{len(old)} in `backups` are older than BACKUP_DAYS={settings.backup_days}, which the "
            "privacy page names: run `toney prune --yes`"
        )
    if settings.backups_kept > settings.backup_days:
        return Note(
            f"BACKUPS_KEPT={settings.backups_kept} is more than BACKUP_DAYS={settings.backup_days} "
            f"allows, one a day: those older than {settings.backup_days} days are deleted"
        )
    return f"backups are deleted after {settings.backup_days} days"


CHECKS: Checks = {"operator": _operator, "retention": _retention}
