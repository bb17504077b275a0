"""An export as a page to read: one file without scripts or addresses, that opens anywhere."""

from __future__ import annotations

import json
from datetime import datetime
from itertools import chain
from typing import TYPE_CHECKING, Any

from coaching.clock import local_day
from coaching.content import load_onboarding, text
from coaching.content.catalogue import DEFAULT_LANGUAGE, localised
from coaching.text.markup import style, tag
from coaching.values.people import PATTERN_NOTE
from coaching.values.transactions import Category, plain_amount

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from markupsafe import Markup

    Row = Mapping[str, Any]

STYLE = """
:root { color-scheme: light dark; --quiet: #6d675f; --line: #ddd6cb }
@media (prefers-color-scheme: dark) { :root { --quiet: #a9a298; --line: #45403a } }
body { font: 17px/1.55 system-ui, sans-serif; max-width: 42rem; margin: auto; padding: 2rem }
h1, h2, h3 { line-height: 1.25; text-wrap: balance }
h2 { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1.5rem }
p { margin: .35rem 0 1rem; white-space: pre-wrap; overflow-wrap: anywhere }
small { color: var(--quiet) }
pre { font-size: .8rem; white-space: pre-wrap; overflow-wrap: anywhere }
""".strip()

LISTS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("rewire_cards", "cards", ("title", "content")),
    ("wins", "wins", ("text",)),
    ("dreams", "dreams", ("title", "description")),
    ("directions", "directions", ("text",)),
    ("goals", "goals", ("title", "why", "notes")),
    ("micro_wins", "micro_wins", ("text",)),
    ("notes", "notes", ("title", "content", "tag_words")),
    ("check_ins", "check_ins", ("mood", "content", "ai_response")),
    ("purchases", "purchases", ("item", "price", "plan", "note")),
    ("transactions", "transactions", ("what", "flow", "amount", "category")),
    ("budgets", "budgets", ("category", "amount")),
    ("coach_memories", "memories", ("content", "quote")),
    ("coaching_briefings", "thoughts", ("one_sentence", "journey_narrative")),
    ("hypotheses", "guesses", ("text",)),
    ("corrections", "corrections", ("said", "instead")),
)
"""Table, name of its heading, and the columns that hold words, the first as a heading."""
WORKING_NOTES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("coaching_briefings", ("briefing_content",)),
    ("observer_signals", ("content", "quote")),
)
"""Tables and columns that agents write for themselves, in the third person."""


def page(exported: Mapping[str, Any], language: str = DEFAULT_LANGUAGE) -> str:
    """Return `services.personal_data.export` as HTML: words first, then all rows as stored."""
    tables: Mapping[str, Sequence[Row]] = exported["tables"]
    zones = (row.get("time_zone") for row in tables.get("profiles", ()))
    shown = _Page(language, next(zones, None))
    title = shown.said("export.title")
    head = (
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width"),
        tag("title", title),
        style(STYLE),
    )
    body = (
        tag("h1", title),
        tag("p", shown.said("export.what", day=shown.day(exported["exportedAt"]))),
        *_answers(tables.get("profiles", ()), shown),
        *_talks(tables, shown),
        *chain.from_iterable(
            _list(tables[table], name, words, shown) for table, name, words in LISTS
        ),
        *_ledger(exported.get("ledger", ()), shown),
        *_working_notes(tables, shown),
        *_as_stored(tables, shown),
    )
    html = tag("html", tag("head", *head), tag("body", *body), lang=language)
    return f"<!doctype html>\n{html}\n"


def _answers(profiles: Iterable[Row], shown: _Page) -> Iterator[Markup]:
    """Yield the questions of the sign-up that were answered, each with its answer."""
    for row in profiles:
        said = [(asked, answer) for asked, answer in _answered(row, shown) if answer]
        if said:
            yield tag("h2", shown.said("export.answers"))
        for asked, answer in said:
            yield tag("p", tag("b", asked), f"\n{answer}")


def _answered(row: Row, shown: _Page) -> Iterator[tuple[str, str]]:
    found = load_onboarding()
    answers: Mapping[str, str] = row.get("onboarding_answers") or {}
    style_answers: Mapping[str, Any] = row.get("style_answers") or {}
    given = {**answers, **style_answers}
    for question in (*found.questions, PATTERN_NOTE, *found.style_quiz.questions):
        if isinstance(question, str):
            yield shown.said("onboarding.pattern.partly_prompt"), answers.get(question, "")
            continue
        is_several = question is found.context
        chosen = (row.get("life_context") or ()) if is_several else (given.get(question.id),)
        options = [one for one in question.options if one.id in chosen]
        answer = "\n".join(localised(shown.language, one.id, one.text) for one in options)
        why = row.get("emotional_why", "") if question is found.why else ""
        yield localised(shown.language, question.id, question.prompt), answer or why
    if tone := row.get("tone"):
        asked = shown.said("onboarding.style_quiz.dial_title")
        yield asked, shown.said("style.tone.value", tone=f"{tone:g}")


