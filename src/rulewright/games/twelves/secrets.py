"""The secrets: which fields players see of the GM's characters, and of actions in which these take part."""

from rulewright.game import Secrets

_TEXT = ("text",)
_HEALTH = ("tier", "state")

SECRETS = Secrets(
    scene_shows=("fight",),
    foe_shows=("name", "npc", "state", "tier"),
    foe_outcomes={
        "join": _TEXT,
        "check": ("result",),
        "start-fight": ("order",),
        "enter-fight": ("order",),
        "leave-fight": ("order",),
        "reorder-fight": ("order",),
        "start-turn": ("collapsed", "actions"),
        "attack": ("result", "dealt", "target_tier", "target_state"),
        "drink": _HEALTH,
        "stabilise": ("result", "patient_state"),
        "end-turn": _TEXT,
        "end-fight": _TEXT,
        "short-rest": _HEALTH,
        "long-rest": _HEALTH,
        "take-damage": _HEALTH,
        "heal": _HEALTH,
        "treat": _HEALTH,
        "die": _TEXT,
        "edit": _TEXT,
        "hand-potion": _TEXT,
        "use-action": _TEXT,
        "ready-weapon": (),
        "add-foe": (),
        "grant-potions": (),
        "give-weapon": (),
        "take-weapon": (),
    },
)
