"""Where settings come from, beside what the library knows: a name that is there and empty."""

from __future__ import annotations

from typing import Any

from pydantic_settings import DotEnvSettingsSource, EnvSettingsSource

OFF_WHEN_EMPTY = "wikipedia_base_url"
"""The one setting with a default that an empty value in the environment takes away."""


class Emptied(EnvSettingsSource):
    """Finds that the setting is there and empty, which is otherwise the same as not there."""

    def __call__(self) -> dict[str, Any]:
        is_empty = self.env_vars.get(OFF_WHEN_EMPTY) == ""
        return {OFF_WHEN_EMPTY: ""} if is_empty else {}


class EmptiedInFile(Emptied, DotEnvSettingsSource):
    """The same for `.env`."""
