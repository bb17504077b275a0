"""A comparison of two runs, in words for a terminal and as a section of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.text.markup import joined, tag

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markupsafe import Markup

    from coaching.evals.story_reports.compare import Comparison, Differs, Moved

SHOWN = 3
CLAUDE_ONLY = (
    "Prompts are read by Claude only: the offline coach answers by rules, so their effect on "
    "replies needs a key and --model claude."
)
NEVER_TWICE = (
    "Claude never says the same twice: replies differ between any two runs; look at the judges."
)


def words(found: Comparison, *, all_replies: bool = False) -> str:
    """Return the comparison for a terminal."""
    parts = (
        [f"{found.before} → {found.after}"],
        list(_judges(found)),
        list(_differing(found, None if all_replies else SHOWN)),
        list(found.notes),
    )
    return "\n\n".join("\n".join(part) for part in parts if part)


def section_of(found: Comparison) -> Markup:
    """Return the comparison for the page."""
    return tag(
        "section",
        tag("h2", f"{found.before} → {found.after}"),
        (tag("p", note, class_="small") for note in found.notes),
        _table(found),
        _flipped(found),
        tag("h3", _how_many(found)),
        (_side_by_side(one) for one in found.differ),
        id="compare",
    )


def _judges(found: Comparison) -> Iterator[str]:
    wide = max((len(one.judge) for one in found.judges), default=0)
    if wide:
        yield f"{'judge':<{wide}}   passed          mean"
    for one in found.judges:
        passed, mean, arrow = _figures(one)
        yield f"{one.judge:<{wide}}   {passed:<14}  {mean} {arrow}"
    yield from (f"now passes: {case}" for case in found.now_passes)
    yield from (f"now fails: {case}" for case in found.now_fails)


def _figures(one: Moved) -> tuple[str, str, str]:
    (was, now), (low, high) = one.passed, one.mean
    return f"{was} → {now} of {one.people}", f"{low:.3f} → {high:.3f}", one.arrow


def _differing(found: Comparison, shown: int | None) -> Iterator[str]:
    yield _how_many(found)
    for one in found.differ[:shown]:
        yield f"{one.story}, session {one.session}, line {one.line}: {one.message}"
        yield f"    - {' '.join(one.before.split())}"
        yield f"    + {' '.join(one.after.split())}"
    if shown is not None and len(found.differ) > shown:
        yield f"and {len(found.differ) - shown} more (--verbose or --html shows them)"


def _how_many(found: Comparison) -> str:
    if not found.replies:
        return "no reply was compared"
    differ = len(found.differ)
    return f"{differ or 'none'} of {found.replies} replies differ{'s' if differ <= 1 else ''}"


def _table(found: Comparison) -> Markup:
    head = ("judge", "passed", "mean", "")
    rows = (
        tag("tr", tag("th", one.judge.replace("_", " "), scope="row"), map(_cell, _figures(one)))
        for one in found.judges
    )
    return tag(
        "div",
        tag(
            "table",
            tag("thead", tag("tr", (tag("th", name, scope="col") for name in head))),
            tag("tbody", rows),
        ),
        class_="wide",
        tabindex=0,
        role="region",
        aria_label="Judges before and after",
    )


def _cell(text: str) -> Markup:
    return tag("td", text)


def _flipped(found: Comparison) -> Markup:
    return tag(
        "ul",
        (tag("li", f"now passes: {case}") for case in found.now_passes),
        (tag("li", f"✕ now fails: {case}", class_="fail") for case in found.now_fails),
        class_="plain",
    )


def _side_by_side(one: Differs) -> Markup:
    place = f"{one.story}, session {one.session}, line {one.line}"
    return tag(
        "article",
        tag("p", place, class_="small"),
        tag("p", one.message, class_="person"),
        tag("div", _side("before", one.before), _side("now", one.after), class_="sides"),
        class_="card",
    )


def _side(name: str, text: str) -> Markup:
    said = tag("div", tag("p", text or "nothing was said here"), class_="coach")
    return tag("div", joined(tag("p", name, class_="small"), said))
