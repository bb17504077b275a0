"""`toney serve`, as a person starts it; the build that it serves is the real one."""

from __future__ import annotations

import re
import signal
import socket
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import psutil
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

import tests.support
from scripts.lint.source import tracked_files
from tests.support.polling import wait_until
from tests.support.served import Served, Started, client, get, run, served, served_from_nothing
from tests.support.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx

pytestmark = pytest.mark.journey

WATCHED = Path(tests.support.__file__).parent / "watched"
OURSELVES = ("127.0.0.1", "::1", "localhost", "'/")
MARK = "\ue000".encode()
ADDRESS = re.compile(rb"(localhost|127\.0\.0\.1|0\.0\.0\.0):\d")
ASSET = re.compile(r"[\"'(](/(?:assets|fonts|i18n)/[^\"')\s]+)")


@pytest.fixture(scope="module")
def connections(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file in which each connection that Toney opens is written down."""
    log = tmp_path_factory.mktemp("watched") / "connections"
    log.touch()
    return log


@pytest.fixture(scope="module")
def toney(tmp_path_factory: pytest.TempPathFactory, connections: Path) -> Iterator[Started]:
    before = top_level()
    watched = {"WATCHED_CONNECTIONS": str(connections), "PYTHONPATH": str(WATCHED)}
    with served_from_nothing(tmp_path_factory.mktemp("serve") / "data", **watched) as running:
        yield running
    assert top_level() == before, "serving leaves nothing in the project's folder"


def top_level() -> set[str]:
    return {name.split("/")[0] for name in tracked_files()}


def everything_that_a_page_loads(url: str) -> dict[str, httpx.Response]:
    """Follow a page's own addresses until nothing new turns up."""
    found: dict[str, httpx.Response] = {}
    waiting = ["/", "/nothing/here"]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found[path] = get(url + path)
            kind = found[path].headers["content-type"]
            if "html" in kind or "javascript" in kind or "css" in kind:
                waiting += ASSET.findall(found[path].text)
                waiting += [f"/assets/{name}" for name in _neighbours(found[path].text)]
    return found


def _neighbours(code: str) -> list[str]:
    return re.findall(r"[\"'`]\./([\w.-]+\.(?:js|css))[\"'`]", code)


def test_it_says_where_it_is_and_what_is_switched_on(toney: Served) -> None:
    said = toney.said()
    assert toney.url in said
    assert toney.admin_url in said
    assert "Simple mode (no ANTHROPIC_API_KEY)" in said
    assert str(toney.data) in said


def test_both_apps_answer(toney: Served) -> None:
    for url in (toney.url, toney.admin_url):
        page = get(url)
        assert page.status_code == 200
        assert '<html lang="en"' in page.text
        assert get(f"{url}/health").json() == {"status": "ok"}


def test_what_is_served_has_no_mark_and_no_address(toney: Served) -> None:
    for url in (toney.url, toney.admin_url):
        loaded = everything_that_a_page_loads(url)
        assert len(loaded) > 8
        for path, answer in loaded.items():
            assert MARK not in answer.content, path
            if path.startswith("/assets/"):
                assert answer.status_code == 200, path
                assert not ADDRESS.search(answer.content), path
                assert "immutable" in answer.headers["cache-control"], path


def test_scripts_are_allowed_by_hash_alone(toney: Served) -> None:
    for url in (toney.url, toney.admin_url):
        policy = get(url).headers["content-security-policy"]
        assert policy.count("'sha256-") >= 5
        assert "unsafe" not in policy


def greeting(url: str) -> str:
    """Open the page's socket as the page does; return the first thing it hears."""
    address = f"{url.replace('http', 'ws')}/_event/?EIO=4&transport=websocket"
    with connect(address, origin=Origin(url), open_timeout=PATIENCE_SECONDS) as opened:
        return str(opened.recv(timeout=PATIENCE_SECONDS))


def test_the_socket_opens_for_the_page_that_was_served(toney: Served) -> None:
    for url in (toney.url, toney.admin_url):
        assert greeting(url).startswith("0{")


def test_the_data_folder_is_closed_to_others(toney: Served) -> None:
    for path in (toney.data, *toney.data.rglob("*")):
        assert path.stat().st_mode & 0o077 == 0, path


def test_a_database_that_a_command_makes_is_closed_to_others_too(tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert run("migrate", data=data).returncode == 0
    assert "toney.db" in {path.name for path in data.iterdir()}
    for path in (data, *data.rglob("*")):
        assert path.stat().st_mode & 0o077 == 0, path


def test_a_second_engine_on_the_same_data_names_the_first(toney: Served) -> None:
    refused = run("serve", "--only", "toney", data=toney.data)
    assert refused.returncode == 1
    assert re.search(r"toney: process \d+ already serves", refused.stderr)
    assert len(refused.stderr.splitlines()) == 1


def test_a_taken_port_is_one_clear_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        refused = run("serve", "--only", "toney", data=tmp_path / "data", PORT=port)
    assert refused.returncode == 1
    assert f"can't listen on 127.0.0.1:{port}" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
    assert not (tmp_path / "data").exists()


@pytest.mark.last
def test_ctrl_c_leaves_nothing_and_the_second_start_makes_nothing_anew(toney: Started) -> None:
    """The second start serves the same build on another port."""
    page = get(toney.url).text
    family = psutil.Process(toney.process.pid).children(recursive=True)
    assert len(family) == 2
    toney.process.send_signal(signal.SIGINT)
    assert toney.process.wait(timeout=60) == 0
    wait_until(lambda: not any(process.is_running() for process in family))
    with served(toney.data, "--only", "toney") as second:
        assert second.url != toney.url
        answer = get(second.url)
        assert (answer.status_code, answer.text) == (200, page)
        assert greeting(second.url).startswith("0{")
        for done_before in ("Building", "Copied", "password"):
            assert done_before not in second.said()


def test_a_conversation_reaches_no_other_machine(toney: Served, connections: Path) -> None:
    """Toney talks to nobody but the model, and without a key not even to that."""
    with client(toney.url) as person:
        here = {"timeZone": "Europe/Vienna", "locale": "en", "consent": {"textVersion": "1"}}
        signed_in = person.post("/api/auth/guest", json=here)
        assert signed_in.is_success, signed_in.text
        message = {"text": "I left the bill in the drawer again.", "clientMessageId": str(uuid4())}
        reply = person.post("/api/chat", json=message)
        assert "event: done" in reply.text
        assert get(toney.admin_url).is_success
    reached = connections.read_text("utf-8").splitlines()
    assert [line for line in reached if not any(name in line for name in OURSELVES)] == []
