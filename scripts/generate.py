"""Writes the files that are derived from code: .env.example, docs/settings.md."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import SecretStr

from coaching.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic.fields import FieldInfo

ROOT = Path(__file__).parents[1]
EXAMPLE_HEAD = """\
# Every setting with its default. Copy this file to .env and change what you need; an empty value
# means the default. Generated from coaching/settings.py by `make snap`.
"""
DOCS_HEAD = """\
# Settings

Toney reads its settings once, when it starts, from the environment or from a file `.env` in its
folder. None is needed: without any it runs with the offline coach and a SQLite file. Generated
from `coaching/settings.py` by `make snap`.

| setting | default | meaning |
| --- | --- | --- |
"""


def env_example() -> str:
    """Return .env.example: each setting commented out, with its default."""
    blocks = [f"# {field.description}\n# {name}={_default(field)}" for name, field in _settings()]
    return EXAMPLE_HEAD + "\n" + "\n\n".join(blocks) + "\n"


def settings_table() -> str:
    """Return docs/settings.md."""
    rows = (
        f"| `{name}` | {_cell(_default(field))} | {_escaped(field.description or '')} |"
        for name, field in _settings()
    )
    return DOCS_HEAD + "\n".join(rows) + "\n"


GENERATED = {".env.example": env_example, "docs/settings.md": settings_table}


def main() -> None:
    for name, make in GENERATED.items():
        (ROOT / name).write_text(make(), "utf-8")
        print(f"wrote {name}")


def _settings() -> Iterator[tuple[str, FieldInfo]]:
    for name, field in Settings.model_fields.items():
        yield name.upper(), field


def _default(field: FieldInfo) -> str:
    value: Any = field.default
    if isinstance(value, SecretStr):
        return value.get_secret_value()
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(str(part) for part in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def _cell(default: str) -> str:
    return f"`{default}`" if default else "empty"


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    main()
