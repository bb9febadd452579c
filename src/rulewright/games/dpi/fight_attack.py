"""An attack, written once: the roll with its High, the damage to everyone hit, and the counterattacks."""

from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rulewright.games.dpi.check import COSTS, Result, grants, note_terms, result_of_roll, results_with_high
from rulewright.games.dpi.data import DAMAGE
from rulewright.games.dpi.fight_state import (
    NO_ONE,
    AimedAttack,
    Combatant,
    Fighter,
    Fighters,
    FightPosition,
    Map,
    counter_arm,
    stands,
    stress_on_rolls,
)
from rulewright.games.dpi.grid import area_hit, distance
from rulewright.games.dpi.harm import Harm, burn, counts_as_cost, harms
from rulewright.games.dpi.high import HIGH_TO_SPEND, high_offered
from rulewright.games.dpi.meters import high_after, high_floor, high_spendable, lose_sanity, overflow
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.weapons import DamageDice, damage_dice, in_range
from rulewright.rules import Dice, rule


class Suffered(Struct, frozen=True):
    """The harm to one character who was hit."""

    who: str
    damage: int
    ft_loss: int
    burning: int
    fell: bool


class Struck(Struct, frozen=True):
    """The result of an attack in a fight, for both sides."""

    result: Result
    high_used: int
    hit: tuple[Suffered, ...]
    countered_by: tuple[str, ...]
    counter_damage: int
    stress: int
    high: int


class RolledAttack(NamedTuple):
    """The result of an attack roll, and the High spent on it in all."""

    result: Result
    high_used: int


@rule("DPI-01", "DPI-16", "DPI-94", "DPI-96", "DPI-A9", "DPI-A10")
def roll_attack(dice: Dice[Options], fight: FightPosition, fighters: Fighters, shot: AimedAttack) -> RolledAttack:
    """The attack roll; High that was kept back may be spent after it."""
    options, us, our = dice.options, fight.mine, fighters.fighters[fight.at]
    arm = our.arms[shot.arm]
    stress = stress_on_rolls(us, our)
    against = shot.against if shot.target == NO_ONE else fighters.fighters[shot.target].difficulty
    note_terms(dice, arm.terms, stress, shot.high, against)
    edge = arm.modifier - stress + shot.high - against
    spare = high_spendable(options, us.high, our.traumas) - shot.high if shot.waits and our.spends_high else 0
    if not spare:
        return RolledAttack(dice.call(result_of_roll, edge), shot.high)
    results = dice.call(results_with_high, edge, spare)
    spent = later_high(dice, fighters, fight.at, results)
    return RolledAttack(results[spent], shot.high + spent)


@rule("DPI-96", "DPI-A9")
def later_high(dice: Dice[Options], fighters: Fighters, who: int, results: tuple[Result, ...]) -> int:
    """The High spent after the roll, best result with the fewest points first; asked only if it changes the result."""
    offered = high_offered(results)
    words = tuple(offered)
    return offered[fighters.ask(dice, who, HIGH_TO_SPEND, words, lambda plan: words[0])] if len(words) > 1 else 0


@rule("DPI-155", "DPI-157", "DPI-158", "DPI-159", "DPI-A52", "DPI-A53")
def all_hit(options: Options, fight: FightPosition, fighters: Fighters, shot: AimedAttack) -> tuple[int, ...]:
    """Whom an attack hits, nearest first: the target, or everyone in the weapon's area."""
    place, weapon, start = fighters.place, fighters.fighters[fight.at].arms[shot.arm].weapon, fight.mine.space
    aimed = () if shot.target == NO_ONE else (shot.target,)
    if weapon.area is None or not isinstance(place, Map):
        return aimed
    everyone = [at for at, one in enumerate(fight.combatants) if stands(one)]
    lands = shot.at if shot.at is not None else fight.combatants[shot.target].space
    if weapon.area == "explosive":
        radius = DAMAGE.blast_per_level * fighters.fighters[fight.at].arms[shot.arm].level
        near = [(distance(options, place.grid, lands, fight.combatants[at].space), at) for at in everyone]
        within = sorted((spaces, fight.combatants[at].space, at) for spaces, at in near if spaces <= radius)
        return tuple(at for _, _, at in within)
    others = [at for at in everyone if at != fight.at]
    taken = dict.fromkeys(fight.combatants[at].space for at in others)

    def reaches(spaces: int) -> bool:
        return in_range(options, weapon, spaces)

    spaces = area_hit(options, place.grid, weapon.area, reaches, start, lands, taken)
    found = [at for space in spaces for at in others if fight.combatants[at].space == space]
    if weapon.area == "line" and found:  # the nearer one stops the shot
        return tuple(found)
    return (*(at for at in aimed if at not in found), *found)


