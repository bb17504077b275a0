"""Parts of a plan and of a conversation kit, and how they are joined to one text.

A plan is a cue that comes anyway, a small response, and what happens when that gets hard; a kit
holds the words for somebody else. The one text is what a chat, a briefing, a search and the API
show; a text that already has the form of a plan gives its parts back.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from coaching.content.catalogue import text, texts
from coaching.values.enums import CardKind

if TYPE_CHECKING:
    from collections.abc import Mapping

PARTS: dict[CardKind, tuple[str, ...]] = {
    CardKind.PLAN: ("cue", "response", "backup"),
    CardKind.CONVERSATION: ("opening", "ask", "boundary", "heated"),
}
WHOLE = {CardKind.PLAN: "response", CardKind.CONVERSATION: "opening"}
"""The part that is used for a text without parts."""
_SAID_BEFORE = {
    "cue": re.compile(r"^(?:if|when|whenever|si|cuando)\s+", re.IGNORECASE),
    "response": re.compile(r"^(?:then|entonces)\s+", re.IGNORECASE),
}
_TWO_ENDS = re.compile(r"([!?…])\.(?=\s|$)")
_PLAN = re.compile(
    r"^(?:if|when|whenever|si|cuando)\s+(?P<cue>[^.?!\n]+?),\s+(?:(?:then|entonces)\s+)?"
    r"(?P<response>[^.?!\n]+)[.!]?$",
    re.IGNORECASE,
)


def tidied(name: str, part: str) -> str:
    """Return a part for the joined text, without a leading word that the text already has."""
    words = " ".join(part.split())
    if name in _SAID_BEFORE:
        words = _SAID_BEFORE[name].sub("", words)
    return words.rstrip(" .,;") if name in PARTS[CardKind.PLAN] else words


def as_text(lang: str, kind: CardKind, parts: Mapping[str, str]) -> str:
    """Return the parts of a card as one text; a part alone stands as it is."""
    there = {name: parts[name] for name in PARTS[kind] if parts.get(name)}
    if kind is CardKind.PLAN and "cue" in there and "response" in there:
        cue, response = there.pop("cue"), there.pop("response")
        first = [text(lang, "card.plan.whole", cue=cue, response=response)]
    else:
        first = []
    rest = [text(lang, f"card.{kind}.{name}", **{name: part}) for name, part in there.items()]
    whole = (" " if kind is CardKind.PLAN else "\n").join([*first, *rest])
    return _TWO_ENDS.sub(r"\1", whole)


def parts_in(lang: str, kind: CardKind, content: str) -> dict[str, str]:
    """Return the parts of a plan that is written as one; nothing for any other text."""
    if kind is not CardKind.PLAN:
        return {}
    first, backup = _split(lang, content.strip())
    found = _PLAN.match(first)
    if found is None:
        return {}
    parts = {name: tidied(name, found[name]) for name in ("cue", "response")}
    return {**parts, "backup": tidied("backup", backup)} if backup else parts


def fields_of(lang: str, kind: CardKind, content: str, parts: Mapping[str, str]) -> dict[str, str]:
    """Return what the field of each part begins with, so that no word of a card is lost."""
    fields = {name: "" for names in PARTS.values() for name in names}
    if content:
        for each, name in WHOLE.items():
            fields |= parts_in(lang, each, content) or {name: content}
    return fields | ({} if kind not in PARTS or not parts else _only(kind, parts))


def _only(kind: CardKind, parts: Mapping[str, str]) -> dict[str, str]:
    return {name: parts.get(name, "") for name in PARTS[kind]}


def _split(lang: str, content: str) -> tuple[str, str]:
    before, mark, backup = content.partition(_backup_mark(lang))
    return (before.strip(), backup.strip()) if mark else (content, "")


@cache
def _backup_mark(lang: str) -> str:
    return texts(lang)["card.plan.backup"].partition("{")[0].strip()
