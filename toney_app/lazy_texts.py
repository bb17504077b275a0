"""Which texts the first page can do without: those that only parts loaded later ask for.

They come with the first of these parts (texts.js). A key is found in the code of a finished build
by its own name, or by the beginning that is put together with the rest while the page runs.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from coaching import content
from coaching.serving.pages import LATER_TEXTS

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_LATER = re.compile(r"(sheets|onboarding|practice_data|help_data)-")
# Named by the server. Some of them answer only what is done in a part that has brought the rest.
_ALWAYS = ("ui.problem.", "ui.toast.")
_LATER_NOTICES = tuple(
    f"ui.toast.{of}"
    for of in (
        "access_withdrawn",
        "budget_",
        "card_deleted",
        "card_in_",
        "category_",
        "check_in_deleted",
        "consent_withdrawn",
        "dream_active",
        "dream_deleted",
        "dream_reached",
        "dream_set_aside",
        "goal_active",
        "goal_completed",
        "goal_deleted",
        "goal_parked",
        "ledger_",
        "money_",
        "note_deleted",
        "purchase_le",
        "session_",
        "step_",
        "win_deleted",
    )
)
_FORMS = re.compile(r"\.(one|other)$")


def write(public: Path) -> None:
    """Write the list beside the public folder of a finished build."""
    chunks = [path for path in (public / "assets").glob("*.js") if not _LATER.match(path.name)]
    code = "".join(path.read_text("utf-8") for path in chunks)
    later = later_keys(code, content.texts(content.languages()[0]))
    (public.parent / LATER_TEXTS).write_text(json.dumps(later), "utf-8")


def later_keys(code: str, keys: Iterable[str]) -> list[str]:
    """Return the keys that the code of the first page doesn't ask for."""
    named = set(re.findall(r"[`\"']([a-z_]+\.[\w.]*)", code))
    begun = (*(name for name in named if name.endswith((".", "_"))), *_ALWAYS)
    return [
        key
        for key in sorted(keys)
        if _FORMS.sub("", key) not in named
        and key not in named
        and (key.startswith(_LATER_NOTICES) or not key.startswith(begun))
    ]
