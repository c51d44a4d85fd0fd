"""What is known of languages: their own names, and how they count."""

from __future__ import annotations

from typing import NamedTuple

_ONE = "nplurals=1; plural=0;"
_NOT_ONE = "nplurals=2; plural=(n != 1);"
_OVER_ONE = "nplurals=2; plural=(n > 1);"
_SLAVIC = (
    "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : "
    "n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
)
_CZECH = "nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);"

_FORMS = {
    _ONE: "id ja ko th vi zh",
    _NOT_ONE: "bg ca da de el eo es et eu fi gl he hu is it nb nl nn no pt sv tr",
    _OVER_ONE: "fr oc pt_BR",
    _SLAVIC: "be hr ru sr uk",
    _CZECH: "cs sk",
    "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);": "pl",
    "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2);": "lv",
    "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : "
    "n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2);": "lt",
    "nplurals=3; plural=(n==1 ? 0 : (n==0 || (n%100 > 0 && n%100 < 20)) ? 1 : 2);": "ro",
    "nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);": "sl",
    "nplurals=5; plural=(n==1 ? 0 : n==2 ? 1 : n<7 ? 2 : n<11 ? 3 : 4);": "ga",
    "nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : "
    "n%100>=11 ? 4 : 5);": "ar",
}
"""Plural-Forms. Source: the GNU gettext manual, "Additional functions for plural forms"."""

_NAMES = """
en:English fr:français ca:català cs:čeština da:dansk de:Deutsch el:ελληνικά eo:esperanto
es:español et:eesti eu:euskara fi:suomi gl:galego hr:hrvatski hu:magyar is:íslenska it:italiano
lt:lietuvių lv:latviešu nb:norsk nl:Nederlands oc:occitan pl:polski pt:português pt_BR:português
ro:română ru:русский sk:slovenčina sl:slovenščina sv:svenska tr:Türkçe uk:українська
"""

NAMES = {name: own for name, _, own in (each.partition(":") for each in _NAMES.split())}
"""Languages in their own words."""


class Tongue(NamedTuple):
    """A language: its own name ("" if not known), its plural forms, whether these are known."""

    name: str
    plural_forms: str
    is_known: bool


def tongue_of(language: str) -> Tongue:
    """Return what is known of a language; of `de_AT` what is known of `de`."""
    short = language.partition("_")[0]
    by_name = {each: forms for forms, names in _FORMS.items() for each in names.split()}
    forms = by_name.get(language) or by_name.get(short)
    name = NAMES.get(language) or NAMES.get(short, "")
    return Tongue(name, forms or _NOT_ONE, forms is not None)
