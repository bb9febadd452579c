"""The fight rules, written once.

The table's actions, the rolls `turn` and `duel`, advice and simulation all use them. The acts of a turn are in
`fight_turn.py`.
"""

from rulewright.game.fight_step import FightRules
from rulewright.games.twelves.fight_state import Combatant, Fight, Fighters, boxes_left, skills_of
from rulewright.games.twelves.fight_turn import begin_turn, perform
from rulewright.games.twelves.health import is_able
from rulewright.games.twelves.plans import PLANS, acts

FIGHT: FightRules[Fight, Fighters] = FightRules(
    combatant=Combatant,
    fighter=lambda scene, options, name: skills_of(scene.sheet(name), options),
    takes_part=lambda options, combatant: is_able(options, combatant.state),
    begin_turn=begin_turn,
    acts=acts,
    perform=perform,
    health=boxes_left,
    measure="boxes",
    plans=PLANS,
)
