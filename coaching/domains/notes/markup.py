"""What a note's Markdown says by itself: [[links]] to other notes and #tags, as in Obsidian."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import normalize

from coaching.values.notes import MOST_LINKS, MOST_TAGS, TAG_MAX

if TYPE_CHECKING:
    from collections.abc import Iterable

_CODE = re.compile(r"^(```|~~~).*?(?:^\1|\Z)|`[^`\n]*`", re.DOTALL | re.MULTILINE)
_LINK = re.compile(
    r"\[\[([^\[\]|#^\n]{1,300})(?:[#^][^\[\]|\n]{0,300})?(?:\|[^\[\]\n]{0,300})?\]\]"
)
_TAG = re.compile(r"(?:(?<=\s)|^)#([\w/-]*[^\W\d_][\w/-]*)", re.MULTILINE)
_NOT_IN_A_TAG = re.compile(r"[\x00-\x1f\x7f#,\[\]\"']")


def key(name: str) -> str:
    """Return a title or tag as it is compared: letter case and spaces don't matter."""
    return " ".join(normalize("NFC", name.replace("\0", "")).casefold().split())


def links(content: str) -> list[str]:
    """Return the keys of the notes that a text links to, each once, in their order.

    A link may name a path, a heading, a block or other words to show: only the note counts.
    """
    found = _LINK.findall(_CODE.sub(" ", content)) if "[[" in content else []
    keys = (key(name.strip().rstrip("\\").removesuffix(".md")) for name in found)
    return list(dict.fromkeys(one for one in keys if one))[:MOST_LINKS]


def tags(content: str) -> list[str]:
    """Return the #tags of a text as written, each once, in their order."""
    found = _TAG.findall(_CODE.sub(" ", content)) if "#" in content else []
    named = (name.strip("/-") for name in found)
    return unique(name for name in named if name and len(name) <= TAG_MAX)[:MOST_TAGS]


def tag_name(raw: str) -> str:
    """Return a tag as it may be stored; empty for one that can't be a tag."""
    name = " ".join(_NOT_IN_A_TAG.sub(" ", raw.strip().removeprefix("#")).split())
    return name if any(letter.isalnum() for letter in name) else ""


def unique(names: Iterable[str]) -> list[str]:
    """Return names of which no two compare as the same; the first spelling stays."""
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(key(name), name)
    return list(found.values())
