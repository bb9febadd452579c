"""Actions of a fight: its start, turns, movement, reloading, stims, the map, and its end."""

from typing import Annotated

from msgspec.structs import replace

from rulewright.game import Character, named, suggested
from rulewright.game.board import Aimed
from rulewright.game.order_actions import Ordered
from rulewright.game.scene import Said
from rulewright.game.turns import running
from rulewright.games.dpi.board import Surroundings, aimed_at, in_reach_of, seen_around, weapon_or_grenade
from rulewright.games.dpi.data import AP
from rulewright.games.dpi.fight import FIGHT
from rulewright.games.dpi.fight_turn import Moved, TurnStart, begin_turn, reload_cost
from rulewright.games.dpi.fight_turn import move as take_steps
from rulewright.games.dpi.fight_turn import reload as load
from rulewright.games.dpi.fight_turn import use_stim as inject
from rulewright.games.dpi.grid import Space, distance
from rulewright.games.dpi.movement import cost_of_move
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.rest import Stimmed
from rulewright.games.dpi.scene import RunningFight, Scene, is_standing, refuse_blocked, refuse_unable
from rulewright.games.dpi.sheet import Agent, carried
from rulewright.games.dpi.turns import (
    after_fight,
    begun_turn,
    continue_or_end,
    next_turn,
    refuse_ap,
    turn_order,
)
from rulewright.rules import Dice, Refused, refuses_nothing_more, rule
from rulewright.rules.limits import Name

Patient = Annotated[Name | None, named("character", "the character treated; yourself if left empty", use="helps")]
CarriedWeapon = Annotated[Name, named("weapon", "a weapon carried", of="who", use="arm")]


@rule("DPI-A59")
def start_fight(dice: Dice[Options], scene: Scene) -> tuple[Scene, Ordered]:
    """Start a fight with everyone standing: agents first, or by Agility and Luck.

    If all are of one side, each fights for themselves.
    """
    if scene.running is not None:
        raise Refused("a fight is under way: end it first")
    standing = [name for name, body in scene.characters.items() if is_standing(body)]
    if len(standing) < 2:
        raise Refused("no enemies: a fight needs two standing characters")
    order = turn_order(dice.options, scene, standing)
    return replace(scene, fight=RunningFight(order)), Ordered(order)


@rule("DPI-27", "DPI-178", "DPI-A57", "DPI-A59")
def start_turn(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, TurnStart]:
    """Start your turn. Burn damage comes first, then your AP are full again."""
    if running(scene.running).of(who, "DPI-A59").begun:
        raise Refused("the turn has already started", "DPI-A59")
    turn = FIGHT.now(scene, dice.options, who)
    after, outcome = begin_turn(dice, turn.fight, turn.fighters)
    scene = FIGHT.carried_out(scene, turn.then(after))
    if outcome.fell:
        return continue_or_end(dice.options, scene), outcome
    return replace(scene, fight=replace(running(scene.fight), begun=True)), outcome


@rule("DPI-126", "DPI-128", "DPI-135", "DPI-A49", "DPI-A58")
def move(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    to: Annotated[Space, suggested("space in reach", "the space to move to", of="who")],
) -> tuple[Scene, Moved]:
    """Move to a space by the shortest way, 1 AP a space."""
    body = scene.sheet(who)
    refuse_unable(body)
    if scene.running is None:
        _refuse_taken(scene, who, to)
        spaces = distance(dice.options, scene.grid, body.space, to)
        return scene.with_sheet(who, replace(body, space=to)), Moved(spaces, 0, (to,) if spaces else ())
    begun_turn(scene, who)
    turn = FIGHT.now(scene, dice.options, who)
    refuse_ap(scene, who, cost_of_move(turn, distance(dice.options, scene.grid, body.space, to)))
    _refuse_taken(scene, who, to)
    turn, moved = take_steps(turn, to)
    return FIGHT.carried_out(scene, turn), moved


def _refuse_taken(scene: Scene, who: str, to: Space) -> None:
    """Refuses to move to a space off the map, with an obstacle, or held by another character."""
    if to != scene.sheet(who).space:
        others = [body.space for name, body in scene.characters.items() if name != who and scene.takes_part(name)]
        refuse_blocked(scene, to, others)


