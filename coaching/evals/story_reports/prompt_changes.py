"""What differs between the texts of two versions: prompt files, data, and what a turn reads of it.

Tokens are our own guess (`llm.tokens`), the same for both sides; what they cost is what the Coach's
model charges for input that is read from the cache, written to it, or sent without one.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

from coaching.llm.prices import PRICES
from coaching.llm.tokens import estimated
from coaching.settings import COACH_MODEL
from coaching.text.markup import joined, tag

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from markupsafe import Markup

    from coaching.evals.stories.core import Core

PACKAGE = Path(__file__).parents[2]
PROMPTS, DATA = "prompts", "content"
NOT_THE_COACH = frozenset({"__pycache__", "cli", "evals"})
CONTEXT = 1
TURNS, NANO = 1_000_000, 1_000_000_000
"""Prices are billionths of a dollar a token; in a million turns even a word can be seen."""


@dataclass(frozen=True, slots=True)
class Change:
    """One file that differs, by its path in the package; empty is a file that isn't there."""

    path: str
    before: str
    after: str

    @property
    def lines(self) -> list[str]:
        """Return what differs, with a line of context, without file headings."""
        pair = self.before.splitlines(), self.after.splitlines()
        return list(unified_diff(*pair, n=CONTEXT, lineterm=""))[2:]

    @property
    def count(self) -> tuple[int, int]:
        """Return how many lines came and how many went."""
        lines = self.lines
        return sum(one[:1] == "+" for one in lines), sum(one[:1] == "-" for one in lines)

    @property
    def tokens(self) -> tuple[int, int]:
        """Return about how many tokens it was and is."""
        return estimated(len(self.before)), estimated(len(self.after))


@dataclass(frozen=True, slots=True)
class PromptChanges:
    """Prompt files and data that differ; `others` counts other files of the engine.

    `cores` is what every request begins with, before and after, where both versions tell it.
    """

    prompts: tuple[Change, ...]
    data: tuple[Change, ...]
    others: int
    cores: tuple[Core, Core] | None = None

    def as_json(self) -> dict[str, object]:
        """Return the changes without the texts: counts, tokens, and the lines of prompts."""
        found: dict[str, object] = {
            "prompts": [_counted(one) | {"lines": one.lines} for one in self.prompts],
            "data": [_counted(one) for one in self.data],
            "other_files": self.others,
        }
        if self.cores is not None:
            before, after = self.cores
            found["core_and_tools"] = {
                "tokens": [before.tokens, after.tokens],
                "usd_per_million_turns": costs(after.tokens - before.tokens),
            }
        return found


def changes_between(home: Path, cores: tuple[Core, Core] | None = None) -> PromptChanges:
    """Return what differs between another checkout and this one."""
    before, after = _files(home / PACKAGE.name), _files(PACKAGE)
    changed = [
        Change(path, before.get(path, b"").decode(), after.get(path, b"").decode())
        for path in sorted(before.keys() | after.keys())
        if before.get(path) != after.get(path)
    ]
    prompts = [one for one in changed if one.path.startswith(f"{PROMPTS}/") and _is(one, ".md")]
    data = [one for one in changed if one.path.startswith(f"{DATA}/") and _is(one, ".json")]
    others = len(changed) - len(prompts) - len(data)
    return PromptChanges(tuple(prompts), tuple(data), others, cores)


def costs(tokens: int) -> dict[str, float]:
    """Return what so many tokens more cost in a million turns, in dollars, by how they are read."""
    price = PRICES[COACH_MODEL].normal
    kinds = {"read": price.read, "written": price.write_1h, "uncached": price.input}
    return {kind: round(tokens * each * TURNS / NANO, 2) for kind, each in kinds.items()}


def in_words(changes: PromptChanges) -> Iterator[str]:
    """Yield the changes for a terminal."""
    for one in changes.prompts:
        yield f"{one.path}: {_stat(one)}, {_tokens(*one.tokens)}"
        yield from (f"    {line}" for line in one.lines if not line.startswith("@@"))
    if changes.cores is not None:
        yield core_in_words(changes.cores)
    yield from (f"{one.path}: {_stat(one)}" for one in changes.data)
    if changes.others:
        yield f"{changes.others} other files of the engine differ"
    if not (changes.prompts or changes.data or changes.others):
        yield "no file of the engine differs"


def core_in_words(cores: tuple[Core, Core]) -> str:
    """Say how long the beginning of every request is, and what a change of it costs."""
    before, after = (core.tokens for core in cores)
    said = f"core and tools, in front of every request: {_tokens(before, after)}"
    if before == after:
        return said
    cost = costs(after - before)
    return (
        f"{said}; a million turns cost {_dollars(cost['read'])} read from the cache, "
        f"{_dollars(cost['uncached'])} without one"
    )


def as_page(changes: PromptChanges) -> Markup:
    """Return the changes for the page."""
    rest = [
        *([core_in_words(changes.cores)] if changes.cores else []),
        *(f"{one.path}: {_stat(one)}" for one in changes.data),
        *([f"{changes.others} other files of the engine differ"] if changes.others else []),
    ]
    return joined(
        (
            joined(
                tag("h3", one.path, tag("span", f" {_stat(one)}, {_tokens(*one.tokens)}")),
                tag("div", (_line(line) for line in one.lines), class_="diff"),
            )
            for one in changes.prompts
        ),
        tag("ul", (tag("li", line) for line in rest), class_="plain"),
    )


def _line(line: str) -> Markup:
    if line.startswith("@@"):
        return tag("div", "…")
    name = {"+": "ins", "-": "del"}.get(line[:1], "div")
    return tag("div", tag(name, line)) if name != "div" else tag("div", line)


def _files(package: Path) -> Mapping[str, bytes]:
    return {
        path.relative_to(package).as_posix(): path.read_bytes()
        for path in package.rglob("*")
        if path.is_file() and not NOT_THE_COACH.intersection(path.relative_to(package).parts)
    }


def _is(change: Change, suffix: str) -> bool:
    return Path(change.path).suffix == suffix


def _dollars(amount: float) -> str:
    return f"{'−' if amount < 0 else '+'}${abs(amount):,.2f}"


def _stat(change: Change) -> str:
    come, gone = change.count
    return f"+{come} −{gone}"


def _tokens(before: int, after: int) -> str:
    return f"{before:,} → {after:,} tokens ({after - before:+,})"


def _counted(change: Change) -> dict[str, object]:
    come, gone = change.count
    return {"path": change.path, "come": come, "gone": gone, "tokens": list(change.tokens)}
