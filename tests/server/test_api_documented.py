"""The page about the API names every route, and the OpenAPI document describes it."""

from pathlib import Path

import pytest

from rulewright.server.openapi import document
from rulewright.server.route_types import Route
from rulewright.server.routes import PREFIX, ROUTES

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text()
WHO = {
    "public": "anyone",
    "seat": "any seat",
    "player": "players, GMs",
    "gms": "GMs",
    "gm": "the GM",
}


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_every_route_is_documented_with_those_who_may_ask(route: Route) -> None:
    assert f"| `{route.method} {route.path}` | {WHO[route.who]} | {route.summary} |" in PAGE
    operation = document()["paths"][PREFIX + route.path][route.method.lower()]
    assert operation["summary"] == route.summary
    assert ("security" in operation) == (route.who != "public")


def test_every_operation_has_a_name_of_its_own() -> None:
    names = [operation["operationId"] for path in document()["paths"].values() for operation in path.values()]
    assert len(set(names)) == len(names)
