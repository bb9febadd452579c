"""DPI again, written straight from the tables with plain loops: every face of every die, no engine."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

BONUS = [-3, -2, -2, -1, -1, 0, 1, 1, 2, 2, 3]
DIFFICULTY = {"trivial": 0, "normal": 2, "difficult": 4, "hard": 6, "impossible": 8}
CHART = {
    (False, 0): "failure",
    (True, 0): "cost-minus",
    (False, 1): "cost",
    (True, 1): "cost-plus",
    (False, 2): "success",
    (True, 2): "crit",
}
ORDER = list(CHART.values())


def result(a: int, b: int, x: int, y: int, modifier: int, difficulty: str, two: str, twelve: str) -> str:
    """The result of four faces."""
    beaten = sum(a + b + modifier > face + DIFFICULTY[difficulty] for face in (x, y))
    charted = CHART[a == b, beaten]
    if (a, b) == (1, 1) and two == "failure":
        return "failure"
    if (a, b) == (6, 6) and twelve != "table":
        if twelve == "always-crit" or (twelve == "at-least-success" and beaten == 2):
            return "crit"
        return "success"
    return charted


@cache
def results(
    modifier: int, difficulty: str = "normal", two: str = "failure", twelve: str = "at-least-success"
) -> dict[str, Fraction]:
    """The chance of each result, counted over all 5,184 throws."""
    faces = product(range(1, 7), range(1, 7), range(1, 13), range(1, 13))
    counted = Counter(result(*four, modifier, difficulty, two, twelve) for four in faces)
    return {name: Fraction(count, 36 * 144) for name, count in counted.items()}


def with_high(modifier: int, available: int, difficulty: str = "normal") -> dict[tuple[str, int], Fraction]:
    """Result and High used when it is spent as late and as little as possible."""
    counted: Counter[tuple[str, int]] = Counter()
    for four in product(range(1, 7), range(1, 7), range(1, 13), range(1, 13)):
        tried = [
            result(*four, modifier + spent, difficulty, "failure", "at-least-success") for spent in range(available + 1)
        ]
        best = max(ORDER.index(name) for name in tried)
        used = [ORDER.index(name) for name in tried].index(best)
        counted[ORDER[best], used] += 1
    return {key: Fraction(count, 36 * 144) for key, count in counted.items()}


def thrown(sides: Iterable[int]) -> dict[int, Fraction]:
    """The sum of some dice."""
    faces = [range(1, side + 1) for side in sides]
    counted = Counter(map(sum, product(*faces)))
    total = sum(counted.values())
    return {value: Fraction(count, total) for value, count in counted.items()}


def taken(rolled: int, result: str, cover: str, fortitude: int) -> tuple[int, int]:
    """HP lost and Fortitude worn, cover before Fortitude."""
    damage = rolled // 2 if result.startswith("cost") else 2 * rolled if result == "crit" else rolled
    if cover == "half":
        damage //= 2
    if damage == 0:
        return 0, 0
    return (0, 1) if damage <= fortitude else (damage - fortitude, 0)


@cache
def attacks(
    modifier: int, weapon: tuple[int, ...], counter: tuple[int, ...], fortitude: int, own_fortitude: int
) -> dict[tuple[str, int, int, int, int], Fraction]:
    """Result, damage, FT worn, damage back, own FT worn of one attack at Normal."""
    found: dict[tuple[str, int, int, int, int], Fraction] = {}
    for name, likely in results(modifier).items():
        ours = {0: Fraction(1)} if name == "failure" else thrown(weapon)
        theirs = {0: Fraction(1)} if name in ("success", "crit") or not counter else thrown(counter)
        for (mine, one), (yours, other) in product(ours.items(), theirs.items()):
            done = taken(mine, name, "none", fortitude)
            back = taken(yours, "success", "none", own_fortitude)
            key = (name, *done, *back)
            found[key] = found.get(key, Fraction(0)) + likely * one * other
    return found


def duel(
    modifier: int, weapon: tuple[int, ...], counter: tuple[int, ...], ours: int, theirs: int, sanity: int
) -> list[Fraction]:
    """Chances that the attacker, the target or neither stands at the end, attack by attack; High is kept."""

    @cache
    def ends(hp: int, foe: int, stress: int, left: int) -> tuple[Fraction, Fraction, Fraction]:
        if hp <= 0 or foe <= 0:
            return (
                Fraction(int(hp > 0)),
                Fraction(int(foe > 0)),
                Fraction(int(hp <= 0 and foe <= 0)),
            )
        totals = [Fraction(0)] * 3
        for (name, damage, _, back, _), likely in attacks(modifier - stress, weapon, counter, 0, 0).items():
            body, mind, strain = hp - back, left, stress
            if name in ("failure", "cost-minus"):
                strain += 1
                if strain > 5:
                    strain = 5
                    body, mind = (body - 1, 0) if mind == 0 else (body, mind - 1)
            after = ends(body, foe - damage, strain, mind)
            totals = [total + likely * part for total, part in zip(totals, after, strict=True)]
        return totals[0], totals[1], totals[2]

    return list(ends(ours, theirs, 0, sanity))


def fought(
    ours: dict[str, int],
    theirs: dict[str, int],
    weapon: tuple[int, ...],
    counter: tuple[int, ...],
    policy: str = "keep",
    turns: tuple[int, int] | None = None,
) -> list[float]:
    """A duel followed attack by attack in floats until hardly anything is left: attacker, target, neither.

    Each side has hp, ft, stress, high, sanity and modifier. With `turns` both attack, so often in a row each.
    """
    names = ("hp", "ft", "stress", "high", "sanity")
    start = (tuple(ours[name] for name in names), tuple(theirs[name] for name in names), 0, turns[0] if turns else 0)
    live: dict[Any, float] = {start: 1.0}
    ended = [0.0, 0.0, 0.0]
    dice = (weapon, counter)
    modifiers = (ours["modifier"], theirs["modifier"])
    while sum(live.values()) > 1e-13:
        onward: dict[Any, float] = {}
        for (*sides, at, left), mass in live.items():
            hp, ft, stress, high, sanity = sides[at]
            foe_hp, foe_ft, *foe_mind = sides[1 - at]
            boost = 0
            if at == 0 and policy == "relieve":
                spent = min(stress, high)
                stress, high = stress - spent, high - spent
            elif at == 0 and policy == "boost":
                boost, high = high, 0
            found = attacks(modifiers[at] - stress + boost, dice[at], dice[1 - at], foe_ft, ft)
            for (name, damage, worn, back, own_worn), share in found.items():
                body, mind = hp - back, sanity
                strain = stress + (name in ("failure", "cost-minus"))
                if strain > 5:
                    strain = 5
                    body, mind = (body, mind - 1) if mind else (body - 1, mind)
                glad = min(3, high + (name in ("crit", "cost-plus")))
                us, them = (body, ft - own_worn, strain, glad, mind), (foe_hp - damage, foe_ft - worn, *foe_mind)
                chance = mass * float(share)
                if body <= 0 or foe_hp - damage <= 0:
                    fell = (body <= 0, foe_hp - damage <= 0)
                    mine, yours = fell if at == 0 else fell[::-1]
                    ended[2 if mine and yours else 1 if mine else 0] += chance
                    continue
                if turns is None:
                    turn, more = 0, 0
                else:
                    turn, more = (at, left - 1) if left > 1 else (1 - at, turns[1 - at])
                key = (*((us, them) if at == 0 else (them, us)), turn, more)
                onward[key] = onward.get(key, 0.0) + chance
        live = onward
    return ended
