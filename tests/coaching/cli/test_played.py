"""`toney eval people`: people from files, one readable conversation each."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from click.testing import CliRunner

from coaching.cli.eval import evaluate

if TYPE_CHECKING:
    from pathlib import Path

ANA = {"lang": "en", "messages": ["hi", "my rent goes up in march", "bye, thanks"]}
LEO = {"locale": "es", "sessions": [{"messages": ["hola"]}, {"messages": ["vendí la bici vieja"]}]}


def people(folder: Path) -> Path:
    folder.mkdir()
    folder.joinpath("ana.json").write_text(json.dumps(ANA), "utf-8")
    folder.joinpath("leo.json").write_text(json.dumps(LEO), "utf-8")
    return folder


def test_each_person_of_a_folder_gets_a_file_with_the_conversation(tmp_path: Path) -> None:
    out = tmp_path / "out"
    run = CliRunner().invoke(
        evaluate, ["people", str(people(tmp_path / "people")), "--out", str(out)]
    )
    assert run.exit_code == 0, run.output
    assert run.output.startswith("5 replies: half have up to")
    ana = out.joinpath("ana.md").read_text("utf-8")
    assert "**ana:** my rent goes up in march" in ana
    assert "\n\n**Toney:** " in ana.partition("march")[2]
    assert "**Toney:** Hola, soy Toney." in out.joinpath("leo.md").read_text("utf-8")


def test_a_file_of_one_person_is_printed(tmp_path: Path) -> None:
    file = people(tmp_path / "people") / "ana.json"
    run = CliRunner().invoke(evaluate, ["people", str(file)])
    assert run.exit_code == 0, run.output
    assert "**Toney:** Hi, I’m Toney." in run.output
