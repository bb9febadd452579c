"""Twenty published mechanics as rules of ours, and the fastest forms of icepool we could write."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import icepool
from icepool import MultisetEvaluator, Pool
from icepool import d as ice

from measure import Form
from rulewright.dice import (
    Deck,
    Evaluator,
    Odds,
    best_set,
    compare_ranks,
    d,
    deal,
    die_from,
    explode,
    highest,
    keep_highest,
    largest_set,
    longest_straight,
    matches,
    nth_highest,
    symbol_die,
)
from rulewright.readings import odds
from rulewright.rules import Dice, rule

__all__ = ["OURS", "Mechanic", "mechanics"]

OURS = "ours"
D4, D6, D8, D10, D12, D20 = (d(sides) for sides in (4, 6, 8, 10, 12, 20))


@dataclass(frozen=True)
class Mechanic:
    """One published mechanic: our rule, and forms of icepool that must give the same."""

    name: str
    rule: Callable[..., Any]
    theirs: tuple[Callable[..., Any], ...]
    reads: Callable[[Any], Any] | None = None  # converts our outcome to icepool's

    @property
    def forms(self) -> list[Form]:
        """Every way to the answer, ours first."""
        return [
            Form(OURS, lambda: odds(self.rule)),
            *(Form(f"icepool {at}", form) for at, form in enumerate(self.theirs, start=1)),
        ]

    def read(self, answer: Odds[Any]) -> Any:
        """Our answer with icepool's outcomes."""
        return answer if self.reads is None else answer.map(self.reads)


# --- mixed keeps


@rule("P-1")
def mixed_keep(dice: Dice[Any]) -> int:
    return dice.pool("roll", keep_highest(3, 3 * D6 + 2 * D8))


HITCH = {sides: d(sides).scored(lambda face: 0 if face == 1 else face) for sides in (4, 6, 8, 10, 12)}
CORTEX = HITCH[4] + HITCH[6] + HITCH[6] + HITCH[8] + HITCH[10] + HITCH[12]


@rule("P-2")
def cortex(dice: Dice[Any]) -> int:
    return dice.pool("total", keep_highest(2, CORTEX))


def ice_cortex() -> Any:
    return Pool([ice(sides).map({1: 0}) for sides in (4, 6, 6, 8, 10, 12)]).highest(2).sum()


@rule("P-3")
def third_ability(dice: Dice[Any]) -> int:
    return dice.pool("third", nth_highest(3, 6 * die_from(keep_highest(3, 4 * D6))))


def ice_third_ability() -> Any:
    ability: Any = ice(6).pool(4).highest(3).sum()
    return ability.pool(6)[-3]


# --- decks

RANKS = Deck(range(13), copies=4)


@rule("P-4")
def two_hands(dice: Dice[Any]) -> int:
    return dice.pool("hands", matches(deal(RANKS, 5, 5)))


class IceMatches(MultisetEvaluator[Any, Any]):
    def next_state(self, state: Any, order: Any, outcome: Any, /, *counts: Any) -> Any:
        return (state or 0) + min(counts[0])


def ice_two_hands() -> Any:
    deck: Any = icepool.Deck(dict.fromkeys(range(13), 4))
    return IceMatches().evaluate(deck.deal((5, 5)))


# --- dice that cancel dice


def cancel(best: int, face: int, action: int, danger: int) -> int:
    return best or (face if action > danger else 0)


NEON: Evaluator[int] = Evaluator("highest left", cancel, start=0)


@rule("P-5")
def neon_city(dice: Dice[Any]) -> int:
    return dice.pool("check", NEON(5 * D6, 3 * D6))


class IceNeon(MultisetEvaluator[Any, Any]):
    def next_state(self, state: Any, order: Any, outcome: Any, /, *counts: Any) -> Any:
        return outcome if counts[0] > counts[1] else state or 0

    def final_outcome(self, final_state: Any, order: Any, outcomes: Any, /, *sizes: Any, **kwargs: Any) -> Any:
        return final_state or 0


def ice_neon() -> Any:
    return IceNeon().evaluate(ice(6).pool(5), ice(6).pool(3))


def ice_neon_natural() -> Any:
    return (ice(6).pool(5) - ice(6).pool(3)).highest(1).sum()


def technoir_step(best: tuple[int, int], face: int, action: int, hurt: int) -> tuple[int, int]:
    return (face, action) if not best[0] and action and not hurt else best


TECHNOIR: Evaluator[tuple[int, int]] = Evaluator("highest unhurt", technoir_step, start=(0, 0))


@rule("P-6")
def technoir(dice: Dice[Any]) -> tuple[int, int]:
    return dice.pool("check", TECHNOIR(6 * D6, 3 * D6))


