"""Twelves: six abilities, two twelve-sided dice, and doubles that always succeed."""

from rulewright.game import Derivation, Game, Secrets
from rulewright.games.twelves.actions import ACTIONS, Scene, fight_status
from rulewright.games.twelves.after import derived_sheet
from rulewright.games.twelves.creation import CREATION, create
from rulewright.games.twelves.options import Options, check_options
from rulewright.games.twelves.rolls import ROLLS
from rulewright.games.twelves.sheet import ability_for, show
from rulewright.rules import Inventory

__all__ = ["GAME"]

GAME = Game(
    slug="twelves",
    name="Twelves",
    inventory=Inventory(__name__),
    options=Options,
    check_options=check_options,
    rolls=ROLLS,
    derivations=(Derivation("sheet", derived_sheet), Derivation("ability-for", ability_for)),
    create=create,
    creation=CREATION,
    show_sheet=show,
    scene=Scene,
    actions=ACTIONS,
    fight=fight_status,
    secrets=Secrets(foe_sheet=("scores", "rank", "tags", "normal_boxes", "damage", "potions", "tn", "hit_points")),
)
