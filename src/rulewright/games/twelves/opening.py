"""Examples to begin with: two burglars, a toll house and its keeper."""

from rulewright.game import Opening

NIMBLE = {
    "name": "Wren",
    "scores": {"AGI": 9, "STR": 6, "FIN": 8, "INS": 7, "PRE": 5, "KNO": 4},
    "tags": ["burglar"],
    "potions": 1,
}
STURDY = {
    "name": "Odo",
    "scores": {"AGI": 5, "STR": 9, "FIN": 4, "INS": 8, "PRE": 7, "KNO": 6},
    "tags": ["soldier"],
}
KEEPER = {
    "name": "Toll Keeper",
    "npc": True,
    "normal_boxes": 3,
    "scores": {"AGI": 7, "STR": 9, "FIN": 4, "INS": 8, "PRE": 6, "KNO": 5},
}

OPENING = Opening(
    words="Midnight at the toll house. Wren kneels at the strong-room door; behind it, the Toll Keeper wakes.",
    steps=(
        ("join", {"character": NIMBLE}),
        ("join", {"character": STURDY}),
        ("join", {"character": KEEPER}),
    ),
    heroes=("Wren", "Odo"),
    first=("check", {"who": "Wren", "ability": "FIN", "tags": ["burglar"], "difficulty": 2}),
)
