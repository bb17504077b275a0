"""Countries and large cities as people shorten them; what is a common word as well is left out."""

from __future__ import annotations

_SHORT_FORMS = """
akl = auckland, nz = new zealand, aus = australia, melb = melbourne, bne = brisbane,
uk = united kingdom britain, gb = great britain, ldn = london, mcr = manchester,
bham = birmingham, us usa = united states america, eeuu eua = estados unidos,
nyc ny = new york nueva york, la = los angeles ángeles, sf = san francisco, dc = washington,
philly = philadelphia filadelfia, atl = atlanta, htx = houston, nola = new orleans, tx = texas,
nj = new jersey, yvr = vancouver, yyz = toronto, mtl = montreal, bcn barna = barcelona,
vlc = valencia, svq = sevilla seville, zgz = zaragoza, mx = méxico mexico,
cdmx df = ciudad de méxico mexico city, gdl = guadalajara, mty = monterrey, tj = tijuana,
arg = argentina, caba bsas baires = buenos aires, cba = córdoba, mdq = mar del plata,
scl stgo = santiago, valpo = valparaíso, bga = bucaramanga, medallo = medellín,
mvd = montevideo, uio = quito, gye = guayaquil, cbba = cochabamba, vzla = venezuela,
ccs = caracas, ams = amsterdam, nl = netherlands, eu = european union, ue = unión europea,
uae = dubai emirates, dxb = dubai, sg = singapore, hk = hong kong,
jhb jozi joburg = johannesburg, cpt = cape town, dbn = durban, naija = nigeria, nbo = nairobi,
blr = bengaluru bangalore, hyd = hyderabad, pinas = philippines filipinas, mnl = manila
"""
PLACES = {
    short: frozenset(names.split())
    for forms, _, names in (each.partition(" = ") for each in _SHORT_FORMS.split(","))
    for short in forms.split()
}
"""The words of a place by its short form: who said `akl` may be told `Auckland`."""
