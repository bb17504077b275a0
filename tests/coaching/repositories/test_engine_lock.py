from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from coaching.errors import Unavailable
from coaching.repositories import engine_lock
from coaching.repositories.engine_lock import EngineBusy, EngineLock, holder

if TYPE_CHECKING:
    from pathlib import Path

_HOLD = (
    "import sys; from pathlib import Path\n"
    "from coaching.repositories.engine_lock import EngineLock\n"
    "lock = EngineLock.take(Path(sys.argv[1])); print('held', flush=True); sys.stdin.read()"
)


def test_a_second_engine_is_refused_with_the_pid_of_the_first(tmp_path: Path) -> None:
    first = EngineLock.take(tmp_path)
    with pytest.raises(EngineBusy, match=str(os.getpid())) as refused:
        EngineLock.take(tmp_path)
    assert refused.value.pid == os.getpid()
    assert engine_lock.holder(tmp_path) == os.getpid()
    first.release()
    first.release()
    EngineLock.take(tmp_path).release()


def test_a_folder_without_an_engine_has_no_holder(tmp_path: Path) -> None:
    assert engine_lock.holder(tmp_path / "none") is None
    EngineLock.take(tmp_path / "data").release()
    assert engine_lock.holder(tmp_path / "data") is None


@pytest.mark.journey
def test_a_killed_engine_gives_the_lock_back_at_once(tmp_path: Path) -> None:
    other = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(EngineBusy, match=f"process {other.pid}"):
            EngineLock.take(tmp_path)
        other.kill()
    EngineLock.take(tmp_path).release()


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "data"
    for use in (EngineLock.take, holder):
        with pytest.raises(Unavailable, match="can't write into the data folder"):
            use(folder)
