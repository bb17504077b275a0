"""Settings about who runs this Toney, and how long it keeps things; `coaching.settings` has them.

The pages `/privacy` and `/terms` are filled from these.
"""

from __future__ import annotations

from functools import cache
from zoneinfo import available_timezones

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings

AUDIT_AT_LEAST = 31
"""Days. The database refuses to delete entries of 30 days, and SQLite compares by the day."""


class HouseSettings(BaseSettings):
    """What a privacy notice has to say."""

    operator_name: str = Field(
        default="", description="Who runs this Toney, as the privacy page names them."
    )
    operator_contact: str = Field(
        default="", description="How people reach the operator: an e-mail address or a web page."
    )
    operator_address: str = Field(default="", description="Postal address of the operator.")
    operator_law: str = Field(
        default="", description="The country whose law applies, as the terms name it."
    )
    admin_time_zone: str = Field(
        default="UTC",
        description="Days and weeks on the admin's pages begin at midnight here (`Europe/Madrid`).",
    )
    backup_days: int = Field(
        default=30,
        ge=0,
        description=(
            "Copies in `backups` that are older are deleted, whatever BACKUPS_KEPT says: until "
            "then they hold what people have deleted. 0: kept for ever."
        ),
    )
    sign_in_days: int = Field(
        default=7, ge=1, description="Ended sign-ins of people and admins are deleted after this."
    )
    guest_days: int = Field(
        default=90,
        ge=0,
        description="Guests who never said or kept anything are deleted after this. 0: never.",
    )
    safety_event_days: int = Field(
        default=365,
        ge=0,
        description="That there was a crisis or a concern, without words. 0: kept for ever.",
    )
    model_call_days: int = Field(
        default=400,
        ge=0,
        description="What each model call cost, without words, and ended jobs. 0: for ever.",
    )
    usage_event_days: int = Field(
        default=400, ge=0, description="Usage events without words. 0: kept for ever."
    )
    audit_days: int = Field(
        default=400,
        ge=0,
        description="What admins and the system did; at least 31. 0: for ever.",
    )

    @field_validator("audit_days")
    @classmethod
    def _is_long_enough(cls, value: int) -> int:
        return value and max(value, AUDIT_AT_LEAST)

    @field_validator("admin_time_zone")
    @classmethod
    def _is_a_zone(cls, value: str) -> str:
        if value not in _time_zones():
            raise ValueError("is not a time zone; write it as in Europe/Madrid")
        return value


@cache
def _time_zones() -> set[str]:
    """Return the names of all time zones; finding them reads some 600 files."""
    return available_timezones()
