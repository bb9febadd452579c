"""Examples to begin with: two agents, a sealed archive, and what reads in it."""

from rulewright.game import Opening

OPERATOR = {
    "name": "Vega",
    "role": "operator",
    "role_skills": ["stamina", "reflexes", "dodging", "stealth", "tactics", "planning"],
    "ancestry": "human",
    "ancestry_stats": ["agility", "luck"],
    "ancestry_skills": ["firearms", "first-aid", "navigation"],
    "stats": {"agility": 8, "education": 6, "influence": 4, "luck": 8, "strength": 6},
    "skills": {"climbing": 2, "dodging": 3, "firearms": 4, "psychology": 2, "stamina": 3, "explosives": 2},
    "equipment": {"shotgun": 1, "ammunition": 1, "grenades": 1},
}
RESEARCHER = {
    "name": "Marsh",
    "role": "researcher",
    "role_skills": ["medicine", "chemistry", "psychology", "history", "research", "forensics"],
    "ancestry": "vampire",
    "stats": {"intelligence": 8, "education": 7, "influence": 7, "luck": 6},
    "skills": {"research": 4, "history": 4, "persuasion": 4, "firearms": 4},
    "equipment": {"pistol": 1, "stims": 1},
}

OPENING = Opening(
    words="The sealed archive, after dusk. Something in a reader's coat looks up, and it is Vega's turn.",
    steps=(
        ("join", {"character": OPERATOR}),
        ("join", {"character": RESEARCHER, "space": [0, 2]}),
        ("foe", {"name": "Reader", "kind": "thug", "space": [3, 0]}),
        ("foe", {"name": "Clerk", "kind": "gunman", "space": [8, 1], "hp": 12}),
        ("set-scene", {"time": "21:00"}),
        ("start-fight", {}),
        ("start-turn", {"who": "Vega"}),
    ),
    heroes=("Vega", "Marsh"),
    first=("attack", {"who": "Vega", "target": "Reader"}),
)
