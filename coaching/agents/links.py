"""Links of a reply that has read strangers' words: only those that the words came from stay.

A stranger's text may talk the model into a link that asks for a password, or that carries the
person's words in its address. Any other link keeps its words and loses its address.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_LINK = re.compile(r"!?\[([^\[\]]*)\]\(\s*<?((?:[^()<>\n]|\([^()\n]*\))*)>?\s*\)")
_AUTOLINK = re.compile(r"<([^<>\s]*[:@][^<>\s]*)>")
_ADDRESS = re.compile(r"https?://[^\s<>()\[\]\"']+", re.IGNORECASE)
_NAME = re.compile(r"(?<![\w.@/-])(?:[a-z0-9-]+\.)+[a-z]{2,}(?:/[^\s<>()\[\]\"']*)?", re.IGNORECASE)
_NEXT_PARAGRAPH = re.compile(r".*\n[ \t]*\n", re.DOTALL)
_MAY_BEGIN = re.compile(r"[\[<]|!\[|!\Z")
_KEPT = "\x00"


def addresses_in(text: str) -> frozenset[str]:
    """Return the web addresses that a text names."""
    return frozenset(map(bare_address, _ADDRESS.findall(text)))


def addresses_given(text: str) -> frozenset[str]:
    """Return the web addresses that a person named, also those without `https://`."""
    names = (f"https://{bare_address(found)}" for found in _NAME.findall(text))
    return addresses_in(text) | frozenset(names)


class LinkFilter:
    """Takes a reply piece by piece; what may become a link waits until its paragraph ends."""

    def __init__(self, allowed: Iterable[str]) -> None:
        self._allowed = frozenset(map(bare_address, allowed))
        self._held = ""

    def feed(self, piece: str) -> str:
        """Return what can be shown now."""
        text = self._held + piece.replace(_KEPT, "")
        paragraphs = _NEXT_PARAGRAPH.match(text)
        begins = _MAY_BEGIN.search(text, paragraphs.end() if paragraphs else 0)
        cut = begins.start() if begins else len(text)
        self._held = text[cut:]
        return self._clean(text[:cut])

    def rest(self) -> str:
        """Return what still waited; the reply, or a step of it, is over."""
        held, self._held = self._held, ""
        return self._clean(held)

    def _clean(self, text: str) -> str:
        before = ""
        while before != text:
            before, text = text, _LINK.sub(self._link, text)
        text = _AUTOLINK.sub(self._autolink, text)
        # Whatever else could be read as a link is none with a space in it.
        return text.replace("](", "] (").replace(f"]{_KEPT}(", "](")

    def _link(self, found: re.Match[str]) -> str:
        words, address = found[1], found[2].strip()
        is_kept = bare_address(address) in self._allowed
        # Marked by a sign that no reply holds, so that it is not looked at again.
        return f"[{words}]{_KEPT}({address})" if is_kept else words

    def _autolink(self, found: re.Match[str]) -> str:
        return found[0] if bare_address(found[1]) in self._allowed else found[1]


def bare_address(address: str) -> str:
    """Return an address as it is compared: no fragment, no last slash, no capitals."""
    return address.strip().rstrip(".,;:!?").partition("#")[0].rstrip("/").casefold()
