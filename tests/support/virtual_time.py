"""An event loop whose clock jumps: when nothing is left to do but wait, the wait is over.

Deadlines of 120 s are tested with their real numbers in no time. Only for tests without real
input or output, such as the in-process stand-in for the model. Work in threads is waited for.
"""

from __future__ import annotations

import asyncio
import selectors
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from concurrent.futures import Executor

T = TypeVar("T")


class _JumpingSelector(selectors.DefaultSelector):
    """Instead of sleeping until a timer is due, moves the clock there."""

    def __init__(self) -> None:
        super().__init__()
        self.jumped = 0.0
        self.threads = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None or (timeout > 0 and self.threads):
            return super().select(None)
        ready = super().select(0)
        if not ready:
            self.jumped += max(timeout, 0)
        return ready


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """A loop that waits in no time."""

    def __init__(self) -> None:
        self._jumping = _JumpingSelector()
        super().__init__(self._jumping)

    def time(self) -> float:
        return super().time() + self._jumping.jumped

    def run_in_executor(
        self, executor: Executor | None, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        self._jumping.threads += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._thread_ended)
        return future

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:  # noqa: ASYNC109
        """Wait for threads without a limit, which from Python 3.12 on would be over at once."""
        del timeout
        await super().shutdown_default_executor()

    def _thread_ended(self, _: asyncio.Future[Any]) -> None:
        self._jumping.threads -= 1


def run(coroutine: Coroutine[object, object, T]) -> T:
    """Run a coroutine on a loop that waits in no time."""
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(coroutine)
