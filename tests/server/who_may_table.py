"""The table of who may, read from the documentation, and what it says of a request by any key.

Nothing of the server's own permissions is used here: only the words of `docs/who-may.md`, and the GM's view.
"""

import re
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

PAGE = Path(__file__).parents[2] / "docs" / "who-may.md"
_ROW = re.compile(r"^\| ([a-z-]+) \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|$")


class Row(Struct, frozen=True):
    """One action as the page describes it."""

    action: str
    who: str
    gm: tuple[str, ...]
    others: dict[str, str]
    """The words for each parameter that belongs neither to the actor nor to the GM alone."""


class Verdict(Struct, frozen=True):
    """What becomes of a request: forbidden, held for the seats in `waits`, or left to the rules."""

    what: Literal["forbidden", "waits", "free"]
    sets: frozenset[str] = frozenset()


def rows(slug: str) -> dict[str, Row]:
    """The rows of one game."""
    text = PAGE.read_text()
    section = text[text.index(f"(`{slug}`)") :].partition("\n## ")[0]
    found = {}
    for line in section.splitlines():
        match = _ROW.match(line)
        if match is None or match[1] == "action":
            continue
        phrases = [phrase.partition(": ") for phrase in match[5].split("; ") if phrase]
        others = {name: words for names, _, words in phrases for name in names.split(", ")}
        found[match[1]] = Row(match[1], match[2], tuple(filter(None, match[4].split(", "))), others)
    return found


class Asker(Struct, frozen=True):
    """Who sends a request."""

    seat: str
    role: str


def verdict(row: Row, asker: Asker, params: dict[str, Any], usual: dict[str, Any], view: dict[str, Any]) -> Verdict:
    """What the page says of a request; `usual` are the defaults of the parameters that have one."""
    if asker.role == "spectator":
        return Verdict("forbidden")
    if asker.role == "gm":
        return Verdict("free")
    if not _may_take(row, asker, params, view):
        return Verdict("forbidden")
    fights = view["fight"] is not None and not view["fight"]["over"]
    approved = row.who.endswith("; the GM approves") or ("in a fight the GM approves" in row.who and fights)
    unusual = [name for name, value in params.items() if name not in usual or value != usual[name]]
    sets = {name for name in unusual if _another_sets(row, asker, name, params, view)}
    return Verdict("waits", frozenset(sets)) if approved or sets else Verdict("free")


def _may_take(row: Row, asker: Asker, params: dict[str, Any], view: dict[str, Any]) -> bool:
    own = [name for name, one in view["characters"].items() if one["seat"] == asker.seat]
    words = row.who.removesuffix("; the GM approves")
    if words == "the GM":
        return False
    if words.startswith("any player, if the table lets players bring characters"):
        return bool(view["settings"]["bring"])
    if words == "any player with a character":
        return bool(own)
    if words == "the player of the character":
        return params.get("who") in own or params.get("who") not in view["characters"]
    if words == "the player of the character who rolled; for a drawback the other side":
        rolled = (view["scene"]["last"] or {}).get("who", "")
        if rolled not in view["characters"]:
            return False
        if params["row"] in ("stress", "enemy-maneuver", "exposed", "great-drawback"):
            return bool(own) and view["characters"][rolled]["sheet"]["kind"] == "npc"
        return rolled in own
    raise AssertionError(f"the page has new words: {words}")


def _another_sets(row: Row, asker: Asker, name: str, params: dict[str, Any], view: dict[str, Any]) -> bool:
    if name in row.gm:
        return True
    words = row.others.get(name)
    if words is None:
        return False
    characters = view["characters"]
    if words.startswith("the player of the "):
        other = characters.get(params.get(words.removeprefix("the player of the ")))
        return other is not None and other["seat"] != asker.seat
    sheet = characters.get(params.get("who"), {}).get("sheet", {})
    if words == "who acts if it is on the sheet, else the GM":
        listed = {*sheet["equipment"], *((*sheet["skills"], *sheet["attributes"]) if name == "on" else ())}
        return params[name] not in listed
    if words == "who acts if it is the players', else the GM":
        return bool(params[name] == "narrator")
    if words == "who acts, or the player of the target if that is a player's character":
        target = characters.get(params.get("target"))
        return target is not None and target["sheet"]["kind"] == "player" and target["seat"] != asker.seat
    if words == "who acts if it is carried already, else the GM":
        gear = sheet["gear"]
        weapons = {gear["in_hand"], *gear["weapons"]}
        if name == "carries":
            return not weapons.issuperset(params[name] or ())
        had = {
            "in_hand": {None, "nothing", *weapons},
            "armour": {None, "none", gear["armour"]},
            "shield": {None, False, gear["shield"]},
        }
        return params[name] not in had[name]
    raise AssertionError(f"the page has new words: {words}")
