"""The acts of a turn in a fight, each written once: the table, the rolls and the solver call the same functions."""

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game.fight_step import NO_WINNER, Act
from rulewright.game.scene import Said
from rulewright.games.dpi.data import AP, ITEMS, WEAPONS
from rulewright.games.dpi.fight_attack import Struck, harmed, ready_shot, strike
from rulewright.games.dpi.fight_state import (
    NO_ONE,
    AimedAttack,
    Fighter,
    Fighters,
    FightPosition,
    TurnContext,
    is_loaded,
    stands,
)
from rulewright.games.dpi.grid import Space
from rulewright.games.dpi.harm import Harm, soaked
from rulewright.games.dpi.movement import cost_of_move, way_now
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.rest import Stimmed, stim
from rulewright.games.dpi.stress_and_sanity import lose_sanity, relieve
from rulewright.rules import BadParameter, Dice, Refused, rule


class TurnStart(Struct, frozen=True):
    """The start of a turn: burn damage, whether it felled the character, and the AP."""

    burned: int
    fell: bool
    ap: int


class Moved(Struct, frozen=True):
    """The spaces moved, the AP spent, and the way taken."""

    spaces: int
    ap: int
    path: tuple[Space, ...]


@rule("DPI-27", "DPI-178", "DPI-A57", "DPI-A59")
def begin_turn(dice: Dice[Options], fight: FightPosition, fighters: Fighters) -> tuple[FightPosition, TurnStart]:
    """Burn damage comes first, then the AP are full again."""
    us, our, burned = fight.mine, fighters.fighters[fight.at], 0
    if us.burning:
        stopped = dice.options.burn_fortitude == "applies"
        damage = ITEMS.burn_damage
        harm = soaked(dice.options, damage, "none", us.fortitude) if stopped else Harm(damage, 0)
        us, burned = harmed(replace(us, burning=us.burning - 1), harm), harm.hp
        if us.hp <= 0:
            return fight.after(us, 0), TurnStart(burned, True, 0)
    return replace(fight.after(us, our.ap), moved=0, diagonals=0), TurnStart(burned, False, our.ap)


@rule("DPI-A60")
def arm_used(turn: TurnContext, weapon: str | None) -> int:
    """The place of a weapon among the arms, preferring a loaded one; the first one unless named."""
    if weapon is None:
        return 0
    us, our = turn.us, turn.our
    those = [at for at, arm in enumerate(our.arms) if arm.weapon.name == weapon and at != our.thrown]
    if those:
        return next((at for at in those if is_loaded(us, our, at)), those[0])
    if weapon not in WEAPONS:
        known = dict.fromkeys((*WEAPONS, *(arm.weapon.name for arm in our.arms)))
        raise BadParameter("weapon", known, weapon)
    raise Refused(f"weapon not owned: {weapon}", "DPI-A60")


def shot_of(turn: TurnContext, act: Act) -> AimedAttack:
    """The attack that an act makes."""
    params, our = dict(act.params), turn.our
    waits = turn.options.high_timing == "any-time" and our.high in ("late", "best")
    high = params.get("high", 0)
    if act.action == "throw-grenade":
        lands = (params["at"][0], params["at"][1])
        return AimedAttack(our.thrown, standing_at(turn, lands), lands, high, waits)
    arm = arm_used(turn, params["weapon"])
    return AimedAttack(arm, turn.fighters.at(params["target"]), None, high, waits)


def standing_at(turn: TurnContext, space: Space) -> int:
    """The place of the first other combatant on a space; `NO_ONE` if it is free."""
    others = (at for at in range(len(turn.fight.combatants)) if at != turn.fight.at)
    bodies = ((at, turn.fight.combatants[at]) for at in others)
    return next((at for at, one in bodies if stands(one) and one.space == space), NO_ONE)


@rule("DPI-134", "DPI-A54")
def reload_cost(options: Options, our: Fighter) -> int:
    """The AP of a reload: 5, or by ruling a whole turn."""
    return AP.reload if options.reload_cost == "five-ap" else our.ap


@rule("DPI-134", "DPI-156", "DPI-179", "DPI-A54")
def reload(turn: TurnContext, weapon: str) -> tuple[TurnContext, Said]:
    """A weapon is loaded with one of the reloads; of equal ones the emptiest."""
    shots, arms = turn.us.shots, turn.our.arms
    those = [at for at in range(len(shots)) if arms[at].weapon.name == weapon]
    arm = min(those, key=lambda at: shots[at])
    full = (*shots[:arm], arms[arm].weapon.shots, *shots[arm + 1 :])
    after = turn.with_us(shots=full, reloads=turn.us.reloads - 1)
    return after.paid(reload_cost(turn.options, turn.our)), Said(f"{weapon} is loaded")


