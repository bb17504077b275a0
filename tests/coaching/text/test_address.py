from __future__ import annotations

import pytest

from coaching.text.address import address_of, usual_address


@pytest.mark.parametrize(
    ("said", "form"),
    [
        (["mi hermano me pidió dinero"], ""),
        (["¿qué crees?", "cuéntame más"], "tú"),
        (["usted qué opina", "me podría explicar eso"], "usted"),
        (["vos tenés razón", "no podés decir eso"], "vos"),
        (["mi jefe me dice de usted, y tú qué piensas, dime"], "tú"),
        (["Oiga desde qué año le dije", "no me lo va a creer"], "usted"),
        (["Le cuento de una vez que yo escribo largo"], "usted"),
        (["Mándeme la lista", "no me lo apunte"], "usted"),
        (["Como le decía, la casa sigue igual"], "usted"),
        (["Hoy hablé con mi mamá y ya le conté todo.", "fue lo que le conté ayer"], ""),
        (["se lo cuento a mi hermana mañana", "lo que le conté a mi jefe"], ""),
        (["Le voy a contar algo que no sabe ni Fer."], "usted"),
        (["Ah, y le dije mal lo de la tanda, no me toca en el 8."], "usted"),
        (["Y otra cosa que le dije mal: son 680."], "usted"),
        (["así que le escribo desde la cocina"], "usted"),
        (["Mire, voy a hacer dos cosas.", "Le dejo, que se me quema el arroz."], "usted"),
        (["A Nacho le dije mal la cuenta", "le voy a contar la verdad a mi hermana"], ""),
        (["Según yo el miércoles le voy a decir", "le escribo a mi hermana para Navidad"], ""),
        (["Le voy a decir algo a mi jefe"], ""),
        (["avísame el lunes"], "tú"),
        (["Bueno, el domingo le muestro el cuaderno, ponele."], "vos"),
        ([], ""),
    ],
)
def test_the_form_of_address_is_the_one_they_use_most(said: list[str], form: str) -> None:
    assert address_of(said) == form


@pytest.mark.parametrize(
    ("country", "zone", "form"),
    [
        (None, "America/Asuncion", "vos"),
        (None, "America/Argentina/Cordoba", "vos"),
        ("UY", "Europe/Madrid", "vos"),
        ("ES", "America/Montevideo", "tú"),
        (None, "America/Mexico_City", "tú"),
    ],
)
def test_where_no_form_shows_the_usual_one_of_where_they_live_is_taken(
    country: str | None, zone: str, form: str
) -> None:
    assert usual_address(country, zone) == form