def _talks(tables: Mapping[str, Sequence[Row]], shown: _Page) -> Iterator[Markup]:
    messages = sorted(tables["messages"], key=lambda row: row["seq"])
    for session in sorted(tables["conversations"], key=lambda row: row["session_number"]):
        own = [row for row in messages if row["conversation_id"] == session["id"]]
        if not own:
            continue
        number = shown.said("export.session", number=session["session_number"])
        yield tag("h2", number, " ", tag("small", shown.day(session["created_at"])))
        for row in own:
            who = shown.said(f"export.{row['role']}")
            yield tag("p", tag("b", who), "\n", row["text"])
        if session["session_notes"]:
            yield tag("p", tag("small", session["session_notes"]))


def _list(rows: Sequence[Row], name: str, columns: Iterable[str], shown: _Page) -> Iterator[Markup]:
    if not rows:
        return
    yield tag("h2", shown.said(f"export.{name}"))
    for row in rows:
        first, *rest = [shown.words(row, column) for column in columns if row[column]] or [""]
        more = (f"\n{words}" for words in rest)
        yield tag("p", tag("b", first), " ", tag("small", shown.day(row["created_at"])), more)


def _ledger(entries: Sequence[Row], shown: _Page) -> Iterator[Markup]:
    """Yield what agents wrote for the person, and why (the export's `ledger`)."""
    if not entries:
        return
    yield tag("h2", shown.said("ui.ledger.title"))
    for entry in entries:
        more = (f"\n{words}" for words in (entry["before"], shown.why(entry)) if words)
        yield tag("p", tag("b", entry["text"]), " ", tag("small", shown.day(entry["at"])), more)


def _working_notes(tables: Mapping[str, Sequence[Row]], shown: _Page) -> Iterator[Markup]:
    """Yield what agents wrote for themselves, under one heading that says so."""
    notes: list[tuple[Any, str]] = [
        (row["created_at"], words)
        for table, columns in WORKING_NOTES
        for row in tables.get(table, ())
        if (words := "\n".join(row[column] for column in columns if row[column]))
    ]
    if notes:
        yield tag("h2", shown.said("export.working_notes"))
    for at, words in sorted(notes):
        yield tag("p", tag("small", shown.day(at)), f"\n{words}")


def _as_stored(tables: Mapping[str, Sequence[Row]], shown: _Page) -> Iterator[Markup]:
    yield tag("h2", shown.said("export.as_stored"))
    for name, rows in tables.items():
        if rows:
            stored = json.dumps(rows, ensure_ascii=False, indent=1)
            head = tag("summary", f"{name} ({len(rows)})")
            yield tag("details", head, tag("pre", stored))


class _Page:
    """The language of a page, and the zone in which its days are counted."""

    def __init__(self, language: str, zone_name: str | None) -> None:
        self.language = language
        self._zone_name = zone_name

    def said(self, key: str, **slots: object) -> str:
        """Return a text of the page."""
        return text(self.language, key, **slots)

    def day(self, instant: str | None) -> str:
        """Return a day as it is written in a letter, with its year."""
        if not instant:
            return ""
        at = datetime.fromisoformat(instant)
        day = local_day(at, self._zone_name)
        months = self.said("export.months").split()
        return self.said("export.day", day=day.day, month=months[day.month - 1], year=day.year)

    def words(self, row: Row, column: str) -> str:
        """Return what a column says: moods and categories by their names, amounts as numbers."""
        if column == "mood":
            return self.said(f"ui.mood.{row[column]}")
        if column == "flow":
            return self.said(f"ui.money.{row[column]}")
        if column == "category" and row[column] in set(Category):
            return self.said(f"ui.money.category.{row[column]}")
        if column in {"amount", "price"}:
            return plain_amount(row[column], row.get("currency", ""))
        if column == "tag_words":
            return " ".join(f"#{tag_}" for tag_ in str(row[column]).split())
        return str(row[column])

    def why(self, entry: Row) -> str:
        """Return why something was written: their words, or in the page's language that it fits.

        The reason that the Strategist gives is a working note: only the raw data holds it.
        """
        if entry.get("reason") == "thought":
            return self.said("ui.ledger.because.thought")
        return entry["because"]
