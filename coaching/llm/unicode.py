"""Text that arrives in pieces: a piece may end in the middle of a character.

JSON writes characters beyond the basic plane as two escapes, and a model's stream may cut between
them. Neither half can be stored or sent on. NUL cannot be stored in PostgreSQL and goes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import JsonValue


def mended(text: str) -> str:
    """Join the halves of split characters; a half without its other half becomes U+FFFD."""
    if text.isascii():
        return text.replace("\0", "")
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return whole.replace("\0", "")


def mended_values(value: JsonValue) -> JsonValue:
    """Return JSON whose texts are mended: written as an escape, a half is only seen when parsed."""
    if isinstance(value, str):
        return mended(value)
    if isinstance(value, list):
        return [mended_values(each) for each in value]
    if isinstance(value, dict):
        return {mended(name): mended_values(each) for name, each in value.items()}
    return value


class Mender:
    """Mends a stream of pieces, holding back a first half until its second half is there."""

    def __init__(self) -> None:
        self._held = ""

    def add(self, piece: str) -> str:
        """Return what can be shown now."""
        text = self._held + piece
        self._held = text[-1:] if "\ud800" <= text[-1:] <= "\udbff" else ""
        return mended(text[:-1] if self._held else text)

    def close(self) -> str:
        """Return what is left when no more pieces come."""
        left, self._held = self._held, ""
        return mended(left)
