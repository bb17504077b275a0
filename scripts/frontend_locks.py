"""Keep the pins that the front-end packages of both apps resolve to now (`make locks`)."""

from __future__ import annotations

from pathlib import Path

from coaching.serving import frontend_lock
from coaching.serving.frontend import build

ROOT = Path(__file__).parents[1]
PACKAGES = ("toney_app", "admin_app")


def main() -> None:
    """Build both and take over what their builds resolved."""
    for package in PACKAGES:
        build(package, ROOT)
        print(f"{package}: {'changed' if frontend_lock.take_over(package, ROOT) else 'as it was'}")


if __name__ == "__main__":
    main()
