"""The practices that one reply may name, chosen by code before it is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coaching.values.practices import Offered


PRACTICE_STOPPED = "practice_stopped"
"""The mode of a reply with which the running practice ends."""


@dataclass(frozen=True, slots=True)
class PracticeChoice:
    """`offered` may be offered now, `open` may be started when asked for; the best first.

    `is_heard` says that the message names a moment that some of them are for. `running` is the one
    that waits for its next answer.
    """

    offered: tuple[Offered, ...] = ()
    open: tuple[Offered, ...] = ()
    is_heard: bool = False
    running: Offered | None = None


NO_PRACTICES = PracticeChoice()
