"""One line at the foot of the page: what was done, or what went wrong, with a way back.

Also how a handler opens or closes a sheet: the page follows `sheet` whenever `order` counts up.
"""

from __future__ import annotations

import asyncio
import secrets
import traceback
from typing import TYPE_CHECKING, Annotated, Any

import reflex as rx
import structlog
from pydantic import Field
from reflex.event import EventSpec

from coaching.errors import LimitReached, NotAllowed, RateLimited, ToneyError, Unavailable
from toney_app.props import Handler
from toney_app.session_state import guard

if TYPE_CHECKING:
    from uuid import UUID


SHOWN_SECONDS, WITH_UNDO_SECONDS = 5, 10
_STORED_KEPT = 8
_ORDERS = 2**31
CHANGED = "anything"
"""A name that no form keeps its words under: it only tells the other tabs."""
NO_CONSENT = "ui.problem.consent"
ProblemKey = Annotated[str, Field(pattern=r"^ui\.problem\.[a-z_]+$")]

log = structlog.get_logger(__name__)


def problem_key(error: Exception) -> str:
    """Return the text that tells a person about an error."""
    match error:
        case RateLimited() | NotAllowed() if error.reason:
            return f"ui.problem.{error.reason}"
        case LimitReached():
            return "ui.problem.day"
        case Unavailable():
            return "ui.problem.unavailable"
        case ToneyError():
            return f"ui.problem.{error.code.lower()}"
        case _:
            return "ui.problem.internal_error"


class NoticeState(rx.State):
    key: rx.Field[str] = rx.field("")
    number: rx.Field[int] = rx.field(0)
    undo_kind: rx.Field[str] = rx.field("")
    undo_id: rx.Field[str] = rx.field("")
    stored: rx.Field[list[str]] = rx.field(default_factory=list[str])
    _kept: dict[str, Any] = {}
    sheet: rx.Field[str] = rx.field("")
    order: rx.Field[int] = rx.field(0)
    _count: int = 0
    # Numbers begin anew with the state; a page that is still open tells both apart.
    _era: str = ""

    @rx.event
    @guard.public
    async def show_problem(self, key: ProblemKey) -> None:
        self._say(key)
        if key == NO_CONSENT:
            self._show_sheet("consent")

    @rx.event(background=True)
    @guard.public
    async def fade(self, number: int, can_undo: bool) -> None:  # noqa: FBT001 - what the page says
        """Let a notice go after its time, unless another one has taken its place."""
        await asyncio.sleep(WITH_UNDO_SECONDS if can_undo else SHOWN_SECONDS)
        async with self:
            if self.number == number:
                self.key, self.undo_kind, self._kept = "", "", {}

    def _say(
        self,
        key: str,
        *,
        undo: str = "",
        of: UUID | None = None,
        kept: dict[str, Any] | None = None,
    ) -> None:
        """Say what was done; `undo` names the way back, and `kept` is what it needs for that."""
        self.key = key
        self.number += 1
        self.undo_kind, self.undo_id = undo, str(of or "")
        self._kept = kept or {}
        if key.startswith("ui.toast."):
            self._stored(CHANGED)

    def _can_undo(self, kind: str, of: str) -> bool:
        """Return True if this was done a moment ago: a second tap leaves its Undo alone."""
        return (self.undo_kind, self.undo_id) == (kind, of)

    def _stored(self, *names: str) -> None:
        """Have the page let go of what it kept: the database has it (toney_app/outbox.py)."""
        self._era = self._era or secrets.token_hex(4)
        for name in names:
            self._count += 1
            self.stored = [*self.stored, f"{self._era}-{self._count} {name}"][-_STORED_KEPT:]

    def _show_sheet(self, name: str) -> None:
        self.sheet = name
        self.order = self.order + 1 if self.order else secrets.randbelow(_ORDERS) + 1

    def _close_sheet(self) -> None:
        self._show_sheet("")


def on_error(exception: Exception) -> EventSpec:
    """Tell the person what went wrong."""
    if not isinstance(exception, ToneyError):
        log.error("app_bug", error=type(exception).__name__, at=_place(exception))
    shown: Handler = NoticeState.show_problem(problem_key(exception))
    return shown


def _place(exception: Exception) -> str:
    """Where it broke, without the words that a message may carry."""
    frames = traceback.extract_tb(exception.__traceback__)
    return f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
