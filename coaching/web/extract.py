"""Text of a page or a PDF, parsed in a process of its own, which runs this file.

What strangers wrote may be made to keep a parser busy or to fill its memory. The process reads the
bytes from its input, has a few seconds and a limit of memory, and prints JSON. It imports little.
"""

from __future__ import annotations

import asyncio
import codecs
import json
import os
import sys
from dataclasses import asdict, dataclass
from io import BytesIO
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING, Any, Protocol, cast

from coaching.errors import LookupFailed

if TYPE_CHECKING:
    from collections.abc import Iterable

SECONDS = 6.0
CPU_SECONDS, MEMORY = 5, 1 << 30
MOST_PAGES = 60
"""Pages of a PDF: the terms of a bank account have some thirty."""
MOST_CHARACTERS = 200_000
HTML, PLAIN, PDF = "html", "plain", "pdf"
KINDS = {
    "text/html": HTML,
    "application/xhtml+xml": HTML,
    "text/plain": PLAIN,
    "text/markdown": PLAIN,
    "application/pdf": PDF,
}
_KEPT_VARIABLES = frozenset({"LANG", "LD_LIBRARY_PATH", "PATH", "SYSTEMROOT", "TEMP", "TMPDIR"})
_STYLE = f"concat(translate(@style, '{ascii_uppercase} \t\n', '{ascii_lowercase}'), ';')"
_UNSEEN = (
    *("display:none", "visibility:hidden", "opacity:0;", "opacity:0!"),
    *("font-size:0;", "font-size:0!", "font-size:0px", "font-size:0em", "font-size:0rem"),
)
_HIDDEN = (
    "//*[@hidden or @aria-hidden='true' or "
    + " or ".join(f"contains({_STYLE}, '{style}')" for style in _UNSEEN)
    + "] | //comment() | //script | //style | //template | //noscript"
)


class _Element(Protocol):
    """The part of an lxml element's interface that is used here; lxml has no types."""

    def xpath(self, path: str, /) -> Iterable[Any]: ...

    def itertext(self) -> Iterable[str]: ...

    def getparent(self) -> _Element | None: ...

    def drop_tree(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Extracted:
    """Title and text as the parser found them; not cleaned yet."""

    title: str
    text: str


async def extract(body: bytes, kind: str, charset: str = "") -> Extracted:
    """Return what a person would read, or raise LookupFailed (`no_text`, `timeout`)."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        __file__,
        kind,
        charset,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env=_environment(),
    )
    try:
        async with asyncio.timeout(SECONDS):
            printed, _ = await process.communicate(body)
    except TimeoutError:
        raise LookupFailed("the page took too long to read", kind="timeout") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        raise LookupFailed("nothing there that can be read", kind="no_text")
    return Extracted(**json.loads(printed))


def _environment() -> dict[str, str]:
    """Return the variables that Python needs: a parser that was taken over finds no keys there."""
    return {
        name: value
        for name, value in os.environ.items()
        if name.upper() in _KEPT_VARIABLES or name.startswith(("LC_", "PYTHON"))
    }


def parsed(body: bytes, kind: str, charset: str = "") -> Extracted:
    """Parse here and now; ValueError for what can't be read."""
    if kind == PDF:
        return _from_pdf(body)
    if kind == PLAIN:
        return Extracted("", _decoded(body, charset) or body.decode("utf-8", "replace"))
    return _from_html(_decoded(body, charset) or body)


def _from_html(page: str | bytes) -> Extracted:
    import trafilatura  # noqa: PLC0415 - only this process needs the parsers
    from trafilatura.utils import load_html  # noqa: PLC0415

    tree = cast("_Element | None", load_html(page))
    if tree is None:
        raise ValueError("not a page")
    title = " ".join(map(str, tree.xpath("//title[1]//text()")))
    for element in cast("Iterable[_Element]", tree.xpath(_HIDDEN)):
        if element.getparent() is not None:
            element.drop_tree()
    text = trafilatura.extract(
        cast("Any", tree), include_comments=False, include_tables=True, favor_recall=True
    )
    return Extracted(title, text or "\n".join(tree.itertext()))


def _from_pdf(body: bytes) -> Extracted:
    from pypdf import PdfReader  # noqa: PLC0415
    from pypdf.errors import PyPdfError  # noqa: PLC0415

    texts: list[str] = []
    try:
        reader = PdfReader(BytesIO(body))
        title = (reader.metadata.title if reader.metadata else "") or ""
        for page in reader.pages[:MOST_PAGES]:
            texts.append(page.extract_text())
            if sum(map(len, texts)) > MOST_CHARACTERS:
                break
    except PyPdfError as error:
        raise ValueError("not a PDF that can be read") from error
    return Extracted(str(title), "\n".join(texts))


def _decoded(body: bytes, charset: str) -> str:
    """Return a body in the charset that its server named; empty for one that nobody knows."""
    try:
        codecs.lookup(charset)
    except LookupError:
        return ""
    return body.decode(charset, "replace")


def _limit() -> None:
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _main(kind: str, charset: str = "") -> int:
    _limit()
    try:
        found = parsed(sys.stdin.buffer.read(), kind, charset)
    except (ValueError, MemoryError, RecursionError):
        return 1
    cut = Extracted(found.title[:MOST_CHARACTERS], found.text[:MOST_CHARACTERS])
    sys.stdout.write(json.dumps(asdict(cut)))
    return 0


if __name__ == "__main__":
    sys.exit(_main(*sys.argv[1:]))
