"""The secrets: which fields players see of the GM's characters, and of actions in which these take part."""

from rulewright.game import Secrets
from rulewright.games.die_code.scene import CharacterThrow, StandingModifiers

_TEXT = ("text",)
_THROWN = tuple(name for name in CharacterThrow.__struct_fields__ if name != "who")
_GRANTED = tuple(name for name in StandingModifiers.__struct_fields__ if name not in ("in_combat", "distance"))

SECRETS = Secrets(
    scene_shows=("standing", "contest", "chase", "fight"),
    foe_shows=("name", "size", "size_step"),
    foe_known={"body": lambda sheet: sheet.body > 0},
    foe_outcomes={
        "join": _TEXT,
        "check": ("final", "result", "success_level"),
        "take-average": ("result", "success_level"),
        "move": ("feet", "mode", "paces", "result"),
        "opposed": ("margin", "success_level", "winner"),
        "total": ("total",),
        "clear": _TEXT,
        "enter-combat": _TEXT,
        "leave-combat": _TEXT,
        "start-contest": _TEXT,
        "advance-contest": ("winner", "margin", "actor_points", "opponent_points"),
        "end-contest": _TEXT,
        "start-chase": _TEXT,
        "advance-chase": ("result", "mode", "paces", "gap", "end"),
        "end-chase": _TEXT,
        "set": _TEXT,
        "start-fight": ("order",),
        "enter-fight": ("order",),
        "leave-fight": ("order",),
        "reorder-fight": ("order",),
        "end-fight": _TEXT,
        "attack": ("result", "lost", "out"),
        "pass-turn": _TEXT,
        "damage": (),
        "heal": (),
    },
    foe_scene={
        "chase.quarry_on": "chase.quarry",
        "chase.pursuer_on": "chase.pursuer",
        **{f"contest.sides.{name}": "contest.sides.who" for name in _THROWN},
        **{f"contest.sides.opponent_{name}": "contest.sides.opponent" for name in _THROWN},
        **{f"standing.*.{name}": "*" for name in _GRANTED},
    },
)
