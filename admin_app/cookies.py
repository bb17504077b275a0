"""The admin's cookies, as routes read and set them; no script can read them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from admin_app.engine import engine
from coaching.serving.apps import face
from coaching.serving.cookies import (
    passkey_cookie,
    read_cookie,
    session_cookie,
    set_cookie,
    tried_name_cookie,
)

if TYPE_CHECKING:
    from fastapi import Request
    from fastapi.responses import Response


def session_of(request: Request) -> str:
    """Return the token of the session that a request comes with; empty if it has none."""
    name = session_cookie(face(engine().settings, "admin"))
    return read_cookie(request.headers.get("cookie", ""), name)


def keep_session(response: Response, token: str, seconds: float) -> None:
    """Have the browser keep a session's token; 0 seconds removes it."""
    here = face(engine().settings, "admin")
    _set(response, session_cookie(here), token, seconds)


def asking_browser(request: Request) -> str:
    """Return the token of the browser that asked for a challenge; empty if it has none."""
    name = passkey_cookie(face(engine().settings, "admin"))
    return read_cookie(request.headers.get("cookie", ""), name)


def keep_asking_browser(response: Response, token: str, seconds: float) -> None:
    """Have the browser keep the token that binds a challenge to it."""
    here = face(engine().settings, "admin")
    _set(response, passkey_cookie(here), token, seconds)


def keep_tried_name(response: Response, name: str, seconds: float) -> None:
    """Have the browser keep the name of a failed sign-in for the form; 0 seconds removes it."""
    _set(response, tried_name_cookie(face(engine().settings, "admin")), quote(name), seconds)


def tried_name(header: str) -> str:
    """Return the name of the last failed sign-in in a Cookie header; empty if there is none."""
    return unquote(read_cookie(header, tried_name_cookie(face(engine().settings, "admin"))))


def _set(response: Response, name: str, value: str, seconds: float) -> None:
    here = face(engine().settings, "admin")
    response.headers.append("set-cookie", set_cookie(here, name, value, max_age=int(seconds)))
