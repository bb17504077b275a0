"""What was decided about words and things, held against every source."""

from __future__ import annotations

import re

import pytest

from coaching.content import languages, texts
from scripts.lint.source import ROOT

SOURCES = [
    path
    for folder in ("coaching", "toney_app", "admin_app")
    for path in (ROOT / folder).rglob("*.py")
]


@pytest.mark.parametrize(
    "gone",
    [
        "activeTopic",
        "active_topic",
        "topicConversations",
        "selectTopic",
        "select_topic",
        "OnboardingTopicPicker",
        "topic_picker",
        "topicKey",
        "topic_key",
        "TOPIC_OPENER",
    ],
)
def test_there_are_no_topics(gone: str) -> None:
    found = [path.name for path in SOURCES if gone in path.read_text("utf-8")]
    assert found == []


def test_there_are_no_easter_eggs() -> None:
    hidden = re.compile(r"easter.?egg|konami", re.IGNORECASE)
    folders = ("toney_app", "admin_app", "coaching/serving")
    scripts = [path for folder in folders for path in (ROOT / folder).rglob("*.js")]
    found = [path.name for path in (*SOURCES, *scripts) if hidden.search(path.read_text("utf-8"))]
    assert found == []


def test_there_is_one_family_of_icons() -> None:
    others = re.compile(r"heroicons|fontawesome|font-awesome|material-icons|radix-ui/react-icons")
    locks = sorted((ROOT / "frontend.lock").glob("*/package.json"))
    assert locks
    assert [path.parent.name for path in locks if others.search(path.read_text("utf-8"))] == []


def test_people_read_tension_and_never_pattern_of_their_own() -> None:
    for language in languages():
        for key, words in texts(language).items():
            assert not re.search(r"\byour pattern\b|\bmoney pattern\b", words, re.IGNORECASE), key


def test_no_key_of_a_service_reaches_the_browser() -> None:
    secrets = re.compile(r"api_key|client_secret|secret_key|metrics_token", re.IGNORECASE)
    shown = [p for p in (ROOT / "toney_app").rglob("*.py") if secrets.search(p.read_text("utf-8"))]
    assert shown == []


def test_only_a_reply_looks_something_up() -> None:
    looks_up = re.compile(r"\bengine\.lookups\b|Lookups\.of\(")
    looks = [
        str(path.relative_to(ROOT)) for path in SOURCES if looks_up.search(path.read_text("utf-8"))
    ]
    assert sorted(looks) == ["coaching/agents/run.py", "coaching/bootstrap.py"]
