"""What is known of a person at a moment: all they said and gave, and what the app has told them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.content import load_onboarding
from coaching.evals.judges.replies import Reply
from coaching.offline.replies.texts import names, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.evals.stories.noting import Noted
    from coaching.evals.stories.played import Done, Played, Told
    from coaching.evals.stories.story import Person


def said_so_far(told: Told) -> Iterator[tuple[Reply, list[str]]]:
    """Yield every reply with what the person has said up to it: their lines, words and answers."""
    theirs = list(_of_person(told.story.person))
    at = 0
    for session in told.sessions:
        theirs += [done.words for done in session.before if _is_theirs(done)]
        for line, said in enumerate(session.said, 1):
            theirs.append(said.person)
            yield Reply(at, session, line, said), theirs
            at += 1


def known_so_far(told: Told) -> Iterator[tuple[Reply, list[str]]]:
    """Yield every reply with all that may be known by then, its own tools and help included."""
    known = [*_of_person(told.story.person), *_noted(told.first)]
    at = 0
    for session in told.sessions:
        known += [*(done.words for done in session.before), session.door, session.block]
        known += [_day(session)]
        for line, said in enumerate(session.said, 1):
            known += [said.person, said.shown, *said.kept, said.put_down, said.behind.told]
            known += [str(given) for call in said.behind.calls for given in call.given.values()]
            known += _lines(said.behind.lines)
            yield Reply(at, session, line, said), known
            known.append(said.toney)
            at += 1
        known += [session.closing, session.closing_at_once, *_noted(session.noted)]


def _is_theirs(done: Done) -> bool:
    return done.what in {"did it", "not today"}


def _day(session: Played) -> str:
    return f"{session.at:%A} {session.at.day} {session.at:%B}"


def _of_person(person: Person) -> Iterator[str]:
    """Yield what they gave before the first talk: the questions with their answers, as worded."""
    yield from (person.name, person.why)
    chosen = {*person.answers.values(), *person.context}
    for question in load_onboarding().questions:
        yield from (option.text for option in question.options if option.id in chosen)


def _lines(ids: tuple[str, ...]) -> Iterator[str]:
    """Yield the texts of the offline coach that a reply was made of: people wrote them."""
    for name in names() & set(ids):
        for text in (*wording(name).texts.values(), *wording(name).plain.values()):
            yield from text


def _noted(noted: Noted) -> Iterator[str]:
    yield from (text for seen in noted.seen for text in (seen.content, seen.quote))
    yield from (text for memory in noted.remembered for text in (memory.content, memory.quote))
    yield from (text for card in noted.cards for text in (card.title, card.content))
    yield from noted.wins
    for version in noted.versions:
        yield from (version.guess, version.one_sentence, version.narrative, version.card_why)
        yield from version.doors
