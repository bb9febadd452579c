"""The acts of a turn in a fight, each written once: the table, the duels and the solver call them."""

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game.fight_step import Act
from rulewright.game.scene import Said
from rulewright.games.untold_aeons.data import CHECK, MELEE
from rulewright.games.untold_aeons.fight_state import ACTION, BEGUN, BOTH, MOVE, Fight, Fighters
from rulewright.games.untold_aeons.karma import KarmaSide, Stake, spent
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.scene import TurnSpeed
from rulewright.games.untold_aeons.strikes import after_action, attack, shoot, with_karma
from rulewright.rules import Dice, rule


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
def choose_turn(dice: Dice[Options], fight: Fight, fighters: Fighters, turn: TurnSpeed) -> tuple[Fight, Said]:
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
    return replace(fight, left=0), Said(f"{fighters.names[fight.at]}'s turn ends")


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
