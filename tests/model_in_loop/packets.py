"""Packets for blind judges: the same messages answered by several versions, under shuffled letters.

For each session of a person there are two packets. In the first, each message has its own shuffle:
the judge ranks single replies. In the second, a whole session stands under each letter, and the
judge grades it by the rubric. `key.json` tells the letters, and is not for judges.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from tests.model_in_loop.files import store
from tests.model_in_loop.grading import DIMENSIONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from tests.model_in_loop.people import Person, Question

Turn = dict[str, Any]
Arms = dict[str, dict[str, Any]]
"""A version's records of people, by their ids."""
LETTERS = "ABCDEFGH"
MARKS = """\
Write your marks to `marks/{name}.json`: {form}
"""
RANKS = '{"MESSAGE": {"rank": {"A": 1, "B": 2, "C": 2}, "right": {"A": true, …}, "because": "…"}}'
RANKS_MEAN = """\
1 is the best reply for this person at this moment; equal replies get the same rank. `right` is for
memory questions only: does the reply give the known answer, and nothing that is wrong?
"""


def write_packets(
    out: Path, people: Sequence[Person], runs: Mapping[str, Arms], *, held: Sequence[str], seed: int
) -> int:
    """Write the packets of every session that all versions have played; return their number."""
    chance, written = random.Random(seed), 0  # noqa: S311 - the same order each time
    key: dict[str, Any] = {"arms": list(runs), "held": list(held), "packets": {}}
    for person in people:
        for number in range(len(person.sessions)):
            turns = {arm: turns_of(records, person.id, number) for arm, records in runs.items()}
            count = min(map(len, turns.values()))
            if not count:
                continue
            name = f"{person.id}-{number + 1}"
            orders = [_shuffled(runs, chance) for _ in range(count)]
            whole = _shuffled(runs, chance)
            lines = _message_lines(person, number, turns, orders)
            _write(out / "packets" / f"{name}.md", name, RANKS, RANKS_MEAN, lines)
            form = f'{{"A": {{"because": "…", "{DIMENSIONS[0]}": 0 to 4, …, "hard_fails": []}}, …}}'
            _write(
                out / "packets" / f"{name}-whole.md",
                f"{name}-whole",
                form,
                "",
                _whole_lines(person, number, turns, whole),
            )
            key["packets"][name] = {
                "person": person.id,
                "session": number,
                "messages": orders,
                "whole": whole,
            }
            written += 2
    store(out / "key.json", key)
    return written


def turns_of(records: Arms, person: str, number: int) -> list[Turn]:
    """Return the turns of a session; none if it was not played."""
    sessions = records.get(person, {}).get("sessions", [])
    return sessions[number]["turns"] if number < len(sessions) else []


def seen(turn: Turn) -> str:
    """Return what the person saw: the reply, and in brackets what the app showed with it."""
    shown = [f"[help shown: {one['message']}]" for one in turn.get("safety", [])]
    offered = [f"[card offered: {draft['preview']}]" for draft in turn.get("drafts", [])]
    saved = [
        "[" + ": ".join(filter(None, [one.get("label") or one["name"], one.get("detail")])) + "]"
        for one in turn.get("tools", [])
        if not offered and one.get("state") != "dropped"
    ]
    return "\n".join([*shown, turn["reply"].strip() or "(no reply)", *offered, *saved])


def _shuffled(runs: Mapping[str, Arms], chance: random.Random) -> dict[str, str]:
    arms = list(runs)
    chance.shuffle(arms)
    return dict(zip(LETTERS, arms, strict=False))


def _write(path: Path, name: str, form: str, mean: str, lines: Iterator[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    head = f"# {name}\n\n{MARKS.format(name=name, form=form)}{mean}\n"
    path.write_text(head + "\n\n".join(lines) + "\n", "utf-8")


def _earlier(person: Person, number: int) -> Iterator[str]:
    if why := person.onboarding.get("emotionalWhy"):
        yield f"What the person wrote when they signed up: {why}"
    for before, session in enumerate(person.sessions[:number], 1):
        said = " / ".join(session.messages)
        yield f"What the person wrote in session {before}: {said}"


def _message_lines(
    person: Person,
    number: int,
    turns: Mapping[str, Sequence[Turn]],
    orders: Sequence[Mapping[str, str]],
) -> Iterator[str]:
    yield from _earlier(person, number)
    for place, order in enumerate(orders):
        yield f"## Message {place}\n\nPERSON: {person.sessions[number].messages[place]}"
        if question := person.question_at(number, place):
            yield _known(question)
        for letter, arm in order.items():
            before = f"(its reply before: {seen(turns[arm][place - 1])})\n\n" if place else ""
            yield f"### {letter}\n\n{before}{seen(turns[arm][place])}"


def _known(question: Question) -> str:
    wrong = f" Wrong if: {question.wrong_if}." if question.wrong_if else ""
    return f"MEMORY QUESTION. Known answer: {question.answer}.{wrong}"


def _whole_lines(
    person: Person, number: int, turns: Mapping[str, Sequence[Turn]], order: Mapping[str, str]
) -> Iterator[str]:
    yield from _earlier(person, number)
    for letter, arm in order.items():
        yield f"## {letter}"
        for text, turn in zip(person.sessions[number].messages, turns[arm], strict=False):
            yield f"PERSON: {text}\n\nCOACH: {seen(turn)}"
