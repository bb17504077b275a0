"""Playing in other processes: an older version, Claude, and what is left when it is broken off."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from dataclasses import asdict, replace
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest
from click.testing import CliRunner

from coaching.cli.eval import evaluate
from coaching.cli.main import main
from coaching.evals.stories.players import Playing, tell_all
from coaching.evals.stories.stage import STORIES, tell
from coaching.evals.stories.story import BadStory, Story, read_stories
from coaching.evals.story_reports import git
from coaching.evals.story_reports.before import compared_with
from coaching.evals.story_reports.report import report_on
from coaching.evals.story_reports.versions import versions
from tests.support.forked import FORKS
from tests.support.model_server import ModelServer, canned
from tests.support.polling import wait_until

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.journey

OLDER = {
    "story.py": """
from dataclasses import dataclass
@dataclass
class Story:
    id: str
def story_of(row):
    return Story(row["id"])
""",
    "stories.py": """
import asyncio
import os
from dataclasses import dataclass
@dataclass
class Told:
    story: object
    first: dict
    sessions: list
async def tell_offline(story):
    if story.id == "endless":
        open(os.environ["TMPDIR"] + "/is_playing", "w").close()
        await asyncio.Event().wait()
    said = {"person": "hello", "toney": "An older hello."}
    session = dict(number=1, at="2026-01-12T20:00:00Z", before=[], door="", said=[said],
                   ends="by_gap", closing="", closing_at_once="", noted={})
    return Told(story, {}, [session])
""",
}


@pytest.fixture
def short() -> Story:
    sam = read_stories(STORIES)[0]
    return replace(sam, sessions=[replace(sam.sessions[0], lines=sam.sessions[0].lines[:2])])


@pytest.fixture
def older(tmp_path: Path) -> Path:
    package = tmp_path / "older" / "coaching" / "evals"
    package.mkdir(parents=True)
    for folder in (package, package.parent):
        (folder / "__init__.py").touch()
    for name, text in OLDER.items():
        (package / name).write_text(text, "utf-8")
    return tmp_path / "older"


async def test_an_older_version_plays_in_its_own_way(short: Story, older: Path) -> None:
    (told,) = await tell_all([short], Playing(home=older))

    assert told.story == short
    assert told.sessions[0].said[0].toney == "An older hello."


async def test_what_an_older_version_cannot_do_is_a_sentence(short: Story, older: Path) -> None:
    with pytest.raises(BadStory, match="can be played by the offline coach only"):
        await tell_all([short], Playing("claude", home=older))
    (older / "coaching" / "evals" / "stories.py").unlink()
    with pytest.raises(BadStory, match="from before stories could be played"):
        await tell_all([short], Playing(home=older))


async def test_two_processes_play_and_the_stories_keep_their_order(
    short: Story, older: Path
) -> None:
    stories = [replace(short, id=name) for name in "abc"]

    told = await tell_all(stories, Playing(jobs=2, home=older))

    assert [one.story.id for one in told] == ["a", "b", "c"]


@pytest.fixture
def in_git(older: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have git know of one version, which is the older one."""
    git_dir = older / ".git"
    commit = ["-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "-m", "older"]
    for arguments in (["init", "-q"], ["add", "coaching"], commit):
        subprocess.run(["git", "-C", older, *arguments], check=True)
    monkeypatch.setenv("GIT_DIR", str(git_dir))
    return git_dir


@pytest.mark.usefixtures("in_git")
def test_a_version_of_git_is_played_beside_this_one(short: Story) -> None:
    report = report_on([asyncio.run(tell(short, "offline"))], versions("offline"))

    found = compared_with("HEAD", [short], Playing(), report)

    assert found.before.startswith("HEAD ")
    assert found.replies == 2
    assert found.differ[0].before == "An older hello."


def test_a_name_that_git_does_not_know_is_said_in_a_line(short: Story) -> None:
    report = report_on([], versions("offline"))

    with pytest.raises(git.NoSuchVersion, match="nix is neither a file nor a version"):
        compared_with("nix", [short], Playing(), report)


async def test_claude_is_asked_with_the_key_of_the_settings(
    short: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with ModelServer(then=canned(["Claude ", "says this."])).listening() as url:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "a-key")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", url)

        told = await tell(short, "claude")

    assert [(said.toney, said.source) for said in told.sessions[0].said] == [
        ("Claude says this.", "claude")
    ] * 2


def test_without_a_key_claude_is_refused_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "")
    arguments = ["stories", "--examples", str(STORIES), "--model", "claude"]

    refused = CliRunner().invoke(evaluate, arguments).exception

    assert isinstance(refused, BadStory)
    assert str(refused).startswith("claude needs ANTHROPIC_API_KEY")


def test_a_comparison_that_is_broken_off_leaves_nothing(
    short: Story, in_git: Path, tmp_path: Path
) -> None:
    people, scratch = tmp_path / "people.json", tmp_path / "scratch"
    endless = replace(short, id="endless")
    people.write_text(json.dumps(asdict(endless), default=str), "utf-8")
    scratch.mkdir()
    comparing = FORKS.Process(target=_compare, args=(people, in_git, scratch))
    comparing.start()
    try:
        wait_until(lambda: list(scratch.glob("*/is_playing")), seconds=120)
        os.kill(comparing.pid or 0, signal.SIGINT)
        comparing.join(120)
        assert comparing.exitcode == 130
    finally:
        comparing.kill()
        comparing.join()
    assert list(scratch.iterdir()) == []


def _compare(people: Path, git_dir: Path, scratch: Path) -> None:
    """Do what the command does, and hear Ctrl-C also where the tests are a job in background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ |= {"GIT_DIR": str(git_dir), "TMPDIR": str(scratch)}
    tempfile.tempdir = None
    arguments = ["eval", "stories", "--examples", str(people), "--compare", "HEAD"]
    with patch.object(sys, "argv", ["toney", *arguments]):
        main()
