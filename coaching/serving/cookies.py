"""Cookie names and attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coaching.serving.apps import Face

LANGUAGE_COOKIE = "toney_language"
LOCKED_COOKIE = "toney_locked"
"""Set by a page that locks the app: from then on each request says so, before the server knows."""

_TICKET = "toney_sign_in"
_SESSION = {"toney": "toney_session", "admin": "toney_admin"}


def session_cookie(face: Face) -> str:
    """Return the name of the session cookie; https binds it to its host by the prefix."""
    name = _SESSION[face.name]
    return f"__Host-{name}" if face.is_https else name


def passkey_cookie(face: Face) -> str:
    """Return the name of the cookie that binds a challenge to the browser that asked for it."""
    return "__Host-toney_passkey" if face.is_https else "toney_passkey"


def tried_name_cookie(face: Face) -> str:
    """Return the name of the cookie with the name of a sign-in that failed, for its form."""
    return "__Host-toney_tried_name" if face.is_https else "toney_tried_name"


def ticket_cookie(face: Face) -> str:
    """Return the name of the cookie that ties a trip to a sign-in provider to its browser."""
    return f"__Host-{_TICKET}" if face.is_https else _TICKET


def read_cookie(header: str, name: str) -> str:
    """Return one cookie of a Cookie header, or an empty string; a broken header has none."""
    for part in header.split(";"):
        key, separator, value = part.partition("=")
        if separator and key.strip() == name:
            return value.strip().strip('"')
    return ""


def says_locked(header: str) -> bool:
    """Return True if the browser that sends this Cookie header has locked the app."""
    return bool(read_cookie(header, LOCKED_COOKIE))


def set_cookie(face: Face, name: str, value: str, *, max_age: int) -> str:
    """Return the Set-Cookie header for a URL-safe value; an age of 0 removes the cookie."""
    secure = "; Secure" if face.is_https else ""
    return f"{name}={value}; Path=/; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}"
