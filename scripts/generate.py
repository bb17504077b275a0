"""Writes the files that are derived from code: .env.example, docs/settings.md, a pinned hash."""

from __future__ import annotations

import hashlib
import json
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import SecretStr

from coaching.clock import SystemClock
from coaching.evals.cost.prompt_parts import shared_tokens
from coaching.house_settings import HouseSettings
from coaching.llm.port import Request
from coaching.llm.roles import role_plans
from coaching.llm.wire import body_of
from coaching.prompts import core_block
from coaching.settings import Settings
from coaching.tools import coach_tools
from coaching.values.chat import said_by_user
from coaching.values.context import PersonView, WorkingContext
from coaching.values.enums import Role
from coaching.web import Lookups
from scripts import admin_access, app_access

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic.fields import FieldInfo

ROOT = Path(__file__).parents[1]
EXAMPLE_HEAD = """\
# Every setting with its default. Copy this file to .env and change what you need; an empty value
# means the default, if nothing else is said. Generated from coaching/settings.py by `make snap`.
"""
DOCS_HEAD = """\
# Settings

Toney reads its settings once, when it starts, from the environment or from a file `.env` in its
folder. None is needed: without any it runs in Simple mode with a SQLite file. Generated
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


def shared_block() -> str:
    """Return the pin of what every request of the Coach begins with: its hash and its tokens."""
    settings = Settings.model_construct()
    plan = role_plans(settings)[Role.COACH]
    tools = coach_tools(Lookups.of(settings, SystemClock()))
    request = Request(
        Role.COACH,
        (core_block(),),
        (said_by_user("hi"),),
        WorkingContext(PersonView(), "hi", date(2026, 1, 12), 1, 1),
        tools=tuple(tool.spec for tool in tools),
    )
    body = body_of(request, plan, plan.choices[0])
    block = json.dumps([body["tools"], body["system"]], ensure_ascii=False).encode()
    return f"{hashlib.sha256(block).hexdigest()} {shared_tokens(body)} tokens\n"


SHARED_BLOCK = "tests/coaching/prompts/shared_block.txt"
GENERATED = {
    ".env.example": env_example,
    "docs/settings.md": settings_table,
    SHARED_BLOCK: shared_block,
    "docs/admin-access.md": admin_access.table,
    "docs/app-access.md": app_access.table,
}


def main() -> None:
    for name, make in GENERATED.items():
        (ROOT / name).write_text(make(), "utf-8")
        print(f"wrote {name}")


def _settings() -> Iterator[tuple[str, FieldInfo]]:
    fields = Settings.model_fields.items()
    for name, field in sorted(fields, key=lambda found: found[0] in HouseSettings.model_fields):
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
