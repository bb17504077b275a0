"""The least that a chat can do: one page, one streaming route, the SDK; nothing is stored.

`python -m tests.bench.floor PORT` serves it; the page's marks are those of Toney's.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from typing import TYPE_CHECKING, Literal, cast

import anthropic
import uvicorn
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, StreamingResponse
from starlette.routing import Route

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from anthropic.types import MessageParam
    from starlette.requests import Request

PAGE = """<!doctype html><meta charset="utf-8"><title>Floor</title>
<main></main><form><input data-testid="chat-input"></form>
<script>
const chat = crypto.randomUUID(), [form] = document.forms, [field] = form.elements;
const line = (who) => {
  const made = document.createElement("p");
  made.dataset.testid = `message-${who}`;
  made.append("");
  document.querySelector("main").append(made);
  return made.firstChild;
};
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = field.value, reply = (line("user").data = body, line("coach"));
  field.value = "";
  const answer = await fetch(`/chat/${chat}`, { method: "POST", body });
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) reply.data += piece;
});
</script>"""

_client = anthropic.AsyncAnthropic()
_chats = defaultdict[str, list["MessageParam"]](list)


def _message(role: Literal["user", "assistant"], text: str) -> MessageParam:
    return cast("MessageParam", {"role": role, "content": [{"type": "text", "text": text}]})


async def _page(_: Request) -> HTMLResponse:
    return HTMLResponse(PAGE)


async def _chat(request: Request) -> StreamingResponse:
    said = _chats[request.path_params["chat"]]
    said.append(_message("user", (await request.body()).decode()))

    async def reply() -> AsyncGenerator[str]:
        pieces: list[str] = []
        asked = _client.messages.stream(model="floor", max_tokens=1024, messages=said)
        async with asked as stream:
            async for piece in stream.text_stream:
                pieces.append(piece)
                yield piece
        said.append(_message("assistant", "".join(pieces)))

    return StreamingResponse(reply(), media_type="text/event-stream")


app = Starlette(routes=[Route("/", _page), Route("/chat/{chat}", _chat, methods=["POST"])])

if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
