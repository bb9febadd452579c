"""Examples to begin with: a thief on the roofs, and the warden behind her."""

from rulewright.game import Opening

THIEF = {
    "name": "Juno",
    "attributes": {"agility": "2d+2", "wits": "2d", "body": "2d"},
    "skills": {
        "run": {"attribute": "agility", "code": "1d+1"},
        "climb": {"attribute": "agility", "code": "1d+2"},
        "locks": {"attribute": "wits", "code": "2d"},
    },
    "equipment": {"picks": "1d"},
    "length": "5ft 6in",
}
WARDEN = {
    "name": "Warden",
    "attributes": {"body": "2d+1"},
    "skills": {"chase": {"attribute": "body", "code": "1d+2"}, "grapple": {"attribute": "body", "code": "1d"}},
    "move": 7,
    "size": "large",
}

OPENING = Opening(
    words="Over the roofs with somebody else's ledger. The Warden is ten paces behind Juno; at thirty she is away.",
    steps=(
        ("join", {"character": THIEF}),
        ("join", {"character": WARDEN}),
        (
            "start-chase",
            {
                "quarry": "Juno",
                "quarry_on": "run",
                "pursuer": "Warden",
                "pursuer_on": "chase",
                "gap": 10,
                "escape": 30,
                "rounds": 4,
            },
        ),
    ),
    heroes=("Juno",),
    first=("advance-chase", {"who": "Juno", "mode": "run"}),
)
