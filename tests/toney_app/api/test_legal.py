"""The privacy page and the terms, and a consent that is read, given and withdrawn."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.cli.checks.finding import look
from coaching.cli.checks.privacy import CHECKS
from coaching.content.catalogue import languages, texts
from coaching.domains.metrics.small_groups import SMALLEST_GROUP
from coaching.domains.privacy import pages
from tests.support.api_client import new_message, say

if TYPE_CHECKING:
    from collections.abc import Callable

    import httpx

    from coaching.clock import FrozenClock
    from coaching.settings import Settings
    from tests.support.api_client import WithApi

OPERATOR = {
    "operator_name": "Ana <Ruiz> & Co",
    "operator_contact": "ana@example.org",
    "operator_address": "1 Street\nTown",
    "operator_law": "Spain",
}


@pytest.mark.parametrize("path", ["/privacy", "/terms"])
async def test_anybody_reads_the_pages_in_their_language(web: WithApi, path: str) -> None:
    stranger = await web.browser()
    english = await stranger.get(path)
    spanish = await stranger.get(path, headers={"accept-language": "es-MX,es;q=0.9"})
    assert english.status_code == spanish.status_code == 200
    assert '<html lang="en">' in english.text
    assert '<html lang="es">' in spanish.text
    assert "Volver a Toney" in spanish.text
    assert "<script" not in english.text
    assert "set-cookie" not in english.headers
    stranger.cookies.set("toney_language", "es")
    chosen = await stranger.get(path, headers={"accept-language": "en"})
    assert '<html lang="es">' in chosen.text


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", ["privacy", "terms"])
def test_a_page_says_what_the_settings_say_and_leaves_no_slot_open(
    name: pages.Name, language: str, make_settings: Callable[..., Settings]
) -> None:
    bare = pages.page(name, make_settings(), language)
    full = pages.page(name, make_settings(**OPERATOR, anthropic_api_key="k"), language)
    for page in (bare, full):
        assert not re.search(r"legal\.\w+\.|\{\w+\}", page)
    assert "Ana &lt;Ruiz&gt; &amp; Co" in full
    assert "ana@example.org" in full
    assert "Ana" not in bare


def test_the_privacy_page_follows_the_provider_and_the_days(
    make_settings: Callable[..., Settings],
) -> None:
    offline = pages.page("privacy", make_settings(), "en")
    online = pages.page("privacy", make_settings(anthropic_api_key="k", backup_days=3), "en")
    ever = pages.page("privacy", make_settings(backup_days=0, guest_days=0), "en")
    assert "No AI company receives your messages" in offline
    assert "are sent to Anthropic" in online
    assert "Backups are deleted after 3 days" in online
    assert "no fixed date for deleting backups" in ever
    assert "never write or save anything" not in ever


def test_a_local_model_sends_no_messages_to_a_company_but_looks_things_up(
    make_settings: Callable[..., Settings],
) -> None:
    def page(address: str) -> str:
        local = make_settings(
            model_profile="local", anthropic_base_url=address, coach_model="small"
        )
        return pages.page("privacy", local, "en")

    here, away = page("http://localhost:11434"), page("http://models.example:11434")
    assert "They stay on the computer that runs Toney." in here
    assert "are sent to models.example, whose AI" in away
    for each in (here, away):
        assert "a short search without your name goes to Wikipedia" in each
    assert "a short search" not in pages.page("privacy", make_settings(), "en")


def test_the_doctor_says_what_the_pages_are_missing(
    make_settings: Callable[..., Settings],
) -> None:
    missing = look("operator", CHECKS["operator"], make_settings())
    assert (missing.sign, "OPERATOR_NAME, OPERATOR_CONTACT" in missing.says) == ("note", True)
    assert look("operator", CHECKS["operator"], make_settings(**OPERATOR)).sign == "good"
    assert look("retention", CHECKS["retention"], make_settings(backup_days=0)).sign == "note"


async def test_a_withdrawn_consent_ends_replies_and_can_be_given_again(
    person: httpx.AsyncClient, clock: FrozenClock
) -> None:
    await say(person, "There is a drawer.")
    given = (await person.get("/api/consent")).json()
    assert (given["isValid"], given["textVersion"], given["withdrawnAt"]) == (True, "1", None)

    assert (await person.delete("/api/consent")).status_code == 204

    refused = await person.post("/api/chat", json=new_message("And then?"))
    assert (refused.status_code, refused.json()["details"]) == (403, {"reason": "consent"})
    gone = (await person.get("/api/consent")).json()
    assert (gone["isValid"], gone["withdrawnAt"] is not None) == (False, True)
    kept = (await person.get("/api/export")).json()["tables"]
    assert len(kept["messages"]) == 2
    clock.move(timedelta(minutes=1))
    again = (await person.post("/api/consent", json={"textVersion": "1"})).json()
    assert again["isValid"]
    await say(person, "Here I am.")
    wrong = await person.post("/api/consent", json={"textVersion": "0"})
    assert (wrong.status_code, list(wrong.json()["details"])) == (400, ["textVersion"])


@pytest.mark.parametrize(
    ("language", "denies"),
    [("en", r"(team|people who run).*can’t read"), ("es", r"(equipo|operan).*no puede[n]? leer")],
)
def test_who_can_read_is_told_the_same_in_the_app_and_on_the_page(
    language: str, denies: str
) -> None:
    known = texts(language)
    page, app = known["legal.sent.admin"], known["ui.access.line"]
    assert page.split(". ")[0] == app.split(". ")[0]
    assert page.split(". ")[-1] == app.split(". ")[-1]
    assert f" {SMALLEST_GROUP} " in page.split(". ")[0]
    assert re.search("(?i)technically|técnicamente", app)
    shown = (text for key, text in known.items() if key.startswith(("ui.", "legal.", "consent.")))
    assert [text for text in shown if re.search(denies, text)] == []
