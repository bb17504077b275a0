"""Where each app listens, what it is called, which cookie is its own."""

from __future__ import annotations

from typing import Any

import pytest

from coaching.serving.apps import face, face_of
from coaching.serving.cookies import read_cookie, session_cookie, set_cookie
from coaching.settings import Settings


def settings(**values: Any) -> Settings:
    return Settings(_env_file=None, **values)


def test_on_this_machine_both_local_names_are_ours() -> None:
    app = face(settings(port=4000), "toney")
    assert app.url == "http://localhost:4000"
    assert app.origins == ("http://localhost:4000", "http://127.0.0.1:4000")
    assert app.hosts == {"localhost:4000", "127.0.0.1:4000"}


def test_a_public_address_replaces_the_local_names() -> None:
    public = face(settings(host="0.0.0.0", public_url="HTTPS://Toney.Example:443/"), "toney")  # noqa: S104
    assert public.origins == ("https://toney.example",)
    assert public.hosts == {"toney.example"}


def test_behind_a_proxy_on_loopback_both_are_ours() -> None:
    app = face(settings(public_url="https://toney.example"), "toney")
    assert app.origins[0] == "https://toney.example"
    assert "http://127.0.0.1:3000" in app.origins


@pytest.mark.parametrize(("package", "port"), [("toney_app", 3000), ("admin_app", 3001)])
def test_a_package_is_one_face(package: str, port: int) -> None:
    assert (face_of(settings(), package).package, face_of(settings(), package).port) == (
        package,
        port,
    )


def test_https_binds_the_cookie_to_its_host() -> None:
    local, public = settings(), settings(public_url="https://t.example", admin_url="https://a.ex")
    assert session_cookie(face(local, "toney")) == "toney_session"
    assert session_cookie(face(local, "admin")) == "toney_admin"
    assert session_cookie(face(public, "toney")) == "__Host-toney_session"
    assert session_cookie(face(public, "admin")) == "__Host-toney_admin"


def test_a_session_cookie_can_not_be_read_by_scripts() -> None:
    local = set_cookie(face(settings(), "toney"), "toney_session", "abc", max_age=60)
    assert local == "toney_session=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax"
    https = face(settings(public_url="https://t.example"), "toney")
    assert set_cookie(https, "x", "abc", max_age=0).endswith("; SameSite=Lax; Secure")


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("toney_session=abc", "abc"),
        ("a=1; toney_session=abc ; b=2", "abc"),
        ('toney_session="abc"', "abc"),
        ("toney_session=a=b", "a=b"),
        ("xtoney_session=abc", ""),
        ("toney_session", ""),
        (";;;=;=x;\x00", ""),
        ("", ""),
    ],
)
def test_a_cookie_is_read_from_any_header(header: str, value: str) -> None:
    assert read_cookie(header, "toney_session") == value
