"""What the build relies on in the framework: each line here fails when an update changes it."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Any

import reflex as rx
import reflex_base
from reflex.utils import frontend_skeleton
from reflex_base import constants

from coaching.serving.development import through_to_the_backend
from coaching.serving.frontend_lock import WORKING
from coaching.serving.guard import Guard
from scripts.lint.source import ROOT
from toney_app.build import ToneyBuild
from toney_app.copy import LANGUAGE, TEXTS_SOURCE, t
from toney_app.js import modules

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator


def test_own_modules_are_written_into_the_build() -> None:
    written: dict[str, str] = {}

    def add_save_task(task: Any, *arguments: Any) -> None:
        path, code = task(*arguments)
        written[path] = code

    context: Any = {"add_save_task": add_save_task, "add_modify_task": lambda *_: None}
    ToneyBuild().pre_compile(**context)
    assert written == modules()
    assert all(path.startswith("utils/toney/") and path.endswith(".js") for path in written)


def test_each_app_has_its_own_lock_folder(monkeypatch: Any) -> None:
    monkeypatch.setattr(constants.Bun, "ROOT_LOCKFILE_DIR", f"{WORKING}/admin_app")
    lock = frontend_skeleton.get_root_lockfile_path("package-lock.json")
    assert lock.parts[-4:] == (".toney-build", "locks", "admin_app", "package-lock.json")
    for app in ("toney_app", "admin_app"):
        assert (ROOT / "frontend.lock" / app / "package-lock.json").exists()


def test_no_radix_is_pulled_in() -> None:
    for app in ("toney_app", "admin_app"):
        assert "radix" not in (ROOT / "frontend.lock" / app / "package.json").read_text("utf-8")


def test_the_development_server_has_a_place_for_the_proxy() -> None:
    template = Path(reflex_base.__file__).parent / "compiler" / "templates.py"
    assert template.read_text("utf-8").count("server: {") == 1
    written = through_to_the_backend("server: {\n port: 1 }", 8000)
    assert written.startswith("server: { proxy: { '/api': { target: 'http://localhost:8000' }")


def test_a_text_is_a_call_that_the_browser_and_the_server_understand() -> None:
    assert str(t("home.title")) == 'tx("home.title")'
    assert str(t("home.hello", name="Ana")) == 'tx("home.hello", ({ ["name"] : "Ana" }))'
    data: Any = t("home.title")._get_all_var_data()
    assert dict(data.imports)["$/utils/toney/texts"]


def test_marks_stand_only_where_the_page_is_prerendered() -> None:
    for var in (LANGUAGE, TEXTS_SOURCE):
        assert str(var).startswith("(import.meta.env.SSR ? ")


def guard() -> Guard[str]:
    async def find(token: str) -> str:
        return token

    return Guard(mark="owner", cookie="c", cookie_header=lambda _: "c=ana", find=find)


class Handlers(rx.State):
    """One handler of each kind, behind the guard."""

    seen: list[str] = []

    @rx.event
    @guard().signed_in
    def plain(self, text: str) -> None:
        self.seen.append(text)

    @rx.event
    @guard().signed_in
    async def coroutine(self, text: str) -> None:
        self.seen.append(text)

    @rx.event
    @guard().signed_in
    def generator(self, text: str) -> Iterator[None]:
        self.seen.append(text)
        yield

    @rx.event
    @guard().signed_in
    async def async_generator(self, text: str) -> AsyncIterator[None]:
        self.seen.append(text)
        yield

    @rx.event(background=True)
    @guard().signed_in
    async def background(self, text: str) -> None:
        self.seen.append(text)

    @rx.event(background=True)
    @guard().signed_in
    async def background_generator(self, text: str) -> AsyncIterator[None]:
        self.seen.append(text)
        yield


KINDS = (
    "plain",
    "coroutine",
    "generator",
    "async_generator",
    "background",
    "background_generator",
)


async def test_the_guard_and_the_framework_agree_on_six_kinds_of_handler() -> None:
    state = Handlers(_reflex_internal_init=True)  # pyrefly: ignore[unexpected-keyword]
    for kind in KINDS:
        handler = Handlers.event_handlers[kind]
        assert handler.fn.__guard__ == "owner"
        assert handler.is_background == kind.startswith("background")
        assert list(inspect.signature(handler.fn).parameters) == ["self", "text"]
        result = handler.fn(state, kind)
        if inspect.isasyncgen(result):
            assert [item async for item in result] == [None]
        else:
            await result
    assert tuple(state.seen) == KINDS
