"""What git knows of this checkout, where there is one."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from coaching.errors import ToneyError

if TYPE_CHECKING:
    from collections.abc import Generator

HERE = Path(__file__).parents[3]
ENGINE = ("coaching", "alembic")
"""What plays a story: the package, and its migrations beside it."""


class NoSuchVersion(ToneyError):
    """There is no checkout, no git, or no such version; the message says which."""


def said(*arguments: str, at: Path = HERE) -> str:
    """Return what a git command prints."""
    git = shutil.which("git")
    if git is None:
        raise NoSuchVersion("git is not installed: compare with a report.json instead")
    done = subprocess.run(
        [git, "-C", str(at), *arguments], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise NoSuchVersion((done.stderr.strip() or "git has failed").splitlines()[0])
    return done.stdout


def version(at: Path = HERE) -> str:
    """Return the commit, with a + where the engine has changed since; empty without a checkout."""
    try:
        commit = said("rev-parse", "--short=10", "HEAD", at=at).strip()
        return commit + ("+" if said("status", "--porcelain", "--", *ENGINE, at=at) else "")
    except NoSuchVersion:
        return ""


def commit_of(ref: str, at: Path = HERE) -> str:
    """Return the commit that a name stands for."""
    try:
        return said("rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}", at=at).strip()
    except NoSuchVersion as error:
        raise NoSuchVersion(f"{ref} is neither a file nor a version that git knows here") from error


@contextmanager
def engine_of(ref: str, at: Path = HERE) -> Generator[Path]:
    """Give the engine as it was at `ref`, in a folder that is thrown away; no worktree is made."""
    commit = commit_of(ref, at)
    there = said("ls-tree", "--name-only", commit, *ENGINE, at=at).split()
    if ENGINE[0] not in there:
        raise NoSuchVersion(f"{ref} has no package {ENGINE[0]}")
    with tempfile.TemporaryDirectory() as folder:
        packed = Path(folder) / "packed.tar"
        said("archive", "--format=tar", f"--output={packed}", commit, *there, at=at)
        home = Path(folder) / "engine"
        with tarfile.open(packed) as archive:
            archive.extractall(home, filter="data")
        packed.unlink()
        yield home
