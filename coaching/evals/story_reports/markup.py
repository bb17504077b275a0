"""HTML from Python: every text is escaped, whoever it comes from; only `tag` makes markup."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

VOID = frozenset({"meta", "col", "br"})


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


def tag(name: str, /, *inside: str | Iterable[str], **attributes: str | int | bool) -> Html:
    """Return an element; a trailing `_` of an attribute is dropped, `_` inside becomes `-`."""
    opening = f"<{name}{''.join(_attributes(attributes))}>"
    if name in VOID:
        return Html(opening)
    return Html(f"{opening}{joined(*inside)}</{name}>")


def joined(*inside: str | Iterable[str]) -> Html:
    """Return pieces one after the other."""
    pieces = (
        _safe(piece) if isinstance(piece, str) else "".join(map(_safe, piece)) for piece in inside
    )
    return Html("".join(pieces))


def _safe(text: str) -> str:
    return text if isinstance(text, Html) else escape(text, quote=False)


def _attributes(given: dict[str, str | int | bool]) -> Iterable[str]:
    for name, value in given.items():
        if value is False or value == "":
            continue
        written = name.rstrip("_").replace("_", "-")
        yield f" {written}" if value is True else f' {written}="{escape(str(value))}"'
