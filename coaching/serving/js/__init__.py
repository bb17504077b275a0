"""JavaScript that both front ends are built with; each app writes it beside its own modules."""

from __future__ import annotations

from importlib.resources import files


def shared_modules() -> dict[str, str]:
    """Return the code of each module by its file name."""
    return modules_of(__name__)


def modules_of(package: str) -> dict[str, str]:
    """Return the code of each module in a package by its file name."""
    return {
        file.name: file.read_text("utf-8")
        for file in files(package).iterdir()
        if file.name.endswith(".js")
    }
