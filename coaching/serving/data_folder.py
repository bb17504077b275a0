"""The data folder: only its owner may look inside; the secrets in it are made once."""

from __future__ import annotations

import base64
import os
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.serving.failures import NoDataFolder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from coaching.settings import Settings

_PRIVATE_FOLDER = 0o700
_PRIVATE_FILE = 0o600
_OTHERS = 0o077


@dataclass(frozen=True, slots=True)
class Secrets:
    """Secrets of the instance: the root of derived keys, and keys that encrypt stored tokens."""

    secret_key: str
    encryption_keys: str

    def as_environment(self) -> dict[str, str]:
        """Return them under the names of the settings, for a child process."""
        return {
            "TONEY_SECRET_KEY": self.secret_key,
            "TONEY_ENCRYPTION_KEYS": self.encryption_keys,
        }


def prepare(settings: Settings) -> Secrets:
    """Make the data folder private and return the secrets, made now if they were not there."""
    folder = settings.data_dir
    try:
        folder.mkdir(mode=_PRIVATE_FOLDER, parents=True, exist_ok=True)
        folder.chmod(_PRIVATE_FOLDER)
        return Secrets(
            settings.toney_secret_key.get_secret_value() or kept(folder / "secret_key", new_key),
            ",".join(key.get_secret_value() for key in settings.toney_encryption_keys)
            or kept(folder / "encryption_keys", new_key),
        )
    except OSError as error:
        raise NoDataFolder(f"can't use the data folder {folder}: {error.strerror}") from error


def is_private(path: Path) -> bool:
    """Return True if only the owner may read a file or folder."""
    return path.stat().st_mode & _OTHERS == 0


def key_file(file: Path) -> Path:
    """Return a private file with a key, made now if it isn't there."""
    try:
        kept(file, new_key)
    except OSError as error:
        raise NoDataFolder(f"can't use the key file {file}: {error.strerror}") from error
    return file


def keep_keys(settings: Settings, keys: Sequence[str]) -> list[str]:
    """Replace the encryption keys in the data folder, whole or not at all, and return them."""
    write(settings.data_dir / "encryption_keys", ",".join(keys))
    return list(keys)


def kept(file: Path, make: Callable[[], str]) -> str:
    """Return what a private file holds, and make it whole or not at all when it is missing."""
    if not file.exists():
        write(file, make())
    return file.read_text("ascii").strip()


def write(file: Path, text: str) -> Path:
    """Write a private file, whole or not at all, and return it."""
    draft = file.with_suffix(f".{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _PRIVATE_FILE)
    with os.fdopen(descriptor, "w", encoding="ascii") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    return draft.replace(file)


def new_key() -> str:
    """Return a new random key."""
    return base64.urlsafe_b64encode(secrets.token_bytes(32)).decode()
