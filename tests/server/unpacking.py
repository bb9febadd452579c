"""The short forms of a live connection and of the map read back into what they stand for, as the page does it."""

from itertools import product
from typing import Any

Space = tuple[int, int]


def offers_in(packed: dict[str, Any]) -> list[dict[str, Any]]:
    """The legal actions of a packed frame, as `GET .../offers` gives them but for the words of what is allowed."""
    return [
        {
            "approval": False,
            "notes": {},
            **packed["actions"][of],
            "who": who,
            "asks": [packed["asks"][place] for place in packed["actions"][of]["asks"]],
            "ways": [way for place in ways for way in _ways(packed["ways"][place], who, packed)],
        }
        for of, who, ways in packed["offers"]
    ]


def _ways(packed: dict[str, Any], who: str, whole: dict[str, Any]) -> list[dict[str, Any]]:
    each = [[who] if those is None else those for those in packed["each"].values()]
    may = {name: whole["values"][place] for name, place in packed.get("may", {}).items()}
    return [
        {"params": dict(zip(packed["each"], picked, strict=True)), "may": may, "needs": packed.get("needs", [])}
        for picked in product(*each)
    ]


def reach_in(packed: dict[str, Any]) -> dict[Space, tuple[int, list[Space], list[str]]]:
    """By space in reach: its AP, the way there, and who could strike there."""
    before: dict[Space, Space] = {}
    stops: dict[Space, tuple[int, list[str]]] = {}
    for row in packed["rows"]:
        for place, (ap, step) in enumerate(zip(row["ap"], row["steps"], strict=True)):
            space = (row["x"] + place, row["y"])
            before[space] = (space[0] + int(step) % 3 - 1, space[1] + int(step) // 3 - 1)
            struck = ord(row["threats"][place]) - ord("0") if row["threats"] else 0
            if ap != " ":
                stops[space] = ord(ap) - ord("0"), packed["threats"][struck]
    detours = {tuple(one["space"]): [tuple(at) for at in one["path"]] for one in packed["detours"]}
    return {at: (ap, detours.get(at) or _way(before, at), list(struck)) for at, (ap, struck) in stops.items()}


def _way(before: dict[Space, Space], at: Space) -> list[Space]:
    path: list[Space] = []
    while at in before:
        path.insert(0, at)
        at = before[at]
    return path
