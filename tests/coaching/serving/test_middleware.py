"""The outermost layer: who may come in, what goes out."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from coaching.serving.apps import Face
from coaching.serving.body_limit import BODY_LIMIT, UPLOADS
from coaching.serving.middleware import Front
from coaching.serving.pages import Pages

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping
    from pathlib import Path

    from coaching.serving.asgi import Receive, Scope, Send

OPEN, CLOSE = "\ue000", "\ue001"
PAGE = (
    f'<html lang="{OPEN}@lang{CLOSE}"><script src="{OPEN}@texts{CLOSE}"></script>'
    f"<p>{OPEN}hello|{{&quot;name&quot;:&quot;&lt;Ana&gt;&quot;}}{CLOSE}</p></html>"
)
TEXTS = {
    "en": {"hello": "Hello {name}", "front.host": "Open it at", "front.host_help": "Set it",
           "front.origin": "From elsewhere", "front.too_long": "Over {limit} kB"},
    "de": {"hello": "Hallo {name}", "front.host": "Hier", "front.host_help": "So",
           "front.origin": "Von anderswo", "front.too_long": "Über {limit} kB"},
}  # fmt: skip
LOCAL = Face("toney", "toney_app", "127.0.0.1", 3000, "http://localhost:3000")
PUBLIC = Face("toney", "toney_app", "0.0.0.0", 3000, "https://toney.example")  # noqa: S104


class Inner:
    """Stands where the framework's server is."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.body = b""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.calls.append(scope["path"])
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
            return
        if scope["method"] == "POST":
            more = True
            while more:
                message = await receive()
                self.body += message.get("body", b"")
                more = message.get("more_body", False)
        known = scope["path"].startswith(("/assets/", "/api/"))
        kind = b"text/html; charset=utf-8"
        if known:
            is_script = scope["path"].endswith(".js")
            kind = b"text/javascript" if is_script else b"application/json"
        headers = [(b"content-type", kind)]
        status = 200 if known else 404
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": PAGE.encode()})


@pytest.fixture
def public(tmp_path: Path) -> Path:
    folder = tmp_path / "client"
    folder.mkdir()
    for name in ("index.html", "404.html"):
        (folder / name).write_text(PAGE, "utf-8")
    hashes = {"script": ["'sha256-abc='"], "style": ["'sha256-def='"]}
    (tmp_path / "csp.json").write_text(json.dumps(hashes))
    return folder


@pytest.fixture
def inner() -> Inner:
    return Inner()


@pytest.fixture
def client(public: Path, inner: Inner) -> httpx.AsyncClient:
    return client_of(public, inner, LOCAL)


def client_of(public: Path, inner: Inner, face: Face) -> httpx.AsyncClient:
    front = Front(inner, face, Pages(public, ("en", "de"), TEXTS.__getitem__), public)
    transport = httpx.ASGITransport(front)
    return httpx.AsyncClient(transport=transport, base_url=face.url)


async def test_the_page_comes_in_the_persons_language(client: httpx.AsyncClient) -> None:
    for headers, words in (
        ({}, "Hello &lt;Ana&gt;"),
        ({"accept-language": "fr, de-CH;q=0.8, en;q=0.5"}, "Hallo &lt;Ana&gt;"),
        ({"accept-language": "de", "cookie": "toney_language=en"}, "Hello &lt;Ana&gt;"),
        ({"accept-language": "xx", "cookie": "toney_language=../../etc"}, "Hello &lt;Ana&gt;"),
    ):
        answer = await client.get("/", headers=headers)
        assert f"<p>{words}</p>" in answer.text
        assert "Cookie, Accept-Language" in answer.headers["vary"]


async def test_no_mark_leaves_the_server(client: httpx.AsyncClient, inner: Inner) -> None:
    for path in ("/", "/index.html", "/404", "/nothing/here"):
        answer = await client.get(path)
        assert OPEN not in answer.text
        assert '<html lang="en">' in answer.text
    assert inner.calls == ["/nothing/here"]


async def test_an_unknown_page_is_404_in_words(client: httpx.AsyncClient) -> None:
    answer = await client.get("/nothing/here", headers={"accept-language": "de"})
    assert answer.status_code == 404
    assert "Hallo" in answer.text


async def test_the_texts_are_kept_for_ever_under_their_version(client: httpx.AsyncClient) -> None:
    page = await client.get("/", headers={"accept-language": "de"})
    source = re.findall(r'src="([^"]+)"', page.text)[0]
    script = await client.get(source)
    assert script.text.startswith('window.__texts={"hello":"Hallo {name}"')
    assert "immutable" in script.headers["cache-control"]
    unversioned = await client.get("/i18n/de.js")
    assert unversioned.headers["cache-control"] == "no-cache"
    assert (await client.get("/i18n/xx.js")).status_code == 404


