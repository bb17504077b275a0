"""The practices that one reply may name, chosen by code before it is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coaching.values.practices import Offered


@dataclass(frozen=True, slots=True)
class PracticeChoice:
    """`offered` may be offered now, `open` may be started when asked for; the best first.

    `is_heard` says that the message names a moment that some of them are for.
    """

    offered: tuple[Offered, ...] = ()
    open: tuple[Offered, ...] = ()
    is_heard: bool = False


NO_PRACTICES = PracticeChoice()
