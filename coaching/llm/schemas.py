"""JSON Schema as structured output and strict tools accept it, and answers made to fit again.

The API knows no lengths, ranges, patterns or open objects: a limit moves into
the description, where the model may heed it, and the value is validated here afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.llm.json_values import as_list, as_object, as_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import BaseModel, JsonValue

    from coaching.llm.json_values import Object

LIMITS = {
    "maxLength": "At most {} characters.",
    "minItems": "At least {} items.",
    "maxItems": "At most {} items.",
    "minimum": "At least {}.",
    "maximum": "At most {}.",
}
KEPT = frozenset({"type", "const", "description"})
FORMATS = frozenset({"date-time", "time", "date", "duration", "email", "uri", "uuid"})


def answer_schema(model: type[BaseModel]) -> Object:
    """Return the schema for a structured answer: every field required, nothing else allowed.

    The keys of a dict are optional: an answer names those it has something to say about.
    """
    return _Wire(model.model_json_schema(), all_required=True).schema()


def tool_schema(schema: Mapping[str, JsonValue]) -> Object:
    """Return the schema for a strict tool; what is optional stays optional."""
    return _Wire(dict(schema), all_required=False).schema()


def made_to_fit(value: JsonValue, schema: Mapping[str, JsonValue]) -> JsonValue:
    """Return an answer with the letter case of its enums as in the schema, and "" for null as None.

    The service does not promise the case of enum values.
    """
    return _fit(value, schema, as_object(schema.get("$defs")))


class _Wire:
    def __init__(self, schema: Object, *, all_required: bool) -> None:
        self._root = schema
        self._defs = as_object(schema.get("$defs"))
        self._all_required = all_required

    def schema(self) -> Object:
        result = self._undescribed(self._root)
        defs: Object = {
            name: self._undescribed(as_object(node))
            for name, node in self._defs.items()
            if "enum" not in as_object(node)
        }
        if defs:
            result["$defs"] = defs
        return result

    def _undescribed(self, node: Mapping[str, JsonValue]) -> Object:
        """Docstrings of our classes are for us; only fields are described to the model."""
        result = self._node(node)
        result.pop("description", None)
        return result

    def _node(self, node: Mapping[str, JsonValue]) -> Object:
        target = _resolved(node, self._defs)
        result: Object = {key: node[key] for key in node if key in KEPT}
        if "enum" in target:
            result.pop("type", None)
            return result | {"enum": target["enum"]}
        if "$ref" in node:
            return {"$ref": node["$ref"]}
        if node.get("format") in FORMATS:
            result["format"] = node["format"]
        for union in ("anyOf", "oneOf"):
            if union in node:
                result["anyOf"] = [self._node(as_object(each)) for each in as_list(node[union])]
        if "items" in node:
            result["items"] = self._node(as_object(node["items"]))
        if node.get("type") == "object":
            result |= self._object(node)
        return result | _limits(node)

    def _object(self, node: Mapping[str, JsonValue]) -> Object:
        properties = as_object(node.get("properties")) or self._named_keys(node)
        names: list[JsonValue] = list(properties)
        every = self._all_required and "properties" in node
        return {
            "properties": {name: self._node(as_object(each)) for name, each in properties.items()},
            "required": names if every else node.get("required", []),
            "additionalProperties": False,
        }

    def _named_keys(self, node: Mapping[str, JsonValue]) -> Object:
        """Turn a dict whose keys are an enum into an object with one property per key."""
        names = _resolved(as_object(node.get("propertyNames")), self._defs)
        value = node.get("additionalProperties")
        return {as_text(name): value for name in as_list(names.get("enum"))}


def _limits(node: Mapping[str, JsonValue]) -> Object:
    limits = [text.format(node[key]) for key, text in LIMITS.items() if key in node]
    description = " ".join([as_text(node.get("description")), *limits]).strip()
    return {"description": description} if description else {}


def _resolved(
    node: Mapping[str, JsonValue], defs: Mapping[str, JsonValue]
) -> Mapping[str, JsonValue]:
    reference = as_text(node.get("$ref")).removeprefix("#/$defs/")
    return as_object(defs.get(reference)) if reference else node


def _fit(
    value: JsonValue, node: Mapping[str, JsonValue], defs: Mapping[str, JsonValue]
) -> JsonValue:
    schema = _resolved(node, defs)
    if isinstance(value, dict):
        properties = as_object(_variant(schema, "object", defs).get("properties"))
        return {key: _fit(v, as_object(properties.get(key)), defs) for key, v in value.items()}
    if isinstance(value, list):
        items = as_object(_variant(schema, "array", defs).get("items"))
        return [_fit(each, items, defs) for each in value]
    if isinstance(value, str):
        return _fit_text(value, schema)
    return value


def _variant(
    schema: Mapping[str, JsonValue], kind: str, defs: Mapping[str, JsonValue]
) -> Mapping[str, JsonValue]:
    options = (_resolved(as_object(each), defs) for each in as_list(schema.get("anyOf")))
    return next((option for option in options if option.get("type") == kind), schema)


def _fit_text(value: str, schema: Mapping[str, JsonValue]) -> JsonValue:
    if not value and {"type": "null"} in as_list(schema.get("anyOf")):
        return None
    names = [as_text(name) for name in as_list(schema.get("enum"))]
    return next((name for name in names if name.casefold() == value.casefold()), value)
