"""The report of a run as one page: no script, no request, every text escaped.

It reads at 390 px and on a desk, in light and dark; what colour says, a mark and a word say too.
"""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from coaching.evals.story_reports.page_people import anchor, people
from coaching.text.markup import joined, style, tag

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.evals.judges import Fault, Verdict
    from coaching.evals.stories.played import Told
    from coaching.evals.story_reports.report import StoryReport

STYLE = Path(__file__).with_name("page.css")
FONTS = Path(__file__).parents[3] / "assets" / "toney" / "fonts"
FACES = (
    ("Newsreader", "normal", "400 500", "newsreader-440.woff2"),
    ("Newsreader", "italic", "400 500", "newsreader-440-italic.woff2"),
    ("Figtree", "normal", "400 600", "figtree-400-600.woff2"),
)
OPEN_UP_TO = 6
"""Objections of a judge that are seen without unfolding."""


def page_of(report: StoryReport, *more: Markup) -> str:
    """Return the page; `more` are sections that stand above the people."""
    css = _faces() + STYLE.read_text("utf-8")
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=_policy(css)),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", "Toney: report on stories"),
        style(css),
    )
    body = tag(
        "body",
        tag("a", "Skip to the figures", href="#judges", class_="skip"),
        tag(
            "main",
            _head(report),
            *more,
            _matrix(report),
            _together(report),
            _objections(report),
            people(report),
            _how(),
        ),
    )
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"


def section(name: str, title: str, *inside: str | Iterable[str]) -> Markup:
    """Return a section of the page with its heading."""
    return tag("section", tag("h2", title), *inside, id=name)


def words(name: str) -> str:
    """Return a judge's name as it is read."""
    return name.replace("_", " ")


def _faces() -> str:
    """Return the project's two faces, where this is a checkout; else the fallbacks stand in."""
    return "".join(
        f'@font-face{{font-family:"{family}";font-style:{style};font-weight:{weight};'
        f"src:url(data:font/woff2;base64,{base64.b64encode((FONTS / file).read_bytes()).decode()})"
        ' format("woff2")}\n'
        for family, style, weight, file in FACES
        if (FONTS / file).exists()
    )


def _policy(style: str) -> str:
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; font-src data:"


def _head(report: StoryReport) -> Markup:
    cases = report.cases
    passed, sessions = (
        sum(case.passed for case in cases),
        sum(len(told.sessions) for told in report.told),
    )
    by = report.versions
    facts = {"prompts": by.prompts, "tools": by.tools, "content": by.content, "git": by.git}
    return tag(
        "header",
        tag("h1", f"{_many(len(report.told), 'person', 'people')} and {by.model}"),
        tag(
            "p",
            f"{_many(sessions, 'session')}, {_many(report.replies, 'reply', 'replies')}. ",
            tag("strong", f"{passed} of {len(cases)}"),
            " judgements came out as expected.",
            class_="lead",
        ),
        tag(
            "dl",
            (
                tag("div", tag("dt", name), tag("dd", value))
                for name, value in facts.items()
                if value
            ),
            class_="versions",
        ),
    )


def _many(count: int, one: str, more: str = "") -> str:
    return f"{count} {one if count == 1 else more or one + 's'}"


def _matrix(report: StoryReport) -> Markup:
    summed = report.summed
    head = tag(
        "tr",
        tag("th", "person", scope="col"),
        (tag("th", tag("span", words(one.judge)), scope="col") for one in summed),
    )
    rows = (
        tag(
            "tr",
            tag("th", _who(told), scope="row"),
            (_cell(told.story.id, verdict) for verdict in report.verdicts[told.story.id]),
        )
        for told in report.told
    )
    foot = tag(
        "tr",
        tag("th", "passed", scope="row"),
        (tag("td", f"{one.passed}/{one.people}") for one in summed),
    )
    return section(
        "judges",
        "People and judges",
        tag(
            "p",
            "Each figure is the judge’s own; ",
            tag("span", "✕ 0.85", class_="fail sample"),
            " is not as expected and leads to its places.",
            class_="small",
        ),
        tag(
            "div",
            tag("table", tag("thead", head), tag("tbody", rows), tag("tfoot", foot)),
            class_="wide",
            tabindex=0,
            role="region",
            aria_label="People and judges",
        ),
    )


def _who(told: Told) -> Markup:
    name = tag("a", told.story.person.name, href=f"#{anchor(told)}")
    return joined(name, tag("span", " held out", class_="small")) if told.story.held_out else name


def _cell(story: str, verdict: Verdict) -> Markup:
    said = f"{verdict.got}, expected {verdict.expected}"
    if verdict.passed:
        return tag("td", f"{verdict.value:.2f}", title=said)
    link = tag("a", f"✕ {verdict.value:.2f}", href=f"#{_place(story, verdict)}", title=said)
    return tag("td", link, class_="fail")


def _place(story: str, verdict: Verdict) -> str:
    return f"{verdict.judge}-{story}"


def _together(report: StoryReport) -> Markup:
    if not report.together:
        return Markup()
    rows = (
        tag(
            "li",
            tag("strong", "ok" if verdict.passed else "✕ not as expected", class_=_mark(verdict)),
            f" {words(verdict.judge)}: {verdict.got}, expected {verdict.expected}",
            _faults(verdict, ""),
        )
        for verdict in report.together
    )
    return section("together", "All talks together", tag("ul", rows, class_="plain"))


def _mark(verdict: Verdict) -> str:
    return "pass" if verdict.passed else "fail"


def _objections(report: StoryReport) -> Markup:
    judges = [one for one in report.summed if one.passed < one.people]
    blocks = (
        tag(
            "div",
            tag("h3", words(one.judge), tag("span", f" {one.people - one.passed} of {one.people}")),
            (
                _failed(story, verdict)
                for story, verdicts in report.verdicts.items()
                for verdict in verdicts
                if verdict.judge == one.judge and not verdict.passed
            ),
        )
        for one in judges
    )
    nothing = tag("p", "No judge objects to anything.")
    return section("objections", "What the judges object to", *(blocks if judges else (nothing,)))


def _failed(story: str, verdict: Verdict) -> Markup:
    return tag(
        "div",
        tag(
            "p",
            tag("a", story, href=f"#person-{story}"),
            f": {verdict.got}, expected {verdict.expected}",
        ),
        _faults(verdict, story),
        id=_place(story, verdict),
        class_="verdict",
    )


def _faults(verdict: Verdict, story: str) -> Markup:
    shown, folded = verdict.faults[:OPEN_UP_TO], verdict.faults[OPEN_UP_TO:]
    first = tag("ul", (_fault(fault, story) for fault in shown)) if shown else Markup()
    if not folded:
        return first
    rest = tag("ul", (_fault(fault, story) for fault in folded))
    return joined(first, tag("details", tag("summary", f"{len(folded)} more"), rest))


def _fault(fault: Fault, story: str) -> Markup:
    where = f"session {fault.session}" + (f", line {fault.line}" if fault.line else "")
    link = tag("a", where, href=f"#{story}-{fault.session}-{fault.line}") if story else where
    quote = tag("q", fault.reply) if fault.reply else Markup()
    return tag("li", link, f": {fault.because} ", quote)


def _how() -> Markup:
    return section(
        "how",
        "How to read this",
        tag(
            "p",
            "The people are invented; what they write was written beforehand, and every reply "
            "stands as it was given. A judge is a small function without a model.",
        ),
        tag("p", "The same figures come out on every machine: toney eval stories."),
    )
