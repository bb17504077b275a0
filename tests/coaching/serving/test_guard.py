"""The door in front of every handler: six kinds of function, arguments, sessions."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import pytest
from pydantic import Field
from typing_extensions import TypedDict

from coaching.errors import InvalidInput, Locked, RateLimited, Unauthenticated
from coaching.serving.cookies import says_locked
from coaching.serving.guard import Guard, OnlyNow

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

Short = Annotated[str, Field(min_length=1, max_length=20)]


@dataclass
class Page:
    """Stands where a State would."""

    cookies: str = "toney_session=ana"
    seen: list[object] = field(default_factory=list)


@dataclass
class House:
    """Sessions and a clock that a test can move."""

    people: dict[str, str] = field(default_factory=lambda: {"ana": "Ana"})
    look_ups: int = 0
    now: float = 0.0

    async def find(self, token: str) -> str | None:
        self.look_ups += 1
        return self.people.get(token)


@pytest.fixture
def house() -> House:
    return House()


@pytest.fixture
def guard(house: House) -> Guard[str]:
    return Guard(
        mark="owner",
        cookie="toney_session",
        cookie_header=lambda page: page.cookies,
        find=house.find,
        now=lambda: house.now,
    )


def plain(page: Page, text: Short) -> str:
    page.seen.append(text)
    return text


async def coroutine(page: Page, text: Short) -> str:
    page.seen.append(text)
    return text


def generator(page: Page, text: Short) -> Iterator[str]:
    page.seen.append(text)
    yield text


async def async_generator(page: Page, text: Short) -> AsyncIterator[str]:
    page.seen.append(text)
    yield text


KINDS = [plain, coroutine, generator, async_generator]


async def outcome(result: Any) -> object:
    if inspect.isasyncgen(result):
        return await anext(result)
    return await result


@pytest.mark.parametrize("kind", KINDS)
async def test_a_signed_in_person_passes(guard: Guard[str], kind: Callable[..., Any]) -> None:
    page = Page()
    assert await outcome(guard.signed_in(kind)(page, "hello")) == "hello"
    assert page.seen == ["hello"]


@pytest.mark.parametrize("kind", KINDS)
async def test_a_stranger_does_not_reach_the_handler(
    guard: Guard[str], kind: Callable[..., Any]
) -> None:
    for cookies in ("", "toney_session=", "toney_session=eve", "other=ana", ";;=;"):
        page = Page(cookies)
        with pytest.raises(Unauthenticated):
            await outcome(guard.signed_in(kind)(page, "hello"))
        assert page.seen == []


@pytest.mark.parametrize("kind", KINDS)
async def test_a_public_handler_takes_anybody_but_not_anything(
    guard: Guard[str], kind: Callable[..., Any]
) -> None:
    page = Page(cookies="")
    assert await outcome(guard.public(kind)(page, "hello")) == "hello"
    with pytest.raises(InvalidInput):
        await outcome(guard.public(kind)(page, "x" * 21))
    assert page.seen == ["hello"]


@pytest.mark.parametrize("argument", [5, {}, None, True, "", b"x", ["x"], "\ud800"])
async def test_an_argument_that_does_not_fit_is_refused(
    guard: Guard[str], argument: object
) -> None:
    page = Page()
    handler: Any = guard.signed_in(coroutine)
    with pytest.raises(InvalidInput) as refused:
        await handler(page, argument)
    assert list(refused.value.fields) == ["text"]
    assert page.seen == []


async def test_numbers_are_not_converted(guard: Guard[str]) -> None:
    async def set_tone(page: Page, tone: int) -> None:
        page.seen.append(tone)

    handler: Any = guard.signed_in(set_tone)
    for wrong in ("3", 3.0, True):
        with pytest.raises(InvalidInput):
            await handler(Page(), wrong)


async def test_missing_and_additional_arguments_are_refused(guard: Guard[str]) -> None:
    handler: Any = guard.signed_in(coroutine)
    for args, kwargs in (((), {}), (("a", "b"), {}), (("a",), {"more": 1})):
        with pytest.raises(InvalidInput):
            await handler(Page(), *args, **kwargs)


def test_a_handler_whose_arguments_cannot_be_checked_is_refused_at_once(
    guard: Guard[str],
) -> None:
    def untyped(page: Page, value) -> None: ...  # noqa: ANN001  # pyrefly: ignore[implicit-any-parameter] - that is the point

    def anything(page: Page, value: Any) -> None: ...

    def starred(page: Page, *values: int) -> None: ...

    for vague in (untyped, anything, starred):
        with pytest.raises(TypeError):
            guard.signed_in(vague)


def test_the_mark_and_the_kind_stay_visible(guard: Guard[str]) -> None:
    assert guard.signed_in(plain).__guard__ == "owner"  # pyrefly: ignore[missing-attribute]
    assert guard.public(plain).__guard__ == "public"  # pyrefly: ignore[missing-attribute]
    for calls in (plain, coroutine):
        assert inspect.iscoroutinefunction(guard.signed_in(calls))
    for streams in (generator, async_generator):
        assert inspect.isasyncgenfunction(guard.signed_in(streams))
    assert list(inspect.signature(guard.signed_in(plain)).parameters) == ["page", "text"]


async def test_a_look_up_is_believed_for_one_second(guard: Guard[str], house: House) -> None:
    handler: Any = guard.signed_in(coroutine)
    for _ in range(50):
        await handler(Page(), "hello")
    assert house.look_ups == 1
    del house.people["ana"]
    house.now = 0.9
    await handler(Page(), "hello")
    house.now = 1.1
    with pytest.raises(Unauthenticated):
        await handler(Page(), "hello")
    assert house.look_ups == 2


async def test_whoever_may_lock_is_looked_up_at_each_event() -> None:
    is_locked = False

    async def find(token: str) -> OnlyNow[str]:
        if is_locked:
            raise Locked
        return OnlyNow(token)

    guard = Guard[str](
        mark="owner", cookie="c", cookie_header=lambda _: "c=ana", find=find, now=lambda: 0.0
    )
    assert await guard.person(None) == "ana"
    is_locked = True
    with pytest.raises(Locked):
        await guard.person(None)


async def test_a_browser_that_says_that_it_is_locked_is_believed_before_any_look_up(
    house: House,
) -> None:
    guard = Guard[str](
        mark="owner",
        cookie="toney_session",
        cookie_header=lambda page: page.cookies,
        find=house.find,
        is_locked=says_locked,
    )
    assert await guard.person(Page()) == "Ana"
    with pytest.raises(Locked):
        await guard.person(Page("toney_session=ana; toney_locked=1"))
    with pytest.raises(Unauthenticated):
        await guard.person(Page("toney_locked=1"))
    assert await guard.person(Page("toney_session=ana; toney_locked=")) == "Ana"
    assert house.look_ups == 1


async def test_made_up_cookies_do_not_fill_the_memory(guard: Guard[str]) -> None:
    for number in range(5_000):
        with pytest.raises(Unauthenticated):
            await guard.person(Page(f"toney_session=made-up-{number}"))
    assert len(guard._remembered) <= 2_000


class Form(TypedDict):
    text: Short


async def send(page: Page, form: Form, times: int = 1) -> str:
    return form["text"] * times


async def test_a_form_is_any_dict_to_the_framework_and_still_has_to_fit(guard: Guard[str]) -> None:
    guarded = guard.public(send)
    hints = get_type_hints(guarded)
    assert (hints["form"], hints["times"]) == (dict[str, Any], int)
    assert await guarded(Page(), {"text": "ho"}, times=2) == "hoho"
    with pytest.raises(InvalidInput):
        await guarded(Page(), {"text": "ho", "more": "no"})  # pyrefly: ignore[bad-typed-dict-key]


async def test_who_does_too_much_is_let_in_again_later(house: House) -> None:
    told: list[str] = []

    def pace(person: str) -> None:
        told.append(person)
        if len(told) > 1:
            raise RateLimited(reason="burst", retry_after=1)

    guard = Guard(
        mark="owner",
        cookie="toney_session",
        cookie_header=lambda page: page.cookies,
        find=house.find,
        pace=pace,
    )
    handler: Any = guard.signed_in(plain)
    page = Page("toney_session=ana")
    await handler(page, "one")
    with pytest.raises(RateLimited):
        await handler(page, "two")
    assert page.seen == ["one"]
