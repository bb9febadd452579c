"""Turns in a fight: the order of a round, the action of a turn, and when the fight is over."""

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from rulewright.game import FightStatus
from rulewright.game.turns import standing
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.scene import Fight, Scene, is_able
from rulewright.games.untold_aeons.wound_actions import tick
from rulewright.rules import Dice, Parameters, Refused, meaning, rule
from rulewright.rules.limits import Name


class Fighting(Parameters, frozen=True):
    """A fighter's side and turn in a round."""

    name: Name
    side: Literal["initiating", "defending"]
    turn: Literal["fast", "slow"]


class Order(Struct, frozen=True):
    """The order of a round."""

    order: tuple[str, ...]


SLOTS = (("initiating", "fast"), ("defending", "fast"), ("initiating", "slow"), ("defending", "slow"))


@rule("UA-101", "UA-104", "UA-105", "UA-106", "UA-107", "UA-108", "UA-A34")
def in_turn_order(fighters: tuple[Fighting, ...]) -> tuple[str, ...]:
    """Fast before Slow, and in each the side that began the fight before the other."""
    ordered = sorted(fighters, key=lambda one: SLOTS.index((one.side, one.turn)))
    return tuple(one.name for one in ordered)


@rule("UA-101", "UA-105", "UA-106", "UA-107")
def turn_order(
    options: Options,
    fighters: Annotated[tuple[Fighting, ...], Meta(max_length=100), meaning("all fighters with their side and turn")],
) -> Order:
    """The order of a round; fighters in the same slot keep the order given."""
    return Order(in_turn_order(fighters))


@rule("UA-101", "UA-106", "UA-107", "UA-A35")
def next_up(scene: Scene) -> tuple[str, ...]:
    """The characters who may take the next turn: all in the first slot not done; none while some must still choose."""
    if scene.fight is None:
        return ()
    combatants, waiting = scene.fight.combatants, scene.waiting()
    if any(combatants[name].turn is None for name in waiting):
        return ()
    for side, turn in SLOTS:
        slot = [name for name in waiting if (combatants[name].side, combatants[name].turn) == (side, turn)]
        if slot:
            return tuple(slot)
    return ()


def round_order(fight: Fight) -> tuple[str, ...]:
    """The order of the round; a character without a choice yet counts as Slow."""
    return in_turn_order(tuple(Fighting(name, one.side, one.turn or "slow") for name, one in fight.combatants.items()))


@rule("UA-102", "UA-103", "UA-A34")
def use_action(scene: Scene, who: str) -> Scene:
    """The scene after the action of a turn; a Fast turn has no move after it; outside a fight nothing is counted."""
    fight = scene.fight
    if fight is None:
        return scene
    if fight.actor != who:
        raise Refused(f"no action left: it is not {who}'s turn", "UA-102")
    if fight.actions < 1:
        raise Refused("no action left", "UA-103")
    moves = fight.moves if fight.combatants[who].turn == "slow" else 0
    return replace(scene, fight=replace(fight, actions=0, moves=moves, has_acted=True))


def turn_over(scene: Scene) -> Scene:
    """The scene after the end of the current turn."""
    fight = scene.fight
    if fight is None or fight.actor is None:
        return scene
    done = fight.with_one(fight.actor, replace(fight.combatants[fight.actor], acted=True))
    return replace(scene, fight=replace(done, actor=None, actions=0, moves=0, has_acted=False))


@rule("UA-92", "UA-94", "UA-A30", "UA-A35")
def settle(dice: Dice[Options], scene: Scene) -> Scene:
    """The scene with the turn of a fallen character ended, and, after the last turn, the round: then wounds bleed."""
    fight = scene.fight
    if fight is None:
        return scene
    if fight.actor is not None:
        return scene if is_able(scene.characters[fight.actor]) else settle(dice, turn_over(scene))
    if scene.waiting():
        return scene
    if dice.options.bleeding == "round" or fight.minute_is_over:
        for name in fight.combatants:
            if scene.characters[name].bleeding:
                scene, _ = tick(dice, scene, name, None)
    keep = dice.options.turn_choice == "once-per-fight"
    fresh = {name: replace(one, acted=False, turn=one.turn if keep else None) for name, one in fight.combatants.items()}
    for name in fresh:
        sheet = scene.characters[name]
        lasting = tuple(effect for effect in sheet.effects if effect.lasting or effect.text.lower() == "unconscious")
        scene = scene.with_sheet(name, replace(sheet, effects=lasting))
    return replace(scene, fight=replace(fight, combatants=fresh, round=fight.round + 1))


@rule("UA-92", "UA-106")
def fight_status(scene: Scene, options: Options) -> FightStatus | None:
    """The running fight; it is over when only one side can still act."""
    fight = scene.fight
    if fight is None:
        return None
    sides = {name: f"the {one.side} side" for name, one in fight.combatants.items()}
    over, winner = standing(sides, lambda name: is_able(scene.characters[name]))
    turn = fight.actor or next(iter(next_up(scene)), "")
    left = {"actions": fight.actions, "moves": fight.moves}
    undecided = {name: "choose-turn" for name in scene.waiting() if fight.combatants[name].turn is None}
    return FightStatus(round_order(fight), fight.round, turn, left, over, winner, {} if over else undecided)
