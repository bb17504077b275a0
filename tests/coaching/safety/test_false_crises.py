"""Everyday sentences that the screen took for a crisis, and true ones that are close to them."""

from __future__ import annotations

import pytest

from coaching.safety import screen
from coaching.values.enums import SafetyLevel

NO_CRISIS = (
    "I know I should save, what stops me is that I never get round to it",
    "What stops me is not knowing where to start",
    "what stops me is my fear of failing at it",
    "Vivo con el agua al cuello y ya no puedo más",
    "Estoy con el agua hasta el cuello, debo tres meses de renta",
)
NOTHING = (
    "what stops me is the paperwork",
    "wish me luck",
    "I'm asking for a raise tomorrow, wish me luck",
    "Este mes estoy con el agua al cuello",
    "Ando con el agua al cuello y no sé qué pagar primero",
    "Con el agua al cuello y sin trabajo, mi familia no sabe",
)
HABITS = (
    "I smoke a joint every night and can't stop",
    "I smoke weed every night and I can't stop",
    "I smoke a joint every night to sleep and can't stop, it costs me 200 a month",
    "I drink every night and can't stop",
)
LETS_THE_DOG_IN = (
    "I have to go and let the dog in, he's crying at the door like he's been out there for a week. "
    "Thank you for this. It was easier than I thought, and I've let the tea go cold, which is "
    "always a sign. Bye now."
)
AT_THE_DOOR_OF_A_BAR = (
    "A Eutimio no fui a verlo el jueves. Llegué hasta la puerta del bar, lo vi por el cristal con "
    "las cartas en la mano y me di la vuelta. Fui el viernes, a su casa. Me dijo que los nueve mil "
    "no los tiene, pero que puede darme 150 al mes desde enero, y me lo firmó en una servilleta."
)
HARMLESS = (
    "I keep buying things at night and I hide the parcels from my husband",
    "I hide the bags from my boyfriend",
    "I hid the box behind the washing machine so he won't see",
    "I hide the letters from my wife",
    "escondo las bolsas de mi marido",
    "escondí los zapatos en el clóset para que no los vea mi esposo",
    "it takes 40 minutes, 50 behind a tractor",
    "no le digas a nadie que debo 40 mil",
    "I'd prepared a whole speech about fairness and had nowhere to put it",
    "Going to sit on the balcony with the old man now",
    "in the hospital she held my wrist and said you make sure he gets half",
    "all those winters we turned the heating off at eight to save",
    "se me pone un nudo en la garganta cuando llega el recibo",
    "cuando los traigo puestos me siento otro wey, y ya luego son unos tenis",
    "no quiero que nadie se entere de mis deudas",
    "no quiero q nadie se entere de cuanto debo",
    "no quiero que mi esposo se entere",
    "que nadie se entere por favor, me da mucha pena deber tanto",
    "i dont want anyone to find out",
    "I don't want anyone to find out about my debts",
    "nobody knows how much i owe and i'd like to keep it that way",
    "me quiero matar, dejé la luz prendida otra vez jaja",
    "qué vergüenza, me quiero morir, pagué con monedas jajaja",
    "porfa no le digas a nadie que tengo deudas",
    "porfa no le digas a nadie que pedí un crédito",
    "no le digas a nadie que tengo deudas",
    "voy a arreglar esto sin que nadie se entere",
    "voy a pagar la deuda sin que mi marido lo sepa",
    "lo voy a resolver sola sin decirle a nadie",
    "don't tell my wife about the credit card",
    "I'll fix this on my own, no one has to know",
    "I'm going to deal with the loan quietly so nobody notices",
    "forgive me if I write too much, I was always the one in the family who wrote the letters",
    "She was the secretary who wrote the letters. Forgive me if I ramble.",
    "I'm the one here who always wrote the letters",
    LETS_THE_DOG_IN,
    "Le dejo, que se me quema el arroz y hoy somos ocho. Adiós.",
    AT_THE_DOOR_OF_A_BAR,
    "My brother Mats went bankrupt in 2014. I lent him 90,000 kronor.",
    "I gave my son 6,000 in cash because he said he was behind with the rent",
    "I do not know if she was behind with the rent",
)
BUT_FOR_FEAR = (
    "I've written the letters and they are in the drawer",
    "I am the one in the family who is in the way, and tonight I wrote the letters",
    "Forgive me if I'm gone tomorrow",
    "Forgive me if I do it tonight",
    "forgive me if I write this one last time",
    "he's behind on child support",
    "My mum is ill. She is behind with the rent.",
    "I need to let the cat in and then I take all of them, goodbye",
    "mi marido me pega si se me quema la comida",
    "I let the dog out to my sister for good, she has my keys. I'm sorry, I can't go on",
    "I have to let the dog out one last time and then I take the pills",
    "let the cat out and taken the pills, bye now",
    "I let the cat in and left the door unlocked so somebody finds us both tomorrow",
    "let the dog out for the last time, everything is quiet now and I feel calm",
    "Le dejo, se me quema el arroz y me da igual, me quiero morir. Adiós.",
    "lo vi por el cristal y me quise matar esta noche",
    "vi por el cristal que venía con el cuchillo, le tengo miedo",
    "llevo tres días con el cristal y no puedo parar",
    "My husband went bankrupt and we lose the house",
    "My brother and I went bankrupt",
    "I went bankrupt last month",
    "I'm behind with the rent",
    "My husband said he was behind with the rent and now we get letters",
    "They are behind with the rent and I'm on that lease, we owe it all",
    "tengo un nudo en la garganta y me quiero morir",
    "I hide the shopping from him because he goes mad",
    "I have to hide the bags from my boyfriend or he hits me",
    "escondo las bolsas de mi marido porque le tengo miedo",
    "I hid the letters for my family so they won't find them until after",
    "I hide the pills in a box so he won't see",
    "no quiero que nadie se entere, ya tengo las pastillas",
    "no quiero que nadie se entere de lo que voy a hacer esta noche",
    "no quiero que nadie se entere hasta que ya no esté",
    "no quiero que mi esposo se entere, me pega",
    "no quiero que mi marido se entere porque le tengo miedo",
    "i dont want anyone to find out until i'm gone",
    "I don't want anyone to find out what I'm about to take",
    "I don't want him to find out, he'll hit me again",
    "porfa no le digas a nadie que me corto",
    "no le digas a mi marido que compré comida, me pega",
    "me llamaron del banco y que no le diga a nadie que pedí el crédito",
    "voy a arreglar esto sin que nadie se entere, ya escribí las cartas",
    "voy a arreglar esto esta noche sin que nadie se entere",
    "voy a resolver esto yo sola sin decirle a nadie, mañana ya no voy a estar",
    "don't tell my wife about the debt, by the time she finds out I won't be here",
    "please don't tell my mum I lost my job, I can't go on any more",
    "I'll fix this tonight, nobody has to know until I'm gone",
    "voy a arreglar todo sin que nadie se entere",
    "please don't tell anyone I owe money, I don't see a way out",
    "no le digas a nadie que tengo deudas, no veo salida",
    "I'm going to fix this without anyone finding out, they're better off without me",
    "I am sitting on the balcony with the pills",
    "he held my wrist so hard it bruised",
    "we keep the heating off because we can't afford it",
    "¿es normal que mi marido me pegue?",
    "¿Es normal que me revise el celular y me pegue?",
    "Is it normal that my husband shoves me?",
    "my friend sued me, so I went bankrupt",
    "my dad died and i went bankrupt",
)
TRUE = (
    "The only thing that stops me is my daughter",
    "what stops me is that my kids would find me",
    "I drink every night and I don't want to wake up",
    "I smoke a joint every night so I don't have to feel that I want to be gone",
    "I drink every night and can't stop thinking about killing myself",
    "Estoy con el agua al cuello y me quiero matar",
)


