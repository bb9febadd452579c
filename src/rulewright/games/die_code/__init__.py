"""Die Code: everything is rated in six-sided dice and pips; every roll is a pool against a target."""

from rulewright.game import Example, Game, load_files
from rulewright.games.die_code.actions import ACTIONS
from rulewright.games.die_code.chase import ADVISERS
from rulewright.games.die_code.creation import CREATION, create
from rulewright.games.die_code.duel import DUELS
from rulewright.games.die_code.fight import FIGHT
from rulewright.games.die_code.names import NAMES
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.rolls import DERIVATIONS, ROLLS
from rulewright.games.die_code.scene import Scene, fight_status, side_of
from rulewright.games.die_code.secrets import SECRETS
from rulewright.games.die_code.sheet import derive

__all__ = ["GAME"]

GAME = Game(
    slug="die-code",
    name="Die Code",
    **load_files(__name__),
    options=Options,
    rolls=ROLLS,
    derivations=DERIVATIONS,
    create=create,
    creation=CREATION,
    derived=derive,
    scene=Scene,
    actions=ACTIONS,
    names=NAMES,
    fight=fight_status,
    examples=(
        Example(
            "An attribute of 2d+2 and a skill of 1d+2 against a moderate task",
            "roll",
            "check",
            {"attribute": "2d+2", "skill": "1d+2", "difficulty": "moderate"},
        ),
        Example(
            "What are the odds of that?",
            "odds",
            "check",
            {"attribute": "2d+2", "skill": "1d+2", "difficulty": "moderate"},
        ),
        Example(
            "At advantage, with a penalty die",
            "odds",
            "check",
            {"pool": "4d+1", "difficulty": "moderate", "advantage": 1, "penalty": 1},
        ),
        Example("Damage of 3d+2", "odds", "total", {"pool": "3d+2"}),
        Example("4d against 3d+2", "odds", "opposed", {"actor_pool": "4d", "opponent_pool": "3d+2"}),
        Example(
            "4d against 3d+2, until one has three points",
            "odds",
            "contest",
            {"actor_pool": "4d", "opponent_pool": "3d+2"},
        ),
        Example("Running with 4d: how far do you get?", "odds", "move", {"pool": "4d", "mode": "run"}),
        Example(
            "A quarry eight paces ahead: caught or not?",
            "odds",
            "chase",
            {
                "quarry_pool": "3d",
                "quarry_mode": "jog",
                "pursuer_pool": "4d",
                "pursuer_mode": "run",
                "gap": 8,
                "escape": 40,
            },
        ),
    ),
    worst_to_best=(
        *("caught", "failure", "opponent", "miss", "no-target", "open", "draw"),
        *("escaped", "actor", "hit", "success"),
    ),
    duels=DUELS,
    advisers=ADVISERS,
    fights=FIGHT,
    side_of=side_of,
    secrets=SECRETS,
)
