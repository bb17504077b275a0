"""A played story as a page: the talk first, then a quiet block with what Toney noted."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.evals.stories.noting import Card, Noted, Remembered, Seen, Version
    from coaching.evals.stories.played import Done, Played, Said, Told

AFTER = {
    "onboarding": "after the first questions",
    "session_start": "for the next session",
    "session_end": "as the session ended",
    "urgent": "at once, because something was urgent",
}
SEEN = {
    "emotional": "a feeling",
    "deflection": "a step aside",
    "breakthrough": "something shifted",
    "practice_checkin": "how a practice went",
    "topic_shift": "something new in their life",
}
STATUS = {"candidate": "a candidate", "supported": "supported", "retired": "given up"}
BECAUSE = {
    "rejected": "they said it isn't so",
    "off_track": "they said it leads astray",
    "unsupported": "two sessions went by without support",
    "replaced": "a better one took its place",
}
STATE = {
    "waiting": "asks first",
    "superseded": "replaced by a newer one",
    "expired": "its time is over",
    "active": "may be used",
}
BY = {"strategist": "prescribed", "coach": "kept in the talk", "user": "their own"}


def page(told: Told, by: str) -> str:
    """Return the story as Markdown; `by` says who answers."""
    person = told.story.person
    head = (
        f"# {person.name} and {by}: {len(told.sessions)} sessions",
        f"{person.about} An invented person; every reply stands as it was given.",
        f"Why, as they wrote it: “{person.why}”",
        "## Before the first talk",
        *_block(told.first, None),
    )
    parts, before = list(head), newest(told.first, None)
    for session in told.sessions:
        parts += _session(session, person.name, before)
        before = newest(session.noted, before)
    return "\n\n".join(parts) + "\n"


def _session(session: Played, name: str, before: Version | None) -> Iterator[str]:
    yield f"## Session {session.number} · {session.at:%A} {session.at.day} {session.at:%B}"
    if session.before:
        yield "\n".join(f"- *{deed(done, name)}*" for done in session.before)
    if session.door:
        title, _, line = session.door.partition("\n")
        yield f"*{name} comes in by a door: {title}*"
        yield f"**Toney:** {line}"
    for said in session.said:
        yield from _said(said, name)
    if session.ends == "by_person":
        yield f"*{name} says: that’s it for today. At once there stands:* {session.closing_at_once}"
    else:
        yield f"*{name} stays away; the hours end the session.*"
    yield from _block(session.noted, before, session.closing)


def _said(said: Said, name: str) -> Iterator[str]:
    yield f"**{name}:** {said.person}"
    if said.shown:
        yield f"> {said.shown}"
    yield f"**Toney:** {said.toney}"
    if said.kept:
        yield f"*{'; '.join(said.kept)}*"
    if said.put_down:
        yield f"*{name} presses “off track”. Toney puts down: “{said.put_down}”*"


def deed(done: Done, name: str) -> str:
    """Return in words what somebody did between two sessions."""
    day = f"{done.at:%A} {done.at.day} {done.at:%B}"
    match done.what:
        case "not true":
            return f"{day}: {name} reads what Toney thinks and says “not true” to: “{done.words}”"
        case "may be kept":
            return f"{day}: {name} allows this to be remembered: {done.words}"
        case "not there":
            return f"{day}: {name} looks for this, and it isn't there: {done.words}"
        case what:
            words = f", with the words “{done.words}”" if done.words else ""
            return f"{day}: the card in front, {what}{words}"


def _block(noted: Noted, before: Version | None, closing: str = "") -> Iterator[str]:
    """Yield the quiet block; a version says only what has changed."""
    lines = ["**What Toney noted**"]
    lines += [f"Closing note: {closing}"] if closing else []
    for title, items in noted_groups(noted, before):
        lines.append("\n> ".join([f"{title}:", *(f"- {item}" for item in items)]))
    yield "\n>\n".join(f"> {line}" for line in lines)


def noted_groups(noted: Noted, before: Version | None) -> list[tuple[str, list[str]]]:
    """Return what was noted as titles with sentences; `before` is the version of the last look."""
    groups = [
        ("Saw", [_seen(one) for one in noted.seen]),
        ("Remembers", [_remembered(one) for one in noted.remembered]),
    ]
    for version in noted.versions:
        groups.append((_head(version), list(_changes(version, before))))
        before = version
    groups.append(("Cards", [_card(card) for card in noted.cards]))
    groups.append(("Wins", [f"“{win}”" for win in noted.wins]))
    return [(title, items) for title, items in groups if items]


def _seen(seen: Seen) -> str:
    quote = f" “{seen.quote}”" if seen.quote and seen.quote not in seen.content else ""
    urgent = " · urgent" if seen.is_urgent else ""
    return f"{SEEN[seen.kind]}:{quote} {_lower(seen.content)} ({seen.confidence:.2f}{urgent})"


def _remembered(memory: Remembered) -> str:
    state = STATE[memory.state] if memory.state != "active" or memory.was else ""
    facts = (memory.kind.replace("_", " "), memory.source, state)
    quote = f" “{memory.quote}”" if memory.quote else ""
    return f"{memory.content} · {', '.join(filter(None, facts))}{quote}"


def _head(version: Version) -> str:
    return f"Understanding {version.number}, written {AFTER[version.after]}"


def _changes(new: Version, old: Version | None) -> Iterator[str]:
    for guess in new.given_up:
        yield f"no longer guesses, because {BECAUSE[guess.because]}: {guess.said}"
    if new.guess:
        same = old is not None and (old.guess, old.guess_status) == (new.guess, new.guess_status)
        now = f"still {STATUS[new.guess_status]}" if same else STATUS[new.guess_status]
        yield f"guesses, {now}: {new.guess}"
    else:
        yield "has no guess right now"
    if old is None or old.one_sentence != new.one_sentence:
        yield f"for home: {new.one_sentence}"
    if old is None or old.narrative != new.narrative:
        yield f"the story so far: {new.narrative}"
    if old is None or old.stage != new.stage:
        yield f"where they are: {new.stage.lower()}" + (
            f", before: {old.stage.lower()}" if old else ""
        )
    was = old.lenses if old else ()
    yield from (f"opens: {_lower(lens)}" for lens in new.lenses if lens not in was)
    yield from (f"no longer open: {_lower(lens)}" for lens in was if lens not in new.lenses)
    yield f"card: {new.card.replace('_', ' ')} – {_lower(new.card_why)}"
    doors = [door for door in new.doors if old is None or door not in old.doors]
    if doors:
        yield f"{'new doors' if old else 'doors'}: {' · '.join(doors)}"


def _card(card: Card) -> str:
    facts = [card.kind, BY[card.by]]
    facts += ["in front"] if card.is_focus else []
    facts += (
        [f"did it {card.done}, not today {card.not_today}"] if card.done + card.not_today else []
    )
    facts += ["taken into the toolkit"] if card.is_graduated else []
    return f"{card.title}: “{card.content}” ({', '.join(facts)})"


def newest(noted: Noted, before: Version | None) -> Version | None:
    """Return the version that stands after a look."""
    return noted.versions[-1] if noted.versions else before


def _lower(text: str) -> str:
    is_name = text[1:2].isupper() or text[:2] in ("I ", "I'", "I’")
    return text if is_name else text[:1].lower() + text[1:]