@rule("DPI-A48", "DPI-A53")
def dice_against(
    options: Options, fight: FightPosition, fighters: Fighters, shot: AimedAttack, target: int
) -> DamageDice:
    """The damage dice for one character hit, by its own distance."""
    arm = fighters.fighters[fight.at].arms[shot.arm]
    return damage_dice(options, arm.weapon, arm.level, fighters.spaces(options, fight, fight.at, target))


@rule("DPI-01", "DPI-12", "DPI-15", "DPI-138")
def roll_and_shake(
    dice: Dice[Options], fight: FightPosition, fighters: Fighters, shot: AimedAttack
) -> tuple[FightPosition, RolledAttack]:
    """The attack roll, and the Stress and High it gives the attacker: nothing later in the attack depends on them."""
    rolled = roll_attack(dice, fight, fighters, shot)
    us = shaken(dice.options, fight.mine, fighters.fighters[fight.at], rolled)
    return fight.with_combatant(fight.at, us), rolled


@rule("DPI-12", "DPI-13", "DPI-14", "DPI-15", "DPI-178", "DPI-A53", "DPI-A57")
def deal_damage(
    dice: Dice[Options], fight: FightPosition, fighters: Fighters, shot: AimedAttack, result: Result
) -> tuple[FightPosition, dict[int, Harm]]:
    """The damage of a result to everyone hit. Those who take the same dice share one roll of them."""
    options, weapon = dice.options, fighters.fighters[fight.at].arms[shot.arm].weapon
    hit = all_hit(options, fight, fighters, shot) if result != "failure" else ()
    together: dict[tuple[DamageDice, int], list[int]] = {}
    for at in hit:
        each = at if options.area_damage == "per-target" else NO_ONE
        together.setdefault((dice_against(options, fight, fighters, shot, at), each), []).append(at)
    found: dict[int, Harm] = {}
    for (sides, _), group in together.items():
        protection = tuple([(fighters.cover(fight, at, fight.at), fight.combatants[at].fortitude) for at in group])
        done = dice.call(harms, sides, counts_as_cost(options, result), protection)
        found |= dict(zip(group, done, strict=True))
    for at in hit:
        body = harmed(fight.combatants[at], found[at])
        if weapon.burns and fighters.cover(fight, at, fight.at) != "full":
            body = replace(body, burning=max(body.burning, dice.call(burn, 0).rounds))
        fight = fight.with_combatant(at, body)
    return fight, {at: found[at] for at in hit}


def harmed(body: Combatant, harm: Harm) -> Combatant:
    """A combatant after losing HP and Fortitude."""
    return replace(body, hp=body.hp - harm.hp, fortitude=body.fortitude - harm.ft)


@rule("DPI-12", "DPI-15", "DPI-90", "DPI-97", "DPI-98", "DPI-A33")
def shaken(options: Options, us: Combatant, our: Fighter, rolled: RolledAttack) -> Combatant:
    """The attacker after High was spent and after the Stress and High of the result; overflow costs Sanity, then HP."""
    more_stress, more_high = grants(options, rolled.result, combat=True)
    stress, lost = overflow(us.stress, more_stress) if more_stress else (us.stress, 0)
    sanity, hp = lose_sanity(us.sanity, lost, us.hp) if lost else (us.sanity, us.hp)
    high = us.high
    if our.spends_high and (more_high or rolled.high_used):
        left = max(high_floor(our.traumas), high - rolled.high_used) if rolled.high_used else high
        high = high_after(left, more_high, our.traumas)
    if our.relieves_at_once and high and stress:
        relieved = min(stress, high)
        stress, high = stress - relieved, high - relieved
    return replace(us, stress=stress, sanity=sanity, hp=hp, high=high)


@rule("DPI-12", "DPI-13", "DPI-139", "DPI-140", "DPI-141", "DPI-A42")
def is_countered(result: Result) -> bool:
    """A Failure and every Cost let the enemy counterattack; a Success does not."""
    return result == "failure" or result in COSTS


