"""Examples to begin with: two investigators in a drowned library, and who came before them."""

from rulewright.game import Opening

SCHOLAR = {
    "name": "Ines",
    "characteristics": {"dexterity": 3, "toughness": 3, "willpower": 3, "intellect": 3},
    "background": {"investigation": 3, "firearms": 2},
    "purchases": [{"improve": "firearms"}, {"learn": "occult"}, {"improve": "brawl"}],
    "knowledge_skills": ["occult"],
}
CONSTABLE = {
    "name": "Hale",
    "characteristics": {"dexterity": 2, "toughness": 4, "willpower": 3, "intellect": 3},
    "background": {"brawl": 3, "first aid": 2},
}
CULTIST = {
    "name": "Cultist",
    "kind": "npc",
    "characteristics": {"dexterity": 2, "toughness": 2, "willpower": 2, "intellect": 2},
    "background": {"brawl": 2, "firearms": 2},
}

OPENING = Opening(
    words="The library's cellar, knee-deep in seawater. A Cultist turns from the shelf, and Ines has her pistol out.",
    steps=(
        ("join", {"character": SCHOLAR}),
        ("join", {"character": CONSTABLE}),
        ("join", {"character": CULTIST}),
        ("give-weapon", {"who": "Ines", "weapon": "pistol"}),
        ("give-weapon", {"who": "Hale", "weapon": "club"}),
        ("give-weapon", {"who": "Cultist", "weapon": "pistol"}),
        ("deal-karma", {"players": 2}),
        (
            "start-fight",
            {
                "initiating": ["Ines", "Hale"],
                "defending": ["Cultist"],
                "positions": {"Ines": 0, "Hale": 2, "Cultist": 8},
            },
        ),
        ("choose-turn", {"who": "Ines", "turn": "fast"}),
        ("choose-turn", {"who": "Hale", "turn": "slow"}),
        ("choose-turn", {"who": "Cultist", "turn": "slow"}),
        ("start-turn", {"who": "Ines"}),
    ),
    heroes=("Ines", "Hale"),
    first=("shoot", {"who": "Ines", "target": "Cultist", "weapon": "pistol"}),
)
