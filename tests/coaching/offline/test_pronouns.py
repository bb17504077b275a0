from __future__ import annotations

import pytest

from coaching.offline.lexicon import lexicon
from coaching.offline.pronouns import turned

ENGLISH = {
    "I walk past my drawer": "you walk past your drawer",
    "we was late, mum never asked me": "you were late, your mum never asked you",
    "dad went quiet": "Your dad went quiet",
    "my mum's kitchen was mine": "your mum's kitchen was yours",
    "I was never there": "you were never there",
    "im gonna tell her i cant": "you're going to tell her you can't",
    "Dont know, i wasnt sure i aint ready": "Don't know, you weren't sure you aren't ready",
}
SPANISH = {
    "me di cuenta de que perdí la cabeza": "te diste cuenta de que perdiste la cabeza",
    "busqué la carta": "buscaste la carta",
    "no leí nada": "no leíste nada",
    "mi mamá decía que no": "tu mamá decía que no",
    "tengo miedo de que se enoje conmigo": "tienes miedo de que se enoje contigo",
    "no puedo ni sentarme": "no puedes ni sentarte",
    "voy a decírmelo despacio": "vas a decírtelo despacio",
    "tengo trabajo desde el lunes": "tienes trabajo desde el lunes",
    "cobro poco por mi trabajo": "cobras poco por tu trabajo",
    "el gasto de la luz subió y no me atrevo": "el gasto de la luz subió y no te atreves",
    "me acuesto y empiezo a sumar": "te acuestas y empiezas a sumar",
    "elijo lo más barato y sigo": "eliges lo más barato y sigues",
    "conozco esa sensación": "conoces esa sensación",
    "me siento culpable": "te sientes culpable",
    "me siento en la cama": "te sientas en la cama",
    "me lo gasté en pavadas": "te lo gastaste en pavadas",
    "ayer gaste toda la quincena": "ayer gastaste toda la quincena",
    "no se como decirle": "no sabes como decirle",
    "a mi me da pena": "a ti te da pena",
    "pagaré el viernes": "pagarás el viernes",
    "no llamaré": "no llamarás",
    "no haré nada": "no harás nada",
    "yo compraba siempre": "tú comprabas siempre",
    "mi mamá tenía una lata": "tu mamá tenía una lata",
    "me daba miedo": "te daba miedo",
    "yo sola me daba la vuelta": "tú sola te dabas la vuelta",
}


@pytest.mark.parametrize("said", ENGLISH)
def test_a_clause_is_said_from_the_other_side(said: str) -> None:
    assert turned(said, lexicon("en")) == ENGLISH[said]


@pytest.mark.parametrize("said", SPANISH)
def test_a_spanish_clause_is_said_from_the_other_side(said: str) -> None:
    assert turned(said, lexicon("es")) == SPANISH[said]


@pytest.mark.parametrize("said", ["you never listen", "I hoped toney would know"])
def test_what_speaks_to_the_coach_is_not_turned(said: str) -> None:
    assert turned(said, lexicon("en")) is None


@pytest.mark.parametrize(
    "said",
    [
        "tenía miedo de mirar",
        "cuando llegue a casa lo miro",
        "si pudiera dormir",
        "quiero que me deje en paz",
        "había pagado todo",
        "nos separamos en marzo",
        "tú me entiendes",
        "vos me entendés",
        "chateo con él",
    ],
)
def test_a_spanish_verb_that_could_be_wrong_is_left_alone(said: str) -> None:
    assert turned(said, lexicon("es")) is None
