"""The result of a check."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from coaching.errors import ToneyError
from coaching.serving.failures import ServingError
from coaching.settings import Settings


class Note(str):
    """A remark that needs no action."""

    __slots__ = ()


class Unsafe(ToneyError):
    """A problem; the message names the solution."""


Check = Callable[[Settings], str]
Checks = dict[str, Check]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    name: str
    is_good: bool
    says: str
    sign: Literal["good", "note", "BAD"]


def look(name: str, check: Check, settings: Settings) -> Finding:
    """Run a check; it never ends the others."""
    try:
        says = check(settings)
    except (ServingError, ToneyError) as error:
        return Finding(name, is_good=False, says=str(error), sign="BAD")
    except OSError as error:
        return Finding(name, is_good=False, says=error.strerror or str(error), sign="BAD")
    sign = "note" if isinstance(says, Note) else "good"
    return Finding(name, is_good=True, says=str(says), sign=sign)
