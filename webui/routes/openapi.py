# Tested by tests/test_webui_league_open.py.
"""An OpenAPI document of a blueprint, made from its routes and from the types of what they answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from flask import Flask

View = TypeVar("View", bound=Callable[..., Any])
PLAIN: Mapping[type, dict[str, str]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    date: {"type": "string", "format": "date"},
    datetime: {"type": "string", "format": "date-time"},
}
WRONG = {
    401: "The token is not good.",
    403: "The token may not do that, or the league is closed.",
    404: "There is no such thing.",
    413: "It is too large.",
    422: "It cannot be done; `error` says why.",
    429: "That was too often.",
    507: "The database cannot be used now.",
}


def told(
    scope: str, answer: type, query: Mapping[str, type] | None = None, body: type | None = None
) -> Callable[[View], View]:
    """Say of a route which scope its token needs ("": no token), what it answers, and what may be asked of it."""

    def mark(view: View) -> View:
        view.openapi = {"scope": scope, "answer": answer, "query": query or {}, "body": body}  # type: ignore[attr-defined]
        return view

    return mark


def document(app: Flask, prefix: str, title: str, version: str) -> dict[str, Any]:
    """The OpenAPI 3.1 document of all routes under this prefix that are `told`."""
    paths: dict[str, dict[str, Any]] = {}
    schemas: dict[str, Any] = {}
    for rule in app.url_map.iter_rules():
        view = app.view_functions[rule.endpoint]
        if rule.rule.startswith(prefix) and hasattr(view, "openapi"):
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
            for method in (rule.methods or set()) & {"GET", "POST"}:
                paths.setdefault(path, {})[method.lower()] = _operation(view, rule.arguments, schemas)
    token = {"type": "http", "scheme": "bearer"}
    parts = {"schemas": schemas, "securitySchemes": {"token": token}}
    return {
        "openapi": "3.1.0",
        "info": {"title": title, "version": version},
        "paths": dict(sorted(paths.items())),
        "components": parts,
    }


def _operation(view: Any, arguments: set[str], schemas: dict[str, Any]) -> dict[str, Any]:
    facts = view.openapi
    kind = "application/json"
    error = {"type": "object", "properties": {"error": PLAIN[str]}, "required": ["error"]}
    answers: dict[str, Any] = {
        str(status): {"description": why, "content": {kind: {"schema": error}}}
        for status, why in WRONG.items()
    }
    answers["200"] = {
        "description": "It.",
        "content": {kind: {"schema": schema_of(facts["answer"], schemas)}},
    }
    operation = {
        "summary": " ".join((view.__doc__ or "").split()),
        "operationId": view.__name__,
        "parameters": [*_parameters(arguments, facts["query"])],
        "responses": dict(sorted(answers.items())),
    }
    if facts["scope"]:
        operation["security"] = [{"token": [facts["scope"]]}]
    if facts["body"]:
        schema = schema_of(facts["body"], schemas)
        operation["requestBody"] = {"required": True, "content": {kind: {"schema": schema}}}
    return operation


def _parameters(arguments: set[str], query: Mapping[str, type]) -> Iterator[dict[str, Any]]:
    for name in sorted(arguments):
        yield {"name": name, "in": "path", "required": True, "schema": PLAIN[str]}
    for name, kind in query.items():
        yield {"name": name, "in": "query", "required": False, "schema": PLAIN[kind]}


def schema_of(kind: Any, schemas: dict[str, Any]) -> dict[str, Any]:
    """The JSON schema of a type: plain, optional, a list, one of some words, or a dataclass of such."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind in PLAIN:
        return dict(PLAIN[kind])
    if origin in (Union, UnionType):
        return {"anyOf": [schema_of(each, schemas) for each in inner]}
    if kind is NoneType:
        return {"type": "null"}
    if origin is tuple:
        return {"type": "array", "items": schema_of(inner[0], schemas)}
    if origin is Literal:
        return {"type": "string", "enum": list(inner)}
    if not is_dataclass(kind):
        raise TypeError(f"{kind} has no schema")
    assert isinstance(kind, type)
    if kind.__name__ not in schemas:
        schemas[kind.__name__] = {}
        hints = get_type_hints(kind)
        properties = {each.name: schema_of(hints[each.name], schemas) for each in fields(kind)}
        schemas[kind.__name__] = {"type": "object", "properties": properties, "required": list(properties)}
    return {"$ref": f"#/components/schemas/{kind.__name__}"}
