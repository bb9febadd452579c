"""Actions of a fight: starting and ending it, Fast and Slow turns, and moves."""

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from rulewright.game import Character, named
from rulewright.game.scene import Said
from rulewright.game.turns import running
from rulewright.games.untold_aeons.data import MELEE
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import MOST_YARDS
from rulewright.games.untold_aeons.scene import Combatant, Fight, Scene, Turn, refuse_unable
from rulewright.games.untold_aeons.sheet import secondary_of
from rulewright.games.untold_aeons.turns import next_up, settle, turn_over, use_action
from rulewright.rules import Dice, Refused, between, meaning, rule
from rulewright.rules.limits import Name

Names = Annotated[tuple[Name, ...], Meta(min_length=1, max_length=100)]
Position = Annotated[int, between(-MOST_YARDS, MOST_YARDS, "yards along a line")]


@rule("UA-105", "UA-108")
def start_fight(
    dice: Dice[Options],
    scene: Scene,
    initiating: Annotated[Names, named("character", "the characters who begin the fight")],
    defending: Annotated[Names, named("character", "the characters they attack")],
    positions: Annotated[
        Annotated[dict[Name, Position], Meta(max_length=100)] | None,
        meaning("each character's place, in yards along a line; 0 by default"),
    ] = None,
) -> tuple[Scene, Said]:
    """A fight begins; the side that starts it goes first, and there is no other surprise."""
    if scene.fight is not None:
        raise Refused("in a fight: end it first")
    fighters = (*initiating, *defending)
    if len(set(fighters)) < len(fighters):
        raise Refused("named twice: each character fights on one side")
    for name in fighters:
        refuse_unable(scene.sheet(name))
    places = positions or {}
    combatants = {name: Combatant("initiating", places.get(name, 0)) for name in initiating}
    combatants |= {name: Combatant("defending", places.get(name, 0)) for name in defending}
    return replace(scene, fight=Fight(combatants)), Said(f"{', '.join(initiating)} against {', '.join(defending)}")


@rule("UA-101", "UA-102", "UA-103", "UA-104", "UA-A35")
def choose_turn(dice: Dice[Options], scene: Scene, who: Character, turn: Turn) -> tuple[Scene, Said]:
    """At the start of a round each character chooses a Fast or a Slow turn, and keeps to it."""
    fight = running(scene.fight)
    refuse_unable(scene.sheet(who))
    one = scene.combatant(who)
    waiting = scene.waiting()
    if who not in waiting or all(fight.combatants[name].turn is not None for name in waiting):
        raise Refused("already chosen: everybody keeps their turn for now", "UA-A35")
    if dice.options.turn_choice == "once-per-fight" and one.turn is not None:
        raise Refused("already chosen: once for the whole fight", "UA-A35")
    return replace(scene, fight=fight.with_one(who, replace(one, turn=turn))), Said(f"{who} is {turn}")


class Begun(Struct, frozen=True):
    """A turn, with its actions and moves."""

    turn: Turn
    actions: int
    moves: int


@rule("UA-102", "UA-103", "UA-107", "UA-146")
def start_turn(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Begun]:
    """A character of the current slot begins a turn; within a slot the players choose the order."""
    fight = running(scene.fight)
    refuse_unable(scene.sheet(who))
    if fight.actor is not None:
        raise Refused(f"not your turn: it is {fight.actor}'s")
    if who not in next_up(scene):
        waits = [name for name in scene.waiting() if fight.combatants[name].turn is None]
        raise Refused(
            f"not your turn: {', '.join(waits)} must choose Fast or Slow"
            if waits
            else f"not your turn: next is {' or '.join(next_up(scene))}",
            "UA-106",
        )
    one = scene.combatant(who)
    begun = replace(fight.with_one(who, replace(one, exposed=0)), actor=who, actions=1, moves=1, has_acted=False)
    return replace(scene, fight=begun), Begun(one.turn or "slow", 1, 1)


@rule("UA-131", "UA-132", "UA-A40")
def get_up(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Said]:
    """Get up from the ground, which takes an action."""
    sheet = scene.sheet(who)
    refuse_unable(sheet)
    if not sheet.prone:
        raise Refused(f"not prone: {who}", "UA-131")
    return use_action(scene, who).with_sheet(who, replace(sheet, prone=False)), Said(f"{who} gets up")


class Moved(Struct, frozen=True):
    """A character's new position, and the yards moved."""

    position: int
    yards: int


@rule("UA-10", "UA-12", "UA-13", "UA-102", "UA-103", "UA-141", "UA-145", "UA-A36", "UA-A40", "UA-A48")
def move(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    toward: Character,
    yards: Annotated[
        Position | None,
        meaning("how far, below 0 for away; by default a walk to their side"),
    ] = None,
) -> tuple[Scene, Moved]:
    """Move up to the move speed, or sprint in a turn without an action."""
    fight, sheet = running(scene.fight), scene.sheet(who)
    refuse_unable(sheet)
    one, goal = scene.combatant(who), scene.combatant(toward).position
    if who == toward:
        raise Refused("toward is the mover: choose another character")
    if sheet.prone:
        raise Refused(f"prone cannot move: {who} must get up first", "UA-A40")
    own_move = fight.actor == who and fight.moves > 0
    if not own_move and one.free_moves < 1:
        raise Refused("no move left", "UA-103")
    speeds = secondary_of(sheet.characteristics)
    most = speeds.sprint if own_move and not fight.has_acted else speeds.move_speed
    if yards is None:
        yards = min(speeds.move_speed, max(0, abs(goal - one.position) - MELEE.reach))
    if abs(yards) > most:
        raise Refused(f"too far: {abs(yards)} yards, at most {most}", "UA-A36")
    if own_move:
        spent = one.turn == "fast" or abs(yards) > speeds.move_speed
        fight = replace(fight, moves=0, actions=0 if spent else fight.actions)
    else:
        one = replace(one, free_moves=one.free_moves - 1)
    position = one.position + (yards if goal >= one.position else -yards)
    return replace(scene, fight=fight.with_one(who, replace(one, position=position))), Moved(position, abs(yards))


@rule("UA-101", "UA-106")
def end_turn(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Said]:
    """End the turn; after the last turn a new round begins."""
    if running(scene.fight).actor != who:
        raise Refused(f"not your turn: {who} has not begun one")
    return settle(dice, turn_over(scene)), Said(f"{who} is done")


@rule("UA-105")
def end_fight(dice: Dice[Options], scene: Scene) -> tuple[Scene, Said]:
    """The Narrator ends the fight."""
    running(scene.fight)
    return replace(scene, fight=None), Said("the fight is over")
