"""What players see of foes and other characters run by the referee, and of their actions."""

from rulewright.game import Secrets
from rulewright.game.undecided import Above
from rulewright.games.dpi.scene import Body

_TEXT = ("text",)
_STRUCK = ("result", "hit.who", "hit.damage", "hit.burning", "hit.fell", "countered_by", "counter_damage")


def _hp_known(body: Body) -> int | Above:
    """Everyone sees whether a character stands."""
    return Above(0) if body.hp > 0 else 0


SECRETS = Secrets(
    scene_shows=("day", "minute", "grid", "size", "obstacles", "low", "safe", "cover", "timer", "texts", "fight"),
    # Tables of earlier versions have the whole map in the log, with its odds.
    outcomes={"look-around": ("arms", "falls"), "aim": ("results", "hit", "falls"), "weigh-weapon": ("text",)},
    foe_shows=("kind", "name", "side", "space", "weapons", "burning", "life", "junior_of"),
    foe_known={"hp": _hp_known},
    foe_outcomes={
        "join": _TEXT,
        "foe": _TEXT,
        "set-scene": _TEXT,
        "place": _TEXT,
        "cover": _TEXT,
        "check": ("result",),
        "research": ("timer_left", "hours"),
        "interview": ("hours", "timer_left"),
        "elapse": _TEXT,
        "ready": _TEXT,
        "start-fight": ("order",),
        "start-turn": ("burned", "fell"),
        "move": ("spaces", "path"),
        "attack": _STRUCK,
        "throw-grenade": _STRUCK,
        "reload": _TEXT,
        "end-turn": _TEXT,
        "leave-fight": _TEXT,
        "end-fight": _TEXT,
        "short-rest": ("hours", "interrupted"),
        "long-rest": _TEXT,
        "die": ("final",),
        "hire": _TEXT,
        "grant-weapon": _TEXT,
        "make-weapon": _TEXT,
        "give": _TEXT,
        "write-down": _TEXT,
        "look-up": _TEXT,
        "edit": _TEXT,
    },
    foe_scene={"fight.ap": ""},
)