async def test_a_page_that_the_browser_has_is_not_sent_again(client: httpx.AsyncClient) -> None:
    first = await client.get("/")
    again = await client.get("/", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_after_a_change_of_language_no_cache_answers_with_the_page_of_before(
    client: httpx.AsyncClient,
) -> None:
    first = await client.get("/", headers={"accept-language": "en"})
    asked = {"if-none-match": first.headers["etag"], "cookie": "toney_language=de"}
    again = await client.get("/", headers={"accept-language": "en", **asked})
    assert (again.status_code, 'lang="de"' in again.text) == (200, True)
    for answer in (first, again):
        assert answer.headers["cache-control"] == "no-cache"
        assert "cookie" in answer.headers["vary"].lower()


async def test_a_page_is_compressed_for_who_can_read_it(client: httpx.AsyncClient) -> None:
    plain = await client.get("/", headers={"accept-encoding": "identity"})
    small = await client.get("/", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert small.headers["content-encoding"] == "gzip"
    assert plain.text == small.text


async def test_every_answer_has_the_headers_that_protect(client: httpx.AsyncClient) -> None:
    for path in ("/", "/assets/x.js", "/api/x", "/health", "/nothing"):
        headers = (await client.get(path)).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "strict-transport-security" not in headers


async def test_what_can_be_shown_as_a_page_says_where_it_may_be_shown(
    client: httpx.AsyncClient,
) -> None:
    for path in ("/", "/api/x", "/health", "/nothing"):
        headers = (await client.get(path)).headers
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "x-frame-options" not in (await client.get("/assets/x.js")).headers


async def test_pages_may_run_only_what_the_build_wrote(client: httpx.AsyncClient) -> None:
    policy = (await client.get("/")).headers["content-security-policy"]
    assert "script-src 'self' 'sha256-abc='" in policy
    assert "style-src 'self' 'sha256-def='" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


async def test_only_hashed_files_are_kept_for_ever(client: httpx.AsyncClient) -> None:
    for path, kept in (
        ("/assets/x.js", "immutable"),
        ("/api/x", "no-store"),
        ("/downloads/x.csv", "no-store"),
        ("/", "no-cache"),
    ):
        assert kept in (await client.get(path)).headers["cache-control"]


async def test_a_foreign_host_gets_a_page_that_names_our_address(
    client: httpx.AsyncClient, inner: Inner
) -> None:
    for host in ("evil.example", "localhost:3001", "127.0.0.1", "", "LOCALHOST:3000.evil.example"):
        answer = await client.get("/", headers={"host": host})
        assert answer.status_code == 421
        assert "http://localhost:3000" in answer.text
    assert inner.calls == []
    assert (await client.get("/", headers={"host": "127.0.0.1:3000"})).status_code == 200


async def test_a_watchman_may_ask_for_health_by_any_name(client: httpx.AsyncClient) -> None:
    answer = await client.get("/health", headers={"host": "10.0.0.7"})
    assert answer.json() == {"status": "ok"}


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost:3001"},
        {"sec-fetch-site": "cross-site"},
    ],
)
async def test_a_foreign_page_changes_nothing(
    client: httpx.AsyncClient, inner: Inner, headers: Mapping[str, str]
) -> None:
    for method in ("POST", "PATCH", "PUT", "DELETE"):
        answer = await client.request(method, "/api/x", headers=headers)
        assert answer.status_code == 403
        assert answer.json() == {"error": "From elsewhere", "code": "FORBIDDEN"}
    assert inner.calls == []


@pytest.mark.parametrize(
    "headers", [{}, {"origin": "http://localhost:3000"}, {"origin": "http://127.0.0.1:3000"}]
)
async def test_our_own_page_and_programs_may_write(
    client: httpx.AsyncClient, inner: Inner, headers: Mapping[str, str]
) -> None:
    answer = await client.post("/api/x", headers=headers, content=b"x" * BODY_LIMIT)
    assert answer.status_code == 200
    assert len(inner.body) == BODY_LIMIT


async def test_a_long_body_is_refused_unread(client: httpx.AsyncClient, inner: Inner) -> None:
    answer = await client.post("/api/x", content=b"x" * (BODY_LIMIT + 1))
    assert answer.status_code == 413
    assert answer.json() == {"error": "Over 64 kB", "code": "TOO_LARGE"}
    assert inner.calls == []


async def test_files_have_a_limit_of_their_own(client: httpx.AsyncClient, inner: Inner) -> None:
    (path, most), *_ = UPLOADS.items()
    assert (await client.post(path, content=b"x" * most)).status_code == 200
    assert len(inner.body) == most
    assert (await client.post(path, content=b"x" * (most + 1))).status_code == 413


async def test_a_long_body_without_a_length_is_refused_too(client: httpx.AsyncClient) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(70):
            yield b"x" * 1024

    answer = await client.post("/api/x", content=pieces())
    assert answer.status_code == 413
    assert answer.json()["code"] == "TOO_LARGE"


@pytest.mark.parametrize(
    ("headers", "may"),
    [
        ({"host": "localhost:3000", "origin": "http://localhost:3000"}, True),
        ({"host": "localhost:3000"}, True),
        ({"host": "localhost:3000", "origin": "https://evil.example"}, False),
        ({"host": "evil.example", "origin": "http://localhost:3000"}, False),
    ],
)
async def test_a_socket_opens_for_our_own_page_only(
    public: Path, inner: Inner, headers: Mapping[str, str], may: bool
) -> None:
    sent: list[str] = []

    async def send(message: Any) -> None:
        sent.append(message["type"])

    async def receive() -> Any:
        raise AssertionError("nobody speaks")

    front = Front(inner, LOCAL, Pages(public, ("en",), TEXTS.__getitem__), public)
    raw = [(key.encode(), value.encode()) for key, value in headers.items()]
    await front({"type": "websocket", "path": "/_event", "headers": raw}, receive, send)
    assert sent == (["websocket.accept"] if may else ["websocket.close"])


async def test_behind_https_only_the_public_address_counts(public: Path, inner: Inner) -> None:
    client = client_of(public, inner, PUBLIC)
    answer = await client.get("/")
    assert "max-age" in answer.headers["strict-transport-security"]
    assert (await client.get("/", headers={"host": "localhost:3000"})).status_code == 421
    local = await client.post("/api/x", headers={"origin": "http://localhost:3000"})
    assert local.status_code == 403
