"""How the JSON API writes things down: camelCase, ISO 8601 UTC, `null` not missing, strict in."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import Annotated, Any, Generic, TypeVar
from uuid import UUID

from fastapi import Query
from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    WithJsonSchema,
)
from pydantic.alias_generators import to_camel


def iso(at: datetime) -> str:
    """Return an instant as ISO 8601 in UTC, with milliseconds and `Z`."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


T = TypeVar("T")
_DATE = re.compile(r"[+-]?\d{4,}-")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def _is_day(day: object) -> object:
    if not isinstance(day, str) or not _DAY.fullmatch(day):
        raise ValueError("is not an ISO 8601 day")
    return day


def _is_whole(number: object) -> object:
    return int(number) if isinstance(number, float) and number.is_integer() else number


Day = Annotated[date, BeforeValidator(_is_day), Field(strict=False)]
"""A day; a number isn't one, nor are digits alone."""
Whole = Annotated[int, BeforeValidator(_is_whole)]
"""A whole number in a body: JSON has one type of number, so 61.0 is 61."""
Id = Annotated[UUID, Field(strict=False)]
"""An id in a body: JSON has no type for it, so text is taken."""


def _in_utc(at: datetime) -> datetime:
    try:
        return at.astimezone(UTC)
    except OverflowError:
        raise ValueError("is outside the calendar") from None


def _is_written(at: object) -> object:
    if not isinstance(at, str) or not _DATE.match(at):
        raise ValueError("is not an ISO 8601 instant with its zone")
    return at


BeforeInstant = Annotated[AwareDatetime, BeforeValidator(_is_written), AfterValidator(_in_utc)]
"""A cursor: an instant with its zone."""
GivenInstant = Annotated[BeforeInstant, Field(strict=False)]
"""An instant with its zone in a body; a number isn't one."""
BeforeNumber = Annotated[int, Query(ge=1, le=2**31 - 1)]
"""A cursor: a number as both databases can hold it."""
Instant = Annotated[
    datetime,
    PlainSerializer(iso, return_type=str, when_used="json"),
    WithJsonSchema({"type": "string", "format": "date-time"}, mode="serialization"),
]


_UNSEEN = (
    r"\s\u0000-\u001f\u007f-\u00a0\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2"
    r"\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufff9-\ufffb"
)


def documented(**schema: Any) -> Any:  # noqa: ANN401 - JSON in, a Field out
    """Return a Field that tells OpenAPI what the service refuses: the service checks it."""
    return Field(json_schema_extra=schema)


def words(most: int, *, may_be_empty: bool = False) -> Any:  # noqa: ANN401 - a Field
    """Return a Field of a text with a maximum length and, unless empty, something to see."""
    if may_be_empty:
        return Field(max_length=most)
    return Field(
        max_length=most, json_schema_extra={"pattern": f"^[^\\u0000]*[^{_UNSEEN}][^\\u0000]*$"}
    )


DayOrNone = Annotated[str, documented(anyOf=[{"format": "date"}, {"maxLength": 0}])]


class Out(BaseModel):
    """What we answer; built from rows and views by attribute."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, from_attributes=True)


class In(BaseModel):
    """What we accept: nothing unknown, nothing converted."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, extra="forbid", strict=True
    )


class Listed(Out, Generic[T]):
    """A page of a list; `next` is the cursor of the following page."""

    items: list[T]
    next: str | None = None
