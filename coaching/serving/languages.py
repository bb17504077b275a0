"""Language negotiation, and rendering of the page's texts in that language (ADR 0006)."""

from __future__ import annotations

import html
import json
import re
from typing import TYPE_CHECKING

from coaching.templates import filled

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

DEFAULT = "en"

_MARK = re.compile("\ue000([^\ue001]*)\ue001")


def choose(cookie: str, accept_language: str, known: Collection[str]) -> str:
    """Return the person's language: their cookie, else what the browser asks for."""
    for tag in (cookie, *_by_preference(accept_language)):
        if tag in known:
            return tag
        if (language := tag.split("-")[0].lower()) in known:
            return language
    return DEFAULT


def render(
    page: str,
    texts: Mapping[str, str],
    special: Mapping[str, str],
    escape: Callable[[str], str] = html.escape,
) -> str:
    """Replace each mark of a prerendered page by its text; `special` holds the @ names."""

    def words(match: re.Match[str]) -> str:
        key, _, arguments = html.unescape(match[1]).partition("|")
        if key.startswith("@"):
            return escape(special[key])
        return escape(fill(texts, key, json.loads(arguments) if arguments else {}))

    return _MARK.sub(words, page)


def fill(texts: Mapping[str, str], key: str, params: Mapping[str, object]) -> str:
    """Return a text with its slots filled, as `tx` does it in the browser."""
    text = texts.get(key)
    if text is None and "count" in params:
        text = texts.get(f"{key}.{'one' if params['count'] == 1 else 'other'}")
    if text is None:
        return key
    return filled(text, params)


def _by_preference(accept_language: str) -> list[str]:
    weighted: list[tuple[float, str]] = []
    for part in accept_language.split(","):
        tag, _, quality = part.partition(";q=")
        try:
            weighted.append((float(quality or 1), tag.strip()))
        except ValueError:
            continue
    return [tag for quality, tag in sorted(weighted, key=lambda row: -row[0]) if quality > 0]