@rule("DPI-A53")
def may_counter(options: Options, shot: AimedAttack, hit: tuple[int, ...]) -> list[int]:
    """Who may counterattack: the target aimed at, or by ruling everyone hit."""
    aimed = [] if shot.target == NO_ONE else [shot.target]
    return aimed + [at for at in hit if at not in aimed] if options.area_counter == "every-target" else aimed


@rule("DPI-12", "DPI-13", "DPI-A42")
def countering(
    options: Options, fight: FightPosition, fighters: Fighters, shot: AimedAttack, result: Result, hit: tuple[int, ...]
) -> list[int]:
    """Who counterattacks after a result."""
    return able_to_counter(options, fight, fighters, shot, hit) if is_countered(result) else []


@rule("DPI-A42", "DPI-A43", "DPI-A44", "DPI-A46")
def able_to_counter(
    options: Options, fight: FightPosition, fighters: Fighters, shot: AimedAttack, hit: tuple[int, ...]
) -> list[int]:
    """Who can counterattack: with a weapon that reaches; the felled too, unless a ruling forbids it."""
    spared = options.counter_timing == "survivors-only"
    return [
        at
        for at in may_counter(options, shot, hit)
        if at != fight.at
        and not (spared and fight.combatants[at].hp <= 0)
        and can_counter(options, fight, fighters, at)
    ]


def can_counter(options: Options, fight: FightPosition, fighters: Fighters, by: int) -> bool:
    """Whether a fighter can strike back at the one whose turn it is."""
    spaces = fighters.spaces(options, fight, by, fight.at)
    arm = counter_arm(options, fight.combatants[by], fighters.fighters[by], spaces)
    return arm is not None and fighters.cover(fight, fight.at, by) != "full"


@rule("DPI-138", "DPI-A42")
def counterattack(dice: Dice[Options], fight: FightPosition, fighters: Fighters, by: int) -> tuple[FightPosition, Harm]:
    """A counterattack hits the one whose turn it is with full damage, for one shot and no AP."""
    options, fighter = dice.options, fighters.fighters[by]
    spaces = fighters.spaces(options, fight, by, fight.at)
    at = counter_arm(options, fight.combatants[by], fighter, spaces)
    assert at is not None
    arm = fighter.arms[at]
    protection = (fighters.cover(fight, fight.at, by), fight.mine.fortitude)
    rolled = damage_dice(options, arm.weapon, arm.level, spaces)
    (back,) = dice.call(harms, rolled, "success", (protection,), "counterattack")
    fight = fight.with_combatant(by, fired(fight.combatants[by], fighter, at))
    return fight.with_combatant(fight.at, harmed(fight.mine, back)), back


@rule("DPI-156", "DPI-A54")
def fired(combatant: Combatant, fighter: Fighter, arm: int) -> Combatant:
    """A combatant with one shot, or one grenade, less."""
    if arm == fighter.thrown:
        return replace(combatant, grenades=combatant.grenades - 1)
    shots = combatant.shots
    if not fighter.arms[arm].weapon.shots or arm >= len(shots) or not shots[arm]:
        return combatant
    return replace(combatant, shots=(*shots[:arm], shots[arm] - 1, *shots[arm + 1 :]))


@rule("DPI-129", "DPI-138")
def strike(
    dice: Dice[Options], fight: FightPosition, fighters: Fighters, shot: AimedAttack
) -> tuple[FightPosition, Struck]:
    """A whole attack whose AP and shot are spent: its roll and damage, then the counterattacks."""
    fight, rolled = roll_and_shake(dice, fight, fighters, shot)
    fight, done = deal_damage(dice, fight, fighters, shot, rolled.result)
    countered, damage = [], 0
    for by in countering(dice.options, fight, fighters, shot, rolled.result, tuple(done)):
        fight, back = counterattack(dice, fight, fighters, by)
        countered.append(fighters.names[by])
        damage += back.hp
    hit = tuple(
        Suffered(fighters.names[at], harm.hp, harm.ft, body.burning, body.hp <= 0)
        for at, harm in done.items()
        for body in (fight.combatants[at],)
    )
    stress, high = grants(dice.options, rolled.result, combat=True)
    return fight, Struck(rolled.result, rolled.high_used, hit, tuple(countered), damage, stress, high)
