"""What asks before it is remembered, and everyday sentences that only look like it."""

from __future__ import annotations

import pytest

from coaching.memory.rules import load_rules

EVERYDAY = [
    "Yesenia is finishing nursing, and you pay her room",
    "Yesenia está terminando enfermería",
    "You pay off the Visa card on the 5th",
    "You paid on my visa",
    "I'll pay it on Friday",
    "The rent hits your account on the 1st",
    "What hits you hardest is Sundays",
    "It beats cooking",
    "se fue todo de golpe",
    "Los papeles del banco están en el cajón",
    "You work as a secretary in a school office",
    "Your landlord is Ms Patel",
    "You pay Virgin Media 42 a month",
    "Your sister lives in Virginia",
    "There was a race you never entered",
    "You work at a hospital",
    "Trabajas en un hospital de Puno",
    "You manage the drug store on the corner",
    "You handle the family affairs",
    "a mi juicio fue caro",
    "You got choked up at the till",
    "me pega el sol en la oficina",
    "You went guarantor for Mossie, because Pat asked you from the hospital bed",
    "You bought the shoes in the hospital shop",
    "You ate from the church pantry for a winter",
    "tmrw after church im calling mum to say i can do 100k",
    "You live by the church in Ennis",
    "La panadería está al lado de la iglesia",
    "Your brother Mats went bankrupt in 2014 and never paid you back",
    "he sent 150 and says ill get the other 130 on the 18th",
    "so ill pay it monday",
    "Le dejó nueve mil euros, sin papeles, a su cuñado",
    "le presté el dinero sin papeles ni nada",
]
PRIVATE = [
    "Your husband hits you",
    "he hit me last night",
    "he beats her",
    "he choked me",
    "she punched him",
    "tu marido te pega",
    "le dio un golpe",
    "tiene una enfermedad",
    "está enferma",
    "your mother has ms",
    "You were in hospital in May",
    "le operaron en el hospital",
    "you take drugs",
    "You're waiting for a visa",
    "your work visa runs out in May",
    "estoy sin papeles",
    "el juicio es en mayo",
    "You had an affair",
    "You're a virgin",
    "because of my race",
    "nobody knows, it's a secret",
    "You lay in a hospital bed for a week",
    "mum is in hospital again",
    "You were ill all winter",
    "mum got ill in May",
    "She is mentally ill",
    "You go to church on Sundays",
    "You give a tenth to your church",
    "She left the mosque",
    "Va a misa y dona a la iglesia",
    "You were made bankrupt in 2019",
    "I'm going bankrupt",
    "Tu bisabuelo llegó sin papeles",
    "trabajas sin papeles en un bar",
    "You were too ill to work in May",
    "You and Tom were both ill",
    "Your sister, ill since spring, lives with you",
    "You got a letter from the hospital",
    "Your mother comes home from the hospital tomorrow",
    "You volunteer at church on Sundays",
    "You sing in the church choir",
    "You met him at the mosque",
    "Te ayuda la iglesia",
    "Cantas en el coro de la iglesia",
]


@pytest.mark.parametrize("text", EVERYDAY)
def test_everyday_talk_is_remembered_without_asking(text: str) -> None:
    assert not load_rules().is_sensitive(text)


@pytest.mark.parametrize("text", PRIVATE)
def test_what_somebody_may_regret_having_told_asks_first(text: str) -> None:
    assert load_rules().is_sensitive(text)
