"""Turns of a fight: order, AP, movement, reloading, items, and the end."""

from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game import Character, FightStatus
from rulewright.games.dpi.agent import Agent, action_points, hp_max
from rulewright.games.dpi.data import AP, CLOCK, ITEMS, WEAPONS
from rulewright.games.dpi.grid import Space, distance
from rulewright.games.dpi.movement import ap_to_move
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.rest import Stimmed, stim
from rulewright.games.dpi.scene import (
    Body,
    Fight,
    Said,
    Scene,
    fallen,
    harmed,
    is_standing,
    pass_time,
    rattled,
    refuse_unable,
)
from rulewright.games.dpi.weapons import Harm, soaked
from rulewright.rules import Dice, Refused, meaning, rule

__all__ = [
    "cost_of_move",
    "end_fight",
    "end_turn",
    "fight_status",
    "move",
    "next_turn",
    "own_turn",
    "reload",
    "spend_ap",
    "start_fight",
    "start_turn",
    "use_stim",
]


class Ordered(Struct, frozen=True):
    """The order of a fight."""

    order: tuple[str, ...]


@rule("DPI-A59")
def start_fight(dice: Dice[Options], scene: Scene) -> tuple[Scene, Ordered]:
    """Everybody standing takes their place in the order: agents first, or by Agility and Luck."""
    if scene.fight is not None:
        raise Refused("in a fight: end it first")
    standing = [name for name, body in scene.characters.items() if is_standing(body)]
    if len({scene.body(name).side for name in standing}) < 2:
        raise Refused("nobody to fight: each side needs somebody standing")
    if dice.options.initiative == "agents-first":
        order = sorted(standing, key=lambda name: scene.body(name).side != "agents")
    else:
        order = sorted(standing, key=lambda name: _quickness(scene.body(name)), reverse=True)
    return replace(scene, fight=Fight(tuple(order))), Ordered(tuple(order))


def _quickness(body: Body) -> tuple[int, int]:
    if isinstance(body, Agent):
        return body.stats.agility, body.stats.luck
    return body.agility, body.luck


def _fight_of(scene: Scene, who: str) -> Fight:
    if scene.fight is None:
        raise Refused("no fight")
    if scene.fight.turn != who:
        raise Refused(f"not your turn: it is {scene.fight.turn}'s", "DPI-A59")
    return scene.fight


def own_turn(scene: Scene, who: str) -> Fight:
    """The running fight, if it is somebody's turn and it has begun."""
    fight = _fight_of(scene, who)
    if not fight.begun:
        raise Refused("turn not begun: start it first", "DPI-A59")
    return fight


@rule("DPI-128", "DPI-133", "DPI-134")
def spend_ap(scene: Scene, who: str, cost: int) -> Scene:
    """AP of one's own turn; outside a fight nothing is counted."""
    if scene.fight is None:
        return scene
    fight = own_turn(scene, who)
    if cost > fight.ap:
        raise Refused(f"not enough AP: {cost} needed, {fight.ap} left", "DPI-27")
    return replace(scene, fight=replace(fight, ap=fight.ap - cost))


class Begun(Struct, frozen=True):
    """How a turn began."""

    burned: int
    fell: bool
    ap: int


@rule("DPI-27", "DPI-178", "DPI-A57", "DPI-A59")
def start_turn(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Begun]:
    """Burn damage first; then AP are full again and what was left is lost."""
    fight = _fight_of(scene, who)
    if fight.begun:
        raise Refused("turn already begun", "DPI-A59")
    body = scene.body(who)
    burned = 0
    if body.burning:
        stopped = dice.options.burn_fortitude == "applies"
        harm = (
            soaked(dice.options, ITEMS.burn_damage, "none", body.fortitude) if stopped else Harm(ITEMS.burn_damage, 0)
        )
        body = harmed(dice.options, replace(body, burning=body.burning - 1), harm)
        burned = harm.hp
        scene = scene.with_body(who, body)
        if not is_standing(body):
            return next_turn(scene), Begun(burned, True, 0)
    ap = action_points(dice.options, body)
    return replace(scene, fight=replace(fight, begun=True, ap=ap, moved=0)), Begun(burned, False, ap)


def cost_of_move(options: Options, scene: Scene, who: str, spaces: int) -> int:
    """AP to move so many more spaces, with what was moved in this turn already."""
    body = scene.body(who)
    armour = body.armour if isinstance(body, Agent) else "none"
    moved = scene.fight.moved if scene.fight is not None else 0
    return ap_to_move(options, moved + spaces, armour) - ap_to_move(options, moved, armour)


class Moved(Struct, frozen=True):
    """How far somebody moved and what it cost."""

    spaces: int
    ap: int


