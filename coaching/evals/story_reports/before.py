"""The other side of a comparison: a report that was kept, or a version of git, played now.

Both sides are read by the judges of this checkout, so that a judge who has become stricter does
not look like a coach who has become worse.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from coaching.evals.stories.players import Playing, tell_all
from coaching.evals.stories.story import BadStory, Story
from coaching.evals.story_reports import git
from coaching.evals.story_reports.compare import Comparison, Run, compared, read_run
from coaching.evals.story_reports.compare_words import CLAUDE_ONLY, NEVER_TWICE
from coaching.evals.story_reports.report import StoryReport, report_on

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NOBODY: Run = {"people": {}, "talks": {}}


def compared_with(
    ref: str, people: Sequence[Story], how: Playing, report: StoryReport
) -> Comparison:
    """Compare a run of now with a report file, or with the same people played by a version."""
    after, now = report.as_json(), f"this checkout {report.versions.git}".strip()
    if Path(ref).is_file():
        before = read_run(Path(ref))
        return compared(before, after, (ref, now), notes=tuple(_kept(before, after)))
    name = f"{ref} {git.commit_of(ref)[:10]}"
    with git.engine_of(ref) as home:
        notes = [NEVER_TWICE if how.model == "claude" else CLAUDE_ONLY]
        before = NOBODY
        try:
            told = asyncio.run(tell_all(people, replace(how, home=home)))
        except BadStory as error:
            notes.append(f"{ref} could not be played, so no reply is compared: {error}")
        else:
            before = report_on(told, report.versions).as_json()
    return compared(before, after, (name, now), notes=tuple(notes))


def _kept(before: Run, after: Run) -> Iterator[str]:
    for part in ("prompts", "tools", "content"):
        was, now = before["versions"].get(part), after["versions"].get(part)
        if was != now:
            yield f"{part} differ ({was} → {now}); compare with a version of git to see how"