@rule("DPI-97", "DPI-133", "DPI-180")
def use_stim(dice: Dice[Options], turn: TurnContext, patient: int) -> tuple[TurnContext, Stimmed]:
    """A stim restores 1d6 HP and gives 1 Stress, to its user or another."""
    turn = turn.with_us(stims=turn.us.stims - 1).paid(AP.item)
    treated = turn.fight.combatants[patient]
    done = dice.call(stim, turn.fighters.fighters[patient].hp_max - treated.hp, treated.stress)
    sanity, hp = lose_sanity(treated.sanity, done.sanity_lost, treated.hp + done.hp)
    return turn.with_body(patient, replace(treated, hp=hp, stress=done.stress, sanity=sanity)), done


@rule("DPI-95", "DPI-A33")
def spend_high(turn: TurnContext, points: int) -> tuple[TurnContext, Said]:
    """High lowers Stress, a point for a point."""
    after = relieve(turn.options, turn.us.stress, turn.us.high, points, turn.our.traumas)
    said = Said(f"Stress {after.stress}, High {after.high}")
    return turn.with_us(stress=after.stress, high=after.high), said


@rule("DPI-126", "DPI-128", "DPI-135", "DPI-A49", "DPI-A58")
def move(turn: TurnContext, to: Space) -> tuple[TurnContext, Moved]:
    """Move to a space of the map by the shortest way; the spaces moved this turn are counted where they matter."""
    way = way_now(turn, to)
    if way is None:
        raise Refused(f"no way to space {to[0]}, {to[1]} with {turn.fight.left} AP: the way is blocked", "DPI-135")
    cost = cost_of_move(turn, way.spaces)
    after = turn.with_us(space=to).paid(cost)
    moved = turn.fight.moved + way.spaces if counts_moves(turn.options, turn.our) else 0
    fight = replace(after.fight, moved=moved, diagonals=way.diagonals)
    return after.then(fight), Moved(way.spaces, cost, way.path)


@rule("DPI-A54", "DPI-A58")
def counts_moves(options: Options, our: Fighter) -> bool:
    """Whether the spaces moved this turn matter later in it: to armour, or to a reload that takes all of it."""
    by_armour = options.armour_movement == "spaces" and our.armour in ("light", "heavy")
    return by_armour or options.reload_cost == "whole-turn"


@rule("DPI-128", "DPI-135")
def move_on_line(turn: TurnContext, to: int) -> tuple[TurnContext, Moved]:
    """Move towards a distance, as far as the AP go; cover is left."""
    first, fight = turn.fight.combatants[0], turn.fight
    gap = to - first.space[0]
    most = fight.left // AP.move if turn.fighters.timed else abs(gap)
    steps = max(-most, min(most, gap))
    space = (first.space[0] + steps, 0 if fight.at == 0 else first.space[1])
    cost = abs(steps) * AP.move
    return turn.with_body(0, replace(first, space=space)).paid(cost), Moved(abs(steps), cost, (space,))


@rule("DPI-135", "DPI-137")
def take_cover(turn: TurnContext) -> tuple[TurnContext, Moved]:
    """The first side of a skirmish goes into the half cover some spaces away."""
    spaces = turn.our.plan.cover_spaces or 0 if turn.our.plan is not None else 0
    cost = spaces * AP.move
    return turn.with_us(space=(turn.us.space[0], 1)).paid(cost), Moved(spaces, cost, ())


def perform(
    dice: Dice[Options], fight: FightPosition, fighters: Fighters, act: Act
) -> tuple[FightPosition, Struck | Stimmed | Moved | Said]:
    """One action of a turn."""
    turn, who = TurnContext(dice.options, fight, fighters), fighters.names[fight.at]
    outcome: Struck | Stimmed | Moved | Said
    match act.action:
        case "attack" | "throw-grenade":
            shot = shot_of(turn, act)
            turn, outcome = strike(dice, ready_shot(turn, shot.arm), shot)
        case "reload":
            turn, outcome = reload(turn, act.of("weapon"))
        case "use-stim":
            patient = dict(act.params).get("patient")
            turn, outcome = use_stim(dice, turn, fight.at if patient is None else fighters.at(patient))
        case "spend-high":
            turn, outcome = spend_high(turn, act.of("points"))
            return replace(turn.fight, relieved=fighters.on_line), outcome
        case "move":
            to = act.of("to")
            turn, outcome = move_on_line(turn, to) if fighters.on_line else move(turn, (to[0], to[1]))
        case "take-cover":
            turn, outcome = take_cover(turn)
        case "leave-fight":
            turn, outcome = turn.with_us(gone=True), Said(f"{who} leaves the fight")
        case "stop":
            return replace(fight, left=0, end=NO_WINNER), Said(f"{who} stops")
        case _:
            return replace(fight, left=0), Said(f"{who} ends the turn")
    return turn.fight, outcome
