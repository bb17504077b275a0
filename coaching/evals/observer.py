"""What the Observer sees in an exchange, against what was meant.

An exact set of signals is too strict for a whole file, so the figures go by type: a signal counts
when its type matches and it is at least plausible.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.agents import analyze_exchange
from coaching.evals.report import Case, Eval, Model, Report, Row, share
from coaching.llm.anthropic_llm import AnthropicLLM
from coaching.offline import OfflineLLM
from coaching.safety import screen
from coaching.settings import read_settings
from coaching.values.context import ObserverContext
from coaching.values.enums import SignalType

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from coaching.llm.port import LLM

PLAUSIBLE = 0.45


async def run(rows: list[Row], model: Model) -> Report:
    """Observe each exchange and count by type."""
    llm: LLM = OfflineLLM() if model == "offline" else AnthropicLLM(read_settings())
    sights = [await _seen(row, llm) for row in rows]
    cases = tuple(_case(row, seen) for row, seen in zip(rows, sights, strict=True))
    return Report(cases, _figures(rows, sights))


EVAL = Eval(
    "observer",
    "Signals and urgency of single exchanges.",
    needs=("id", "exchange", "expected"),
    run=run,
)


@dataclass(frozen=True, slots=True)
class Sight:
    """What is there in one exchange, or what was seen."""

    types: frozenset[str]
    urgent: bool

    def as_json(self) -> dict[str, object]:
        """Return the form of a failure in the report."""
        return {"types": sorted(self.types), "urgent": self.urgent}


def _meant(row: Row) -> Sight:
    expected = row["expected"]
    types = frozenset(str(signal["signal_type"]) for signal in expected["signals"])
    return Sight(types, bool(expected.get("urgency_flag")))


async def _seen(row: Row, llm: LLM) -> Sight:
    found = (await analyze_exchange(llm, _context(row["exchange"]))).signals
    types = frozenset(s.signal_type.value for s in found if s.confidence >= PLAUSIBLE)
    return Sight(types, any(signal.urgency_flag for signal in found))


def _case(row: Row, seen: Sight) -> Case:
    meant = _meant(row)
    urgency_fits = meant.urgent == seen.urgent or _either_urgency(row)
    passed = meant.types == seen.types and urgency_fits
    return Case(str(row["id"]), meant.as_json(), seen.as_json(), passed=passed)


def _either_urgency(row: Row) -> bool:
    return bool(row["expected"].get("urgency_optional"))


def _context(said: dict[str, str]) -> ObserverContext:
    return ObserverContext(
        previous_coach=said.get("prev_coach", ""),
        user=said["user"],
        coach=said.get("coach", ""),
        safety=screen(said["user"]),
    )


def _figures(rows: Sequence[Row], sights: Sequence[Sight]) -> dict[str, object]:
    pairs = [(_meant(row), seen) for row, seen in zip(rows, sights, strict=True)]
    types = {
        kind.value: _scores((kind in meant.types, kind in seen.types) for meant, seen in pairs)
        for kind in SignalType
        if any(kind in meant.types | seen.types for meant, seen in pairs)
    }
    clear = [pair for pair, row in zip(pairs, rows, strict=True) if not _either_urgency(row)]
    quiet = [seen for meant, seen in pairs if not meant.types]
    return {
        "f1_macro": round(sum(s["f1"] for s in types.values()) / len(types), 4) if types else 1.0,
        "types": types,
        "urgency": _scores((meant.urgent, seen.urgent) for meant, seen in clear),
        "none_specificity": share(sum(not s.types for s in quiet), len(quiet), if_none=1.0),
    }


def _scores(pairs: Iterable[tuple[bool, bool]]) -> dict[str, float]:
    """Return precision, recall and their harmonic mean; nothing to find and nothing found is 1."""
    counted = list(pairs)
    hits = sum(meant and got for meant, got in counted)
    precision = share(hits, sum(got for _, got in counted), if_none=1.0)
    recall = share(hits, sum(meant for meant, _ in counted), if_none=1.0)
    both = precision + recall
    f1 = round(2 * precision * recall / both, 4) if both else 0.0
    return {"precision": precision, "recall": recall, "f1": f1}
