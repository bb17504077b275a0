"""Everything a person reads, by key and language. A second language is one more file.

Keys are flat and namespaced (`onboarding.welcome.title`). A missing key, a missing or an unused
parameter is a bug and raises; a key that only English has falls back to English.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from coaching.content.reading import BrokenContent
from coaching.templates import filled, slots

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date
    from importlib.resources.abc import Traversable

DEFAULT_LANGUAGE = "en"
_KEY = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)+")


class _Pairs(list[tuple[str, object]]):
    """A JSON object with the keys that are there twice."""


class MissingText(LookupError):
    """A key or a parameter does not exist: a bug, never a person's fault."""


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that have a catalogue, English first."""
    found = {file.name.removesuffix(".json") for file in _folder().iterdir() if _is_json(file)}
    return (DEFAULT_LANGUAGE, *sorted(found - {DEFAULT_LANGUAGE}))


@cache
def texts(lang: str = DEFAULT_LANGUAGE) -> Mapping[str, str]:
    """Return all texts of a language (`es-CL` adds to `es` adds to English)."""
    own: dict[str, str] = dict(_read(DEFAULT_LANGUAGE))
    for name in _lineage(lang):
        own |= _read(name)
    return MappingProxyType(own)


def text(lang: str, key: str, **params: object) -> str:
    """Return one text with its parameters filled in; raise if one is missing or unused."""
    try:
        template = texts(lang)[key]
    except KeyError:
        raise MissingText(f"no text {key!r}") from None
    wanted = slots(template)
    if wanted != params.keys():
        raise MissingText(f"{key!r} takes {sorted(wanted)}, got {sorted(params)}")
    return filled(template, params)


def day_in_words(lang: str, day: date) -> str:
    """Return a day as it is said in a sentence: `Friday 27 November`."""
    weekday = text(lang, f"ui.reminders.day.{day.weekday()}")
    return text(
        lang,
        "reminder.day",
        weekday=weekday if lang.startswith("en") else weekday.lower(),
        day=day.day,
        month=text(lang, "export.months").split()[day.month - 1],
    )


def localised(lang: str, id_: str, original: str) -> str:
    """Return the translation of a content file's English sentence, or the sentence itself."""
    return texts(lang).get(f"content.{id_}", original)


def _lineage(lang: str) -> list[str]:
    parts = lang.replace("_", "-").split("-")
    tags = ["-".join(parts[: n + 1]) for n in range(len(parts))]
    return [tag for tag in tags if tag in languages() and tag != DEFAULT_LANGUAGE]


@cache
def _read(lang: str) -> Mapping[str, str]:
    file = _folder() / f"{lang}.json"
    try:
        pairs = cast("object", json.loads(file.read_bytes(), object_pairs_hook=_Pairs))
    except ValueError as error:
        raise BrokenContent(f"locales/{lang}.json: {error}") from error
    if not isinstance(pairs, _Pairs):
        raise BrokenContent(f"locales/{lang}.json: is not one object of keys and texts")
    found: dict[str, str] = {}
    for key, value in pairs:
        if key in found:
            raise BrokenContent(f"locales/{lang}.json: {key!r} is there twice")
        if not _KEY.fullmatch(key) or not isinstance(value, str) or not value.strip():
            raise BrokenContent(f"locales/{lang}.json: {key!r} is not a key with a text")
        found[key] = value
    return found


def _folder() -> Traversable:
    return resources.files("coaching.content") / "locales"


def _is_json(file: Traversable) -> bool:
    return file.name.endswith(".json")
