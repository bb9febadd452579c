"""What players see of characters run by the Narrator and their actions, and of hidden checks."""

from rulewright.game import Secrets
from rulewright.games.untold_aeons.scene import is_faint
from rulewright.games.untold_aeons.sheet import CharacterEffect, Sheet

_TEXT = ("text",)
_CHECK = ("result", "margin", "net")
_ATTACK = ("result", "defence", "damage", "net", "struck", "state")


def _effects_known(sheet: Sheet) -> tuple[CharacterEffect, ...]:
    """Everyone sees whether a character is unconscious."""
    return tuple(effect for effect in sheet.effects if is_faint(effect))


SECRETS = Secrets(
    scene_shows=("karma", "stakes", "last", "hidden", "fight"),
    scene=("hidden.difficulty", "hidden.result", "last"),  # it would reveal a hidden roll
    open_only=("last",),
    outcomes={
        "hidden-check": ("difficulty", "result", "margin", "net"),
        "roll-difficulty": ("result", "margin", "net"),
        "spend-net": ("net",),
    },
    foe_shows=("name", "kind", "shaken", "insane", "severely_injured", "bleeding", "dead", "prone"),
    foe_known={"effects": _effects_known},
    foe_outcomes={
        "join": _TEXT,
        "deal-karma": ("players", "narrator"),
        "spend-karma": _TEXT,
        "check": (*_CHECK, "rerolled"),
        "reveal": _CHECK,
        "spend-net": _TEXT,
        "sanity-check": ("result", "state", "effect"),
        "gain-stress": ("state",),
        "lose-stress": ("state",),
        "end-insanity": _TEXT,
        "start-fight": _TEXT,
        "choose-turn": _TEXT,
        "start-turn": ("turn", "actions", "moves"),
        "attack": _ATTACK,
        "shoot": (*_ATTACK, "hits", "criticals"),
        "get-up": _TEXT,
        "move": ("position", "yards", "away"),
        "end-turn": _TEXT,
        "enter-fight": _TEXT,
        "leave-fight": _TEXT,
        "end-fight": _TEXT,
        "take-damage": ("state",),
        "bleed": ("state",),
        "give-care": ("result",),
        "day-passes": ("shaken", "severely_injured"),
    },
)
