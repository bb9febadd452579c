"""Examples to begin with: a courier and a medic at a signal station in the ice, and its caretaker."""

from rulewright.game import Opening

COURIER = {
    "name": "Isk",
    "archetype": "courier",
    "attributes": {"strength": 2, "dexterity": 1, "insight": 1, "resolve": 0},
    "advancements": [{"name": "tough"}],
    "gear": {"in_hand": "medium-melee", "armour": "light", "shield": True},
}
MEDIC = {
    "name": "Lio",
    "archetype": "field medic",
    "attributes": {"strength": 0, "dexterity": 2, "insight": 1, "resolve": 1},
    "advancements": [{"name": "second-wind"}],
    "gear": {"in_hand": "medium-ranged"},
}

OPENING = Opening(
    words="A signal station in the ice, and the light is out. The caretaker stands in Isk's way with an axe.",
    steps=(
        ("create", {"character": COURIER}),
        ("create", {"character": MEDIC}),
        ("start-challenge", {"name": "caretaker", "who": "Isk", "level": "serious"}),
    ),
    heroes=("Isk", "Lio"),
    first=("challenge-turn", {"who": "Isk", "challenge": "caretaker", "attribute": "strength", "dark": 1}),
)
