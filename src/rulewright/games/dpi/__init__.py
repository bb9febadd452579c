"""DPI: agents who investigate anomalies, fight, die and are resurrected."""

from rulewright.game import Board, Example, Game, load_files
from rulewright.games.dpi.actions import ACTIONS
from rulewright.games.dpi.board import aim_on_board, board_view
from rulewright.games.dpi.check import WORST_TO_BEST
from rulewright.games.dpi.creation import CREATION, create
from rulewright.games.dpi.duel import DUELS
from rulewright.games.dpi.fight import FIGHT
from rulewright.games.dpi.names import NAMES
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.rolls import DERIVATIONS, ROLLS
from rulewright.games.dpi.scene import Scene, scene_derived, side_of
from rulewright.games.dpi.secrets import SECRETS
from rulewright.games.dpi.sheet import derived
from rulewright.games.dpi.skirmish import ADVISERS

__all__ = ["GAME"]

GAME = Game(
    slug="dpi",
    name="DPI",
    **load_files(__name__),
    options=Options,
    rolls=ROLLS,
    derivations=DERIVATIONS,
    create=create,
    creation=CREATION,
    derived=derived,
    scene=Scene,
    scene_derived=scene_derived,
    actions=ACTIONS,
    names=NAMES,
    examples=(
        Example(
            "An agent with a bonus of +1 and two levels tries something ordinary",
            "roll",
            "check",
            {"stat": 6, "skill": 2},
        ),
        Example("What are the odds of that?", "odds", "check", {"stat": 6, "skill": 2}),
        Example(
            "A knife against a foe in half cover: who gets hurt?",
            "odds",
            "attack",
            {"stat": 7, "skill": 2, "weapon": "knife", "target_cover": "half", "counter_weapon": "knife"},
        ),
        Example(
            "Two gunslingers with 10 HP each: who stands at the end?",
            "odds",
            "duel",
            {
                "stat": 6,
                "skill": 3,
                "weapon": "revolver",
                "counter_weapon": "revolver",
                "attacker_hp": 10,
                "target_hp": 10,
            },
        ),
        Example(
            "The same with Action Points, three spaces apart",
            "odds",
            "skirmish",
            {
                "stat": 6,
                "skill": 3,
                "weapon": "revolver",
                "counter_weapon": "revolver",
                "attacker_hp": 8,
                "target_hp": 8,
            },
        ),
    ),
    worst_to_best=WORST_TO_BEST,
    board=Board(board_view, aim_on_board),
    duels=DUELS,
    advisers=ADVISERS,
    fights=FIGHT,
    side_of=side_of,
    secrets=SECRETS,
)
