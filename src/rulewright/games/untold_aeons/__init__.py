"""Untold Aeons: investigators, two pools of d6, and two tracks of harm."""

from rulewright.game import Example, Game, load_files
from rulewright.games.untold_aeons.actions import ACTIONS
from rulewright.games.untold_aeons.creation import CREATION, create
from rulewright.games.untold_aeons.duel import DUELS
from rulewright.games.untold_aeons.fight import FIGHT
from rulewright.games.untold_aeons.names import NAMES
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.rolls import DERIVATIONS, ROLLS
from rulewright.games.untold_aeons.scene import Scene, side_of
from rulewright.games.untold_aeons.secrets import SECRETS
from rulewright.games.untold_aeons.sheet import derived

__all__ = ["GAME"]

GAME = Game(
    slug="untold-aeons",
    name="Untold Aeons",
    **load_files(__name__),
    options=Options,
    rolls=ROLLS,
    derivations=DERIVATIONS,
    create=create,
    creation=CREATION,
    derived=derived,
    scene=Scene,
    actions=ACTIONS,
    names=NAMES,
    examples=(
        Example("Skill 3 against an average difficulty", "roll", "check", {"skill": 3}),
        Example("What are the odds of that?", "odds", "check", {"skill": 3}),
        Example(
            "A frightening sight for a character close to the limit",
            "odds",
            "sanity-check",
            {"willpower": 3, "intellect": 3, "stress": 12},
        ),
        Example(
            "A burst of rapid fire at close range",
            "odds",
            "firearm-attack",
            {"firearms": 4, "band": 1, "rapid_fire": 4, "piercing": 1},
        ),
        Example("Brawl 3 against dodging with 3", "odds", "melee-attack", {"brawl": 3, "defence_skill": 3}),
        Example(
            "Two knives and some wounds already: who goes down first?",
            "odds",
            "melee-duel",
            {
                "a": {"brawl": 4, "wounds": 8, "weapon_damage": "2+"},
                "b": {"brawl": 4, "wounds": 8, "weapon_damage": "2+"},
                "max_turns": 6,
            },
        ),
        Example(
            "Fists: always fight back, or choose the best defence each time?",
            "odds",
            "melee-duel",
            {"a": {"brawl": 3, "policy": "fight-back"}, "b": {"brawl": 3, "policy": "best"}, "max_turns": 4},
        ),
        Example(
            "Two wounded with pistols across a room, eight shots",
            "odds",
            "firearm-duel",
            {
                "a": {"firearms": 4, "piercing": 1, "weapon_damage": "5", "wounds": 6},
                "b": {"firearms": 4, "piercing": 1, "weapon_damage": "5", "wounds": 6},
                "max_turns": 8,
            },
        ),
        Example("Two points above the limit", "odds", "save", {"stat": 3, "points": 10, "limit": 8}),
        Example(
            "More Stress than you can bear",
            "odds",
            "gain-stress",
            {"willpower": 3, "intellect": 3, "stress": 10, "amount": 4},
        ),
        Example("A wound too many", "odds", "take-damage", {"toughness": 3, "wounds": 10, "damage": 4}),
        Example("Help is ten minutes away", "odds", "bleed-out", {"toughness": 5, "wounds": 26, "ticks": 10}),
    ),
    worst_to_best=(
        "dead",
        "critical-counter",
        "counter-hit",
        "failure",
        "failed",
        "miss",
        "still-bleeding",
        "nothing",
        "alive",
        "not-needed",
        "held",
        "stopped",
        "success",
        "hit",
        "critical-hit",
    ),
    duels=DUELS,
    fights=FIGHT,
    side_of=side_of,
    secrets=SECRETS,
)
