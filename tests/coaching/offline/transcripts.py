"""The talks of `people.py` as texts for docs/examples.

`python -m tests.coaching.offline.transcripts` writes them.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.coaching.offline.people import TALKS, Talk
from tests.coaching.offline.talking import Said, converse

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"


def path_of(name: str) -> Path:
    return EXAMPLES / f"offline-{name}.md"


def transcript(talk: Talk, said: list[Said]) -> str:
    person = talk.session.person
    head = [
        f"# {person.name} and the offline coach",
        "",
        f"{talk.about.capitalize()}. An invented person; the answers are the rules' own, unedited.",
        f"Why, as they wrote it: “{person.emotional_why}”",
        "",
    ]
    return "\n".join([*head, *(line for one in said for line in _lines(one))]) + "\n"


def _lines(said: Said) -> list[str]:
    ids = "+".join(said.meta["template_ids"])
    kept = f" · kept: {said.kept.name}" if said.kept else ""
    return [
        f"**{said.message}**",
        "",
        f"{said.text}",
        "",
        f"<sub>{said.mode}: {ids}{kept}</sub>",
        "",
    ]


async def _write() -> None:
    for name, talk in TALKS.items():
        said = await converse(talk.session, talk.lines)
        path_of(name).write_text(transcript(talk, said), "utf-8")


if __name__ == "__main__":
    asyncio.run(_write())
