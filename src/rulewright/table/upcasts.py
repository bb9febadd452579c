"""Upcasts: turns events that an older version wrote into those of the present version."""

from collections.abc import Callable
from typing import Any

from rulewright.rules import BadInput

SCHEMA = 2
"""The version that events are written in. Raise it when the meaning of a field changes, and add a step
to `STEPS`. Tags and field names are part of what is stored: they stay when a class is renamed."""

PlainEvent = dict[str, Any]


def _from_0(event: PlainEvent) -> PlainEvent:
    """Turns version 0, which kept the title outside the settings, into version 1."""
    given = event.get("fact")
    fact = dict(given) if isinstance(given, dict) else {}
    if fact.get("kind") == "opened" and "settings" not in fact:
        fact["settings"] = {"title": fact.pop("title", "")}
    return {**event, "fact": fact, "version": 1}


def _from_1(event: PlainEvent) -> PlainEvent:
    """Turns version 1, whose commitments, seeds and dice are of the first protocol of fair dice, into version 2."""
    return {**event, "version": 2}


# Each step turns a plain event of one version into the next. Events of every version are kept as fixtures of the tests,
# and a released step never changes.
STEPS: dict[int, Callable[[PlainEvent], PlainEvent]] = {0: _from_0, 1: _from_1}


def upcast(event: PlainEvent) -> PlainEvent:
    """A plain event as the present version would write it; refuses one from a newer version."""
    version = event.get("version", 0)
    if not isinstance(version, int) or version > SCHEMA or version < 0:
        raise BadInput(
            f"not an event: version {version} is newer than this program knows ({SCHEMA}); upgrade Rulewright"
        )
    while version < SCHEMA:
        event = STEPS[version](event)
        version = event["version"]
    return event
