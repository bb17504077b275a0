from __future__ import annotations

import pytest

from coaching.values.devices import Device

IOS = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like"
WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
SAID = {
    f"{IOS} Gecko) Version/18.1 Mobile/15E148 Safari/604.1": ("phone", "Safari", "iPhone"),
    f"{IOS} Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1": ("phone", "Chrome", "iPhone"),
    f"{WINDOWS} Chrome/140.0.0.0 Safari/537.36 Edg/140.0": ("computer", "Edge", "Windows"),
    f"{WINDOWS} Chrome/140.0.0.0 Safari/537.36": ("computer", "Chrome", "Windows"),
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)"
    " Version/18.1 Safari/605.1.15": ("computer", "Safari", "Mac"),
    "Mozilla/5.0 (Linux; Android 15; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko)"
    " SamsungBrowser/27.0 Chrome/125.0.0.0 Safari/537.36": (
        "tablet",
        "Samsung Internet",
        "Android",
    ),
    "Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0": (
        "phone",
        "Firefox",
        "Android",
    ),
    "python-httpx/0.28": ("", "", ""),
    "": ("", "", ""),
    "x" * 100_000: ("", "", ""),
}


@pytest.mark.parametrize("said", SAID, ids=range(len(SAID)))
def test_a_browser_is_named_as_its_person_knows_it(said: str) -> None:
    found = Device.of(said)
    assert (found.kind, found.browser, found.system) == SAID[said]
