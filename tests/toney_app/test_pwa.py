"""The app can be installed, and a build says which files open it without a connection."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import pytest

from coaching import content
from coaching.serving.failures import BuildChanged
from coaching.serving.pages import Pages
from tests.toney_app.test_bundle_patches import TEMPLATES
from toney_app import pwa

ASSETS = Path(__file__).parents[2] / "assets"


@pytest.fixture
def public(tmp_path: Path) -> Path:
    for path in ("assets/base-1.js", "assets/styles-1.css", "assets/base-1.js.gz", "toney/boot.js"):
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(path)
    return tmp_path


def test_the_manifest_has_what_an_installed_app_needs() -> None:
    found = pwa.manifest()
    assert (found["id"], found["start_url"], found["display"]) == ("/", "/#home", "standalone")
    assert {icon["purpose"] for icon in found["icons"]} == {"any", "maskable", "monochrome"}
    assert {icon["sizes"] for icon in found["icons"]} == {"192x192", "512x512"}
    assert [shortcut["url"] for shortcut in found["shortcuts"]] == [
        "/#chat",
        "/#home",
        "/#home/practices",
    ]


@pytest.mark.parametrize("kind", ["icons", "screenshots"])
def test_its_pictures_are_there_in_the_size_that_it_says(kind: str) -> None:
    for picture in pwa.manifest()[kind]:
        head = (ASSETS / picture["src"].removeprefix("/")).read_bytes()[:24]
        width, height = struct.unpack(">II", head[16:])
        assert picture["sizes"] == f"{width}x{height}"


@pytest.mark.parametrize(("language", "exercises"), [("en", "Exercises"), ("es", "Ejercicios")])
def test_the_manifest_is_served_in_the_persons_language(
    public: Path, language: str, exercises: str
) -> None:
    pwa.write(public)
    pages = Pages(public, content.languages(), content.texts)
    assert pages.name_of(f"/{pwa.MANIFEST}") == pwa.MANIFEST
    served = pages.page(pwa.MANIFEST, language)
    assert served.content_type == "application/manifest+json; charset=utf-8"
    found = json.loads(served.body)
    assert (found["lang"], found["shortcuts"][2]["name"]) == (language, exercises)
    assert "\ue000" not in served.body.decode()


def test_the_worker_knows_the_files_of_its_build(public: Path) -> None:
    first = pwa.worker(public)
    shell = json.loads(first.splitlines()[0].removeprefix("self.SHELL = ").removesuffix(";"))
    assert shell["files"] == ["/assets/base-1.js", "/assets/styles-1.css", "/toney/boot.js"]
    (public / "toney" / "boot.js").write_text("changed")
    assert pwa.worker(public).splitlines()[0] != first.splitlines()[0]


def test_the_frameworks_file_is_wired_in_two_places_or_refused() -> None:
    state = (TEMPLATES / "utils" / "state.js").read_text("utf-8")
    wired = pwa.wired(state)
    assert (wired.count("app.arrives"), wired.count("app.otherServer")) == (1, 2)
    with pytest.raises(BuildChanged, match=r"utils/state\.js"):
        pwa.wired("export const state = {};")
