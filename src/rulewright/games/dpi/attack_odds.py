"""The odds of an attack before it is made, for everyone it would hit, exact."""

from fractions import Fraction
from functools import lru_cache

from rulewright.dice import Odds
from rulewright.game.board import FallChance, Prospect
from rulewright.games.dpi.attack import is_countered
from rulewright.games.dpi.attack_actions import attack_situation, damage_dice_for, difficulty_of, may_counter
from rulewright.games.dpi.check import RESULTS, Result, edge_of, result_of_roll
from rulewright.games.dpi.data import WEAPONS
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Scene
from rulewright.games.dpi.sheet import Owned
from rulewright.games.dpi.targets import counter_weapon
from rulewright.games.dpi.weapons import Cover, Harm, counts_as_cost, damage_dice, harm
from rulewright.readings import odds
from rulewright.rules import rule


@lru_cache(maxsize=256)
def _rolled(options: Options, edge: int) -> Odds[Result]:
    return odds(result_of_roll, edge, options=options)


@lru_cache(maxsize=4096)
def _harmed(
    options: Options, rolled: tuple[tuple[int, int], ...], result: Result, cover: Cover, fortitude: int
) -> Odds[Harm]:
    return odds(harm, rolled, result, cover, fortitude, options=options)


@rule("DPI-01", "DPI-A10", "DPI-A11")
def results_of_attack(
    options: Options, scene: Scene, who: str, owned: Owned, aimed: str | None
) -> dict[Result, Fraction]:
    """The chance of each result when no High is spent."""
    entry, body = WEAPONS[owned.weapon], scene.sheet(who)
    situation = attack_situation(options, scene, body, entry, None, 0, difficulty_of(scene, aimed))
    edge = edge_of(options, situation, situation.stress, 0)
    chances = _rolled(options, edge)
    return {result: chances.chance(result) for result in RESULTS if chances.chance(result)}


@rule("DPI-29", "DPI-137", "DPI-A42", "DPI-A43", "DPI-A44", "DPI-A45", "DPI-A53")
def attack_prospects(
    options: Options, scene: Scene, who: str, owned: Owned, aimed: str | None, hit: list[str]
) -> tuple[Prospect, ...]:
    """Harm and counterattack for everyone an attack would hit, and for the target aimed at."""
    results = results_of_attack(options, scene, who, owned, aimed)
    countering = may_counter(options, hit, aimed)
    names = dict.fromkeys([*hit, *countering])
    return tuple(
        _prospect(options, scene, who, owned, aimed, name, results, name in countering and name != who)
        for name in names
    )


def _prospect(
    options: Options,
    scene: Scene,
    who: str,
    owned: Owned,
    aimed: str | None,
    name: str,
    results: dict[Result, Fraction],
    counters: bool,
) -> Prospect:
    body, attacker = scene.sheet(name), scene.sheet(who)
    spaces, cover = scene.spaces_between(options, who, name), scene.cover_of(name, who)
    hurt = mean = countered = Fraction(0)
    for result, chance in results.items():
        done = _harm_of(options, scene, who, owned, aimed, name, result)
        hurt += chance * done.where(lambda harm: harm.hp > 0)
        mean += chance * done.mean(lambda harm: harm.hp)
        if is_countered(result):
            spared = options.counter_timing == "survivors-only"
            countered += chance * (done.where(lambda harm: harm.hp < body.hp) if spared else 1)
    back = counter_weapon(options, body, spaces) if counters else None
    own_cover = scene.cover_of(who, name)
    if back is None or own_cover == "full":
        return Prospect(name, body.side, spaces, cover, hurt, mean, Fraction(0), Fraction(0))
    returned = damage_dice(options, back.weapon, back.level, spaces)
    suffered = _harmed(options, returned, "success", own_cover, attacker.fortitude)
    return Prospect(
        name, body.side, spaces, cover, hurt, mean, countered, countered * suffered.mean(lambda one: one.hp)
    )


def _harm_of(
    options: Options, scene: Scene, who: str, owned: Owned, aimed: str | None, name: str, result: Result
) -> Odds[Harm]:
    """The harm a result does to one character hit; a Failure does none."""
    if result == "failure":
        return Odds({Harm(0, 0): 1}, 1)
    rolled = damage_dice_for(options, scene, who, owned, name, aimed)
    cost, fortitude = counts_as_cost(options, result), scene.sheet(name).fortitude
    return _harmed(options, rolled, cost, scene.cover_of(name, who), fortitude)


@rule("DPI-26", "DPI-29", "DPI-A45")
def fall_chances(
    options: Options, scene: Scene, who: str, owned: Owned, aimed: str | None, hit: list[str]
) -> tuple[FallChance, ...]:
    """The chance to be felled, for everyone an attack would hit."""
    results = results_of_attack(options, scene, who, owned, aimed)

    def falls(name: str) -> Fraction:
        hp = scene.sheet(name).hp
        chances = (
            chance * _harm_of(options, scene, who, owned, aimed, name, result).where(lambda harm: harm.hp >= hp)
            for result, chance in results.items()
        )
        return sum(chances, Fraction(0))

    return tuple(FallChance(owned.weapon, aimed, name, falls(name)) for name in hit)
