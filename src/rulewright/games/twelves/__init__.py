"""Twelves: six abilities, two twelve-sided dice, and doubles that always succeed."""

from rulewright.game import Example, Game, load_files
from rulewright.games.twelves.actions import ACTIONS
from rulewright.games.twelves.creation import CREATION, create
from rulewright.games.twelves.duel import DUELS
from rulewright.games.twelves.fight import FIGHT
from rulewright.games.twelves.names import NAMES
from rulewright.games.twelves.options import Options, check_options
from rulewright.games.twelves.rolls import DERIVATIONS, ROLLS
from rulewright.games.twelves.scene import Scene, side_of
from rulewright.games.twelves.secrets import SECRETS
from rulewright.games.twelves.sheet import derive

__all__ = ["GAME"]

GAME = Game(
    slug="twelves",
    name="Twelves",
    **load_files(__name__),
    options=Options,
    check_options=check_options,
    rolls=ROLLS,
    derivations=DERIVATIONS,
    create=create,
    creation=CREATION,
    derived=derive,
    scene=Scene,
    actions=ACTIONS,
    names=NAMES,
    side_of=side_of,
    examples=(
        Example("A score of 7 in doubt, with a Tag that fits", "roll", "check", {"score": 7, "rank": 2, "tags": 1}),
        Example("What are the odds of that?", "odds", "check", {"score": 7, "rank": 2, "tags": 1}),
        Example("Can you hold out in Critical for three turns?", "odds", "critical-survival", {"str": 8, "turns": 3}),
        Example(
            "You are hurt and have two potions: drink or strike? Best play against a fresh foe",
            "odds",
            "duel",
            {"first": "a", "a": {"damage": 2, "potions": 2, "weapon": 2, "policy": "best"}, "b": {"weapon": 2}},
        ),
        Example("Agility 9 against 7: who goes first?", "odds", "initiative", {"a": {"agi": 9}}),
        Example("A breather for the Wounded", "odds", "short-rest", {"rank": 1, "normal_boxes": 4, "damage": 6}),
        Example("A night's sleep in Critical", "odds", "long-rest", {"rank": 1, "normal_boxes": 4, "damage": 8}),
        Example(
            "Two breathers and a night's sleep",
            "odds",
            "recovery",
            {"rank": 1, "normal_boxes": 4, "damage": 7, "plan": ["short", "short", "long"]},
        ),
        Example("A potion for the Wounded", "odds", "heal", {"normal_boxes": 4, "damage": 6}),
    ),
    worst_to_best=(
        "dead",
        "incapacitated",
        "failure",
        "miss",
        "dodged",
        "stabilised",
        "active",
        "success",
        "hit",
        "critical",
    ),
    duels=DUELS,
    fights=FIGHT,
    secrets=SECRETS,
)
