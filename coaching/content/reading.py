"""Reading content files: strict, and clear about what is wrong and where.

Content is data that people who don't program edit. A typo has to stop the start with the name of
the file and the path of the field, never surface as a strange reply weeks later.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, TypeVar, dataclass_transform

from pydantic import ConfigDict, TypeAdapter, ValidationError, with_config

from coaching.errors import ToneyError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.resources.abc import Traversable

T = TypeVar("T")


class BrokenContent(ToneyError):
    """A content file does not fit its type; the message names file and field."""


@dataclass_transform(frozen_default=True, kw_only_default=True)
def record(cls: type[T]) -> type[T]:
    """Make a frozen dataclass that refuses unknown fields when it is read from a file."""
    made = dataclass(frozen=True, slots=True, kw_only=True)(cls)
    return with_config(ConfigDict(extra="forbid", strict=True))(made)


def data_file(name: str) -> Traversable:
    """Return a content file of the package."""
    return resources.files("coaching.content") / "data" / name


def read(file: Traversable, kind: type[T]) -> T:
    """Return a JSON file as `kind`, or raise BrokenContent with the path of every wrong field."""
    try:
        return TypeAdapter(kind).validate_json(file.read_bytes())
    except ValidationError as error:
        raise BrokenContent(_explain(file.name, error)) from error


def require_unique(file: str, path: str, ids: Iterable[str]) -> None:
    """Refuse an id that is used twice."""
    seen: set[str] = set()
    for id_ in ids:
        if id_ in seen:
            raise BrokenContent(f"{file}: {path}: {id_!r} is used twice")
        seen.add(id_)


def _explain(file: str, error: ValidationError) -> str:
    problems = (
        f"{'.'.join(str(part) for part in problem['loc']) or 'whole file'}: {problem['msg']}"
        for problem in error.errors(include_url=False)
    )
    return f"{file}: {'; '.join(problems)}"
