"""By whom a story was told: the model, the prompts, the tools and the commit."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from coaching.agents.call_recorder import hash_of_tools
from coaching.evals.stories.stage import settings_of_model
from coaching.evals.story_reports import git
from coaching.tools import COACH_TOOLS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.evals.report import Model

PACKAGE = Path(__file__).parents[2]
DIGITS = 12
OFFLINE = "the offline coach"


@dataclass(frozen=True, slots=True)
class Versions:
    """What has to be the same for a story to be told the same.

    `prompts` is a hash of every prompt file, `content` of what the offline coach says and knows,
    `tools` the hash that is kept with each reply, `git` the commit, with a + where files differ.
    """

    model: str
    prompts: str
    tools: str
    content: str
    git: str


def versions(model: Model) -> Versions:
    """Return the versions of this checkout."""
    return Versions(
        model=_names(model),
        prompts=_hash(PACKAGE.glob("prompts/**/*.md")),
        tools=hash_of_tools([tool.spec for tool in COACH_TOOLS]),
        content=_hash(PACKAGE.glob("content/data/*.json")),
        git=git.version(),
    )


def _names(model: Model) -> str:
    if model == "offline":
        return OFFLINE
    asked = settings_of_model()
    return ", ".join(
        f"{role} {asked[f'{role}_model']}" for role in ("coach", "observer", "strategist")
    )


def _hash(files: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for file in sorted(files):
        found.update(f"{file.relative_to(PACKAGE)}\0".encode())
        found.update(file.read_bytes())
    return found.hexdigest()[:DIGITS]
