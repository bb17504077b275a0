"""An export as a page to read: one file without scripts or addresses, that opens anywhere."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Any

from coaching.content import text
from coaching.content.catalogue import DEFAULT_LANGUAGE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

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

PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{body}
</body>
</html>
"""

LISTS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("rewire_cards", "cards", ("title", "content")),
    ("wins", "wins", ("text",)),
    ("coach_memories", "memories", ("content", "quote")),
    ("coaching_briefings", "thoughts", ("one_sentence", "journey_narrative", "briefing_content")),
    ("hypotheses", "guesses", ("text",)),
    ("observer_signals", "signals", ("content", "quote")),
    ("corrections", "corrections", ("said", "instead")),
)
"""Table, name of its heading, and the columns that hold words, the first as a heading."""


def page(exported: Mapping[str, Any], language: str = DEFAULT_LANGUAGE) -> str:
    """Return `services.belongings.export` as HTML: words first, then every row as it is stored."""
    tables: Mapping[str, Sequence[Row]] = exported["tables"]
    title = escape(text(language, "export.title"))
    parts = [
        f"<h1>{title}</h1>",
        f"<p>{escape(text(language, 'export.what', day=_day(exported['exportedAt'])))}</p>",
        *_talks(tables, language),
        *(
            part
            for table, name, words in LISTS
            for part in _list(tables[table], name, words, language)
        ),
        *_as_stored(tables, language),
    ]
    return PAGE.format(language=escape(language), title=title, style=STYLE, body="\n".join(parts))


def _talks(tables: Mapping[str, Sequence[Row]], language: str) -> Iterator[str]:
    messages = sorted(tables["messages"], key=lambda row: row["seq"])
    for session in sorted(tables["conversations"], key=lambda row: row["session_number"]):
        own = [row for row in messages if row["conversation_id"] == session["id"]]
        if not own:
            continue
        number = text(language, "export.session", number=session["session_number"])
        yield f"<h2>{escape(number)} <small>{_day(session['created_at'])}</small></h2>"
        for row in own:
            who = text(language, f"export.{row['role']}")
            yield f"<p><b>{escape(who)}</b>\n{escape(row['text'])}</p>"
        if session["session_notes"]:
            yield f"<p><small>{escape(session['session_notes'])}</small></p>"


def _list(rows: Sequence[Row], name: str, columns: Iterable[str], language: str) -> Iterator[str]:
    if not rows:
        return
    yield f"<h2>{escape(text(language, f'export.{name}'))}</h2>"
    for row in rows:
        first, *rest = [escape(str(row[column])) for column in columns if row[column]] or [""]
        more = "".join(f"\n{words}" for words in rest)
        yield f"<p><b>{first}</b> <small>{_day(row['created_at'])}</small>{more}</p>"


def _as_stored(tables: Mapping[str, Sequence[Row]], language: str) -> Iterator[str]:
    yield f"<h2>{escape(text(language, 'export.as_stored'))}</h2>"
    for name, rows in tables.items():
        if rows:
            stored = json.dumps(rows, ensure_ascii=False, indent=1)
            head = f"<summary>{escape(name)} ({len(rows)})</summary>"
            yield f"<details>{head}<pre>{escape(stored)}</pre></details>"


def _day(instant: str | None) -> str:
    return escape((instant or "")[:10])
