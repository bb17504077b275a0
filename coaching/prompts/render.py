"""Prompts are Markdown files of the package, filled in strictly.

A variable is `{{ name }}`. A missing one raises, and so does one that no file asks for: a prompt
that silently lost a fact reads as well as one that has it. No logic in templates: Python chooses
the file. Values are put in as they are, so words from outside go through `fences` first.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

_SLOT = re.compile(r"\{\{\s*(\w+)\s*\}\}")
_SECTION = re.compile(r"^## (\w+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


class PromptBroken(LookupError):
    """A prompt file, a section or a variable does not exist, or is one too many: a bug."""


def render(name: str, /, **values: object) -> str:
    """Return a prompt file with its variables filled in."""
    return filled(name, source(name), values)


def section(name: str, title: str, /, **values: object) -> str:
    """Return one section of a file of short pieces, without its heading."""
    found = _sections(name).get(title)
    if found is None:
        raise PromptBroken(f"{name} has no section {title!r}")
    return filled(f"{name}#{title}", found, values)


def joined(*parts: str) -> str:
    """Return the parts that are not empty, one blank line apart."""
    return "\n\n".join(part for part in parts if part)


def filled(name: str, template: str, values: dict[str, object]) -> str:
    """Return a template with its variables filled in; every one is needed, none may be left."""
    wanted = set(_SLOT.findall(template))
    if wanted != values.keys():
        raise PromptBroken(f"{name} takes {sorted(wanted)}, got {sorted(values)}")
    return _SLOT.sub(lambda slot: str(values[slot[1]]), template)


@cache
def source(name: str) -> str:
    """Return a prompt file as it is written, such as `coach/identity`."""
    file = resources.files("coaching.prompts").joinpath(f"{name}.md")
    if not file.is_file():
        raise PromptBroken(f"no prompt {name}.md")
    return file.read_text(encoding="utf-8").strip()


@cache
def _sections(name: str) -> dict[str, str]:
    return {title: text.strip() for title, text in _SECTION.findall(source(name) + "\n")}
