"""The people of a report: each talk foldable, objections at the reply, what was noted after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from coaching.evals.story_reports.story_page import deed, newest, noted_groups
from coaching.text.markup import tag

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from coaching.evals.judges import Verdict
    from coaching.evals.stories.noting import Noted, Version
    from coaching.evals.stories.played import Played, Told
    from coaching.evals.story_reports.report import StoryReport

Place = tuple[int, int]
"""A session and a line of it, both from 1."""
Objections = dict[Place, list[str]]


def anchor(told: Told) -> str:
    """Return where a person stands on the page."""
    return f"person-{told.story.id}"


def people(report: StoryReport) -> Markup:
    """Return everybody's talks."""
    return tag(
        "section",
        tag("h2", "The talks"),
        (_person(told, report) for told in report.told),
        id="talks",
    )


def _bubbles(message: str, reply: str, objections: Sequence[str] = ()) -> Iterator[Markup]:
    """Yield a message, the reply to it, and what is objected to the reply."""
    yield tag("p", message, class_="person")
    yield tag("div", _paragraphs(reply), class_="coach objected" if objections else "coach")
    for objection in objections:
        judge, _, because = objection.partition(": ")
        name = tag("strong", f"✕ {judge.replace('_', ' ')}")
        yield tag("p", name, f": {because}", class_="objection")


def _paragraphs(text: str) -> Iterator[Markup]:
    return (tag("p", piece) for piece in text.split("\n\n"))


def _person(told: Told, report: StoryReport) -> Markup:
    story = told.story
    verdicts = report.verdicts[story.id]
    failed = sum(not verdict.passed for verdict in verdicts)
    objections = _objections_in(verdicts)
    return tag(
        "details",
        tag(
            "summary",
            tag("span", story.person.name, class_="name"),
            tag(
                "span",
                f"{len(told.sessions)} sessions · ",
                tag("span", _objecting(failed), class_="fail") if failed else "all as expected",
                class_="small",
            ),
        ),
        tag("p", story.person.about, class_="small"),
        tag("blockquote", tag("p", f"“{story.person.why}”"), class_="own"),
        _noted("What Toney noted before the first talk", told.first, None),
        _sessions(told, objections),
        id=anchor(told),
        class_="card someone",
    )


def _objecting(judges: int) -> str:
    return f"✕ {judges} {'judge objects' if judges == 1 else 'judges object'}"


def _sessions(told: Told, objections: Objections) -> Iterator[Markup]:
    before = newest(told.first, None)
    for session in told.sessions:
        yield _session(session, told, objections, before)
        before = newest(session.noted, before)


def _session(session: Played, told: Told, objections: Objections, before: Version | None) -> Markup:
    day = f"{session.at:%A} {session.at.day} {session.at:%B}"
    return tag(
        "div",
        tag("h3", f"Session {session.number}", tag("span", f" {day}")),
        *_coming(session, told.story.person.name),
        _talk(session, told, objections),
        *_leaving(session, told.story.person.name, objections.get((session.number, 0), ())),
        _noted("What Toney noted", session.noted, before),
        class_="session",
        id=f"{told.story.id}-{session.number}-0",
    )


def _coming(session: Played, name: str) -> Iterator[Markup]:
    if session.before:
        yield tag("ul", (tag("li", deed(done, name)) for done in session.before), class_="deeds")
    if session.door:
        title, _, line = session.door.partition("\n")
        yield tag("p", f"{name} comes in by a door: {title}", class_="aside")
        yield tag("div", _paragraphs(line), class_="coach")


def _talk(session: Played, told: Told, objections: Objections) -> Iterator[Markup]:
    for line, said in enumerate(session.said, 1):
        place = f"{told.story.id}-{session.number}-{line}"
        asides = [said.shown, *said.kept]
        if said.put_down:
            asides.append(f"off track: Toney puts down “{said.put_down}”")
        found = objections.get((session.number, line), [])
        yield tag(
            "div",
            *_bubbles(said.person, said.toney, found),
            *(tag("p", aside, class_="aside") for aside in asides if aside),
            id=place,
            class_="exchange",
        )


def _leaving(session: Played, name: str, objections: Sequence[str]) -> Iterator[Markup]:
    if session.ends == "by_person":
        yield tag(
            "p", f"{name} says: that’s it for today. {session.closing_at_once}", class_="aside"
        )
    else:
        yield tag("p", f"{name} stays away; the hours end the session.", class_="aside")
    if session.closing:
        yield tag("p", f"Closing note: {session.closing}", class_="aside")
    for objection in objections:
        yield tag("p", f"✕ {objection}", class_="objection")


def _noted(title: str, noted: Noted, before: Version | None) -> Markup:
    groups = noted_groups(noted, before)
    if not groups:
        return Markup()
    return tag(
        "details",
        tag("summary", title),
        (
            tag("div", tag("h4", name), tag("ul", (tag("li", item) for item in items)))
            for name, items in groups
        ),
        class_="noted",
    )


def _objections_in(verdicts: Iterable[Verdict]) -> dict[Place, list[str]]:
    """Return what the judges object to by its place, each with the judge's name; one a judge."""
    found: dict[Place, list[str]] = {}
    for verdict in verdicts:
        for place in dict.fromkeys((fault.session, fault.line) for fault in verdict.faults):
            because = "; ".join(
                fault.because for fault in verdict.faults if (fault.session, fault.line) == place
            )
            found.setdefault(place, []).append(f"{verdict.judge}: {because}")
    return found
