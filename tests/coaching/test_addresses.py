"""Where a setting may send Toney: the rows of the SSRF suite as base addresses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pydantic import ValidationError

from coaching.addresses import THIS_MACHINE, service_problem
from coaching.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROWS = Path(__file__).parents[1] / "support" / "ssrf_urls.txt"
FETCHED_ONLY = ("{DNS", "{H}")
"""These need a name server or a page: whoever runs Toney names the service (ADR 0019)."""


def refused() -> Iterator[tuple[str, str]]:
    for line in ROWS.read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        name, _, expected, escaped, *_ = line.split("\t")
        url = json.loads(f'"{escaped}"')
        if "block" not in expected and "reject" not in expected:
            continue
        if not any(mark in url for mark in FETCHED_ONLY) and not is_this_machine(url):
            yield name, url


def is_this_machine(url: str) -> bool:
    """A stand-in may listen here; nothing else of this machine's network is allowed."""
    return any(url.startswith((f"http://{host}/", f"http://{host}:")) for host in THIS_MACHINE)


def test_no_address_of_a_network_around_us_can_be_set() -> None:
    found = list(refused())
    assert len(found) > 70
    for name, url in found:
        assert service_problem(url), name
        assert service_problem(url.replace("http://", "https://", 1)), name


@pytest.mark.parametrize(
    "url",
    [
        "https://api.search.brave.com",
        "https://en.wikipedia.org/api/rest_v1",
        "https://gateway.example.co.uk:8443/brave",
        "http://127.0.0.1:4221",
        "http://localhost:4221/api/rest_v1",
        "http://[::1]:4221",
    ],
)
def test_a_service_and_a_stand_in_here_can_be_set(url: str) -> None:
    assert service_problem(url) == ""


@pytest.mark.parametrize("name", ["brave_base_url", "wikipedia_base_url"])
def test_a_wrong_address_stops_the_start_and_says_what_to_do(
    name: str, make_settings: Callable[..., Settings]
) -> None:
    with pytest.raises(ValidationError, match=rf"{name}\n.*has to begin with https://"):
        make_settings(**{name: "http://10.0.0.1/search"})


def test_an_empty_address_of_wikipedia_switches_it_off(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / ".env"
    file.write_text("PORT=\nWIKIPEDIA_BASE_URL=\n")
    in_file = Settings(_env_file=file)
    assert (in_file.wikipedia_base_url, in_file.port) == ("", 3000)
    monkeypatch.setenv("WIKIPEDIA_BASE_URL", "")
    assert Settings(_env_file=None).wikipedia_base_url == ""
    monkeypatch.setenv("WIKIPEDIA_BASE_URL", "http://127.0.0.1:4221/")
    stand_in = Settings(_env_file=file)
    assert stand_in.wikipedia_base_url == "http://127.0.0.1:4221"
