"""A simulated reply as what is shown of it: its prompt, its cost, or how rules decided."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from admin_app.copy import t
from admin_app.pages.model_words import dollars
from coaching.simulator.recorder import total

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.simulator.recorder import Block, Sent
    from coaching.simulator.talk import Reply

WHOLE = 100
MILLISECONDS = 1000


@dataclass(frozen=True, slots=True)
class Line:
    """A message of a simulated talk."""

    is_toney: bool
    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class SentBlock:
    """A block of the prompt; `start` and `width` are its place in the bar, in percent."""

    name: str
    about: str
    tokens: str
    is_cached: bool
    text: str
    start: str = "0"
    width: str = "0"


@dataclass(frozen=True, slots=True)
class Side:
    """A reply of a comparison with what it took."""

    title: str
    text: str
    facts: list[list[str]] = field(default_factory=list[list[str]])


def lines(name: str, replies: Sequence[tuple[str, Reply]]) -> list[Line]:
    """Return a talk, message by message."""
    found: list[Line] = []
    for said, reply in replies:
        found += [Line(is_toney=False, text=said, note=name)]
        note = ", ".join(filter(None, [t("simulator.toney"), _tools(reply)]))
        text = "\n\n".join(filter(None, [reply.shown, reply.text]))
        found += [Line(is_toney=True, text=text, note=note)]
    return found


def blocks(reply: Reply) -> list[SentBlock]:
    """Return what the model was sent with the last call of a reply; none without a model."""
    if not reply.sent:
        return []
    shown: list[SentBlock] = []
    found = reply.sent[-1].blocks
    whole, before = sum(block.tokens for block in found) or 1, 0
    for block in found:
        shown.append(
            SentBlock(
                _name(block),
                _about(block),
                f"{block.tokens:,}",
                block.is_cached,
                block.text,
                f"{before * WHOLE / whole:.2f}%",
                f"{block.tokens * WHOLE / whole:.2f}%",
            )
        )
        before += block.tokens
    return shown


def facts(reply: Reply) -> list[list[str]]:
    """Return what a reply took; of the offline coach how it decided."""
    if not reply.sent:
        return _decided(reply)
    sent = reply.sent
    read = total(sent, "cache_read")
    asked = read + sum(total(sent, kind) for kind in ("input", "cache_write_5m", "cache_write_1h"))
    rows = [
        [t("simulator.fact.model"), sent[-1].model],
        [t("simulator.fact.calls"), str(len(sent))],
        [t("simulator.fact.in"), t("simulator.in", tokens=f"{asked:,}", cached=f"{read:,}")],
        [t("simulator.fact.out"), f"{total(sent, 'output'):,}"],
        [t("simulator.fact.cost"), dollars(reply.microusd, 4)],
        [t("simulator.fact.first"), _seconds(_first(sent))],
        [t("simulator.fact.time"), _seconds(reply.milliseconds)],
    ]
    return [*rows, [t("simulator.fact.tools"), _tools(reply) or t("simulator.none")]]


def side(title: str, reply: Reply) -> Side:
    """Return one side of a comparison."""
    return Side(title, reply.text, facts(reply))


def _decided(reply: Reply) -> list[list[str]]:
    decided = reply.decided
    return [
        [t("simulator.fact.mode"), decided.mode or t("simulator.none")],
        [t("simulator.fact.answers"), ", ".join(decided.answers) or t("simulator.none")],
        [t("simulator.fact.offer"), decided.offer or t("simulator.none")],
        [t("simulator.fact.tools"), _tools(reply) or t("simulator.none")],
        [t("simulator.fact.time"), _seconds(reply.milliseconds)],
    ]


def _name(block: Block) -> str:
    if block.role in {"tools", "system"}:
        return t(f"simulator.block.{block.role if block.role == 'tools' else block.name}")
    return t(f"simulator.block.{block.role}", number=block.name)


def _about(block: Block) -> str:
    if block.role == "tools":
        return t("simulator.block.about.tools", count=block.name.count(",") + 1)
    if block.role == "system":
        return t(f"simulator.block.about.{block.name}")
    return t(f"simulator.block.about.{'history' if block.is_cached else 'message'}")


def _tools(reply: Reply) -> str:
    return ", ".join(reply.tools)


def _first(sent: Sequence[Sent]) -> int:
    """Return after how long the person saw a word, in milliseconds."""
    passed = 0
    for call in sent:
        if call.first_word_ms is not None:
            return passed + call.first_word_ms
        passed += call.milliseconds
    return passed


def _seconds(milliseconds: int) -> str:
    return t("simulator.seconds", seconds=f"{milliseconds / MILLISECONDS:.2f}")
