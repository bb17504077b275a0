"""Six invented people, twenty lines each: five tensions, six styles, one of them in Spanish."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from coaching.values.context import CardView, PersonView
from coaching.values.enums import CardKind, Depth, LearningStyle, Stage, Tension
from tests.coaching.offline.talking import Session


def card(title: str, content: str, *, done: int = 2, skips: int = 0) -> CardView:
    return CardView(
        id=UUID(int=1),
        kind=CardKind.NOTICING,
        title=title,
        content=content,
        is_focus=True,
        times_completed=done,
        last_completed_at=None,
        graduated_at=None,
        created_at=datetime(2026, 11, 1, tzinfo=UTC),
        skips_last_week=skips,
    )


MARA = Session(
    PersonView(
        name="Mara",
        tension=Tension.AVOID,
        secondary_tension=Tension.NUMB,
        tone=3,
        stage=Stage.CONTEMPLATION,
        learning_style=LearningStyle.PRACTICE,
        life_context=("ctx_partner",),
        emotional_why="I want to stop feeling sick when the post comes.",
        hypothesis=(
            "Looking away may be a family rule you are still keeping: money was not spoken about, "
            "so seeing it alone feels unsafe."
        ),
    )
)
DEV = Session(
    PersonView(
        name="Dev",
        tension=Tension.WORRY,
        secondary_tension=Tension.GRIP,
        tone=7,
        stage=Stage.PREPARATION,
        learning_style=LearningStyle.INSIGHT,
        emotional_why="I would love one evening without doing sums in my head.",
    ),
    session_number=4,
    gap_days=5,
    focus_card=card(
        "I have a set time for money",
        "Money gets my full attention at its set time. Outside it, I can say: noted.",
    ),
)
LUCA = Session(
    PersonView(
        name="Luca",
        tension=Tension.CHASE,
        tone=8,
        stage=Stage.PRECONTEMPLATION,
        depth=Depth.LIGHT,
        learning_style=LearningStyle.STORY,
        life_context=("ctx_work",),
        emotional_why="Once I make it I can finally rest.",
    ),
    session_number=2,
    gap_days=20,
)
PRIYA = Session(
    PersonView(
        name="Priya",
        tension=Tension.PERFORM,
        tone=5,
        stage=Stage.RELAPSE,
        depth=Depth.DEEP,
        life_context=("ctx_debt",),
        emotional_why="I am tired of pretending.",
    ),
    session_number=6,
    gap_days=9,
    focus_card=card("One honest sentence", "I don't owe anyone my numbers."),
)
SAM = Session(
    PersonView(
        name="Sam",
        tension=Tension.NUMB,
        tone=2,
        stage=Stage.ACTION,
        depth=Depth.LIGHT,
        learning_style=LearningStyle.PRACTICE,
        life_context=("ctx_loss",),
        emotional_why="I don't know where it goes and I don't feel much about it.",
    ),
    session_number=3,
    gap_days=2,
    focus_card=card("Feeling first, then the cart", "Before I tap pay I ask: what am I feeling?"),
)
ROCIO = Session(
    PersonView(
        name="Rocío",
        language="es-CL",
        tension=Tension.GIVE,
        tone=6,
        stage=Stage.ACTION,
        learning_style=LearningStyle.PRACTICE,
        life_context=("ctx_family_support",),
        emotional_why="Quiero poder decir que no y que igual me quieran.",
    ),
    session_number=5,
    gap_days=3,
    focus_card=card("Déjame ver", "Déjame ver y te llamo mañana."),
)


@dataclass(frozen=True)
class Talk:
    """A person with what they write, and what is special about it."""

    session: Session
    about: str
    lines: tuple[str, ...]


TALKS = {
    "mara": Talk(
        MARA,
        "avoid · contemplation · tone 3 · first session",
        (
            "ok so I did the quiz. apparently I avoid. shocking.",
            "like a 7? nobody talked about money at home, dad just went quiet",
            "there's a drawer in the hall. I put the letters in and close it fast",
            "my stomach drops a bit when I hear the letterbox",
            "mostly the bank I think, and one from the council",
            "it's silly, they're only envelopes",
            "I guess I'm scared it says I'm someone who can't cope",
            "Ben thinks it's all handled, he pays the rent and never asks",
            "I've never told him about the drawer",
            "he'd be nice about it, that's the worst part",
            "so what do I do, give me a plan for the weekend",
            "not the whole drawer, I'd die",
            "could I open just the top one?",
            "saturday morning, tea first, Ben next to me on the sofa",
            "yes please, keep it",
            "what if it's a big number",
            "then I close it and we watch something",
            "oh. it's not the letters, it's dad's face when he read my marks out",
            "I could tell Ben about the marks before I open anything",
            "thanks toney, that's enough for tonight",
        ),
    ),
    "dev": Talk(
        DEV,
        "worry · preparation · tone 7 · asks for reassurance, gets angry",
        (
            "Back. Bad week, checked the balance eleven times on Tuesday",
            "my contract ends in June and the news is all layoffs",
            "we've got seven months saved, is seven months enough?",
            "just say it's enough so I can sleep",
            "that's not an answer, I asked you a straight question",
            "fine. look at the checking then",
            "it starts in bed around midnight, thumb on the app before I've decided anything",
            "tight chest, maybe an 8",
            "it's for the kids, so nothing ever catches us out",
            "I want an evening off but if I relax I'll miss something",
            "my dad lost the shop overnight, nobody had seen it coming",
            "the check-in card did work on Thursday, I only looked at six",
            "weird. we played cards with the kids and I forgot the phone was in the other room",
            "yeah, keep it",
            "what if the contract isn't renewed",
            "I'd call Sanjay first, he always has something",
            "huh. so I've got a plan already and the checking isn't part of it",
            "the phone could sleep in the kitchen",
            "tonight, when I do the dishes",
            "cheers, off to bed",
        ),
    ),
    "luca": Talk(
        LUCA,
        "chase · precontemplation · tone 8 · asks for a pick, ends with nothing",
        (
            "quick one bro, which coin would you hold till summer",
            "come on, just a hint",
            "everyone I know is already set and I'm 29 sharing a flat with three guys",
            "it's not greed, I just want out",
            "out of the alarm at five, out of my manager's voice",
            "up 600 on Monday and by dinner it felt like nothing",
            "flat, like somebody switched the room off",
            "then I opened the chart again and put 200 more in",
            "it works for me though, I like the rush",
            "you sound like a fridge magnet",
            "my dad drove a taxi for 31 years and never bought one nice thing",
            "I'm not going to end up like that",
            "if I made it I'd sleep till nine and nobody could call me",
            "last summer we had two days at my uncle's lake and I forgot the phone in the car",
            "my cousin grilled fish and we said about four words",
            "dunno why I'm telling you this",
            "part of me knows it's the same chart every night",
            "maybe I leave the app till morning, one night",
            "no card please",
            "alright, gym time, later",
        ),
    ),
    "priya": Talk(
        PRIYA,
        "perform · circling back · tone 5 · shame, a correction, a plan",
        (
            "sorry I disappeared. I paid for everyone again on Saturday, the whole table",
            "the card thing didn't happen, it feels cheesy when I'm standing there",
            "Anita's face when the waiter came. I can't stop seeing it",
            "she has the house and the garden and a husband who cooks",
            "I wanted her to think I'm doing well",
            "my husband doesn't know about the second credit card",
            "ashamed",
            "I don't want to talk about how much",
            "everyone does it though, it's called being generous",
            "it's not generosity, it's more like rent for my chair",
            "I feel sick and also a bit lighter",
            "no, not lighter. it's relief",
            "nobody ever asked me to pay. I've been buying a seat I already have",
            "scared they'd see I'm ordinary",
            "Tess asked me once if I was ok and I did the voice",
            'I could tell Tess "this month is thin, can we cook at yours"',
            "on Thursday, when we walk the dogs",
            "call it the dog walk sentence",
            "that counts as the card then",
            "good night",
        ),
    ),
    "sam": Talk(
        SAM,
        "numb · action · tone 2 · few words, grief",
        (
            "bought stuff again last night",
            "after the shift, 4am, on the kitchen floor",
            "heavy arms mostly",
            "did the ten minute thing tho. waited six then bought it anyway",
            "noticed I was thirsty",
            "it was mum's birthday yesterday",
            "she used to bring those little cakes home from the bakery",
            "I miss her voice on the stairs",
            "yeah",
            "I don't open the parcels, they're just by the door",
            "no idea why",
            "a bit ashamed of the pile",
            "nobody here when I get home, that's the thing",
            "the shop is always open",
            "maybe water first and then the phone",
            "when I drop my bag, before the sofa",
            "yes save that",
            "tea tastes better than scrolling tbh",
            "felt calm for like a minute on tuesday",
            "gonna sleep now, night",
        ),
    ),
    "rocio": Talk(
        ROCIO,
        "give · action · tone 6 · Chilean Spanish",
        (
            "hola. no hice lo de esperar un día, mi hermano me pidió plata y se la mandé al tiro",
            "rétame nomás, soy súper tonta",
            'de mi mamá. "tú que puedes, ayuda a tu hermano". desde los 12',
            "pero es que él lo necesita, no puedo dejarlo botado",
            "cuando le compré las zapatillas al Nico ahí lo elegí yo, fuimos juntos",
            "en la garganta, como apretado",
            "me da culpa decirle que no",
            "tengo miedo de que se enoje conmigo",
            "quiero ayudarlo pero quiero elegirlo yo",
            "nunca le he contado esto a nadie",
            "me di cuenta de que siempre contesto antes de mirar mi cuenta",
            'podría decirle "dame hasta mañana, hermano"',
            "el viernes, cuando me escriba, desde la pega",
            "ya, guárdala",
            "igual me va a dejar en visto",
            "¿y si se enoja de verdad?",
            "salgo con la perra a dar una vuelta sin el celu",
            "me siento más tranquila con eso",
            "y un poco rara, como si faltara algo",
            "ya, me voy a la pega, gracias",
        ),
    ),
}
