"""Filling the slots of a text: `{name}` is replaced once, whatever the value holds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SLOT = re.compile(r"\{(\w+)\}")


def filled(text: str, values: Mapping[str, object]) -> str:
    """Return a text with its slots filled; a slot without a value stays as it is.

    All slots are filled at once, so braces in somebody's words are only their words.
    """
    return SLOT.sub(lambda slot: str(values.get(slot[1], slot[0])), text)


def filled_by(text: str, value_of: Callable[[str], str]) -> str:
    """Return a text with each slot filled by what a function returns for its name."""
    return SLOT.sub(lambda slot: value_of(slot[1]), text)


def slots(text: str) -> set[str]:
    """Return the names of a text's slots."""
    return set(SLOT.findall(text))
