"""What a child process finds in its environment."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coaching.serving.faces import Face

# The framework serves what was built and compiles nothing (names are internal to it, so a test
# of the start time would notice a change).
_PREBUILT = {
    "REFLEX_ENV_MODE": "prod",
    "__REFLEX_SKIP_COMPILE": "true",
    "__REFLEX_MOUNT_FRONTEND_COMPILED_APP": "true",
    "REFLEX_CHECK_LATEST_VERSION": "false",
    "REFLEX_TELEMETRY_ENABLED": "false",
}


def child_environment(face: Face) -> dict[str, str]:
    """Return our environment without the framework's settings, plus those of a served app."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("REFLEX_")}
    return kept | _PREBUILT | {"TONEY_APP": face.package, "PYTHONUNBUFFERED": "1"}
