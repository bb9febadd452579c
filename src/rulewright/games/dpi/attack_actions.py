"""Attacks at the table: weapons, areas, grenades, counterattacks and burning."""

from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game import Character, named, suggested
from rulewright.games.dpi.attack import is_countered
from rulewright.games.dpi.character_rolls import (
    HighSpent,
    HoldHigh,
    MoreModifier,
    refuse_high,
    roll_with_high,
    situation_of,
    skilled_stat,
    with_experience,
    with_high_spent,
)
from rulewright.games.dpi.check import Result, Situation, grants
from rulewright.games.dpi.data import WEAPONS, DifficultyName, Weapon
from rulewright.games.dpi.grid import Space, distance, in_band
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Body, Scene, dead_if_felled, is_standing, refuse_unable, with_harm, with_stress
from rulewright.games.dpi.sheet import Agent, Foe, Owned, is_loaded
from rulewright.games.dpi.targets import counter_weapon, hit_by_blast, hit_in_area, see_each_other, weapon_used
from rulewright.games.dpi.turns import begun_turn, continue_or_end, spend_ap
from rulewright.games.dpi.weapons import (
    Cover,
    Harm,
    ap_to_fire,
    burn,
    counts_as_cost,
    damage_by_result,
    damage_dice,
    damage_pool,
    refuse_out_of_range,
    soaked,
)
from rulewright.rules import Dice, Refused, meaning, rule
from rulewright.rules.limits import Name

Skill = Annotated[
    Name | None, suggested("skill", "a skill other than the weapon's, if the referee names one", of="who")
]
Difficulty = Annotated[DifficultyName | None, meaning("the difficulty; the target's own unless set")]


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


@rule("DPI-154", "DPI-156", "DPI-177", "DPI-A41", "DPI-A54", "DPI-A60")
def _refuse_weapon(options: Options, body: Body, owned: Owned) -> None:
    """Refuse an empty weapon, a weapon whose skill is missing, and by ruling a foe's attack in its own turn."""
    entry = WEAPONS[owned.weapon]
    _refuse_foe(options, body)
    if not is_loaded(owned):
        raise Refused(f"no shots left: reload the {owned.weapon}", "DPI-156")
    for skill, level in entry.needs.items():
        if isinstance(body, Agent) and body.skills.get(skill, 0) < level:
            raise Refused(f"skill needed: {owned.weapon} takes {skill} {level}", "DPI-A60")


@rule("DPI-A41")
def _refuse_foe(options: Options, body: Body) -> None:
    """Refuse a foe's attack in its own turn, unless by ruling enemies attack."""
    if isinstance(body, Foe) and options.enemy_turns == "counter-only":
        raise Refused("enemies do not attack in their own turn at this table", "DPI-A41")


@rule("DPI-136", "DPI-A46")
def _refuse_hidden(scene: Scene, who: str, target: str) -> None:
    """Refuse a target that the attacker cannot see: complete cover on either side blocks sight."""
    if not see_each_other(scene, who, target):
        raise Refused(f"complete cover: {who} and {target} cannot see each other", "DPI-A46")


@rule("DPI-46", "DPI-160", "DPI-A10", "DPI-A11")
def attack_situation(
    options: Options,
    scene: Scene,
    body: Body,
    entry: Weapon,
    skill: str | None,
    modifier: int,
    difficulty: DifficultyName,
) -> Situation:
    """An attack rolls the weapon's stat and skill, unless the referee names another skill."""
    if isinstance(body, Agent):
        skilled_stat(options, body, skill or entry.skill)
    return situation_of(options, scene, body, entry.stat, skill or entry.skill, modifier, difficulty)


@rule("DPI-A10", "DPI-A40")
def difficulty_of(scene: Scene, target: str | None, given: DifficultyName | None = None) -> DifficultyName:
    """The difficulty of hitting a target: the one given, else the foe's own, else Normal."""
    body = scene.sheet(target) if target is not None else None
    return given or (body.difficulty if isinstance(body, Foe) else "normal")


