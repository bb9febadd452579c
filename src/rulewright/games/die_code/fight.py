"""The fight rules (extension), written once: a fight, and the points that contests and chases have instead of a body.

The table's actions, advice, plans and simulation all use it. Attacks are in `fight_turn.py`.
"""

from typing import Any

from rulewright.game.fight_step import FightRules
from rulewright.games.die_code.fight_state import Combatant, Fight, Fighters, body_left, fighter_in, stands
from rulewright.games.die_code.fight_turn import perform
from rulewright.games.die_code.plans import ELSEWHERE, PLANS, acts, points_missing
from rulewright.games.die_code.scene import Scene


class BodyFights(FightRules[Fight, Fighters], frozen=True, eq=False):
    """Fights, and contests and chases, which have points or paces instead of a body."""

    def health_of(self, scene: Scene, options: Any, name: str) -> int:
        """The points left of a character's body; in a contest or chase the points or paces it counts."""
        return scene.sheet(name).body if scene.fight is not None else points_missing(scene, options, name)


FIGHT = BodyFights(
    combatant=Combatant,
    fighter=fighter_in,
    takes_part=lambda options, combatant: stands(combatant),
    acts=acts,
    perform=perform,
    health=body_left,
    plans=PLANS,
    at_once=1,
    begin="",
    end="",
    measure="points of the body",
    elsewhere=ELSEWHERE,
)
