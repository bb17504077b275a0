"""Names of languages, countries and currencies where English or Spanish is spoken, in lower case.

A text that says how a person writes or where they are names one of these: that is no invention.
"""

from __future__ import annotations

_LANGUAGES = "english spanish castilian español inglés castellano"
_AMERICA = """
méxico mexico guatemala honduras salvador nicaragua panamá panama cuba dominicana dominican colombia
venezuela ecuador perú peru bolivia chile argentina uruguay paraguay latinoamérica latinoamerica
latin america américa central rica costa puerto rico
mexican guatemalan honduran salvadoran nicaraguan panamanian cuban colombian venezuelan ecuadorian
peruvian bolivian chilean argentinian argentine uruguayan paraguayan american rioplatense
"""
_ELSEWHERE = """
españa spain usa uk us states united kingdom britain england scotland wales ireland canada australia
zealand africa india nigeria kenya singapore jamaica
british english scottish welsh irish canadian australian indian nigerian kenyan
"""
_CURRENCIES = """
euro euros dólar dólares dollar dollars pound pounds peso pesos quetzal quetzales lempira lempiras
córdoba córdobas colón colones balboa balboas sol soles boliviano bolivianos bolívar bolívares
guaraní guaraníes rupee rupees rand shilling naira
usd eur gbp mxn cop clp ars pen uyu cad aud nzd
"""
REGIONAL = frozenset(f"{_LANGUAGES} {_AMERICA} {_ELSEWHERE} {_CURRENCIES}".split())