@rule("DPI-01", "DPI-129", "DPI-138", "DPI-157", "DPI-158", "DPI-159", "DPI-A10", "DPI-A11", "DPI-A41", "DPI-A53")
def attack_target(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    target: Annotated[Name, named("character", "the character attacked")],
    weapon: Annotated[Name | None, named("weapon", "a weapon carried; the first one unless named", of="who")] = None,
    difficulty: Difficulty = None,
    skill: Skill = None,
    modifier: MoreModifier = 0,
    high: HighSpent = 0,
    hold_high: HoldHigh = False,
) -> tuple[Scene, Struck]:
    """Attack a target. One roll decides attack and counterattack; everyone in the weapon's area is hit."""
    options, body = dice.options, scene.sheet(who)
    begun_turn(scene, who)
    refuse_unable(body)
    owned = weapon_used(body, weapon)
    entry = WEAPONS[owned.weapon]
    if who == target:
        raise Refused("you cannot attack yourself")
    if not is_standing(scene.sheet(target)):
        raise Refused(f"target has fallen: {target}", "DPI-A31")
    if not scene.takes_part(target):
        raise Refused(f"target has left the fight: {target}")
    _refuse_weapon(options, body, owned)
    _refuse_hidden(scene, who, target)
    refuse_out_of_range(options, owned.weapon, scene.spaces_between(options, who, target))
    spare = refuse_high(options, body, high, hold_high)
    situation = attack_situation(options, scene, body, entry, skill, modifier, difficulty_of(scene, target, difficulty))
    scene = spend_ap(scene, who, ap_to_fire(options, owned.weapon))
    scene = scene.with_sheet(who, _with_shot_fired(body, owned))
    rolled = roll_with_high(dice, situation, high, spare if hold_high else 0)
    hit = []
    if rolled.result != "failure":
        hit = hit_in_area(options, scene, who, owned, scene.sheet(target).space, target)
    return _resolve(dice, scene, who, owned, hit, target, rolled.result, rolled.high_used, skill or entry.skill)


@rule("DPI-155", "DPI-181", "DPI-A52", "DPI-A56")
def throw_grenade(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    at: Annotated[Space, suggested("space of a character", "the space it lands on")],
    difficulty: Difficulty = None,
    skill: Skill = None,
    modifier: MoreModifier = 0,
    high: HighSpent = 0,
    hold_high: HoldHigh = False,
) -> tuple[Scene, Struck]:
    """Throw a grenade at a space in Field range. It hits everyone near it: friend, foe and thrower."""
    options, body = dice.options, scene.sheet(who)
    begun_turn(scene, who)
    refuse_unable(body)
    if not body.grenades:
        raise Refused("no grenade left", "DPI-181")
    _refuse_foe(options, body)
    entry, owned = WEAPONS["grenade"], Owned("grenade")
    if not in_band(options, entry.bands[0], distance(options, scene.grid, body.space, at)):
        raise Refused(f"landing space outside the band: {list(at)} is out of field range", "DPI-A52")
    spare = refuse_high(options, body, high, hold_high)
    aimed = next((name for name in scene.characters if name != who and _stands_at(scene, name, at)), None)
    situation = attack_situation(options, scene, body, entry, skill, modifier, difficulty_of(scene, aimed, difficulty))
    scene = spend_ap(scene, who, ap_to_fire(options, "grenade"))
    scene = scene.with_sheet(who, replace(body, grenades=body.grenades - 1))
    rolled = roll_with_high(dice, situation, high, spare if hold_high else 0)
    hit: list[str] = []
    if rolled.result != "failure":
        hit = hit_by_blast(options, scene, at, owned.level)
    return _resolve(dice, scene, who, owned, hit, aimed, rolled.result, rolled.high_used, skill or entry.skill)


def _stands_at(scene: Scene, name: str, space: Space) -> bool:
    return scene.takes_part(name) and scene.sheet(name).space == space


def _with_shot_fired(body: Body, owned: Owned) -> Body:
    if not WEAPONS[owned.weapon].shots or not owned.shots:
        return body
    at = body.weapons.index(owned)
    fired = replace(owned, shots=owned.shots - 1)
    return replace(body, weapons=(*body.weapons[:at], fired, *body.weapons[at + 1 :]))


