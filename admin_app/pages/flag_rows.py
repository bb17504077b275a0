"""Entries of the quality queue as what is shown of them: what happened, and nobody's words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from uuid import UUID

from admin_app.components.data_table import address
from admin_app.components.flag_table import FlagRow
from admin_app.copy import t
from coaching.domains.people.service import short_id
from coaching.errors import NotFound
from coaching.values.quality import FlagKind

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from coaching.domains.quality.service import Entry

NOTHING = "–"
LANGUAGES = ("en", "es")
VERSION = 8
"""How many characters of a prompt's hash are shown."""


def key_of(entry: Entry) -> str:
    """Return what names an entry in an event of its buttons."""
    return f"{entry.flag.kind.value}.{entry.flag.id}"


def read_key(key: str) -> tuple[FlagKind, UUID]:
    """Return kind and id of a key; raise `NotFound` for anything else."""
    kind, _, entry = key.partition(".")
    return read(kind, entry)


def read(kind: str, entry: str) -> tuple[FlagKind, UUID]:
    """Return kind and id of an address; raise `NotFound` for anything else."""
    try:
        return FlagKind(kind), UUID(entry)
    except ValueError:
        raise NotFound("no such entry") from None


def row(entry: Entry) -> FlagRow:
    """Return an entry as a row of the queue."""
    flag = entry.flag
    what, at, who = kind_words(entry), f"{flag.at:%d %b %Y}", short_id(flag.user_id)
    return FlagRow(
        key=key_of(entry),
        href=address("/flag", kind=flag.kind.value, id=str(flag.id)),
        what=what,
        cells=[
            state_words(entry),
            at,
            who,
            t(f"metrics.tension.{flag.tension or 'none'}"),
            t(f"intel.stage.{entry.stage}") if entry.stage else NOTHING,
            language_words(flag.locale),
            t(f"costs.role.{flag.agent}"),
            entry.behind.model or NOTHING,
            entry.behind.prompt_hash[:VERSION] or NOTHING,
        ],
        about=f"{what}, {who}, {at}",
        may_make=entry.is_granted and flag.kind.is_about_a_reply and not entry.has_case,
        has_case=entry.has_case,
        is_handled=flag.is_handled,
    )


def facts(entry: Entry) -> list[list[str]]:
    """Return what is known of an entry, name by name."""
    state, _, *cells = row(entry).cells
    its_state, when, *names = t("quality.columns").split(" | ")[1:]
    return [
        [when, f"{entry.flag.at:%d %b %Y, %H:%M} UTC"],
        *([name, cell] for name, cell in zip(names, cells, strict=True)),
        [its_state, state],
        [t("quality.said"), t(f"quality.said.{entry.flag.said}")],
    ]


def kind_words(entry: Entry) -> str:
    """Return in words what happened."""
    return t(f"quality.kind.{entry.flag.kind}")


def about(entry: Entry) -> str:
    """Return whose entry it is, and of when."""
    who = t("flag.about", person=short_id(entry.flag.user_id))
    return f"{who} · {entry.flag.at:%d %b %Y, %H:%M}"


def language_words(locale: str) -> str:
    """Return the language of a locale in words, else its code."""
    code = locale[:2]
    return t(f"metrics.language.{code}") if code in LANGUAGES else code


def state_words(entry: Entry) -> str:
    """Return whether an entry was dealt with, and whether it is an eval case."""
    state = t("quality.state.handled" if entry.flag.is_handled else "quality.state.open")
    return t("quality.with_case", state=state) if entry.has_case else state


def case_words(example: Mapping[str, Any]) -> str:
    """Return an eval case as it is in the file, on several lines."""
    return json.dumps(dict(example), indent=2, ensure_ascii=False) if example else ""
