"""The fight rules, written once: choosing turns, the acts of a turn, the sensible ones, and plans.

The table's actions, the duel rolls, advice and simulation all use it. Attacks are in `strikes.py`, rounds and the way
between a scene and a position in `rounds.py`.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game.fight_step import Act, FightPlan, act, weakest_foes
from rulewright.game.scene import Said
from rulewright.games.untold_aeons.combatants import (
    ACTION,
    BEGUN,
    BOTH,
    MOVE,
    Combatant,
    Fight,
    Fighter,
    Fighters,
    health_left,
    is_up,
)
from rulewright.games.untold_aeons.data import CHECK, MELEE
from rulewright.games.untold_aeons.karma import KarmaSide, Stake, spent
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.plans import HABITS, Habit
from rulewright.games.untold_aeons.rounds import UntoldFights, fighter_in
from rulewright.games.untold_aeons.scene import Turn
from rulewright.games.untold_aeons.strikes import after_action, attack, shoot, with_karma
from rulewright.rules import Dice, rule

CHOOSE = {turn: act("choose-turn", turn=turn) for turn in ("fast", "slow")}
GET_UP, END_TURN = act("get-up"), act("end-turn")


# --- a turn ---


class Begun(Struct, frozen=True):
    """A turn, with its actions and moves."""

    turn: Literal["fast", "slow"]
    actions: int
    moves: int


@rule("UA-102", "UA-103", "UA-107", "UA-146")
def begin_turn(dice: Dice[Options], fight: Fight, fighters: Fighters) -> tuple[Fight, Begun]:
    """A turn has an action and a move, or one of them if it is Fast; it ends being exposed."""
    us = fight.mine
    if us.edge is not None:
        us = us.with_modifiers(0, us.edge.next_check, us.edge.stakes)
    begun = fight.after(replace(us, stage=BEGUN[us.stage]), BOTH)
    return begun, Begun("fast" if us.stage == "fast" else "slow", 1, 1)


@rule("UA-101", "UA-104", "UA-A35")
def choose_turn(dice: Dice[Options], fight: Fight, fighters: Fighters, turn: Turn) -> tuple[Fight, Said]:
    """A combatant chooses a Fast or a Slow turn for the round."""
    chosen = fight.after(replace(fight.mine, stage=turn), 0)
    return chosen, Said(f"{fighters.names[fight.at]} takes a {turn.capitalize()} turn")


@rule("UA-131", "UA-132", "UA-A40")
def get_up(dice: Dice[Options], fight: Fight, fighters: Fighters) -> tuple[Fight, Said]:
    """Get up from the ground, which takes an action."""
    up = fight.after(replace(fight.mine, prone=False), after_action(fight))
    return up, Said(f"{fighters.names[fight.at]} gets up")


class Moved(Struct, frozen=True):
    """A character's new position, the yards moved, and whether away from the other."""

    position: int
    yards: int
    away: bool = False


@rule("UA-10", "UA-12", "UA-13", "UA-102", "UA-103", "UA-A36")
def move(
    dice: Dice[Options], fight: Fight, fighters: Fighters, toward: int, yards: int | None = None
) -> tuple[Fight, Moved]:
    """A walk, or a sprint that takes the action too; without yards a walk to the other's side."""
    us, goal, speed = fight.mine, fight.combatants[toward].yards, fighters.fighters[fight.at].speed
    if yards is None:
        yards = min(speed, max(0, abs(goal - us.yards) - MELEE.reach))
    spent_all = us.stage == "in-fast" or abs(yards) > speed
    place = us.yards + (yards if goal >= us.yards else -yards)
    left = 0 if spent_all or fight.left == MOVE else ACTION
    return fight.after(replace(us, yards=place), left), Moved(place, abs(yards), yards < 0)


@rule("UA-21", "UA-24", "UA-A3", "UA-A6")
def spend_karma(
    dice: Dice[Options],
    fight: Fight,
    fighters: Fighters,
    index: int,
    side: KarmaSide,
    use: Literal["bonus", "difficulty"],
) -> tuple[Fight, Said]:
    """A karma point for +2 on a combatant's next roll, or against it."""
    them = fight.combatants[index]
    edge = them.modifiers
    them = them.with_modifiers(edge.exposed, edge.next_check, (*edge.stakes, Stake(side, use)))
    staked = with_karma(fight, spent(fight.pools, side)).with_combatant(index, them)
    words = f"+{CHECK.karma} {'difficulty ' if use == 'difficulty' else ''}on {fighters.names[index]}'s next roll"
    return staked, Said(words)


@rule("UA-101", "UA-106")
def end_turn(dice: Dice[Options], fight: Fight, fighters: Fighters) -> tuple[Fight, Said]:
    """End the turn."""
    return replace(fight, left=0), Said(f"{fighters.names[fight.at]} is done")


def perform(dice: Dice[Options], fight: Fight, fighters: Fighters, chosen: Act) -> tuple[Fight, Any]:
    """One act of a combatant."""
    match chosen.action:
        case "choose-turn":
            return choose_turn(dice, fight, fighters, chosen.of("turn"))
        case "get-up":
            return get_up(dice, fight, fighters)
        case "move":
            given = dict(chosen.params)
            return move(dice, fight, fighters, fighters.at(given["toward"]), given.get("yards"))
        case "spend-karma":
            return spend_karma(dice, fight, fighters, fight.at, chosen.of("side"), chosen.of("use"))
        case "end-turn":
            return end_turn(dice, fight, fighters)
    strike = shoot if chosen.action == "shoot" else attack
    after, found = strike(dice, fight, fighters, fighters.at(chosen.of("target")), chosen.of("weapon"))
    return after, found.attacked


# --- sensible acts ---


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


# --- plans ---


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


FIGHT = UntoldFights(
    combatant=Combatant,
    fighter=fighter_in,
    takes_part=lambda options, combatant: is_up(combatant),
    begin_turn=begin_turn,
    acts=acts,
    perform=perform,
    health=health_left,
    plans={name: _plan(habit) for name, habit in HABITS.items()},
    position=Fight,
    roster=Fighters,
)