def _resolve(
    dice: Dice[Options],
    scene: Scene,
    who: str,
    owned: Owned,
    hit: list[str],
    aimed: str | None,
    result: Result,
    high_used: int,
    skill: str,
) -> tuple[Scene, Struck]:
    """Damage to everyone hit, counterattacks, then the attacker's Stress and High."""
    options = dice.options
    scene, suffered = _harm_all(dice, scene, who, owned, hit, aimed, result)
    countering = _countering(options, scene, hit, aimed, result)
    countered_by, counter_damage = [], 0
    for name in countering:
        scene, back = _counterattack(dice, scene, who, name)
        if back is not None:
            countered_by.append(name)
            counter_damage += back.hp
    stress, high = grants(options, result, combat=True)
    after = with_stress(with_high_spent(scene.sheet(who), high_used), stress, high)
    after = dead_if_felled(options, with_experience(options, after, skill, result, combat=True))
    scene = scene.with_sheet(who, after)
    harms = tuple(
        Suffered(name, harm.hp, harm.ft, scene.sheet(name).burning, not is_standing(scene.sheet(name)))
        for name, harm in suffered.items()
    )
    return continue_or_end(options, scene), Struck(
        result, high_used, harms, tuple(countered_by), counter_damage, stress, high
    )


@rule("DPI-A48", "DPI-A53")
def damage_dice_for(
    options: Options, scene: Scene, who: str, owned: Owned, name: str, aimed: str | None
) -> tuple[tuple[int, int], ...]:
    """The damage dice for one character hit: by the distance to the target aimed at, or by ruling to that character."""
    own = aimed is None or options.area_damage == "per-target"
    spaces = scene.spaces_between(options, who, name if own or aimed is None else aimed)
    return damage_dice(options, owned.weapon, owned.level, spaces)


@rule("DPI-137", "DPI-155", "DPI-178", "DPI-A45", "DPI-A52", "DPI-A53", "DPI-A57")
def _harm_all(
    dice: Dice[Options], scene: Scene, who: str, owned: Owned, hit: list[str], aimed: str | None, result: Result
) -> tuple[Scene, dict[str, Harm]]:
    """One damage roll for all, or by ruling one each; each has its own cover, Fortitude and burn."""
    options, suffered = dice.options, {}
    rolled: int | None = None
    for name in hit:
        if rolled is None or options.area_damage == "per-target":
            rolled = dice.pool("damage", damage_pool(damage_dice_for(options, scene, who, owned, name, aimed)))
        damage = damage_by_result(options, rolled, counts_as_cost(options, result))
        cover: Cover = scene.cover_of(name, who)
        suffered[name] = soaked(options, damage, cover, scene.sheet(name).fortitude)
    for name, harm in suffered.items():
        body = with_harm(options, scene.sheet(name), harm)
        if WEAPONS[owned.weapon].burns and scene.cover_of(name, who) != "full":
            body = replace(body, burning=max(body.burning, dice.call(burn, 0).rounds))
        scene = scene.with_sheet(name, body)
    return scene, suffered


@rule("DPI-12", "DPI-13", "DPI-A42", "DPI-A44", "DPI-A53")
def _countering(options: Options, scene: Scene, hit: list[str], aimed: str | None, result: Result) -> list[str]:
    """Who counterattacks: the target aimed at, or everyone hit; the felled too, unless a ruling forbids it."""
    if not is_countered(result):
        return []
    standing = options.counter_timing == "survivors-only"
    return [name for name in may_counter(options, hit, aimed) if not standing or is_standing(scene.sheet(name))]


@rule("DPI-A53")
def may_counter(options: Options, hit: list[str], aimed: str | None) -> list[str]:
    """Who can counterattack: the target aimed at, or by ruling everyone hit."""
    names = [aimed] if aimed is not None else []
    return names + [name for name in hit if name not in names] if options.area_counter == "every-target" else names


def _counterattack(dice: Dice[Options], scene: Scene, attacker: str, name: str) -> tuple[Scene, Harm | None]:
    """A counterattack: it hits with full damage, for one shot and no AP."""
    if name == attacker:
        return scene, None
    options, body, spaces = dice.options, scene.sheet(name), scene.spaces_between(dice.options, name, attacker)
    owned = counter_weapon(options, body, spaces)
    cover = scene.cover_of(attacker, name)
    if owned is None or cover == "full":
        return scene, None
    damage = dice.pool("counterattack", damage_pool(damage_dice(options, owned.weapon, owned.level, spaces)))
    harm = soaked(options, damage, cover, scene.sheet(attacker).fortitude)
    scene = scene.with_sheet(name, _with_shot_fired(body, owned))
    return scene.with_sheet(attacker, with_harm(options, scene.sheet(attacker), harm)), harm
