"""Names and people close in a reply that nobody has brought up."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coaching.evals.judges.replies import words_of

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

_CAPITAL = re.compile(r"(?<![\w'’])[A-ZÁÉÍÓÚÑ][\w'’-]*")
_STARTS = re.compile(r"(?:^|[.!?:;…–—\n*(“”«\"‘¿¡]|[.!?…][”»\"’)]*)\s*[*_“«\"(‘¿¡]*$")
_DAY = re.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august"
    r"|september|october|november|december"
)
_SETS_A_DAY = re.compile(r"\b(?:on|last|since|that|back in|until) $", re.IGNORECASE)
_RELATION = re.compile(
    r"\b(?:your|tu|tus) (?:(?:little|big|older|younger|late|own) )?(\w+)\b", re.IGNORECASE
)


def names_in(text: str, known: AbstractSet[str]) -> list[str]:
    """Return the names that are not among the known words, each once.

    A day of the week or a month is one when something is set on it: “a bad Tuesday” is any day.
    """
    found = dict[str, None]()
    for match in _CAPITAL.finditer(text):
        name = re.sub(r"['’]s?$", "", match.group())
        low = name.casefold().replace("’", "'")
        if low in known or low in _nobody() or name.isupper() or _is_known_compound(low, known):
            continue
        before = text[: match.start()]
        if _DAY.fullmatch(low):
            is_named = _SETS_A_DAY.search(before) is not None
        else:
            is_named = _STARTS.search(before) is None or low in _first_names()
        if is_named:
            found[name] = None
    return list(found)


def relations_in(text: str, known: AbstractSet[str]) -> list[str]:
    """Return people close to them (“your sister”) that nobody has mentioned, each once."""
    relations = _relations()
    return list(
        dict.fromkeys(
            match.group()
            for match in _RELATION.finditer(text)
            for meant in _who(match[1].casefold(), relations)
            if not relations[meant] & known
        )
    )


def _who(word: str, relations: dict[str, frozenset[str]]) -> list[str]:
    if word in relations:
        return [word]
    return [who for who, words in relations.items() if word in words][:1]


def _is_known_compound(low: str, known: AbstractSet[str]) -> bool:
    parts = [part for part in re.split(r"[-']", low) if part]
    return len(parts) > 1 and all(part in known or part in _nobody() for part in parts)


@cache
def _file() -> dict[str, dict[str, Any]]:
    return tomllib.loads((Path(__file__).parent / "people.toml").read_text("utf-8"))


@cache
def _relations() -> dict[str, frozenset[str]]:
    return {who: frozenset(words) for who, words in _file()["relations"].items()}


@cache
def _first_names() -> frozenset[str]:
    return frozenset(word for names in _file()["names"].values() for word in names.split())


@cache
def _nobody() -> frozenset[str]:
    return frozenset(words_of(_file()["capitals"]["nobody"])) | {"i"}
