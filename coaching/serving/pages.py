"""The prerendered pages and the texts, in the person's language, rendered once and kept."""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.serving.languages import render

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

# Namespaces that the server words itself.
_NEVER_IN_THE_BROWSER = (
    "admin.",
    "card.",
    "coach.",
    "content.",
    "door.",
    "export.",
    "front.",
    "insight.",
    "legal.",
    "mail.",
    "safety.emergency_words",
    "safety.helpline_words",
    "safety.local_help_words",
    "safety.message.",
    "tool.",
)
# Namespaces of sheets, whose texts come with the sheets' code and not with the first page.
IN_SHEETS = (
    "ui.data.",
    "ui.editor.",
    "ui.recover.",
    "ui.recovery.",
    "ui.sign_out.",
    "ui.signin.",
    "ui.ways.",
)


@dataclass(frozen=True, slots=True)
class Document:
    """Something rendered: its bytes, plain and compressed, and the tag of this version."""

    body: bytes
    compressed: bytes
    content_type: str
    tag: str

    @classmethod
    def of(cls, text: str, content_type: str) -> Document:
        """Render a text to bytes."""
        body = text.encode()
        tag = hashlib.sha256(body).hexdigest()[:16]
        return cls(body, gzip.compress(body, mtime=0), f"{content_type}; charset=utf-8", tag)


class Pages:
    """Finds and renders the pages of a built front end."""

    def __init__(
        self, public: Path, languages: Sequence[str], texts: Callable[[str], Mapping[str, str]]
    ) -> None:
        self.languages = languages
        self.texts = texts
        self._templates = {
            path.relative_to(public).as_posix(): path.read_text("utf-8")
            for path in public.rglob("*.html")
        }
        self._kept: dict[tuple[str, str], Document] = {}

    def name_of(self, path: str) -> str | None:
        """Return the page that answers a path, if it is a page."""
        trimmed = path.strip("/")
        names = (trimmed, f"{trimmed}.html", f"{trimmed}/index.html".lstrip("/"))
        return next((name for name in names if name in self._templates), None)

    def page(self, name: str, language: str) -> Document:
        """Return a page in a language."""
        return self._keep(name, language, self._render_page)

    def script(self, language: str) -> Document:
        """Return the script that gives the page its texts before it starts."""
        return self._keep("i18n.js", language, self._render_script)

    def table(self, language: str) -> Document:
        """Return the texts as JSON, for a change of language without a reload."""
        return self._keep("i18n.json", language, self._render_table)

    def _keep(self, name: str, language: str, make: Callable[[str, str], Document]) -> Document:
        kept = self._kept.get((name, language))
        if kept is None:
            kept = self._kept[name, language] = make(name, language)
        return kept

    def _render_page(self, name: str, language: str) -> Document:
        script = f"/i18n/{language}.js?v={self.script(language).tag}"
        special = {"@lang": language, "@texts": script}
        page = render(self._templates[name], self.texts(language), special)
        return Document.of(page, "text/html")

    def _render_script(self, _name: str, language: str) -> Document:
        words = self._json(language, without=IN_SHEETS)
        return Document.of(f"window.__texts={words};", "text/javascript")

    def _render_table(self, _name: str, language: str) -> Document:
        return Document.of(self._json(language), "application/json")

    def _json(self, language: str, without: tuple[str, ...] = ()) -> str:
        texts, left_out = self.texts(language).items(), _NEVER_IN_THE_BROWSER + without
        shown = {key: text for key, text in texts if not key.startswith(left_out)}
        return json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
