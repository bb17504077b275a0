"""What every request of the Coach begins with, as a player tells it of its version."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.llm.tokens import estimated

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Core:
    """What is in front of every request of the Coach: the core block, and the tools as JSON."""

    text: str
    tools: str

    @property
    def tokens(self) -> int:
        """Return about how many tokens it is."""
        return estimated(len(self.text) + len(self.tools))


def core_of(row: Mapping[str, object]) -> Core:
    """Return what a player has told of its version."""
    return Core(str(row["core"]), json.dumps(row["tools"], ensure_ascii=False))
