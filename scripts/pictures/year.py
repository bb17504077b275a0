"""A year with Toney: docs/examples/a-year.md. Two phones, a mail server, and a second Toney.

The mail server is on this machine; both are Toney as people start it.
"""

from __future__ import annotations

from contextlib import ExitStack
from datetime import timedelta
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from scripts.pictures.story import ANSWERS, TONIGHT, WHY
from scripts.pictures.two_phones import ADDRESS, ANDROID, IPHONE, PATIENCE_SECONDS, Year
from tests.support.browser import SETTLED
from tests.support.mailbox import mailbox
from tests.support.polling import wait_until
from tests.support.served import free_ports, run, served

if TYPE_CHECKING:
    from pathlib import Path

    from scripts.screenshots import Camera
    from tests.support.browser import Visitor

YEAR = 364
CARD = ("The post is paper", "Dread arrives before the envelope does. I can put my hand on it.")
SAID = "There is another letter and I put it in the drawer."
ON_THE_TRAIN = "On the train. The bank app says I have a message."
GOAL = "Post has a place and a day"
PLAN = {"cue": "it is Friday and I’m home", "response": "I open one envelope"}
IS_KEPT = "Date.parse(localStorage.getItem('seen-at')) === Date.now() && caches.has('seen')"
REMINDED = 133
"""A Friday in July."""
IN_THE_MIDDLE = "(element) => element.scrollIntoView({ block: 'center' })"
LAST_WIN = "Asked what a fee was for"
UNOPENED = 3
EARLIER = -3.6
"""Hours from the time of day of her other evenings to a minute after half past six, in summer."""


def a_year(camera: Camera, folder: Path, clock: Path) -> None:
    """From a guest's first evening to the receipt of a deletion, checked by another Toney."""
    data, port = folder / "year", str(free_ports()[0])
    with mailbox() as box, ExitStack() as phones:
        here = {"SMTP_URL": f"smtp://127.0.0.1:{box.port}", "PORT": port}
        with served(data, "--only", "toney", **here) as toney:
            year = Year(camera, toney, box, clock)
            mara = phones.enter_context(year.phone(IPHONE))
            a_guest_saves_her_place(year, mara)
            adds_it_to_her_home_screen(year, mara)
            with year.phone(ANDROID) as other:
                a_second_phone(year, mara, other)
            gets_on_a_train(year, mara)
        without_a_connection(year, mara)
        with served(data, "--only", "toney", **here) as year.toney:
            is_back(year, mara)
            is_reminded(year, mara)
            stops_opening_them(year, mara)
            takes_it_along(year, mara, folder)
            deletes_everything(year, mara, folder)
            mara.leaves()


def a_guest_saves_her_place(year: Year, mara: Visitor) -> None:
    """She starts without an account, and has something to lose two days later."""
    year.turns_to(YEAR, mara)
    story = year.story_on(mara)
    story.begins(YEAR, name="Mara", answers=ANSWERS, emotionalWhy=WHY)
    story.says(SAID)
    story.keeps("cards", title=CARD[0], content=CARD[1])
    mara.opens("#home")
    mara.sees("focus-card")
    mara.sees("save-place-open")
    mara.page.evaluate(SETTLED)
    mara.at("save-place-open").evaluate(IN_THE_MIDDLE)
    expect(mara.at("save-place-open")).to_be_in_viewport(ratio=1)
    year.camera.takes("year-01-guest", mara)
    mara.taps("save-place-open")
    mara.sees("save-place-mail")
    year.camera.takes("year-02-save", mara)
    mara.taps("save-place-mail")
    mara.writes("signin-email", ADDRESS)
    mara.taps("signin-mail")
    mara.sees("signin-sent", ADDRESS)
    year.camera.takes("year-03-mail", mara)
    year.waits_for_mail(1)
    mara.opens(f"auth/magic/{year.box.token()}")
    mara.sees("door-save", ADDRESS)
    year.camera.takes("year-04-link", mara, in_app=False)
    mara.taps("door-go")
    mara.sees("tab-home")


def adds_it_to_her_home_screen(year: Year, mara: Visitor) -> None:
    """The hint comes once, after the second good day."""
    year.lives_until(350, mara)
    mara.opens("#home")
    mara.page.reload()
    mara.sees("settings-open")
    mara.page.wait_for_timeout(4_000)
    if mara.at("install-hint").count():
        raise RuntimeError("the hint came after one good day")
    year.lives_until(338, mara)
    mara.page.reload()
    mara.sees("install-hint")
    year.camera.takes("year-05-install", mara)
    mara.taps("install-later")
    mara.sees_no("install-hint")


def a_second_phone(year: Year, mara: Visitor, other: Visitor) -> None:
    """She signs in with a link, and sees where she is signed in."""
    year.lives_until(290, mara)
    year.turns_to(290, other)
    year.signs_in(other)
    other.opens("#home/devices")
    other.sees("device", times=2)
    year.camera.takes("year-07-devices", other)


def gets_on_a_train(year: Year, mara: Visitor) -> None:
    """Before the train leaves, her phone keeps what it showed."""
    year.lives_until(210, mara)
    mara.opens("#home")
    mara.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    mara.page.reload()
    mara.sees("focus-card")
    wait_until(lambda: mara.page.evaluate(IS_KEPT), what="home to be kept")


