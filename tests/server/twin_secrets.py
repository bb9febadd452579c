"""What is hidden at two tables that differ in secrets alone: for each game, at the first and at the second."""

from typing import Any

MARK = "c4n4ry"

_OTHER_SCORES = {"AGI": 4, "STR": 5, "FIN": 6, "INS": 7, "PRE": 8, "KNO": 9}
_OTHER_BODY = {"dexterity": 2, "toughness": 5, "willpower": 2, "intellect": 3}
_OTHER_ATTRIBUTES = {"strength": 0, "dexterity": 2, "insight": 1, "resolve": 1}
_OTHER_STATS = {"agility": 6, "education": 8, "influence": 4, "luck": 8, "strength": 6}

STRANGERS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "twelves": (
        {"tags": [MARK], "npc": True, "normal_boxes": 3, "potions": 2},
        {"tags": [MARK], "npc": True, "normal_boxes": 4, "potions": 0, "scores": _OTHER_SCORES},
    ),
    "die-code": (
        {"notes": MARK, "equipment": {MARK: "2d", "knife": "1d+2"}},
        {
            "notes": MARK,
            "equipment": {MARK: "1d", "knife": "2d"},
            "move": 9,
            "attributes": {"agility": "3d", "wits": "1d", "body": "4d"},
        },
    ),
    "untold-aeons": (
        {"kind": "npc", "knowledge_skills": [MARK], "background": {MARK: 2, "brawl": 1}, "purchases": []},
        {
            "kind": "npc",
            "knowledge_skills": [MARK],
            "background": {MARK: 1, "brawl": 3},
            "purchases": [],
            "characteristics": _OTHER_BODY,
        },
    ),
    "light-dark": (
        {"archetype": MARK},
        {"archetype": MARK, "attributes": _OTHER_ATTRIBUTES, "advancements": [{"name": "second-wind"}]},
    ),
    "dpi": ({"gender": MARK, "sex": MARK}, {"gender": MARK, "sex": MARK, "stats": _OTHER_STATS}),
}
"""For each game what is hidden of a character like a hero, at the first table and at the second."""

FOES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "dpi": (
        {"name": "Lurker", "kind": "thug", "space": [4, 1], "hp": 9, "fortitude": 3, "luck": 6, "sanity": 5},
        {"name": "Lurker", "kind": "thug", "space": [4, 1], "hp": 21, "fortitude": 4, "luck": 8, "sanity": 9, "ap": 14},
    ),
}
"""A character on the other side, where a game makes them by an action of their own."""

_LISTED = {"name": MARK, "text": MARK, "level": "serious"}
SECRET_DEEDS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "light-dark": (
        "scenario",
        {"scenario": {"name": "The Well", "challenges": {"how": "extend", "entries": [_LISTED]}}},
        {
            "scenario": {
                "name": "The Well",
                "challenges": {"how": "extend", "entries": [{**_LISTED, "level": "deadly"}]},
            }
        },
    ),
    "untold-aeons": (
        "hidden-check",
        {"who": "Ines", "skill": "investigation", "difficulty": 2},
        {"who": "Ines", "skill": "investigation", "difficulty": 4},
    ),
}
"""What the game master does of which the game itself says that something is secret."""

OPTIONS = {"untold-aeons": {"hidden-difficulty": "on"}}
