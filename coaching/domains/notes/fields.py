"""The fields of a note, each checked once, for the app, the API, the tools and the import."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typing_extensions import TypedDict

from coaching.domains.notes import markup
from coaching.errors import Conflict, InvalidInput
from coaching.values.clean_text import clean_text
from coaching.values.notes import (
    ALIAS_MAX,
    CONTENT_MAX,
    MOST_ALIASES,
    MOST_TAGS,
    PROPERTIES_MAX,
    TAG_MAX,
    TITLE_MAX,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.values.notes import NoteType

_TAKEN = "You already have a note with this title. Give this one another title."


class TitleTaken(Conflict):
    """The person has a note with this title already: links find notes by their titles."""

    say = _TAKEN


class NoteFields(TypedDict, total=False):
    """Fields that may be changed; a field that is missing stays as it is."""

    title: str
    content: str
    kind: NoteType
    tags: Sequence[str]
    aliases: Sequence[str]
    properties: str


def cleaned(fields: NoteFields) -> dict[str, Any]:
    """Return fields that may be stored; raise InvalidInput with what is wrong by name."""
    clean: dict[str, Any] = {**fields}
    if "title" in fields:
        clean["title"] = " ".join(clean_text("title", fields["title"], maximum=TITLE_MAX).split())
        clean["title_key"] = markup.key(clean["title"])
    for name, most in (("content", CONTENT_MAX), ("properties", PROPERTIES_MAX)):
        if name in clean:
            clean[name] = clean_text(name, clean[name], maximum=most, may_be_empty=True)
    if "tags" in fields:
        clean["tags"] = _tags(fields["tags"])
    if "aliases" in fields:
        clean["aliases"] = _aliases(fields["aliases"])
    return clean


def _tags(given: Sequence[str]) -> list[str]:
    """Return tags as they may be stored; what has no letter or digit is left out."""
    raw = (
        clean_text(f"tags.{place}", tag, maximum=TAG_MAX)
        for place, tag in _few("tags", given, MOST_TAGS)
    )
    return markup.unique(name for name in map(markup.tag_name, raw) if name)


def _aliases(given: Sequence[str]) -> list[str]:
    raw = (
        clean_text(f"aliases.{place}", alias, maximum=ALIAS_MAX)
        for place, alias in _few("aliases", given, MOST_ALIASES)
    )
    return markup.unique(" ".join(alias.split()) for alias in raw)


def _few(field: str, given: Sequence[str], most: int) -> list[tuple[int, str]]:
    if len(given) > most:
        raise InvalidInput({field: f"has {len(given)} entries, at most {most} fit"})
    return list(enumerate(given))
