"""Migrates a database and dies inside a migration: `python -m tests.support.killed_upgrade URL`."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine

from coaching.repositories import migrations


def _die_after_messages(_conn: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
    if "CREATE TABLE messages" in statement:
        os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    event.listen(Engine, "after_cursor_execute", _die_after_messages)
    migrations.upgrade(sys.argv[1])