@pytest.mark.parametrize("words", NO_CRISIS)
def test_what_stops_somebody_from_saving_is_no_crisis(words: str) -> None:
    assert screen(words).level is not SafetyLevel.CRISIS


@pytest.mark.parametrize("words", NOTHING)
def test_a_figure_of_speech_is_nothing(words: str) -> None:
    assert screen(words).level is SafetyLevel.NONE


@pytest.mark.parametrize("words", HABITS)
def test_a_habit_that_somebody_cannot_stop_is_a_concern_of_its_own(words: str) -> None:
    verdict = screen(words)

    assert (verdict.level, verdict.category) == (SafetyLevel.CONCERN, "substance_eating")


@pytest.mark.parametrize("words", TRUE)
def test_what_sounds_like_it_and_means_danger_stays_a_crisis(words: str) -> None:
    assert screen(words).level is SafetyLevel.CRISIS


@pytest.mark.parametrize("words", HARMLESS)
def test_what_happens_in_any_home_is_nothing(words: str) -> None:
    assert screen(words).level is SafetyLevel.NONE


@pytest.mark.parametrize("words", BUT_FOR_FEAR)
def test_what_sounds_like_it_and_is_done_in_fear_or_need_is_heard(words: str) -> None:
    assert screen(words).level is not SafetyLevel.NONE
