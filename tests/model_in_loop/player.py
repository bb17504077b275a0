"""The desk of a player: shows what the product asks one role of the model, and takes the answers.

    python -m tests.model_in_loop.player FOLDER coach --wait 240
    python -m tests.model_in_loop.player FOLDER coach --answer answers.json --wait 240
    python -m tests.model_in_loop.player FOLDER coach --again c1

PLAYER.md is the page for players. What was shown before is only named, so that a round is short.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from tests.model_in_loop.answers import NotAccepted, content_of
from tests.model_in_loop.files import Folder, Role, digest, load, store

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

COLLECT_SECONDS, LOOK_EVERY_SECONDS = 3.0, 0.3
PRINTED = 26_000
"""Characters; what is longer goes into a file, because terminals cut it off."""
HIDDEN = frozenset({"cache_control", "id", "signature"})
Message = dict[str, Any]


class Desk:
    """What one player has seen: requests by short ids, texts by names, conversations by labels."""

    def __init__(self, folder: Folder, role: Role, name: str) -> None:
        self._folder, self._role, self._name = folder, role, name
        self._path = folder.path / "players" / f"{name}.json"
        empty: dict[str, Any] = {"ids": {}, "texts": {}, "talks": {}}
        self._seen = load(self._path, empty)

    def fresh(self) -> list[dict[str, Any]]:
        """Return the requests that were not shown yet."""
        shown = self._seen["ids"].values()
        return [r for r in self._waiting() if r["id"] not in shown]

    def unanswered(self) -> list[str]:
        """Return the short ids of the requests that were shown and wait for an answer."""
        waiting = {request["id"] for request in self._waiting()}
        return [short for short, full in self._seen["ids"].items() if full in waiting]

    def show(self, requests: Sequence[Mapping[str, Any]]) -> str:
        """Return requests as text; a long one is written to a file, and its name returned."""
        text = "\n\n".join("\n".join(self._lines(request)) for request in requests)
        store(self._path, self._seen)
        return self._paged(text)

    def _paged(self, text: str) -> str:
        if len(text) <= PRINTED:
            return text
        path = self._path.with_name(f"{self._name}-{len(self._seen['ids'])}.md")
        path.write_text(text, "utf-8")
        return f"LONG ({len(text)} characters): read {path} whole"

    def again(self, short: str) -> str:
        """Return a request with everything in it."""
        request = self._folder.request(self._seen["ids"].get(short, ""))
        if request is None:
            return f"there is no {short}"
        seen, self._seen = self._seen, {"ids": self._seen["ids"], "texts": {}, "talks": {}}
        text = "\n".join(self._lines(request))
        self._seen = seen
        return self._paged(text)

    def answer(self, answers: Mapping[str, Any]) -> Iterator[str]:
        """Answer requests; yield a line for each."""
        for short, given in answers.items():
            if short not in self.unanswered():
                yield f"{short}: nothing waits under this id"
                continue
            request = self._folder.request(self._seen["ids"][short])
            assert request is not None
            try:
                content = content_of(request, given)
            except (NotAccepted, ValueError) as error:
                yield f"{short}: NOT ACCEPTED: {error}"
                continue
            self._talk(request)["mine"] = digest([_bare(block) for block in content])
            self._folder.answer(request["id"], content)
            yield f"{short}: accepted"
        store(self._path, self._seen)

    def _waiting(self) -> list[dict[str, Any]]:
        return [request for request in self._folder.pending() if request["role"] == self._role]

    def _lines(self, request: Mapping[str, Any]) -> Iterator[str]:
        talk, messages = self._talk(request), request["messages"]
        marks = [digest(message) for message in messages]
        shown = talk["shown"] if marks[: len(talk["shown"])] == talk["shown"] else []
        yield f"##### {self._short(request)} · conversation {talk['label']} · {request['model']}"
        yield from (self._once(text, "system block") for text in request["system"])
        if request["tools"]:
            yield self._once(json.dumps(request["tools"], ensure_ascii=False), "tools")
        if request["schema"]:
            yield self._once(json.dumps(request["schema"], ensure_ascii=False), "answer schema")
        yield f"MESSAGES, the first {len(shown)} as shown before:" if shown else "MESSAGES:"
        for message in messages[len(shown) :]:
            yield self._said(message, talk["mine"])
        talk["shown"] = marks

    def _talk(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return what was shown of a conversation: a session of the Coach, or one request."""
        first = request["messages"][0]["content"] if self._role in {"coach", "plain"} else ""
        key = digest([request["who"], first or request["id"]])
        label = f"K{len(self._seen['talks']) + 1}"
        return self._seen["talks"].setdefault(key, {"label": label, "shown": [], "mine": ""})

    def _short(self, request: Mapping[str, Any]) -> str:
        ids = self._seen["ids"]
        known = next((short for short, full in ids.items() if full == request["id"]), "")
        short = known or f"{self._role[0]}{len(ids) + 1}"
        ids[short] = request["id"]
        return short

    def _once(self, text: str, what: str) -> str:
        texts, key = self._seen["texts"], digest(text)
        if key in texts:
            return f"[{texts[key]}, as shown before]"
        texts[key] = f"{what} {len(texts) + 1}"
        return f"----- {texts[key]} -----\n{text}\n----- end of {texts[key]} -----"

    def _said(self, message: Message, mine: str) -> str:
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        if message["role"] == "assistant" and digest([_bare(block) for block in blocks]) == mine:
            return "[assistant] (your answer, unchanged)"
        texts = (b["text"] if b["type"] == "text" else json.dumps(_bare(b)) for b in blocks)
        return f"[{message['role']}] " + "\n".join(texts)


def wait(desk: Desk, folder: Folder, seconds: float, most: int) -> str:
    """Return the next requests, with those of other people that come a moment later."""
    end = time.monotonic() + seconds
    while not desk.fresh():
        if folder.finished.exists() and not desk.unanswered():
            return "DONE: nothing more will come"
        if time.monotonic() >= end:
            return f"nothing new; to answer: {', '.join(desk.unanswered()) or 'nothing'}"
        time.sleep(LOOK_EVERY_SECONDS)
    time.sleep(COLLECT_SECONDS)
    shown = desk.show(desk.fresh()[:most])
    return f"{shown}\n\nTO ANSWER: {', '.join(desk.unanswered())}"


def _bare(block: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in block.items() if name not in HIDDEN}


def main() -> None:
    """Answer, show, or wait."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("role", choices=get_args(Role))
    parser.add_argument("--answer", type=Path, help="a JSON file: short id → answer")
    parser.add_argument("--again", metavar="ID", help="show a request whole")
    parser.add_argument("--wait", type=float, default=0, metavar="SECONDS")
    parser.add_argument("--max", type=int, default=6, help="requests at once")
    parser.add_argument("--as", dest="name", help="a player who has seen nothing yet")
    given = parser.parse_args()
    folder = Folder(given.folder.resolve())
    desk = Desk(folder, given.role, given.name or given.role)
    if given.answer:
        print("\n".join(desk.answer(json.loads(given.answer.read_text("utf-8")))))
    if given.again:
        print(desk.again(given.again))
    if given.wait:
        print(wait(desk, folder, given.wait, given.max))


if __name__ == "__main__":
    main()
