"""The admin's words: from the same catalogue, in English, put in when the page is built."""

from __future__ import annotations

from coaching.content import text


def t(key: str, **params: object) -> str:
    """Return the text of `admin.<key>`."""
    return text("en", f"admin.{key}", **params)
