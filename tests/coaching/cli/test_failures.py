"""How a command of `toney` fails: one line, no traceback."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.forked import command

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.journey


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("create-admin", "ana"), "toney: the database is not at this version yet"),
        (("strategist", "nobody", "--trigger", "urgent"), "is not a valid UUID"),
        (("serve", "--only", "both"), "is not one of"),
        (("worker",), "No such command 'worker'"),
    ],
)
def test_a_failure_is_one_line_and_a_status(
    tmp_path: Path, arguments: tuple[str, ...], line: str
) -> None:
    failed = command(*arguments, data=tmp_path / "data")
    assert failed.status != 0
    assert line in failed.errors
    assert "Traceback" not in failed.errors


def test_several_processes_are_refused_while_there_is_one_engine_only(tmp_path: Path) -> None:
    several = {
        "MULTI_INSTANCE": "true",
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
        "REDIS_URL": "redis://127.0.0.1:1",
        "TONEY_SECRET_KEY": "ours",
    }
    refused = command("serve", data=tmp_path / "data", **several)
    assert refused.status == 1
    assert refused.errors == "toney: this version runs as one process: leave MULTI_INSTANCE false\n"


def test_prices_that_do_not_fit_keep_toney_from_starting(tmp_path: Path) -> None:
    file = tmp_path / "prices.toml"
    file.write_text('[[price]]\nmodel = "new"\ninput = -1\n')
    refused = command("serve", data=tmp_path / "data", MODEL_PRICES_FILE=str(file))
    assert refused.status == 1
    assert refused.errors.startswith(f"toney: {file}: row 1 (new), input: Input should be greater")


def test_a_wrong_setting_is_named(tmp_path: Path) -> None:
    failed = command("doctor", data=tmp_path, PORT="abc", LOG_LEVEL="LOUD")
    assert failed.status == 1
    assert "PORT: Input should be a valid integer" in failed.errors
    assert "LOG_LEVEL: Value error, use DEBUG, INFO, WARNING or ERROR" in failed.errors