def without_a_connection(year: Year, mara: Visitor) -> None:
    """Home opens although nobody answers, and what she writes waits."""
    mara.page.reload()
    mara.sees("offline-tag")
    mara.taps("tab-chat")
    mara.says(ON_THE_TRAIN)
    mara.taps("tab-home")
    mara.sees("offline-line", ON_THE_TRAIN)
    year.camera.takes("year-08-offline", mara)


def is_back(year: Year, mara: Visitor) -> None:
    """It is sent by itself."""
    mara.sees_no("offline-line")
    mara.taps("tab-chat")
    mara.hears()
    year.camera.takes("year-09-back", mara)


def is_reminded(year: Year, mara: Visitor) -> None:
    """She asks to be reminded of a goal on a Friday; the mail leads to it and says nothing."""
    year.lives_until(REMINDED + 2, mara)
    story = year.story_on(mara)
    story.keeps("goals", title=GOAL, why=WHY, plans=[PLAN])
    mara.opens("#home/reminders")
    mara.sees("reminders-save")
    mara.at("reminders-byMail").click()
    expect(mara.at("reminders-byMail")).to_be_checked()
    mara.at("reminders-isOn").click()
    expect(mara.at("reminders-isOn")).to_be_checked()
    year.camera.takes("year-10-reminders", mara)
    mara.opens("#home/goals")
    mara.taps("goal-open", GOAL)
    friday = (TONIGHT - timedelta(days=REMINDED)).date()
    mara.writes("follow-up-day", friday.isoformat())
    mara.taps("follow-up-save")
    mara.sees("follow-up-on")
    year.camera.takes("year-11-friday", mara)
    known = len(year.box.mails)
    year.turns_to(REMINDED, mara, hours=EARLIER)
    text = year.waits_for_mail(known + 1)
    if GOAL in text or "Mara" in text:
        raise RuntimeError("the mail of a reminder says what it is about")
    link = text.split(f"{year.toney.url}/")[1].split()[0]
    mara.opens(link)
    expect(mara.page.locator("#sheet-goal")).to_contain_text(GOAL)
    year.camera.takes("year-12-opened", mara)


def stops_opening_them(year: Year, mara: Visitor) -> None:
    """Three reminders that she doesn't open end them, and home says so."""
    is_on = "SELECT is_on FROM reminder_settings"
    sent = len(year.box.mails)
    for day in range(1, UNOPENED + 1):
        year.turns_to(REMINDED - day, mara, hours=EARLIER)
        year.waits_for_mail(sent + day)
    year.turns_to(REMINDED - UNOPENED - 1, mara, hours=EARLIER)
    wait_until(lambda: year.toney.rows(is_on) == [(0,)], seconds=PATIENCE_SECONDS, what="the end")
    mara.opens("#home")
    mara.page.reload()
    mara.sees("home-reminders-ended")
    year.camera.takes("year-13-ended", mara)
    mara.taps("home-reminders-off")


def takes_it_along(year: Year, mara: Visitor, folder: Path) -> None:
    """Everything as a page and as data; another Toney reads the data."""
    year.lives_until(0, mara)
    mara.opens("#home/data")
    mara.sees("consent-state", "You agreed on")
    year.camera.takes("year-14-export", mara)
    data, page = (_taken(mara, f"export-{kind}", folder) for kind in ("json", "html"))
    with year.camera.person(page.as_uri()) as reader:
        reader.page.goto(page.as_uri())
        year.camera.takes("year-15-page", reader, in_app=False)
    with (
        served(folder / "elsewhere", "--only", "toney") as elsewhere,
        year.camera.person(elsewhere.url, agent=IPHONE) as there,
    ):
        code = _ran("import", str(data), data=elsewhere.data).rpartition(": ")[2].strip()
        there.opens()
        there.taps("been-here")
        there.taps("signin-code")
        there.writes("recover-code", code)
        there.taps("recover-go")
        there.sees("recovery-code")
        there.taps("recover-go-on")
        there.sees("focus-card")
        expect(there.page.locator("#view-home")).to_contain_text(LAST_WIN)
        year.camera.takes("year-16-elsewhere", there)
        there.leaves()


def deletes_everything(year: Year, mara: Visitor, folder: Path) -> None:
    """She deletes it all where she was; the other Toney checks the receipt."""
    mara.opens("#home/data")
    mara.sees("consent-state", "You agreed on")
    mara.taps("delete-account")
    expect(mara.at("delete-account-yes")).to_be_in_viewport(ratio=1)
    year.camera.takes("year-17-delete", mara)
    mara.taps("delete-account-yes")
    mara.sees("receipt")
    year.camera.takes("year-18-receipt", mara)
    receipt = _taken(mara, "receipt-save", folder)
    checked = _ran("verify-receipt", str(receipt), data=folder / "elsewhere")
    if "Unchanged since it was signed" not in checked:
        raise RuntimeError(checked)
    print(checked)
    mara.taps("receipt-close")
    mara.sees("start-guest")


def _taken(mara: Visitor, hook: str, folder: Path) -> Path:
    """Return the file that a link saves."""
    with mara.page.expect_download() as download:
        mara.at(hook).first.click()
    kept = folder / download.value.suggested_filename
    download.value.save_as(kept)
    return kept


def _ran(*arguments: str, data: Path) -> str:
    """Return what a command of `toney` printed."""
    done = run(*arguments, data=data)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout
