"""An attack, written once: the roll with its High, the damage to everyone hit, and the counterattacks."""

from collections.abc import Iterable
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from rulewright.games.dpi.check import COSTS, Result, grants, noted_edge
from rulewright.games.dpi.fight_state import (
    NO_ONE,
    AimedAttack,
    Combatant,
    Fighter,
    TurnContext,
    stands,
    stress_on_rolls,
)
from rulewright.games.dpi.grid import Space, area_hit, blast
from rulewright.games.dpi.harm import Harm, burn, counts_as_cost, harms
from rulewright.games.dpi.high import HIGH_TO_SPEND, RolledWithHigh, roll_with_high
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.stress_and_sanity import high_after, high_floor, high_spendable, lose_sanity, overflow
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


@rule("DPI-01", "DPI-16", "DPI-94", "DPI-96", "DPI-A9", "DPI-A10")
def roll_attack(dice: Dice[Options], turn: TurnContext, shot: AimedAttack) -> RolledWithHigh:
    """The attack roll; High that was kept back may be spent after it, the best result with the fewest points first."""
    us, our = turn.us, turn.our
    arm, stress = our.arms[shot.arm], stress_on_rolls(us, our)
    against = shot.against if shot.target == NO_ONE else turn.fighters.fighters[shot.target].difficulty
    edge = noted_edge(dice, arm.terms, stress, shot.high, against)
    spare = high_spendable(turn.options, us.high, our.traumas) - shot.high if shot.waits and our.spends_high else 0

    def ask(offered: tuple[str, ...]) -> str:
        return turn.fighters.ask(dice, turn.fight.at, HIGH_TO_SPEND, offered, lambda plan: offered[0])

    return roll_with_high(dice, edge, shot.high, spare, ask)


@rule("DPI-01", "DPI-12", "DPI-15", "DPI-138")
def roll_and_shake(dice: Dice[Options], turn: TurnContext, shot: AimedAttack) -> tuple[TurnContext, RolledWithHigh]:
    """The attack roll, and the Stress and High it gives the attacker: nothing later in the attack depends on them."""
    rolled = roll_attack(dice, turn, shot)
    return turn.with_body(turn.fight.at, shaken(turn.options, turn.us, turn.our, rolled)), rolled


@rule("DPI-155", "DPI-157", "DPI-158", "DPI-159", "DPI-A52", "DPI-A53")
def all_hit(turn: TurnContext, shot: AimedAttack) -> tuple[int, ...]:
    """Whom an attack hits, nearest first: the target, or everyone in the weapon's area."""
    weapon, bodies = turn.our.arms[shot.arm].weapon, turn.fight.combatants
    aimed = () if shot.target == NO_ONE else (shot.target,)
    if weapon.area is None or turn.fighters.on_line:
        return aimed
    spared = NO_ONE if weapon.area == "explosive" else turn.fight.at
    taken: dict[Space, list[int]] = {}
    for at, one in enumerate(bodies):
        if at != spared and stands(one):
            taken.setdefault(one.space, []).append(at)
    lands = shot.at if shot.at is not None else bodies[shot.target].space
    found = [at for space in spaces_hit(turn, shot.arm, lands, taken) for at in taken[space]]
    if weapon.area == "explosive" or (weapon.area == "line" and found):  # the nearer one stops the shot
        return tuple(found)
    return (*(at for at in aimed if at not in found), *found)


@rule("DPI-155", "DPI-157", "DPI-158", "DPI-159", "DPI-A50", "DPI-A51", "DPI-A52")
def spaces_hit(
    turn: TurnContext, arm: int, lands: Space, spaces: Iterable[Space], full_line: bool = False
) -> list[Space]:
    """Those spaces that the area of a weapon covers, nearest first; a line ends at the first unless shown in full."""
    options, grid, used = turn.options, turn.fighters.place.grid, turn.our.arms[arm]
    weapon, area = used.weapon, used.weapon.area
    assert area is not None
    if area == "explosive":
        return blast(options, grid, lands, used.level, spaces)
    tag = "piercing" if area == "line" and full_line else area
    return area_hit(options, grid, tag, partial(in_range, options, weapon), turn.us.space, lands, spaces)


@rule("DPI-A48", "DPI-A53")
def dice_against(turn: TurnContext, arm: int, target: int) -> DamageDice:
    """The damage dice of a weapon for one character hit, by its own distance."""
    used = turn.our.arms[arm]
    return damage_dice(turn.options, used.weapon, used.level, turn.spaces(target))


@rule("DPI-12", "DPI-13", "DPI-14", "DPI-15", "DPI-178", "DPI-A53", "DPI-A57")
def deal_damage(
    dice: Dice[Options], turn: TurnContext, shot: AimedAttack, result: Result
) -> tuple[TurnContext, dict[int, Harm]]:
    """The damage of a result to everyone hit. Those who take the same dice share one roll of them."""
    options, fight, hit = turn.options, turn.fight, all_hit(turn, shot) if result != "failure" else ()
    burns, cover = turn.our.arms[shot.arm].weapon.burns, turn.fighters.cover
    together: dict[tuple[DamageDice, int], list[int]] = {}
    for at in hit:
        each = at if options.area_damage == "per-target" else NO_ONE
        together.setdefault((dice_against(turn, shot.arm, at), each), []).append(at)
    found: dict[int, Harm] = {}
    for (sides, _), group in together.items():
        protection = tuple([(cover(fight, at, fight.at), fight.combatants[at].fortitude) for at in group])
        done = dice.call(harms, sides, counts_as_cost(options, result), protection)
        found |= dict(zip(group, done, strict=True))
    for at in hit:
        body = harmed(fight.combatants[at], found[at])
        if burns and cover(fight, at, fight.at) != "full":
            body = replace(body, burning=max(body.burning, dice.call(burn, 0).rounds))
        fight = fight.with_combatant(at, body)
    return turn.then(fight), {at: found[at] for at in hit}


def harmed(body: Combatant, harm: Harm) -> Combatant:
    """A combatant after losing HP and Fortitude."""
    return replace(body, hp=body.hp - harm.hp, fortitude=body.fortitude - harm.ft)


@rule("DPI-12", "DPI-15", "DPI-90", "DPI-97", "DPI-98", "DPI-A33")
def shaken(options: Options, us: Combatant, our: Fighter, rolled: RolledWithHigh) -> Combatant:
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


@rule("DPI-A42", "DPI-A43", "DPI-A44", "DPI-A46")
def able_to_counter(turn: TurnContext, shot: AimedAttack, hit: tuple[int, ...]) -> list[int]:
    """Who can counterattack: with a weapon that reaches; the felled too, unless a ruling forbids it."""
    at, spared = turn.fight.at, turn.options.counter_timing == "survivors-only"
    return [
        by
        for by in may_counter(turn.options, shot, hit)
        if by != at
        and not (spared and turn.fight.combatants[by].hp <= 0)
        and turn.counter_arm(by, turn.spaces(by)) is not None
        and turn.fighters.cover(turn.fight, at, by) != "full"
    ]


@rule("DPI-138", "DPI-A42")
def counterattack(dice: Dice[Options], turn: TurnContext, by: int) -> tuple[TurnContext, Harm]:
    """A counterattack hits the one whose turn it is with full damage, for one shot and no AP."""
    fight, fighter, spaces = turn.fight, turn.fighters.fighters[by], turn.spaces(by)
    at = turn.counter_arm(by, spaces)
    assert at is not None
    rolled = damage_dice(turn.options, fighter.arms[at].weapon, fighter.arms[at].level, spaces)
    protection = (turn.fighters.cover(fight, fight.at, by), turn.us.fortitude)
    (back,) = dice.call(harms, rolled, "success", (protection,), "counterattack")
    fight = fight.with_combatant(by, fired(fight.combatants[by], fighter, at))
    return turn.then(fight.with_combatant(fight.at, harmed(turn.us, back))), back


@rule("DPI-156", "DPI-A54")
def fired(combatant: Combatant, fighter: Fighter, arm: int) -> Combatant:
    """A combatant with one shot, or one grenade, less."""
    if arm == fighter.thrown:
        return replace(combatant, grenades=combatant.grenades - 1)
    shots = combatant.shots
    if not fighter.arms[arm].weapon.shots or arm >= len(shots) or not shots[arm]:
        return combatant
    return replace(combatant, shots=(*shots[:arm], shots[arm] - 1, *shots[arm + 1 :]))


@rule("DPI-129", "DPI-156", "DPI-A54")
def ready_shot(turn: TurnContext, arm: int) -> TurnContext:
    """The turn after the AP and the shot, or the grenade, of an attack."""
    fight, our = turn.fight, turn.our
    left = fight.left - our.arms[arm].ap if turn.fighters.timed else fight.left
    ready = fight.with_combatant(fight.at, fired(turn.us, our, arm), left)
    return turn.then(replace(ready, relieved=False) if ready.relieved else ready)


@rule("DPI-129", "DPI-138")
def strike(dice: Dice[Options], turn: TurnContext, shot: AimedAttack) -> tuple[TurnContext, Struck]:
    """A whole attack whose AP and shot are spent: its roll and damage, then the counterattacks."""
    turn, rolled = roll_and_shake(dice, turn, shot)
    turn, done = deal_damage(dice, turn, shot, rolled.result)
    names, countered, damage = turn.fighters.names, [], 0
    for by in able_to_counter(turn, shot, tuple(done)) if is_countered(rolled.result) else ():
        turn, back = counterattack(dice, turn, by)
        countered.append(names[by])
        damage += back.hp
    after = turn.fight.combatants
    hit = [Suffered(names[at], harm.hp, harm.ft, after[at].burning, after[at].hp <= 0) for at, harm in done.items()]
    stress, high = grants(turn.options, rolled.result, combat=True)
    return turn, Struck(rolled.result, rolled.high_used, tuple(hit), tuple(countered), damage, stress, high)
