"""One scripted person in the product, through its JSON API, with a record of everything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import NAMESPACE_URL, uuid5

from tests.model_in_loop.files import load, store
from tests.support.api_client import read_events

if TYPE_CHECKING:
    from collections.abc import Iterable

    import httpx

    from tests.model_in_loop.files import Folder
    from tests.model_in_loop.people import Person
    from tests.support.api_client import Event

PAGES = {
    "insight": "/api/insight",
    "focus": "/api/focus",
    "doors": "/api/doors",
    "cards": "/api/cards",
    "wins": "/api/wins",
    "memories": "/api/memories?limit=100",
    "conversations": "/api/conversations",
}
TRIES = 3


class Guest:
    """Says what the script says; what was said before a break is not said again."""

    def __init__(self, person: Person, client: httpx.AsyncClient, folder: Folder) -> None:
        self.person, self.client = person, client
        self._path = folder.person(person.id)
        self.record = load(self._path, {"id": person.id, "cookies": {}, "sessions": []})
        self.client.cookies.update(self.record["cookies"])

    async def arrive(self) -> None:
        """Become a guest and go through the onboarding; nothing happens the second time."""
        if "onboarding" in self.record:
            return
        here = {"timeZone": self.person.time_zone, "locale": self.person.locale}
        guest = {**here, "consent": {"textVersion": "1"}}
        self.record["user_id"] = (await self._ask("POST", "/api/auth/guest", guest))["userId"]
        sent = self.person.onboarding
        answer = await self._ask("POST", "/api/onboarding", sent)
        if "refused" in answer:
            raise ValueError(f"{self.person.id}: the onboarding was refused: {answer['text']}")
        self.record["onboarding"] = answer
        self.record["cookies"] = dict(self.client.cookies)
        self.save()

    async def talk(self, number: int, at: str) -> None:
        """Say everything of a session, waiting for each reply."""
        sessions = self.record["sessions"]
        if number == len(sessions):
            sessions.append({"at": at, "turns": []})
        turns = sessions[number]["turns"]
        for place, text in list(enumerate(self.person.sessions[number].messages))[len(turns) :]:
            turns.append(await self._say(text, f"{self.person.id}:{number}:{place}"))
            self.save()

    def conversation(self, number: int) -> str:
        """Return the id of a session's conversation; empty if no turn began."""
        turns = self.record["sessions"][number]["turns"]
        return next((t["conversation_id"] for t in turns if t.get("conversation_id")), "")

    async def leave(self, number: int) -> None:
        """Press the button that ends a session."""
        session = self.record["sessions"][number]
        if "ended" not in session and (conversation := self.conversation(number)):
            session["ended"] = await self._ask("POST", f"/api/conversations/{conversation}/end")
            self.save()

    async def answer_waiting_memories(self, number: int) -> None:
        """Allow or decline what may be remembered only with a yes."""
        page = await self._ask("GET", PAGES["memories"])
        for memory in [m for m in page.get("items", []) if m["state"] == "waiting"]:
            path, allows = f"/api/memories/{memory['id']}", self.person.allows_sensitive
            body = {"allow": True} if allows else None
            await self._ask("PATCH" if allows else "DELETE", path, body)
            told = {"content": memory["content"], "allowed": allows}
            self.record["sessions"][number].setdefault("sensitive", []).append(told)
        self.save()

    async def look_around(self, number: int) -> None:
        """Record what the product shows after a session."""
        session = self.record["sessions"][number]
        session["pages"] = {name: await self._ask("GET", path) for name, path in PAGES.items()}
        if conversation := self.conversation(number):
            path = f"/api/conversations/{conversation}/closing"
            session["pages"]["closing"] = await self._ask("GET", path)
        self.save()

    def save(self) -> None:
        """Write the record."""
        store(self._path, self.record)

    async def _say(self, text: str, key: str) -> dict[str, Any]:
        message = {"text": text, "clientMessageId": str(uuid5(NAMESPACE_URL, key))}
        turn = await self._turn("POST", "/api/chat", message)
        for _ in range(TRIES - 1):
            if turn["status"] == "done" or not turn.get("turn_id"):
                break
            await self._ask("POST", f"/api/turns/{turn['turn_id']}/retry")
            turn = await self._turn("GET", f"/api/turns/{turn['turn_id']}/events")
        decided = [await self._decide(draft) for draft in turn["drafts"]]
        return {"message": text, **turn, "decided": decided}

    async def _decide(self, draft: dict[str, Any]) -> dict[str, Any]:
        decision = "approve" if self.person.keeps_drafts else "reject"
        path = f"/api/proposals/{draft['proposalId']}"
        answer = await self._ask("POST", path, {"decision": decision})
        if "turnId" not in answer:
            return {"decision": decision, **answer}
        turn = await self._turn("GET", f"/api/turns/{answer['turnId']}/events")
        return {"decision": decision, "draft": draft["preview"], "reply": turn["reply"]}

    async def _turn(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        answer = await self.client.request(method, path, json=body)
        if not answer.is_success:
            return {"status": f"{answer.status_code}", "reply": answer.text, "drafts": []}
        return turn_of(read_events(answer.text))

    async def _ask(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        """Return an answer; what is refused is recorded, and the run goes on."""
        answer = await self.client.request(method, path, json=body)
        if not answer.is_success:
            return {"refused": answer.status_code, "text": answer.text[:500]}
        return (answer.json() if answer.content else {}) or {}


def turn_of(events: Iterable[Event]) -> dict[str, Any]:
    """Return what is recorded of a turn."""
    turn: dict[str, Any] = {"status": "cut", "reply": "", "tools": [], "drafts": [], "safety": []}
    for event in events:
        match event.kind:
            case "turn":
                turn |= {
                    "turn_id": event.data["turnId"],
                    "conversation_id": event.data["conversationId"],
                }
            case "tool" if event.data["state"] != "running":
                turn["tools"].append(event.data)
            case "confirmation":
                turn["drafts"].append(event.data)
            case "safety":
                turn["safety"].append(event.data)
            case "done":
                turn |= {"status": event.data["status"], "reply": event.data["text"]}
            case "error":
                turn |= {"status": event.data["code"], "reply": event.data["partialText"]}
            case _:
                pass
    return turn