class IceTechnoir(MultisetEvaluator[Any, Any]):
    def next_state(self, state: Any, order: Any, outcome: Any, /, *counts: Any) -> Any:
        return (outcome, counts[0]) if counts[0] and not counts[1] else state or (0, 0)


def ice_technoir() -> Any:
    return IceTechnoir().evaluate(ice(6).pool(6), ice(6).pool(3))


# --- exploding dice

ACE6, ACE8 = (explode(d(sides), on=[sides], times=6) for sides in (6, 8))


@rule("P-7")
def savage_worlds(dice: Dice[Any]) -> int:
    total = dice.pool("trait", highest(ACE8 + ACE6))
    return 0 if total < 4 else 1 + (total - 4) // 4


def ice_savage_worlds() -> Any:
    best: Any = icepool.highest(ice(8).explode(depth=6), ice(6).explode(depth=6))
    return best.map(lambda total: 0 if total < 4 else 1 + (total - 4) // 4)


TEN = explode(D10, on=[10], times=4)


@rule("P-8")
def roll_and_keep(dice: Dice[Any]) -> int:
    return dice.pool("roll", keep_highest(3, 7 * TEN))


def ice_roll_and_keep() -> Any:
    return ice(10).explode(depth=4).highest(7, 3)


# --- counted dice


class Stressed(NamedTuple):
    sixes: int
    ones: int


ACTION = D6.scored(lambda face: Stressed(int(face == 6), 0))
STRESS = D6.scored(lambda face: Stressed(int(face == 6), int(face == 1)))


@rule("P-9")
def action_stress(dice: Dice[Any]) -> tuple[int, bool]:
    tally = dice.pool("check", 7 * ACTION + 3 * STRESS)
    return tally.sixes, tally.ones > 0


def ice_action_stress() -> Any:
    action: Any = ice(6).map(lambda face: int(face == 6))
    stress: Any = ice(6).map(lambda face: icepool.Vector((int(face == 6), int(face == 1))))
    return icepool.map(lambda sixes, more: (sixes + more[0], more[1] > 0), 7 @ action, 3 @ stress)


@rule("P-10")
def shadowrun(dice: Dice[Any]) -> tuple[int, bool]:
    tally = dice.pool("check", 12 * HIT)
    return tally.sixes, tally.ones > 6


HIT = D6.scored(lambda face: Stressed(int(face >= 5), int(face == 1)))


def ice_shadowrun() -> Any:
    hit: Any = ice(6).map(lambda face: icepool.Vector((int(face >= 5), int(face == 1))))
    return (12 @ hit).map(lambda tally: (tally[0], tally[1] > 6))


class Blood(NamedTuple):
    successes: int
    tens: int
    hunger_tens: int
    hunger_ones: int


REGULAR = D10.scored(lambda face: Blood(int(face >= 6), int(face == 10), 0, 0))
HUNGER = D10.scored(lambda face: Blood(int(face >= 6), int(face == 10), int(face == 10), int(face == 1)))


@rule("P-11")
def vampire(dice: Dice[Any]) -> tuple[int, bool, bool]:
    tally = dice.pool("check", 5 * REGULAR + 2 * HUNGER)
    critical = tally.tens // 2
    return tally.successes + 2 * critical, critical > 0 and tally.hunger_tens > 0, tally.hunger_ones > 0


def ice_vampire() -> Any:
    regular: Any = ice(10).map(lambda face: icepool.Vector((int(face >= 6), int(face == 10))))
    hunger: Any = ice(10).map(lambda face: icepool.Vector((int(face >= 6), int(face == 10), int(face == 1))))

    def read(five: Any, two: Any) -> Any:
        critical = (five[1] + two[1]) // 2
        return icepool.tupleize(five[0] + two[0] + 2 * critical, critical > 0 and two[1] > 0, two[2] > 0)

    return icepool.map(read, 5 @ regular, 2 @ hunger)


class Genesys(NamedTuple):
    success: int
    advantage: int
    triumph: int
    failure: int
    threat: int
    despair: int


def genesys_die(*faces: str) -> Any:
    names = {"s": "success", "a": "advantage", "T": "triumph", "f": "failure", "t": "threat", "D": "despair"}
    return symbol_die(Genesys, *(" ".join(names[letter] for letter in face) for face in faces))


GENESYS = (
    (3, ("", "s", "s", "ss", "a", "a", "sa", "aa")),
    (3, ("", "s", "s", "ss", "ss", "a", "sa", "sa", "sa", "aa", "aa", "T")),
    (1, ("", "", "s", "sa", "aa", "a")),
    (3, ("", "f", "ff", "t", "t", "t", "tt", "ft")),
    (2, ("", "f", "f", "ff", "ff", "t", "t", "ft", "ft", "tt", "tt", "D")),
    (1, ("", "", "f", "f", "t", "t")),
)
GENESYS_DICE = [(count, genesys_die(*faces)) for count, faces in GENESYS]


@rule("P-12")
def genesys(dice: Dice[Any]) -> Genesys:
    (first, die), *rest = GENESYS_DICE
    pool = first * die
    for count, other in rest:
        pool = pool + count * other
    symbols: Genesys = dice.pool("check", pool)
    return symbols


def ice_genesys() -> Any:
    total: Any = None
    for count, faces in GENESYS:
        die: Any = icepool.Die([icepool.Vector(face.count(letter) for letter in "saTftD") for face in faces])
        total = count @ die if total is None else total + count @ die
    return total


# --- sets and straights


@rule("P-13")
def one_roll_set(dice: Dice[Any]) -> int:
    return dice.pool("set", largest_set(10 * D10))


def ice_largest_set() -> Any:
    return ice(10).pool(10).largest_count()


@rule("P-14")
def width_and_height(dice: Dice[Any]) -> tuple[int, int]:
    alike = dice.pool("set", best_set(10 * D10))
    return alike.size, alike.face


class IceSet(MultisetEvaluator[Any, Any]):
    def next_state(self, state: Any, order: Any, outcome: Any, /, *counts: Any) -> Any:
        return max(state or (0, 0), (counts[0], outcome))


def ice_set_evaluated() -> Any:
    return IceSet().evaluate(ice(10).pool(10))


@rule("P-15")
def straight(dice: Dice[Any]) -> int:
    return dice.pool("straight", longest_straight(10 * D10))


def ice_straight() -> Any:
    return ice(10).pool(10).largest_straight()


def cthulhutech_step(state: tuple[int, int, int], face: int, count: int) -> tuple[int, int, int]:
    best, run, total = state
    if not count:
        return best, 0, 0
    run, total = run + 1, total + face
    return max(best, face * count, total if run >= 3 else 0), run, total


CTHULHUTECH: Evaluator[int] = Evaluator("best", cthulhutech_step, start=(0, 0, 0), final=lambda state: state[0])


@rule("P-16")
def cthulhutech(dice: Dice[Any]) -> int:
    return dice.pool("test", CTHULHUTECH(8 * D10))


class IceCthulhuTech(MultisetEvaluator[Any, Any]):
    def next_state(self, state: Any, order: Any, outcome: Any, /, *counts: Any) -> Any:
        return cthulhutech_step(state or (0, 0, 0), outcome, counts[0])

    def final_outcome(self, final_state: Any, order: Any, outcomes: Any, /, *sizes: Any, **kwargs: Any) -> Any:
        return final_state[0]


def ice_cthulhutech() -> Any:
    return IceCthulhuTech().evaluate(ice(10).pool(8))


@rule("P-17")
def yahtzee(dice: Dice[Any]) -> int:
    kept = dice.pool("first", largest_set(5 * D6))
    for _ in range(2):
        if kept < 5:
            kept = dice.pool("again", largest_set(5 * D6) if kept == 1 else YAHTZEE[kept]((5 - kept) * D6))
    return kept


def joined(kept: int) -> Evaluator[int]:
    """The set of sixes, which stand for the kept face, or a set of the others."""

    def step(best: int, face: int, count: int) -> int:
        return max(best, count + kept if face == 6 else count)

    return Evaluator("set", step, start=0)


YAHTZEE = {
    1: Evaluator("set", lambda best, face, count: max(best, count), start=0),
    **{n: joined(n) for n in (2, 3, 4)},
}


def ice_yahtzee() -> Any:
    class Joined(MultisetEvaluator[Any, Any]):
        def __init__(self, kept: int) -> None:
            self.kept = kept

        def next_state(self, state: Any, order: Any, outcome: Any, /, *counts: Any) -> Any:
            return max(state or 0, counts[0] + (self.kept if outcome == 6 else 0))

    def again(kept: int) -> Any:
        if kept == 5:
            return 5
        return Joined(0 if kept == 1 else kept).evaluate(ice(6).pool(5 if kept == 1 else 5 - kept))

    first: Any = ice(6).pool(5).largest_count()
    return first.map(again).map(again)


# --- dice against dice


@rule("P-18")
def risk(dice: Dice[Any]) -> int:
    contest = dice.pool("battle", compare_ranks(3 * D6, 2 * D6))
    return contest.won


class IceRisk(MultisetEvaluator[Any, Any]):
    def next_state(self, state: Any, order: Any, outcome: Any, /, *counts: Any) -> Any:
        first, second, won = state or (0, 0, 0)
        ours, theirs = counts
        won += max(0, min(first, second + theirs) - second)
        return first + ours, second + theirs, won

    def final_outcome(self, final_state: Any, order: Any, outcomes: Any, /, *sizes: Any, **kwargs: Any) -> Any:
        return final_state[2]

    def initial_state(self, order: Any, outcomes: Any, /, *sizes: Any, **kwargs: Any) -> Any:
        if order > 0:
            raise icepool.UnsupportedOrder
        return 0, 0, 0


def ice_risk() -> Any:
    return IceRisk().evaluate(ice(6).pool(3), ice(6).pool(2))


def ice_risk_sorted() -> Any:
    def battle(attack: Any, defence: Any) -> int:
        return sum(a > b for a, b in zip(attack, defence, strict=True))

    return icepool.map(battle, ice(6).pool(3).highest(2).expand(), ice(6).pool(2).expand())


CHALLENGE = [D10.scored([int(face < score) for face in range(11)].__getitem__) for score in range(4, 10)]


@rule("P-19")
def ironsworn(dice: Dice[Any]) -> int:
    score = dice.pool("action", 1 * D6) + 3
    return dice.pool("challenge", 2 * CHALLENGE[score - 4])


def ice_ironsworn() -> Any:
    action: Any = ice(6) + 3
    return action.map(lambda score: 2 @ (ice(10) < score))


@rule("P-20")
def advantage(dice: Dice[Any]) -> int:
    shown = dice.pool("attack", highest(2 * D20))
    if shown + 5 < 15:
        return 0
    return dice.pool("damage", (2 if shown == 20 else 1) * D8) + 3


def ice_advantage() -> Any:
    attack: Any = ice(20).highest(2, 1)
    return attack.map(lambda face: 2 @ ice(8) + 3 if face == 20 else ice(8) + 3 if face + 5 >= 15 else 0)


@rule("P-21")
def blades(dice: Dice[Any]) -> int:
    return dice.pool("action", BLADES(4 * D6))


BLADES: Evaluator[int] = Evaluator(
    "result", lambda best, face, count: best or (7 if face == 6 and count > 1 else face if count else 0), start=0
)


class IceBlades(MultisetEvaluator[Any, Any]):
    def next_state(self, state: Any, order: Any, outcome: Any, /, *counts: Any) -> Any:
        if not counts[0]:
            return state or 0
        return 7 if outcome == 6 and counts[0] > 1 else outcome


def ice_blades() -> Any:
    return IceBlades().evaluate(ice(6).pool(4))


def ice_blades_expanded() -> Any:
    def read(pair: Any) -> int:
        return 7 if pair[0] == 6 else int(pair[1])

    return icepool.map(read, ice(6).pool(4).highest(2).expand())


def mechanics() -> list[Mechanic]:
    """Every mechanic, the ones that were slow first."""
    mixed: Any = partial(lambda: Pool([ice(6)] * 3 + [ice(8)] * 2).highest(3).sum())
    return [
        Mechanic("3d6+2d8 keep three", mixed_keep, (mixed,)),
        Mechanic("Cortex, keep two of six", cortex, (ice_cortex,)),
        Mechanic("six 4d6 keep three, third highest", third_ability, (ice_third_ability,)),
        Mechanic("two hands from one deck, matches", two_hands, (ice_two_hands,)),
        Mechanic("Neon City, 5 against 3", neon_city, (ice_neon, ice_neon_natural)),
        Mechanic("Technoir, 6 against 3", technoir, (ice_technoir,)),
        Mechanic("Savage Worlds, d8 and wild die", savage_worlds, (ice_savage_worlds,)),
        Mechanic("roll and keep, 7k3 exploding", roll_and_keep, (ice_roll_and_keep,)),
        Mechanic("action and stress dice, 7 and 3", action_stress, (ice_action_stress,)),
        Mechanic("Shadowrun, 12 dice with glitches", shadowrun, (ice_shadowrun,)),
        Mechanic("Vampire, 5 and 2 hunger", vampire, (ice_vampire,)),
        Mechanic("Genesys, 6 symbols, 13 dice", genesys, (ice_genesys,), icepool.Vector),
        Mechanic("largest set of 10d10", one_roll_set, (ice_largest_set,)),
        Mechanic("width and height of 10d10", width_and_height, (ice_set_evaluated,)),
        Mechanic("longest straight of 10d10", straight, (ice_straight,)),
        Mechanic("CthulhuTech, 8d10", cthulhutech, (ice_cthulhutech,)),
        Mechanic("Yahtzee, three rolls for five alike", yahtzee, (ice_yahtzee,)),
        Mechanic("Risk, 3 against 2", risk, (ice_risk, ice_risk_sorted)),
        Mechanic("Ironsworn, d6+3 against 2d10", ironsworn, (ice_ironsworn,)),
        Mechanic("attack with advantage and critical", advantage, (ice_advantage,)),
        Mechanic("Blades, four dice", blades, (ice_blades, ice_blades_expanded)),
    ]
