"""The sensible acts of the combatant whose turn it is, and the plans that choose from them.

A plan also says how a fighter reacts to a blow, and whether they dive and get up.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

from rulewright.game.fight_step import Act, FightPlan, act, weakest_foes
from rulewright.games.untold_aeons.data import MELEE
from rulewright.games.untold_aeons.fight_state import (
    ACTION,
    BOTH,
    MOVE,
    Fight,
    Fighter,
    Fighters,
    health_left,
    is_up,
)
from rulewright.games.untold_aeons.melee import Defence
from rulewright.games.untold_aeons.options import Options
from rulewright.rules import rule


class Habit(NamedTuple):
    """A plan: the reaction to a blow while standing, diving and getting up, and a turn if it is always the same."""

    reaction: Defence = "defend"
    dives: bool = False
    rises: bool = True
    turn: Literal["fast", "slow"] | None = None

    def reacts(self, prone: bool) -> Defence:
        """The reaction to a blow; a prone fighter cannot dodge."""
        return "defend" if prone and self.reaction == "dodge" else self.reaction

    def answers(self, question: str, choices: Sequence[Any]) -> Any:
        """The answer to a decision in the middle of an action: saves are rerolled, and nothing else."""
        if question == REACT:
            return self.reacts(prone="dodge" not in choices)
        if question == DIVE:
            return choices[int(self.dives)]
        return choices[int("reroll the save" in question)]


REACT, DIVE, FIRE = "defend, dodge or fight back?", "stay or dive?", "single or rapid?"


WHICH_WEAPON = "fight back with which weapon?"


HABITS = {
    "fast": Habit(turn="fast"),
    "slow": Habit(turn="slow"),
    "defend": Habit(),
    "fight-back": Habit("fight-back"),
    "dodge-stay": Habit("dodge", rises=False),
    "dodge-stand": Habit("dodge"),
    "stand": Habit(rises=False),
    "dive-stay": Habit(dives=True, rises=False),
    "dive-rise": Habit(dives=True),
}


CHOOSE = {turn: act("choose-turn", turn=turn) for turn in ("fast", "slow")}


GET_UP, END_TURN = act("get-up"), act("end-turn")


@rule("UA-21", "UA-101", "UA-102", "UA-103", "UA-109", "UA-121", "UA-132", "UA-A36", "UA-A40")
def acts(options: Options, fight: Fight, fighters: Fighters) -> tuple[Act, ...]:
    """Shoot or strike a foe, weakest first; get up; come closer; a karma point on the next roll."""
    us, own = fight.mine, fighters.fighters[fight.at]
    near = foes = weakest_foes(fight, fighters, is_up, health_left)
    if not own.stays:
        near = [foe for foe in foes if abs(fight.combatants[foe].yards - us.yards) <= MELEE.reach]
    if us.stage == "":
        return (CHOOSE["fast"],) if len(near) == len(foes) else (CHOOSE["fast"], CHOOSE["slow"])
    found: list[Act] = []
    if fight.left != MOVE:
        names = fighters.names
        found += [act("shoot", target=names[foe], weapon=gun.name) for gun in own.guns for foe in foes]
        armed = own.melee[:-1] or own.melee  # bare hands come last, and only without any other weapon
        found += [act("attack", target=names[foe], weapon=arm.name) for arm in armed for foe in near]
        if us.prone:
            found.append(GET_UP)
        if found and _has_karma(options, fight, own):
            found.append(act("spend-karma", side=own.pool, use="bonus"))
    if fight.left != ACTION and len(near) < len(foes) and not us.prone:
        found += _moves(fight, fighters, own, [foe for foe in foes if foe not in near])
    if fight.left == MOVE and found:
        found.append(END_TURN)
    return tuple(found)


def _has_karma(options: Options, fight: Fight, own: Fighter) -> bool:
    """Whether a point may go on the next roll: the side has one, and none is on it yet."""
    if fight.karma is None or (fight.karma.players if own.player else fight.karma.narrator) == 0:
        return False
    return options.karma_stacking == "unlimited" or own.pool not in fight.mine.karma.sides


def _moves(fight: Fight, fighters: Fighters, own: Fighter, far: Iterable[int]) -> list[Act]:
    """A walk towards each of these foes; a sprint too for those who have no firearm."""
    found = []
    for foe in far:
        away = abs(fight.combatants[foe].yards - fight.mine.yards) - MELEE.reach
        if fight.left == BOTH and not own.guns and away > own.speed:
            found.append(act("move", toward=fighters.names[foe], yards=min(own.sprint, int(away))))
        found.append(act("move", toward=fighters.names[foe]))
    return found


def _plan(habit: Habit) -> FightPlan[Fight, Fighters]:
    """The plan to shoot, else to strike, the weakest foe, else to come closer."""

    def plan(options: Options, fight: Fight, fighters: Fighters, able: Sequence[Act]) -> Act:
        if able[0].action == "choose-turn":
            strikes = fighters.fighters[fight.at].guns or len(able) == 1
            turn = habit.turn or ("fast" if strikes else "slow")
            return CHOOSE[turn] if CHOOSE[turn] in able else able[0]
        if GET_UP in able and habit.rises:
            return GET_UP
        return able[0]

    return plan


PLANS = {name: _plan(habit) for name, habit in HABITS.items()}
