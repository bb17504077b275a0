"""Without a server every view opens, and what is done meanwhile arrives once.

The server that comes back has a newer version of the app: an update is what people wait for most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.arrivals import settle, take_first_card
from tests.support.forked import forked
from tests.support.polling import wait_until
from tests.support.second_build import NEWER, second_build
from tests.support.served import free_ports

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.support.browser import Visitor
    from tests.support.served import Served

pytestmark = pytest.mark.journey

SAID = "I put the letter in the drawer."
TO_A_FRIEND = "what would you say to them?"
ENOUGH = "One is enough for today."
HALF_A_MESSAGE = "I keep thinking about"
ON_THE_TRAIN = "On the train. The bank app says I have a message."
WHAT_IS_KEPT = """async () => {
  const names = await caches.keys();
  const shell = await caches.open(names.find((name) => name.startsWith("shell-")));
  const answers = await Promise.all((await shell.keys()).map((key) => shell.match(key)));
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  return { names: names.map((name) => name.split("-")[0]).sort(), shell: texts.join("") };
}"""

NEED_A_SERVER = (
    *("devices", "lock", "tokens", "ways", "reminders", "check-ins"),
    *("goals", "notes", "budgets", "insight", "sessions", "ledger", "costs", "data"),
)
LOOK_FOR_A_VERSION = "async () => (await navigator.serviceWorker.getRegistration()).update()"
FILES_KEPT = """async () => {
  const shells = (await caches.keys()).filter((name) => name.startsWith("shell-"));
  const kept = await Promise.all(shells.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().map(({ url }) => url).filter((url) => url.includes("/assets/"));
}"""

SEEN = "async () => (await (await caches.match('/seen'))?.text()) ?? ''"


def test_without_a_server_every_view_opens_and_what_is_done_arrives_once(
    tmp_path: Path, visit: Callable[..., Visitor]
) -> None:
    data, port = tmp_path / "data", str(free_ports()[0])
    with forked(data, PORT=port) as toney:
        mara = visit(toney.url, offline_too=True)
        lives_here(mara)
        shell = mara.page.evaluate(WHAT_IS_KEPT)
        assert shell["names"] == ["seen", "shell"]
        assert SAID not in shell["shell"]
        is_installable(mara)
    with mara.losing_the_connection():
        mara.page.reload()
        goes_on_with_the_exercise(mara)
        sees_every_view(mara)
        sees_what_needs_a_connection(mara)
        does_things(mara)
        mara.page.reload()
        still_sees_them(mara)
        sees_the_answer_that_waits(mara)
        plays_an_exercise(mara)
        newer = second_build(tmp_path / "newer")
        with forked(data, newer, PORT=port) as toney:
            comes_back(mara, toney)
            mara.leaves()


def lives_here(mara: Visitor) -> None:
    settle(mara)
    take_first_card(mara)
    mara.opens()
    mara.sees("focus-card")
    mara.taps("tab-chat")
    mara.says(SAID)
    mara.hears()
    mara.taps("tab-wins")
    mara.writes("win-input", "I opened one letter")
    mara.taps("win-add")
    mara.sees("win-item", "I opened one letter")
    begins_an_exercise(mara)
    mara.is_kept_here()
    wait_until(
        lambda: keeps(mara, SAID, "I opened one letter", TO_A_FRIEND), what="the views to be kept"
    )


def begins_an_exercise(mara: Visitor) -> None:
    mara.taps("tab-home")
    mara.taps("practices-open")
    mara.taps("practice-item", "A kind word to yourself")
    mara.taps("practice-choice", "I’m worn out")
    mara.sees("practice-step", "A lot of people feel like this")
    mara.taps("practice-next")
    mara.sees("practice-step", TO_A_FRIEND)
    mara.writes("practice-text", "One is")


def goes_on_with_the_exercise(mara: Visitor) -> None:
    """It opens by itself at its step, with half a sentence in it."""
    mara.sees("practice-step", TO_A_FRIEND)
    expect(mara.at("practice-text")).to_have_value("One is")
    mara.writes("practice-text", ENOUGH)
    mara.taps("practice-next")
    mara.sees("practice-waiting")
    mara.page.keyboard.press("Escape")


def sees_the_answer_that_waits(mara: Visitor) -> None:
    mara.taps("tab-home")
    mara.taps("practice-open", "Continue “A kind word to yourself”")
    expect(mara.at("practice-text")).to_have_value(ENOUGH)
    mara.page.keyboard.press("Escape")


def takes_the_new_version(mara: Visitor) -> None:
    """It is offered and comes with a tap; what was being written is still there."""
    mara.writes("chat-input", HALF_A_MESSAGE)
    of_newer = mara.page.locator(f"link[href*='{NEWER}']")
    expect(of_newer).to_have_count(0)
    mara.page.evaluate(LOOK_FOR_A_VERSION)
    mara.sees("update-line")
    expect(mara.at("chat-input")).to_have_value(HALF_A_MESSAGE)
    mara.taps("update-take")
    expect(of_newer).not_to_have_count(0)
    expect(mara.at("chat-input")).to_have_value(HALF_A_MESSAGE)
    files = mara.page.evaluate(FILES_KEPT)
    assert files
    assert all(NEWER in file for file in files)
    mara.sees_no("update-line")


def keeps(mara: Visitor, *words: str) -> bool:
    kept = mara.page.evaluate(SEEN)
    return all(each in kept for each in words)


def is_installable(mara: Visitor) -> None:
    devtools = mara.page.context.new_cdp_session(mara.page)
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in errors} <= {"in-incognito"}
    assert devtools.send("Page.getAppManifest")["errors"] == []


def sees_every_view(mara: Visitor) -> None:
    mara.taps("tab-home")
    mara.sees("focus-card")
    mara.sees("offline-tag")
    expect(mara.page.get_by_role("heading", name="Works offline")).to_be_visible()
    mara.sees("help-row")
    mara.sees_no("goals-open")
    mara.sees_no("notes-open")
    mara.taps("tab-rewire")
    mara.sees("card-item")
    mara.taps("tab-wins")
    mara.sees("win-item", "I opened one letter")
    mara.taps("tab-chat")
    mara.sees("message-user", SAID)
    mara.sees("offline-note")
    mara.taps("help-now")
    expect(mara.page.locator("#sheet-help")).to_contain_text("112")
    mara.page.keyboard.press("Escape")


def sees_what_needs_a_connection(mara: Visitor) -> None:
    """A sheet that only the server can fill says so, and shows nothing that may be untrue."""
    for sheet in NEED_A_SERVER:
        mara.page.evaluate(f"location.hash = 'home/{sheet}'")
        expect(mara.page.locator(f"#sheet-{sheet}")).to_contain_text("You need a connection")
    mara.page.evaluate("location.hash = 'chat'")


def does_things(mara: Visitor) -> None:
    mara.says(ON_THE_TRAIN)
    mara.taps("tab-wins")
    mara.writes("win-input", "I told my sister")
    mara.taps("win-add")
    mara.sees("win-waiting", "I told my sister")
    mara.taps("tab-home")
    mara.sees("offline-line", ON_THE_TRAIN)
    mara.taps("focus-did-it")
    mara.writes("focus-reflection", "It took a minute.")
    mara.taps("focus-keep-note")
    mara.sees_no("focus-reflection")


def still_sees_them(mara: Visitor) -> None:
    mara.sees("offline-line", ON_THE_TRAIN)
    mara.sees_no("focus-did-it")
    mara.taps("tab-wins")
    mara.sees("win-waiting", "I told my sister")


def plays_an_exercise(mara: Visitor) -> None:
    mara.taps("tab-home")
    mara.taps("practices-open")
    sheet = mara.page.get_by_role("dialog")
    expect(sheet).to_contain_text("These need a connection")
    sheet.get_by_test_id("practice-open").click()
    mara.taps("practice-choice", "7")
    mara.sees("practice-choice", "Feet on the floor")
    mara.page.reload()
    mara.taps("practice-choice", "Feet on the floor")
    mara.taps("practice-next")
    mara.at("practice-choice", "8").click()
    mara.sees("practice-step", "Still very tense.")
    mara.taps("practice-then", "Done")


def comes_back(mara: Visitor, toney: Served) -> None:
    mara.taps("tab-chat")
    mara.hears()
    mara.sees("message-user", ON_THE_TRAIN)
    takes_the_new_version(mara)
    mara.taps("tab-wins")
    mara.sees_no("win-waiting")
    mara.sees("win-item", "I told my sister")
    mara.page.reload()
    mara.sees("win-item", "I told my sister")
    mara.taps("tab-home")
    mara.taps("practice-open", "Continue “A kind word to yourself”")
    mara.sees("practice-step", "Now say it to yourself")
    done = "SELECT completed, reflection FROM focus_days"
    wait_until(lambda: toney.rows(done) == [(1, "It took a minute.")], what="the answer")
    said = (
        "SELECT json_extract(content, '$[0].text') FROM messages WHERE role = 'user' ORDER BY seq"
    )
    assert [words for (words,) in toney.rows(said)] == [SAID, ON_THE_TRAIN]
    wins = "SELECT text FROM wins ORDER BY created_at"
    assert toney.rows(wins) == [("I opened one letter",), ("I told my sister",)]
