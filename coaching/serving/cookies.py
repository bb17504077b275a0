"""The cookies by name (contracts: 'Cookies')."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coaching.serving.faces import Face

LANGUAGE_COOKIE = "toney_language"

_SESSION = {"toney": "toney_session", "admin": "toney_admin"}


def session_cookie(face: Face) -> str:
    """Return the name of the session cookie; https binds it to its host by the prefix."""
    name = _SESSION[face.name]
    return f"__Host-{name}" if face.is_https else name


def read_cookie(header: str, name: str) -> str:
    """Return one cookie of a Cookie header, or an empty string; a broken header has none."""
    for part in header.split(";"):
        key, separator, value = part.partition("=")
        if separator and key.strip() == name:
            return value.strip().strip('"')
    return ""


def set_cookie(face: Face, name: str, value: str, *, max_age: int) -> str:
    """Return the Set-Cookie header of a session; an age of 0 removes it."""
    cookie: SimpleCookie = SimpleCookie()
    try:
        cookie[name] = value
    except CookieError as error:
        raise ValueError(f"not a cookie name: {name!r}") from error
    cookie[name].update({"path": "/", "max-age": max_age, "samesite": "Lax", "httponly": True})
    if face.is_https:
        cookie[name]["secure"] = True
    return cookie[name].OutputString()
