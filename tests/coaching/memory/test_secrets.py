from __future__ import annotations

import pytest

from coaching.memory.secrets import holds_secret


@pytest.mark.parametrize(
    "text",
    [
        "my card is 4111 1111 1111 1111",
        "IBAN ES91 2100 0418 4502 0005 1332",
        "sort code 20-00-00",
        "my pin is 4821",
        "the password: hunter2",
        "mi contraseña es abc1",
        "SSN 078-05-1120",
        "DNI 12345678Z",
        "write to anna@example.org",
    ],
)
def test_what_could_open_an_account_is_seen(text: str) -> None:
    assert holds_secret(text)


@pytest.mark.parametrize(
    "text",
    [
        "I get paid on the 25th",
        "we owe 12,500 on the car",
        "since 2019 I pay 1,200 a month",
        "my sister Ana is 34",
        "the pin on my jacket",
        "the password is gone from my head",
    ],
)
def test_dates_and_sums_are_no_secret(text: str) -> None:
    assert not holds_secret(text)
