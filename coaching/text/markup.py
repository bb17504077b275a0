"""HTML from Python: every text is escaped, whoever it comes from; only `tag` makes markup."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from collections.abc import Iterable

VOID = frozenset({"meta", "col", "br", "link", "input"})


def tag(name: str, /, *inside: str | Iterable[str], **attributes: str | int | bool) -> Markup:
    """Return an element; a trailing `_` of an attribute is dropped, `_` inside becomes `-`."""
    opening = Markup("<{}{}>").format(name, Markup().join(_attributes(attributes)))
    if name in VOID:
        return opening
    return opening + joined(*inside) + Markup("</{}>").format(name)


def style(css: str) -> Markup:
    """Return one of our style sheets, which isn't escaped because it isn't text."""
    return Markup(f"<style>{css}</style>")  # noqa: S704 - files of this project


def joined(*inside: str | Iterable[str]) -> Markup:
    """Return pieces one after the other."""
    nothing = Markup()
    return nothing.join(
        piece if isinstance(piece, str) else nothing.join(piece) for piece in inside
    )


def _attributes(given: dict[str, str | int | bool]) -> Iterable[Markup]:
    for name, value in given.items():
        if value is False or value == "":
            continue
        written = name.rstrip("_").replace("_", "-")
        if value is True:
            yield Markup(" {}").format(written)
        else:
            yield Markup(' {}="{}"').format(written, value)
