"""Light & Dark: Light Dice are free, Dark Dice may cost Ego."""

from rulewright.game import Example, FromFile, Game, load_files
from rulewright.games.light_dark.actions import ACTIONS
from rulewright.games.light_dark.best import ADVISERS
from rulewright.games.light_dark.creation import CREATION, create
from rulewright.games.light_dark.duel import DUELS
from rulewright.games.light_dark.fight import FIGHT
from rulewright.games.light_dark.names import NAMES
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.rolls import DERIVATIONS, ROLLS
from rulewright.games.light_dark.scene import Scene, fight_status, side_of
from rulewright.games.light_dark.secrets import SECRETS
from rulewright.games.light_dark.sheet import derive

__all__ = ["GAME"]

GAME = Game(
    slug="light-dark",
    name="Light & Dark",
    **load_files(__name__),
    options=Options,
    rolls=ROLLS,
    derivations=DERIVATIONS,
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
