"""What has happened in this session, read from the history: nothing is kept between calls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.offline.lines import known
from coaching.offline.text import first_words

if TYPE_CHECKING:
    from coaching.values.context import PastMessage, WorkingContext

WINDOW, FORGOTTEN = 10, 60
QUIET_AFTER_GRIEF = 2
GRIEF_MODES = frozenset({"grief_named", "loss_named", "grief_continues", "tears"})
NO_QUESTION_MODES = frozenset({"stop_asking", "repetition_complaint"})
TENDER_MODES = GRIEF_MODES | {"shame_alone", "disclosure", "first_telling", "concern"}
CRISIS_MODES = frozenset(
    {"crisis", "crisis_again", "crisis_person", "crisis_company", "crisis_abuse"}
)
SERIOUS_MODES = CRISIS_MODES | GRIEF_MODES | {"concern", "basics_at_risk", "after_crisis"}


@dataclass(frozen=True, slots=True)
class Scene:
    """The session so far; the newest is last. `lines` reach back into sessions before it."""

    replies: tuple[PastMessage, ...]
    said: tuple[str, ...]
    openings: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...] = ()

    @property
    def turn(self) -> int:
        """The number of the reply that is being written, from 1."""
        return len(self.replies) + 1

    @property
    def last(self) -> PastMessage | None:
        """The coach's last reply."""
        return self.replies[-1] if self.replies else None

    @property
    def last_mode(self) -> str:
        """The mode of the last reply."""
        return self.replies[-1].mode if self.replies else ""

    def modes(self, count: int | None = None) -> tuple[str, ...]:
        """Return the modes of the last replies, oldest first."""
        return tuple(reply.mode for reply in self.replies[-count if count else None :])

    def was(self, names: frozenset[str], *, within: int | None = None) -> bool:
        """Whether one of these modes occurred in the last replies."""
        return any(mode in names for mode in self.modes(within))

    def used_ago(self, template_id: str) -> int:
        """Return how many replies ago a line was used; 0 for never."""
        for ago, reply in enumerate(reversed(self.replies), start=1):
            if template_id in reply.template_ids:
                return ago
        return 0

    def rested(self, template_id: str) -> int:
        """Return how many replies ago a line was said, in any session; 0 for never."""
        for ago, ids in enumerate(reversed(self.lines), start=1):
            if template_id in ids:
                return ago
        return 0

    def wear(self, template_id: str) -> float:
        """Return how well a line is still in the ear, in any session: from 0 to 1."""
        ago = self.rested(template_id)
        return max(0.0, 1 - ago / FORGOTTEN) if ago else 0.0

    @property
    def question_run(self) -> int:
        """How many of the last replies in a row asked something."""
        count = 0
        for reply in reversed(self.replies):
            if "?" not in reply.text:
                break
            count += 1
        return count

    @property
    def scale_asked(self) -> bool:
        """Whether the last reply asked for a number from 0 to 10."""
        return self.last is not None and any(
            scale in self.last.text for scale in ("0 to 10", "0 a 10")
        )

    @property
    def asked_step(self) -> str:
        """The step of the question in the last reply; empty when it asked nothing."""
        if self.last is None or "?" not in self.last.text:
            return ""
        asked = [entry for entry in known(self.last.template_ids) if entry.question]
        return asked[-1].conditions.aware_step if asked else ""

    @property
    def steps_asked(self) -> frozenset[str]:
        """The steps that this session has asked for."""
        found = (entry for reply in self.replies for entry in known(reply.template_ids))
        return frozenset(entry.conditions.aware_step for entry in found if entry.question)

    @property
    def must_stay_quiet(self) -> bool:
        """Whether the next reply asks nothing and offers nothing."""
        return self.was(GRIEF_MODES | NO_QUESTION_MODES, within=QUIET_AFTER_GRIEF) or self.was(
            TENDER_MODES, within=1
        )


def scene(ctx: WorkingContext) -> Scene:
    """Return the session so far; the newest message may or may not be in the history already."""
    history = ctx.history
    if history and history[-1].role == "user" and history[-1].text.strip() == ctx.message.strip():
        history = history[:-1]
    replies = tuple(message for message in history if message.role == "coach")
    recent = [first_words(reply.text) for reply in replies[-WINDOW:]]
    here = tuple(reply.template_ids for reply in replies)
    return Scene(
        replies=replies,
        said=tuple(message.text for message in history if message.role == "user"),
        openings=tuple(dict.fromkeys([*(first_words(text) for text in ctx.openings), *recent])),
        lines=max(ctx.lines, here, key=len),
    )
