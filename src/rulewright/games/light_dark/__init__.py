"""Light & Dark: Light Dice are free, Dark Dice may cost Ego."""

from rulewright.game import (
    Derivation,
    Example,
    FromFile,
    Game,
    load_advised,
    load_look,
    load_openings,
    load_trackers,
    load_words,
)
from rulewright.games.light_dark.actions import ACTIONS
from rulewright.games.light_dark.attributes import attribute_loss, maxima
from rulewright.games.light_dark.best import ADVISERS, check_best_play, solve
from rulewright.games.light_dark.challenges import fork_level, gang
from rulewright.games.light_dark.check import light_dice
from rulewright.games.light_dark.creation import CREATION, character, create
from rulewright.games.light_dark.duel import DUELS
from rulewright.games.light_dark.fight import FIGHT
from rulewright.games.light_dark.harm import damage, recovery
from rulewright.games.light_dark.names import NAMES
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.policy import policy
from rulewright.games.light_dark.rolls import ROLLS
from rulewright.games.light_dark.scenario_lists import lists
from rulewright.games.light_dark.scene import Scene, fight_status, side_of
from rulewright.games.light_dark.secrets import SECRETS
from rulewright.games.light_dark.sheet import advance, derive, gain_advancement
from rulewright.rules import Inventory

__all__ = ["GAME"]

GAME = Game(
    slug="light-dark",
    name="Light & Dark",
    look=load_look(__name__),
    words=load_words(__name__),
    inventory=Inventory(__name__),
    options=Options,
    rolls=ROLLS,
    derivations=(
        Derivation("maxima", maxima),
        Derivation("light-dice", light_dice),
        Derivation("gang", gang),
        Derivation("fork-level", fork_level),
        Derivation("damage", damage),
        Derivation("attribute-loss", attribute_loss),
        Derivation("recovery", recovery),
        Derivation("advance", advance),
        Derivation("gain-advancement", gain_advancement),
        Derivation("character", character),
        Derivation("lists", lists),
        Derivation("solve", solve, check_best_play),
        Derivation("policy", policy, check_best_play),
    ),
    create=create,
    creation=CREATION,
    derived=derive,
    scene=Scene,
    actions=ACTIONS,
    joining="create",
    names=NAMES,
    fight=fight_status,
    examples=(
        Example(
            "Two Light Dice and a Dark one, with Ego 4", "roll", "risky-action", {"attribute": 2, "dark": 1, "ego": 4}
        ),
        Example("What are the odds of that?", "odds", "risky-action", {"attribute": 2, "dark": 1, "ego": 4}),
        Example("How hard does a heavy blade hit?", "odds", "effect", {"die": "2d6", "cap": 14}),
        Example(
            "Do you beat a Dangerous opponent with sword, shield and a Dark Die each turn?",
            "odds",
            "fight",
            {"attribute": 2, "dark": 1, "ego": 5, "hp": 8, "weapon": "medium-melee", "shield": True, "sacrifice_at": 4},
        ),
    ),
    openings=load_openings(__name__, "opening.toml", "second_opening.toml"),
    advised=load_advised(__name__),
    trackers=load_trackers(__name__),
    worst_to_best=(
        "dead",
        "lost",
        "down",
        "fail",
        "failed",
        "complication",
        "stalemate",
        "ongoing",
        "overcome-lost",
        "overcome-down",
        "overcome",
        "success",
    ),
    from_file=FromFile("scenario", "scenario", "scenario", "scenario", "lists"),
    secrets=SECRETS,
    duels=DUELS,
    advisers=ADVISERS,
    fights=FIGHT,
    side_of=side_of,
)
