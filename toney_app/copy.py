"""The one way to put words on the screen: `t("namespace.key", name=…)`.

The words live in coaching/content/locales; the page is rendered per language when it is served
(ADR 0006), so the value is a Var that the browser looks up.
"""

from __future__ import annotations

from typing import cast

from reflex_base.utils.imports import ImportVar
from reflex_base.vars.base import Var, VarData

_MODULE = "$/utils/toney/texts"
_TEXTS = VarData(
    hooks={"const _texts = useTexts();": None},
    imports={_MODULE: [ImportVar(tag="useTexts"), ImportVar(tag="tx")]},
)


def _in_document(mark: str, in_development: str, in_browser: str) -> Var[str]:
    """No hook may run in the document root: there the mark meets what the browser has."""
    on_server = f'(import.meta.env.DEV ? "{in_development}" : "\\uE000{mark}\\uE001")'
    return Var(_js_expr=f"(import.meta.env.SSR ? {on_server} : {in_browser})", _var_type=str)


LANGUAGE = _in_document("@lang", "en", "document.documentElement.lang")
TEXTS_SOURCE = _in_document(
    "@texts", "/i18n/en.js", 'document.getElementById("texts").getAttribute("src")'
)
# The framework passes a Var on as well as a string, but says only the latter.
HTML_ATTRIBUTES = cast("dict[str, str]", {"lang": LANGUAGE})


def t(key: str | Var[str], **params: object) -> Var[str]:
    """Return the text of a key in the person's language; params may be state vars."""
    name = Var.create(key)
    values = Var.create(params) if params else None
    arguments = f"{name!s}, {values!s}" if values is not None else f"{name!s}"
    data = VarData.merge(
        _TEXTS,
        name._get_all_var_data(),
        values._get_all_var_data() if values is not None else None,
    )
    return Var(_js_expr=f"tx({arguments})", _var_type=str, _var_data=data).to(str)
