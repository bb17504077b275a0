"""What is played here begins in a database of its own: a copy of one that was migrated once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from coaching.repositories import migrations
from coaching.repositories.engines import sqlite_file


@pytest.fixture(autouse=True)
def _new_databases_are_copies(sqlite_template: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    upgrade = migrations.upgrade

    def upgraded(url: str) -> None:
        path = Path(sqlite_file(url))
        if path.exists():
            upgrade(url)
        else:
            shutil.copyfile(sqlite_template, path)

    monkeypatch.setattr(migrations, "upgrade", upgraded)
