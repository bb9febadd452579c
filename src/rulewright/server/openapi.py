"""The OpenAPI document, generated from the route table."""

import re
from fractions import Fraction
from functools import lru_cache
from importlib.metadata import version
from typing import Any

import msgspec

from rulewright.server.errors import ErrorResponse
from rulewright.server.live.frames import Frame
from rulewright.server.route_types import Route
from rulewright.server.routes import EVENTS, PREFIX, ROUTES

Plain = dict[str, Any]

_WHO = {
    "public": "Anyone may call this.",
    "seat": "Any seat at the table may call this.",
    "player": "Players and GMs may call this.",
    "gms": "The GM and co-GMs may call this.",
    "gm": "Only the GM may call this.",
}
_FAILURES = {
    "400": "Bad request; the message says what is allowed.",
    "401": "The key is missing or not valid.",
    "403": "This seat may not do that, or the request comes from another site.",
    "404": "Not found.",
    "409": "A rule refuses it, or the table has changed since.",
    "413": "Too large.",
    "429": "Too many requests; Retry-After says when to try again.",
}


@lru_cache(maxsize=1)
def document() -> Plain:
    """The whole document."""
    kinds = [kind for route in ROUTES for kind in (route.takes, *_json_types(route))]
    template = "#/components/schemas/{name}"
    schemas, components = msgspec.json.schema_components(
        [*kinds, Frame, ErrorResponse], schema_hook=_exact, ref_template=template
    )
    for one in (*schemas, *components.values()):
        _open_objects(one)
    failure = schemas[-1]
    written = iter(schemas)
    paths: Plain = {}
    for route in ROUTES:
        takes = next(written)
        gives = [next(written) for _ in _json_types(route)]
        operation = _operation(route, takes, gives[0] if len(gives) == 1 else {"anyOf": gives}, failure, components)
        paths.setdefault(PREFIX + route.path, {})[route.method.lower()] = operation
    paths[PREFIX + EVENTS] = {"get": _events(failure)}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Rulewright",
            "version": version("rulewright"),
            "description": "Tables, odds and characters of every installed game. Live updates also come by "
            "WebSocket at /api/v1/tables/{table}/live?after=N; see docs/api.md.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "key": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "rulewright-key"},
            },
        },
    }


def _exact(kind: type) -> Plain:
    """The schema of a fraction: text, since JSON has no exact numbers."""
    if kind is Fraction:
        return {"type": "string", "description": 'An exact number, such as "1/3".'}
    raise NotImplementedError(kind)


def _open_objects(schema: Any) -> None:
    """Marks every object without declared properties as open, which type generators need.

    A type with a description in words (`x-allowed`) is reduced to that description.
    """
    if isinstance(schema, dict):
        if "x-allowed" in schema:
            words = schema["x-allowed"]
            schema.clear()
            schema["description"] = words
            return
        if schema.get("type") == "object" and "properties" not in schema:
            schema.setdefault("additionalProperties", True)
        for inner in schema.values():
            _open_objects(inner)
    elif isinstance(schema, list):
        for inner in schema:
            _open_objects(inner)


def _json_types(route: Route) -> tuple[Any, ...]:
    """The types of a JSON response; any for a response that is not JSON."""
    return route.gives if route.media == "application/json" else (Any,)


def _operation(route: Route, takes: Plain, gives: Plain, failure: Plain, components: Plain) -> Plain:
    content = {route.media: {"schema": gives if route.media == "application/json" else {"type": "string"}}}
    operation: Plain = {
        "operationId": route.name,
        "summary": route.summary,
        "description": _WHO[route.who],
        "parameters": _path_parameters(route.path),
        "responses": {"200": {"description": "Done.", "content": content}, **_failures(failure)},
    }
    if route.who != "public":
        operation["security"] = [{"key": []}, {"cookie": []}]
    if route.raw:
        operation["requestBody"] = {"content": {"application/jsonl": {"schema": {"type": "string"}}}, "required": True}
    elif route.has_body:
        operation["requestBody"] = {"content": {"application/json": {"schema": takes}}, "required": True}
    else:
        operation["parameters"] += _query_parameters(takes, components)
    return operation


def _failures(failure: Plain) -> Plain:
    content = {"application/json": {"schema": failure}}
    return {status: {"description": words, "content": content} for status, words in _FAILURES.items()}


def _path_parameters(path: str) -> list[Plain]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)}", path)
    ]


def _query_parameters(takes: Plain, components: Plain) -> list[Plain]:
    schema = components[takes["$ref"].rpartition("/")[2]]
    return [
        {"name": name, "in": "query", "required": False, "schema": _simple(inner)}
        for name, inner in schema.get("properties", {}).items()
    ]


def _simple(schema: Plain) -> Plain:
    """The schema of a query parameter: null is expressed by leaving it out."""
    kinds = [one for one in schema.get("anyOf", ()) if one.get("type") != "null"]
    return kinds[0] if len(kinds) == 1 else {name: value for name, value in schema.items() if name != "default"}


def _events(failure: Plain) -> Plain:
    return {
        "operationId": "events",
        "summary": "Follow the table: server-sent events, or JSON lines for Accept: application/x-ndjson",
        "description": _WHO["seat"],
        "parameters": [
            *_path_parameters(EVENTS),
            {"name": "after", "in": "query", "required": False, "schema": {"type": "integer", "minimum": 0}},
        ],
        "security": [{"key": []}, {"cookie": []}],
        "responses": {
            "200": {"description": "A stream.", "content": {"text/event-stream": {"schema": {"type": "string"}}}},
            **_failures(failure),
        },
    }
