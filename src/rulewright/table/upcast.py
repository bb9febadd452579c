"""Reading events that were written by older versions.

Each step takes a plain event of one schema version to the next. Events of every version that was
ever written are kept with the tests, so a step is never changed once it has been released.
"""

from collections.abc import Callable
from typing import Any

from rulewright.rules import BadInput

Plain = dict[str, Any]


def _from_0(event: Plain) -> Plain:
    """Drafts of version 0 kept the title outside the settings."""
    given = event.get("fact")
    fact = dict(given) if isinstance(given, dict) else {}
    if fact.get("kind") == "opened" and "settings" not in fact:
        fact["settings"] = {"title": fact.pop("title", "")}
    return {**event, "fact": fact, "version": 1}


STEPS: dict[int, Callable[[Plain], Plain]] = {0: _from_0}


def upcast(event: Plain) -> Plain:
    """A plain event as the present version would write it; refuses one from a newer version."""
    from rulewright.table.events import SCHEMA

    version = event.get("version", 0)
    if not isinstance(version, int) or version > SCHEMA or version < 0:
        raise BadInput(f"no event: version {version} is newer than this program knows ({SCHEMA}); upgrade Rulewright")
    while version < SCHEMA:
        event = STEPS[version](event)
        version = event["version"]
    return event
