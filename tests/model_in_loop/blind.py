"""Compare recorded runs blindly: packets for judges, and a page once they have marked them.

    python -m tests.model_in_loop.blind packets OUT --people DIR --run now=FOLDER --run plain=FOLDER
    python -m tests.model_in_loop.blind page OUT --people DIR --run now=FOLDER --run plain=FOLDER

Judges get `OUT/packets` and JUDGE.md, and write into `OUT/marks`. `OUT/key.json` is not for them.
"""

from __future__ import annotations

import argparse
import json
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.model_in_loop.files import Folder, load, store
from tests.model_in_loop.grading import DIMENSIONS
from tests.model_in_loop.packets import Arms, seen, turns_of, write_packets
from tests.model_in_loop.people import read_people
from tests.model_in_loop.verdicts import Verdicts, read_verdicts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tests.model_in_loop.people import Person

STYLE = """\
body{font:16px/1.5 system-ui;margin:2rem auto;max-width:75rem;padding:0 1rem}
table{border-collapse:collapse;margin:1rem 0}td,th{border:1px solid #ccc;padding:.3rem .6rem;
text-align:left;vertical-align:top;white-space:pre-wrap}th{background:#f4f4f4}
"""


def page(people: Sequence[Person], runs: Mapping[str, Arms], found: Verdicts, key: Any) -> str:
    """Return the comparison as one page that needs nothing else."""
    summary = found.as_json()
    body = [
        *_pairs(summary["pairs"]),
        "<h2>Rubric, means of 0 to 4 per session</h2>",
        _table(["", *found.arms], _grade_rows(found.arms, summary["grades"])),
        "<h2>Memory questions</h2>",
        _table(
            ["", "right", "of"],
            ([arm, m["right"], m["of"]] for arm, m in summary["memory"].items()),
        ),
        *(
            ["<h2>Missing</h2>", _table(["problem"], ([p] for p in found.problems))]
            * bool(found.problems)
        ),
        *_replies(people, runs, found, key),
    ]
    head = (
        f"<!doctype html><meta charset=utf-8><title>Blind comparison</title><style>{STYLE}</style>"
    )
    return f"{head}<h1>Blind comparison</h1>{''.join(body)}"


def _pairs(pairs: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    for name, groups in pairs.items():
        yield f"<h2>{escape(name)}</h2>"
        columns = ["", "wins", "ties", "losses", "share of wins", "95 % of resampled sessions"]
        yield _table(
            columns,
            (
                [who, g["win"], g["tie"], g["loss"], f"{g['wins']:.0%}", _span(g["interval"])]
                for who, g in groups.items()
            ),
        )


def _span(interval: Sequence[float]) -> str:
    return " to ".join(f"{edge:.0%}" for edge in interval)


def _grade_rows(arms: Sequence[str], grades: Mapping[str, Any]) -> Iterator[list[Any]]:
    for name in ("sessions", "mean", "hard fails", *DIMENSIONS):
        yield [name, *(grades.get(arm, {}).get(name, "") for arm in arms)]


def _replies(
    people: Sequence[Person], runs: Mapping[str, Arms], found: Verdicts, key: Any
) -> Iterator[str]:
    by_id = {person.id: person for person in people}
    for name, packet in key["packets"].items():
        person, number = by_id[packet["person"]], packet["session"]
        turns = {arm: turns_of(records, person.id, number) for arm, records in runs.items()}
        yield f"<h2>{escape(name)}</h2>"
        yield _table(
            ["person", *runs, "the judges"],
            (
                [
                    person.sessions[number].messages[place],
                    *(seen(turns[arm][place]) for arm in runs),
                    "\n".join(found.reasons[f"{name}:{place}"]),
                ]
                for place in range(len(packet["messages"]))
            ),
        )


def _table(columns: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows
    )
    return f"<table><tr>{head}</tr>{body}</table>"


def main() -> None:
    """Write packets, or the page and summary.json."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=("packets", "page"))
    parser.add_argument("out", type=Path)
    parser.add_argument("--people", type=Path, nargs="+", required=True)
    parser.add_argument("--run", action="append", required=True, metavar="NAME=FOLDER")
    parser.add_argument("--held", nargs="*", default=[], help="ids of people nobody worked with")
    parser.add_argument("--seed", type=int, default=20261122)
    given = parser.parse_args()
    people = read_people(given.people)
    folders = dict(run.split("=", 1) for run in given.run)
    runs = {
        name: {record["id"]: record for record in Folder(Path(folder)).records()}
        for name, folder in folders.items()
    }
    if given.what == "packets":
        count = write_packets(given.out, people, runs, held=given.held, seed=given.seed)
        print(f"{count} packets in {given.out / 'packets'}")
        return
    found = read_verdicts(given.out)
    store(given.out / "summary.json", found.as_json())
    text = page(people, runs, found, load(given.out / "key.json"))
    (given.out / "index.html").write_text(text, "utf-8")
    print(json.dumps(found.as_json(), indent=1))


if __name__ == "__main__":
    main()
