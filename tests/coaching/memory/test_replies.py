"""What Toney's replies give away of something withheld."""

from __future__ import annotations

import pytest

from coaching.memory.corrections import LEFT_OUT, NOT_AGREED, Correction, masked
from coaching.memory.replies import Said, replies_without
from coaching.services.derived_data import everyday
from coaching.values.corrections import Withheld
from coaching.values.enums import Verdict

GROUP = Correction(
    "You go to a meeting for gamblers on Tuesdays, and Priya doesn't know.\n"
    "i go to a gamblers meeting on tuesdays and priya doesnt know",
    Verdict.DELETED,
    withheld=Withheld.DECLINED,
)
TOLD = "the rent. i go to a gamblers meeting on tuesdays and priya doesnt know"
PILLS = Correction(
    "Tomas sertralina desde enero.\ntomo sertralina desde enero",
    Verdict.DONT_USE,
    withheld=Withheld.WAITING,
)
TOLD_IN_SPANISH = "este mes gasté de más. tomo sertralina desde enero"


def passed_on(correction: Correction, *talk: str) -> list[str]:
    """Return what is passed on of a talk that the person begins."""
    lines = [Said(at % 2 == 0, text, masked(text, [correction])) for at, text in enumerate(talk)]
    return replies_without(lines, [correction], everyday())


FIGURE = Correction(
    "Your wife believes the sale came to six; you did not correct her.\n"
    "She guessed six and I did not correct her",
    Verdict.DONT_USE,
    withheld=Withheld.WAITING,
)
GUESSED = "She guessed six and I did not correct her. I did not lie."


def test_a_she_in_the_reply_goes_with_what_was_told_of_her() -> None:
    reply = (
        "She said a number, and leaving it was easier. What I keep is in the settings, where"
        " you can delete it at any time. The server's owner could read it."
    )
    left = (
        "What I keep is in the settings, where you can delete it at any time."
        " The server's owner could read it."
    )
    assert passed_on(FIGURE, GUESSED, reply)[1] == f"{NOT_AGREED} {left}"


def test_a_she_stays_where_they_told_of_somebody_openly() -> None:
    told, reply = f"{GUESSED} My sister came on Sunday.", "It was good that she came on Sunday."
    assert passed_on(FIGURE, told, reply)[1] == reply


@pytest.mark.parametrize(
    ("correction", "told", "reply", "left"),
    [
        (
            GROUP,
            TOLD,
            "That's a big step, and a lot to carry alone for so long. Does Priya see it?",
            f"That's a big step, and a lot to carry alone for so long. {LEFT_OUT}",
        ),
        (
            GROUP,
            TOLD,
            "Gambling takes a lot of energy. Priya may guess. Which bill is next?",
            LEFT_OUT,
        ),
        (
            PILLS,
            TOLD_IN_SPANISH,
            "Gracias por contármelo con tanta confianza hoy. La sertralina tarda unas semanas.",
            f"Gracias por contármelo con tanta confianza hoy. {NOT_AGREED}",
        ),
        (PILLS, TOLD_IN_SPANISH, "Los antidepresivos y el gasto pueden ir juntos.", NOT_AGREED),
    ],
)
def test_the_reply_to_it_is_passed_on_without_what_gives_it_away(
    correction: Correction, told: str, reply: str, left: str
) -> None:
    assert passed_on(correction, told, reply)[-1] == left


def test_a_later_reply_that_repeats_it_is_cut_too() -> None:
    talk = (
        TOLD,
        "Thanks for telling me.",
        "the landlord takes half",
        "Good. Ask Priya for the rest.",
    )

    assert passed_on(GROUP, *talk)[-1] == f"Good. {LEFT_OUT}"


def test_everyday_words_tell_of_it_once_it_was_said() -> None:
    loss = Correction(
        "En febrero perdiste un bebé; nadie lo sabe.\nperdí un bebé en febrero y nadie sabe",
        Verdict.DONT_USE,
        withheld=Withheld.WAITING,
    )
    reply = "No te lo voy a decir. Ya lo sé yo, que lo perdiste en febrero."
    talk = ("perdí un bebé en febrero y nadie sabe", "Gracias.", "no quiero consejos", reply)

    assert passed_on(loss, *talk)[-1] == f"No te lo voy a decir. {NOT_AGREED}"


def test_what_they_say_openly_elsewhere_gives_nothing_away() -> None:
    reply = "Good. Ask Priya for the rest."
    talk = (TOLD, "Thanks for telling me.", "priya pays half the rent", reply)

    assert passed_on(GROUP, *talk)[-1] == reply


def test_nothing_is_cut_where_nothing_is_withheld() -> None:
    lines = [Said(is_theirs=False, text="Priya knows.", passed_on="Priya knows.")]

    assert replies_without(lines, [], everyday()) == ["Priya knows."]


@pytest.mark.parametrize(
    "reply",
    [
        "Thanks for telling me.",
        "That sounds hard. How are you doing with it today?",
        "I'm glad you said it. We can leave it there.",
        "That took courage. What would help you most right now?",
        "Okay. So the rent is what matters today. When is it due?",
        "We don't have to talk about it. Do you want to look at the rent first?",
        "I hear you. Let's write down what comes in and what goes out this week.",
        "That's a lot at once. One small thing is enough for tonight.",
        "You can stop any time. What would be a good next step for the rent?",
        "Then let's do the numbers: 640 for rent, 300 on the account, 340 missing.",
    ],
)
def test_an_ordinary_reply_stays_whole(reply: str) -> None:
    ask = "What's due first?"
    beside = ("rent is 640 and i have 300", ask, TOLD, reply, "ok", reply)

    found = passed_on(GROUP, *beside)

    assert (found[1], found[3], found[5]) == (ask, reply, reply)