@rule("DPI-A42")
def ready(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    weapon: CarriedWeapon,
) -> tuple[Scene, Said]:
    """Ready a weapon. It is used first, also to counterattack."""
    body = scene.sheet(who)
    at = carried(body, weapon)
    ordered = (body.weapons[at], *body.weapons[:at], *body.weapons[at + 1 :])
    return scene.with_sheet(who, replace(body, weapons=ordered)), Said(f"{who} holds the {weapon}")


@rule("DPI-134", "DPI-156", "DPI-179", "DPI-A54")
def reload(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    weapon: CarriedWeapon,
) -> tuple[Scene, Said]:
    """Reload a weapon for 5 AP, or by ruling for the whole turn."""
    options, body = dice.options, scene.sheet(who)
    refuse_unable(body)
    if not body.weapons[carried(body, weapon)].entry.shots:
        raise Refused(f"not a Reload weapon: {weapon}", "DPI-156")
    if not body.reloads:
        raise Refused("no reload left", "DPI-179")
    turn = FIGHT.now(scene, options, who)
    if options.reload_cost == "whole-turn" and turn.fight.moved:
        raise Refused("not enough AP: reloading takes the whole turn", "DPI-A54")
    refuse_ap(scene, who, reload_cost(options, turn.our))
    turn, said = load(turn, weapon)
    return FIGHT.carried_out(scene, turn), said


@rule("DPI-133", "DPI-180", "DPI-A31")
def use_stim(dice: Dice[Options], scene: Scene, who: Character, patient: Patient = None) -> tuple[Scene, Stimmed]:
    """Use a stim on yourself or another character: 1d6 HP and 1 Stress. It costs 3 AP in a fight."""
    user = scene.sheet(who)
    refuse_unable(user)
    name = who if patient is None else patient
    if not user.stims:
        raise Refused("no stim left", "DPI-180")
    treated = scene.sheet(name)
    if isinstance(treated, Agent) and treated.life != "alive":
        raise Refused(f"patient is {treated.life}: {name}", "DPI-147")
    refuse_ap(scene, who, AP.item)
    turn = FIGHT.now(scene, dice.options, who)
    turn, done = inject(dice, turn, turn.fighters.at(name))
    return continue_or_end(dice.options, FIGHT.carried_out(scene, turn)), done


@rule("DPI-A59")
def end_turn(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Said]:
    """End your turn; AP left are lost."""
    begun_turn(scene, who)
    return next_turn(scene), Said(f"{who} ends the turn")


@rule("DPI-135", "DPI-A43", "DPI-A47")
def leave_fight(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Said]:
    """Leave the fight from a space where no enemy can strike you. It ends when a side has no one left in it."""
    fight = begun_turn(scene, who)
    near = in_reach_of(FIGHT.now(scene, dice.options, who))
    if near:
        raise Refused(f"still in reach: {', '.join(near)} can attack {who}", "DPI-A47")
    gone = replace(scene, fight=replace(fight, gone=(*fight.gone, who)))
    return continue_or_end(dice.options, gone), Said(f"{who} leaves the fight")


@rule("DPI-118", "DPI-147", "DPI-A31")
def end_fight(dice: Dice[Options], scene: Scene) -> tuple[Scene, Said]:
    """End a fight: ten minutes pass, and agents who are down die. A fight that is over is cleared away."""
    if running(scene.fight).over:
        return replace(scene, fight=None), Said("the fight is cleared away")
    return after_fight(dice.options, scene, None), Said("the fight is over")


@rule("DPI-27", "DPI-126", "DPI-128", "DPI-A47")
def look_around(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Surroundings]:
    """See where everyone is, the distance, cover and sight between enemies, and who could strike here."""
    scene.sheet(who)
    return scene, seen_around(scene, FIGHT.now(scene, dice.options, who))


@rule("DPI-155", "DPI-157", "DPI-158", "DPI-159", "DPI-A50", "DPI-A51", "DPI-A52", "DPI-A53")
def aim(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    at: Annotated[Space, suggested("space of a character", "the space aimed at")],
    weapon: Annotated[
        Name | None, named("weapon or grenade", "a weapon carried, or a grenade", of="who", use="arm")
    ] = None,
) -> tuple[Scene, Aimed]:
    """Aim without attacking: the spaces an attack would cover, who would be hit, and the odds."""
    scene.sheet(who)
    turn = FIGHT.now(scene, dice.options, who)
    arm = weapon_or_grenade(turn, weapon)
    refuses_nothing_more(dice)
    return scene, aimed_at(scene, turn, arm, at)
