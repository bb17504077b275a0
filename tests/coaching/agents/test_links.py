"""Which links stay in a reply that has read strangers' words."""

from __future__ import annotations

import pytest

from coaching.agents.links import LinkFilter, addresses_in
from coaching.serving import markdown

SOURCE = "https://stepchange.example/help"


def filtered(*pieces: str) -> str:
    links = LinkFilter([SOURCE])
    return "".join([*map(links.feed, pieces), links.rest()])


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("No link at all.", "No link at all."),
        (f"See [their page]({SOURCE}).", f"See [their page]({SOURCE})."),
        (f"See <{SOURCE}>.", f"See <{SOURCE}>."),
        ("Sign in [here](https://evil.example/login).", "Sign in here."),
        ("<https://evil.example/i-am-afraid>", "https://evil.example/i-am-afraid"),
        ("<mailto:a@evil.example>", "mailto:a@evil.example"),
        ("Great! ![x](https://evil.example/p.png)", "Great! x"),
        ("Well done![^1]", "Well done![^1]"),
        ("[a](<https://evil.example>)", "a"),
        ('[a](https://evil.example "title")', "a"),
        ("[a](https://evil.example/b(c))", "a"),
        ("A list [1] and 3 < 4.", "A list [1] and 3 < 4."),
    ],
)
def test_only_links_to_the_sources_stay(said: str, shown: str) -> None:
    assert filtered(said) == shown
    assert filtered(*said) == shown, "also when it comes letter by letter"


@pytest.mark.parametrize(
    "said",
    [
        "[a](https://evil.example/\nb)",
        "[[a](https://evil.example)](https://evil.example)",
        "[![a](https://evil.example)](https://evil.example)",
        "[a](https://evil.example 'x')",
        "[a]\\(https://evil.example) [a](<https://evil.example/a)b>)",
        "`]`[a](https://evil.example/((((a)b)c)d))",
        "[a\n](https://evil.example)",
    ],
)
def test_no_other_way_to_write_a_link_gets_through(said: str) -> None:
    for text in (filtered(said), filtered(*said)):
        assert "href" not in str(markdown.as_json(markdown.blocks(text)))


def test_a_paragraph_is_not_held_back_by_the_next_one() -> None:
    links = LinkFilter([])
    assert links.feed("One [a](https://evil.example).\n\nTwo ") == "One a.\n\nTwo "
    assert links.feed("words") == "words"


def test_addresses_are_found_in_what_the_person_wrote() -> None:
    assert addresses_in(f"Is {SOURCE}/ real?") == {SOURCE}
