"""What a server costs: processor time and memory of all its processes."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from collections.abc import Iterator

MEGABYTE = 1_000_000


class Tree:
    """A process and everything below it."""

    def __init__(self, pid: int) -> None:
        self._root = psutil.Process(pid)

    @property
    def cpu_seconds(self) -> float:
        """Return the processor time that its processes have used."""
        return sum(sum(process.cpu_times()[:2]) for process in self._processes())

    @property
    def megabytes(self) -> float:
        """Return its memory; what several processes share counts once."""
        infos = (process.memory_full_info() for process in self._processes())
        return sum(getattr(info, "pss", info.uss) for info in infos) / MEGABYTE

    def _processes(self) -> Iterator[psutil.Process]:
        with contextlib.suppress(psutil.NoSuchProcess):
            yield self._root
            yield from self._root.children(recursive=True)
