"""Which language a person reads."""

from __future__ import annotations

import pytest

from coaching.serving.languages import choose, fill, render

KNOWN = ("en", "de", "pt-BR")


@pytest.mark.parametrize(
    ("cookie", "accept", "language"),
    [
        ("", "", "en"),
        ("de", "en", "de"),
        ("xx", "de", "de"),
        ("", "fr;q=0.9, de;q=0.4, en;q=0.3", "de"),
        ("", "en;q=0.3, de-AT;q=0.9", "de"),
        ("", "pt-BR", "pt-BR"),
        ("", "de;q=0, en", "en"),
        ("", "de;q=high, ;;,=", "en"),
        ("", "*", "en"),
    ],
)
def test_the_cookie_wins_then_the_browser(cookie: str, accept: str, language: str) -> None:
    assert choose(cookie, accept, KNOWN) == language


def test_numbers_choose_their_form() -> None:
    texts = {"wins.one": "{count} win", "wins.other": "{count} wins"}
    assert [fill(texts, "wins", {"count": n}) for n in (0, 1, 2)] == ["0 wins", "1 win", "2 wins"]


def test_an_unknown_key_shows_itself() -> None:
    assert fill({}, "home.title", {}) == "home.title"


def test_words_never_become_markup() -> None:
    page = '<p title="\ue000a\ue001">\ue000b|{&quot;who&quot;:&quot;&lt;b&gt;&quot;}\ue001</p>'
    texts = {"a": '"><script>', "b": "{who} & co"}
    assert render(page, texts, {}) == ('<p title="&quot;&gt;&lt;script&gt;">&lt;b&gt; &amp; co</p>')
