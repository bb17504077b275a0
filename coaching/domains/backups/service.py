"""Making a backup while Toney runs, and putting one back. Blocking: call from a thread.

The keys in the data folder are in no backup: what they encrypt should not lie beside them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from zipfile import ZipFile

from coaching.domains.backups import archive, sqlite
from coaching.domains.backups.archive import BrokenBackup, Manifest, check
from coaching.errors import Conflict, NotFound, ToneyError
from coaching.repositories import migrations
from coaching.repositories.engines import is_postgres, sqlite_file

DAILY = "daily"
BEFORE_RESTORE = "before-restore"
KEPT_BEFORE_RESTORE = 3
_STAMP = "%Y%m%dT%H%M%SZ"


class WrongVersion(ToneyError):
    """A backup and the database or the code are of versions that don't fit."""


@dataclass(frozen=True, slots=True)
class Place:
    """The database: how it is read, and how the owner of its tables reaches it."""

    url: str
    owner_url: str


def make(url: str, target: Path, now: datetime) -> Manifest:
    """Write a backup of one moment to a file that is not there yet, and read it once more."""
    if target.exists():
        raise Conflict(f"{target} exists already: name another file")
    if not target.parent.is_dir():
        raise NotFound(f"there is no folder {target.parent}: make it, or name another file")
    try:
        with archive.writing(target) as file:
            _dump(url, file, now.astimezone(UTC).isoformat(timespec="seconds"))
    except OSError as error:
        raise ToneyError(f"can't write {target}: {error.strerror}") from error
    return archive.read_manifest(target)


def make_in(folder: Path, url: str, *, name: str, keep: int, now: datetime) -> Path:
    """Write a backup under today's name into a folder and delete the oldest of that name.

    One that was made while the clock was ahead goes first.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    target = folder / f"{name}-{now.astimezone(UTC):{_STAMP}}.zip"
    make(url, target, now)
    found = sorted(folder.glob(f"{name}-*.zip"), key=lambda one: (one <= target, one))
    for old in found[:-keep]:
        old.unlink()
    return target


def newest(folder: Path, *, now: datetime, name: str = DAILY) -> datetime | None:
    """Return when the newest backup of a name was made.

    One that was made while the clock was ahead doesn't count: it would be the newest for long.
    """
    stamps = (file.stem.removeprefix(f"{name}-") for file in folder.glob(f"{name}-*.zip"))
    return max((at for at in map(_instant, stamps) if at and at <= now), default=None)


def restore(
    file: Path, place: Place, *, replace: bool, copies: Path, now: datetime
) -> tuple[Manifest, Path | None]:
    """Put a backup in the place of the database; return it and the copy of what was there.

    The database ends at this version of the code. Without `replace` a database with people in it
    is refused. Toney must not run on it.
    """
    manifest = check(file)
    _require_fitting(manifest, place)
    copy = None
    if not _is_empty(place):
        if not replace:
            raise Conflict("there is data in the database: add --yes to replace it")
        copy = _keep_present(place, copies, now)
    with ZipFile(file) as opened:
        if is_postgres(place.url):
            from coaching.domains.backups import postgres  # noqa: PLC0415 - its driver takes 6 MB

            postgres.load(opened, manifest, place.owner_url)
        else:
            sqlite.load(opened, manifest, Path(sqlite_file(place.url)))
    migrations.upgrade(place.owner_url)
    return manifest, copy


def _instant(stamp: str) -> datetime | None:
    try:
        return datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None


def _dump(url: str, file: ZipFile, made_at: str) -> None:
    if is_postgres(url):
        from coaching.domains.backups import postgres  # noqa: PLC0415 - its driver takes 6 MB

        postgres.dump(url, file, made_at)
        return
    path = Path(sqlite_file(url))
    if not path.exists():
        raise NotFound(f"there is no database at {path} yet: there is nothing to back up")
    sqlite.dump(path, file, made_at)


def _require_fitting(manifest: Manifest, place: Place) -> None:
    kind = "postgresql" if is_postgres(place.url) else "sqlite"
    if manifest.kind != kind:
        raise WrongVersion(f"this is a backup of {manifest.kind}, and the database is {kind}")
    if not migrations.is_known(manifest.revision):
        raise WrongVersion(
            f"the backup is at version {manifest.revision or 'none'}, which this version of Toney "
            "does not know: restore it with the version that made it, or a newer one"
        )
    if kind == "postgresql":
        _bring_to(manifest.revision, place.owner_url)


def _bring_to(revision: str, owner_url: str) -> None:
    """Give an empty server database the tables of the backup; one with tables has to have them."""
    present = migrations.current_heads(owner_url)
    if not present:
        migrations.upgrade(owner_url, revision)
    elif present != (revision,):
        raise WrongVersion(
            f"the backup is at version {revision} and the database at {', '.join(present)}: "
            "restore into an empty database"
        )


def _is_empty(place: Place) -> bool:
    if is_postgres(place.url):
        from coaching.domains.backups import postgres  # noqa: PLC0415 - its driver takes 6 MB

        return postgres.is_empty(place.owner_url)
    return not Path(sqlite_file(place.url)).exists()


def _keep_present(place: Place, copies: Path, now: datetime) -> Path:
    """Copy what will be replaced; a SQLite file that can't be read any more is moved aside."""
    try:
        return make_in(
            copies, place.owner_url, name=BEFORE_RESTORE, keep=KEPT_BEFORE_RESTORE, now=now
        )
    except BrokenBackup:
        path = Path(sqlite_file(place.url))
        aside = path.with_name(f"{path.name}.broken-{now.astimezone(UTC):{_STAMP}}")
        return path.replace(aside)
