"""The prerendered pages and the texts, in the person's language, rendered once and kept."""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.serving.languages import render

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from pathlib import Path

# Namespaces that the server words itself.
_NEVER_IN_THE_BROWSER = (
    "admin.",
    "card.",
    "app.screenshot.",
    "app.shortcut.",
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
    "safety.place.",
)

MANIFEST = ".webmanifest"
LATER_TEXTS = "later_texts.json"
"""Beside the public folder: the keys that the first page can do without."""
_MANIFEST_TYPE = "application/manifest+json"


@dataclass(frozen=True, slots=True)
class Document:
    """Rendered document: its bytes, plain and gzipped, and its ETag."""

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
            for suffix in (".html", MANIFEST)
            for path in public.rglob(f"*{suffix}")
        }
        self._kept: dict[tuple[str, str], Document] = {}
        later = public.parent / LATER_TEXTS
        self._later = frozenset(json.loads(later.read_text("utf-8")) if later.exists() else ())

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

    def more(self, language: str) -> Document:
        """Return the texts as JSON that only parts of the page ask for that are loaded later."""
        return self._keep("i18n.more", language, self._render_more)

    def _keep(self, name: str, language: str, make: Callable[[str, str], Document]) -> Document:
        kept = self._kept.get((name, language))
        if kept is None:
            kept = self._kept[name, language] = make(name, language)
        return kept

    def _render_page(self, name: str, language: str) -> Document:
        script = f"/i18n/{language}.js?v={self.script(language).tag}"
        special = {"@lang": language, "@texts": script}
        template, texts = self._templates[name], self.texts(language)
        if name.endswith(MANIFEST):
            return Document.of(render(template, texts, special, _in_json), _MANIFEST_TYPE)
        return Document.of(render(template, texts, special), "text/html")

    def _render_script(self, _name: str, language: str) -> Document:
        more = f"/i18n/{language}.more.json?v={self.more(language).tag}"
        first = self._json(language, without=self._later)
        return Document.of(f'window.__texts={first};window.__more="{more}";', "text/javascript")

    def _render_more(self, _name: str, language: str) -> Document:
        known = self.texts(language).keys()
        return Document.of(self._json(language, without=known - self._later), "application/json")

    def _json(self, language: str, without: Collection[str] = ()) -> str:
        shown = {
            key: text
            for key, text in self.texts(language).items()
            if key not in without and not key.startswith(_NEVER_IN_THE_BROWSER)
        }
        return json.dumps(shown, ensure_ascii=False, separators=(",", ":"))


def _in_json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]
