"""Clean text from web pages: no markup, no invisible characters, no tags of ours, truncated."""

from __future__ import annotations

import unicodedata
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Sequence

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Control characters, zero widths, changes of direction, the tags block, halves of a character."""

_NOT_READ = frozenset({"script", "style", "template", "noscript"})
_NO_TAGS = str.maketrans({"<": "‹", ">": "›"})
LONGEST_URL = 200


def plain(text: str, longest: int) -> str:
    """Return a text as one line that a person would see, at most so long."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    line = visible("".join(reader.heard)).translate(_NO_TAGS)
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"


def lines(text: str) -> list[str]:
    """Return the lines of a text that a person would see, none of them empty."""
    seen = (visible(line).translate(_NO_TAGS) for line in text.splitlines())
    return [line for line in seen if line]


def visible(text: str) -> str:
    """Return a text without what nobody sees, its white space single."""
    seen = (" " if c.isspace() else c for c in text if c.isspace() or not _is_unseen(c))
    return " ".join("".join(seen).split())


def web_address(url: str) -> str:
    """Return an address without the parts that can carry a person's words; empty for no page."""
    try:
        parts = urlsplit(visible(url))
        host = parts.hostname
    except ValueError:
        return ""
    if parts.scheme not in {"http", "https"} or not host or "@" in parts.netloc:
        return ""
    return f"{parts.scheme}://{host}{parts.path}"[:LONGEST_URL].translate(_NO_TAGS)


def _is_unseen(character: str) -> bool:
    return unicodedata.category(character) in UNSEEN


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.heard: list[str] = []
        self._skipped = 0

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        del attrs
        self._skipped += tag in _NOT_READ

    def handle_endtag(self, tag: str) -> None:
        self._skipped -= tag in _NOT_READ and self._skipped > 0

    def handle_data(self, data: str) -> None:
        if not self._skipped:
            self.heard.append(data)
