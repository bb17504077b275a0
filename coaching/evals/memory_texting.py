"""How the gate takes single proposals in texting style, and pairs of memories.

Each row of the first kind is a message with one proposal and whether it should be kept. Each row of
the second kind is an older and a newer memory and how they are related. No model is asked.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime, time
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid5

from coaching.evals.report import Case, Report, Row, share
from coaching.memory.deduplication import Likeness, likeness
from coaching.memory.gate import judged
from coaching.memory.gate_types import Admission, Heard, Known
from coaching.values.enums import Certainty, MemoryKind
from coaching.values.observation import MemoryCandidate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.memory.gate_types import Judgement

NOON = time(12, tzinfo=UTC)
IDS = UUID(int=1)


def texting(rows: Sequence[Row]) -> Report:
    """Return how many of the true proposals are kept, and how many false ones get in."""
    found = [(row, _judgement(row)) for row in rows]
    cases = [_case(row, judgement) for row, judgement in found]
    kept = [j for row, j in found if row["keep"] and isinstance(j, Admission)]
    wrong = [j for row, j in found if not row["keep"] and isinstance(j, Admission)]
    refused = Counter(j.value for row, j in found if row["keep"] and not isinstance(j, Admission))
    true = sum(bool(row["keep"]) for row in rows)
    return Report(
        tuple(cases),
        {
            "true": true,
            "true_kept": len(kept),
            "true_kept_share": share(len(kept), true, if_none=1.0),
            "kept_as_unsure": sum(j.certainty is Certainty.UNSURE for j in kept),
            "false": len(rows) - true,
            "false_in": len(wrong),
            "false_in_as_said": sum(j.certainty is Certainty.SAID for j in wrong),
            "refused": dict(sorted(refused.items())),
        },
    )


def pairs(rows: Sequence[Row]) -> Report:
    """Return how many pairs are told apart as people did.

    `wrong_replacements` are older memories that would be lost, `swallowed` newer ones.
    """
    found = [(str(row["relation"]), likeness(row["newer"], row["older"])) for row in rows]
    cases = [
        Case(str(row["id"]), meant, got.value, passed=meant == got)
        for row, (meant, got) in zip(rows, found, strict=True)
    ]
    seen = Counter((meant, got.value) for meant, got in found)
    return Report(
        tuple(cases),
        {
            "pairs": len(rows),
            "wrong_replacements": _count(found, Likeness.CHANGED, but="changed"),
            "swallowed": _count(found, Likeness.SAME, but="same"),
            "changes_found": f"{seen['changed', 'changed']} of {_meant(found, 'changed')}",
            "same_found": f"{seen['same', 'same']} of {_meant(found, 'same')}",
        },
    )


def _count(found: Sequence[tuple[str, Likeness]], got: Likeness, *, but: str) -> int:
    return sum(each is got and meant != but for meant, each in found)


def _meant(found: Sequence[tuple[str, Likeness]], relation: str) -> int:
    return sum(meant == relation for meant, _ in found)


def _case(row: Row, judgement: Judgement) -> Case:
    is_in = isinstance(judgement, Admission)
    got = f"kept, {judgement.certainty}" if is_in else judgement.value
    return Case(str(row["id"]), bool(row["keep"]), got, passed=is_in == bool(row["keep"]))


def _judgement(row: Row) -> Judgement:
    today = date.fromisoformat(row["today"])
    known = [_known(each) for each in row.get("known", ())]
    profile: dict[str, str] = row.get("profile", {})
    heard = Heard(
        message=row["message"],
        at=datetime.combine(today, NOON),
        today=today,
        elsewhere=(row.get("prev_coach", ""), *row.get("elsewhere", ())),
        known=known,
        offered=[each.id for each in known],
        context=(*profile.values(), *row.get("session", ())),
    )
    (judgement,) = judged([MemoryCandidate.model_validate(row["proposal"])], heard)
    return judgement


def _known(given: dict[str, Any]) -> Known:
    kind = MemoryKind(given.get("kind", MemoryKind.FACT))
    return Known(uuid5(IDS, given["content"]), kind, given["content"])
