"""The exercise that needs no server: its steps and the ways between them, in each language.

The runner itself is walked through here, so the page only follows the ways. Nobody writes anything
in it, so there is nothing to keep.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any
from uuid import UUID

from coaching.content.catalogue import languages
from coaching.domains.practices import runner
from coaching.domains.practices.content import load_library
from coaching.domains.practices.runner import SCALE_MAX, Answer, Place
from coaching.domains.practices.screen import Screen, show
from toney_app.views.practices import present

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.domains.practices.content import Practice, Step

PRACTICE = "slow_breath"
_RUN = UUID(int=0)
_EMPTY = asdict(present.Step())


def code() -> str:
    """Return the module."""
    whole = {"id": PRACTICE, **{language: graph(language) for language in languages()}}
    return f"export const ALONE = {json.dumps(whole, ensure_ascii=False)};\n"


def graph(language: str) -> dict[str, Any]:
    """Return the steps as they are shown, and where each answer leads."""
    library = load_library()
    practice = library.find(PRACTICE)
    if practice is None:
        raise LookupError(PRACTICE)
    ways_out = {
        name: runner.leave(library, practice, _first(practice), name) for name in library.exits
    }
    steps: dict[str, Any] = {}
    words: dict[str, str] = {}
    left = [_first(practice), *ways_out.values()]
    while left:
        place = left.pop(0)
        if place.step in steps:
            continue
        screen = Screen(_RUN, library, practice, place, None, language, keeps=False)
        shown = asdict(present.step(show(screen), 0))
        words = shown.pop("words")
        then = {
            key: runner.advance(library, practice, place, given, tension=None, language=language)
            for key, given in _answers(screen.step)
        }
        left += then.values()
        steps[place.step] = {
            "shown": {name: each for name, each in shown.items() if each != _EMPTY[name]},
            "ways": {key: there.step for key, there in then.items()},
        }
    exits = {name: place.step for name, place in ways_out.items()}
    return {"start": practice.start, "words": words, "exits": exits, "steps": steps}


def _first(practice: Practice) -> Place:
    return runner.begin(practice)


def _answers(step: Step) -> Iterable[tuple[str, Answer]]:
    """Return each answer that a step can have, by what the page sends."""
    match step.type:
        case "end":
            return []
        case "scale":
            return [(str(number), Answer(number=number)) for number in range(SCALE_MAX + 1)]
        case "choose" | "look":
            return [(chip.id, Answer(chip=chip.id)) for chip in step.chips]
        case "write":
            raise ValueError(f"{PRACTICE} has a step to write on: it needs the server")
        case _:
            return [("", Answer())]