@rule("DPI-128", "DPI-135", "DPI-A58")
def move(
    dice: Dice[Options], scene: Scene, who: Character, to: Annotated[Space, meaning("the space to move to")]
) -> tuple[Scene, Moved]:
    """Move to a space, 1 AP each; behind an obstacle if there is one."""
    body = scene.body(who)
    refuse_unable(body)
    spaces = distance(dice.options, scene.grid, body.space, to)
    cost = cost_of_move(dice.options, scene, who, spaces) if scene.fight is not None else 0
    scene = spend_ap(scene, who, cost)
    if scene.fight is not None:
        scene = replace(scene, fight=replace(scene.fight, moved=scene.fight.moved + spaces))
    return scene.with_body(who, replace(body, space=to)), Moved(spaces, cost)


@rule("DPI-134", "DPI-156", "DPI-179", "DPI-A54")
def reload(
    dice: Dice[Options], scene: Scene, who: Character, weapon: Annotated[str, meaning("a weapon carried")]
) -> tuple[Scene, Said]:
    """Fill a weapon with one reload: 5 AP, or the whole turn."""
    body = scene.body(who)
    refuse_unable(body)
    at = next((at for at, owned in enumerate(body.weapons) if owned.weapon == weapon), None)
    if at is None:
        raise Refused(f"weapon not owned: {weapon[:60]}", "DPI-A54")
    shots = WEAPONS[weapon].shots
    if not shots:
        raise Refused(f"not a Reload weapon: {weapon}", "DPI-156")
    if not body.reloads:
        raise Refused("no reload left", "DPI-179")
    scene = spend_ap(scene, who, _reload_cost(dice.options, scene, who))
    weapons = tuple(replace(owned, shots=shots) if at == place else owned for place, owned in enumerate(body.weapons))
    return scene.with_body(who, replace(body, weapons=weapons, reloads=body.reloads - 1)), Said(f"{weapon} is loaded")


def _reload_cost(options: Options, scene: Scene, who: str) -> int:
    if options.reload_cost == "five-ap" or scene.fight is None:
        return AP.reload
    whole = action_points(options, scene.body(who))
    if scene.fight.moved:
        raise Refused("not enough AP: reloading takes the whole turn", "DPI-A54")
    return whole


@rule("DPI-133", "DPI-180", "DPI-A31")
def use_stim(
    dice: Dice[Options], scene: Scene, who: Character, patient: Character | None = None
) -> tuple[Scene, Stimmed]:
    """Use a stim on oneself or somebody else: 1d6 HP and 1 Stress; 3 AP in a fight."""
    user = scene.body(who)
    refuse_unable(user)
    name = who if patient is None else patient
    if not user.stims:
        raise Refused("no stim left", "DPI-180")
    treated = scene.body(name)
    if isinstance(treated, Agent) and treated.life != "alive":
        raise Refused(f"patient is {treated.life}: {name}", "DPI-147")
    scene = spend_ap(scene, who, AP.item)
    scene = scene.with_body(who, replace(user, stims=user.stims - 1))
    treated = scene.body(name)
    done = dice.call(stim, hp_max(treated) - treated.hp, treated.stress)
    after = rattled(replace(treated, hp=treated.hp + done.hp), ITEMS.stim_stress, 0)
    return scene.with_body(name, fallen(dice.options, after)), done


@rule("DPI-A59")
def end_turn(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Said]:
    """Hand over to the next who stands; AP left are lost."""
    own_turn(scene, who)
    return next_turn(scene), Said(f"{who} is done")


def next_turn(scene: Scene) -> Scene:
    """The turn of the next in order who stands."""
    fight = scene.fight
    if fight is None:
        return scene
    for ahead in range(1, len(fight.order) + 1):
        at = (fight.at + ahead) % len(fight.order)
        if is_standing(scene.body(fight.order[at])):
            passed = fight.at + ahead >= len(fight.order)
            return replace(scene, fight=Fight(fight.order, fight.round + passed, at))
    return replace(scene, fight=replace(fight, begun=False, ap=0, moved=0))


@rule("DPI-118", "DPI-147", "DPI-A31")
def end_fight(dice: Dice[Options], scene: Scene) -> tuple[Scene, Said]:
    """The fight is over: ten minutes pass, and agents who are still down die."""
    if scene.fight is None:
        raise Refused("no fight")
    characters = {
        name: replace(body, life="dead") if isinstance(body, Agent) and body.hp <= 0 and body.life == "alive" else body
        for name, body in scene.characters.items()
    }
    after = replace(scene, fight=None, characters=characters)
    return pass_time(dice.options, after, CLOCK.combat_minutes), Said("the fight is over")


def fight_status(scene: Scene, options: Options) -> FightStatus | None:
    """The running fight; it is over when only one side has somebody standing."""
    fight = scene.fight
    if fight is None:
        return None
    sides = {scene.body(name).side for name in fight.order if is_standing(scene.body(name))}
    over = len(sides) < 2
    winner = next(iter(sides), None) if over else None
    return FightStatus(fight.order, fight.round, fight.turn, {"ap": fight.ap}, over, winner)
