"""Environment variables of the serving processes."""

from __future__ import annotations

import os

# The framework serves what was built and compiles nothing. The names are internal to it: a test
# of the start notices when they change.
_PREBUILT = {
    "REFLEX_ENV_MODE": "prod",
    "__REFLEX_SKIP_COMPILE": "true",
    "__REFLEX_MOUNT_FRONTEND_COMPILED_APP": "true",
    "REFLEX_CHECK_LATEST_VERSION": "false",
    "REFLEX_TELEMETRY_ENABLED": "false",
    "PYTHONUNBUFFERED": "1",
}


def serving_environment() -> dict[str, str]:
    """Return our environment without the framework's settings, plus those of a served app."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("REFLEX_")}
    return kept | _PREBUILT
