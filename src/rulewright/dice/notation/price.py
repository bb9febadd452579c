"""The exact odds of a notation, part by part.

Sums are powers of polynomials and kept dice order statistics, as everywhere in `rulewright.dice`;
other arithmetic pairs the outcomes of two parts, never faces.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, cached_property, partial
from math import lcm, prod
from operator import neg
from typing import Any

from rulewright.dice.die import Die
from rulewright.dice.keep import Keep, sum_of_ranks
from rulewright.dice.nested import mixture
from rulewright.dice.notation import syntax
from rulewright.dice.notation.canonical import canonical
from rulewright.dice.notation.cost import refuse_costly, sums_densely
from rulewright.dice.notation.dependent_dice import (
    keep_after_exchange,
    score_of_settled,
    settled_by_exchange,
    settled_one_by_one,
)
from rulewright.dice.notation.errors import NotationError, NotExact, excerpt
from rulewright.dice.notation.exploded_and_kept import keep_after_exploding
from rulewright.dice.notation.limits import MAX_WORK
from rulewright.dice.notation.roll import called, compared, joined, shortest, throw
from rulewright.dice.odds import Odds
from rulewright.dice.powers import slot_width, unpack
from rulewright.dice.reroll import reroll
from rulewright.dice.sources import CardSource, DiceSource
from rulewright.dice.sums import Polynomial, sum_odds
from rulewright.dice.throw import Draw

Weights = dict[int, int]

_MOST_MEMBERS = 5
"""The most parts of which both the highest and the lowest are kept: each can have any rank among the others."""
_MOST_SCORES = 400
"""The most different scores of all these parts."""


def price(node: syntax.Node) -> Odds[Any]:
    """The odds of every score of any part."""
    match node:
        case syntax.NumberTerm(value):
            return Odds.certain(value)
        case syntax.DiceTerm():
            return _dice(node)
        case syntax.Negative(of):
            return price(of).map(neg)
        case syntax.Arithmetic(operator, left, right):
            return _join(operator, price(left), price(right))
        case syntax.GroupTerm(members, rule):
            return _group(node, [price(member) for member in members], rule)
        case syntax.Mixed(dice, keeping):
            source = DiceSource([(_OneDie(one).odds().weights, one.count) for one in dice])
            return sum_of_ranks(source, _ranks(keeping, sum(one.count for one in dice)))
        case syntax.CallTerm(function, (only,)):
            return price(only).map(lambda score: called(function, [score]))
        case syntax.CallTerm(function, of):
            first, *others = [price(part) for part in of]
            for other in others:
                first = _pairs(lambda a, b: called(function, [a, b]), first, other)
            return first
        case syntax.Compare(sign, left, right):
            return _pairs(partial(compared, sign), price(left), price(right))
        case syntax.Many(number, _, _, _):
            numbers = price(number)
            each = [(price(node.option(value)), weight) for value, weight in numbers.weights.items()]
            return mixture(each, numbers.total)
        case syntax.RepeatedTerm(times, of):
            raise NotationError(f"each of {times} rolls has odds of its own: ask for those of {canonical(of)}")


def _not_offered(node: syntax.Node) -> NotExact:
    return NotExact(f"the exact odds of {excerpt(canonical(node))} are not offered; it can be rolled")


def _group(
    node: syntax.Node,
    members: list[Odds[Any]],
    rule: syntax.GroupRule,
) -> Odds[Any]:
    if isinstance(rule, syntax.RankKeeping):
        scale = lcm(*[Fraction(score).denominator for one in members for score in one])
        if scale == 1:
            return _keep_members(node, members, rule)
        kept = _keep_members(node, [one.map(lambda score: int(score * scale)) for one in members], rule)
        return kept.map(lambda total: shortest(Fraction(total, scale)))
    if isinstance(rule, syntax.Counting):
        return _sum([one.map(rule.score) for one in members])
    total, *others = [one.map(partial(_kept_or_nothing, rule)) for one in members]
    for other in others:
        total = _join("+", total, other)
    return total


def _kept_or_nothing(rule: syntax.KeepingValues, score: syntax.Score) -> syntax.Score:
    return score if rule.keeps(score) else 0


def _sum(parts: list[Odds[int]]) -> Odds[int]:
    return sum_odds([(Polynomial(one.weights), 1) for one in parts])


def _join(operator: syntax.Operator, left: Odds[Any], right: Odds[Any]) -> Odds[Any]:
    whole = all(isinstance(score, int) for one in (left, right) for score in one)
    if operator in ("+", "-") and whole and sums_densely(left, right):
        return _sum([left, right if operator == "+" else right.map(neg)])
    return _pairs(partial(joined, operator), left, right)


def _pairs(join: Callable[[Any, Any], Any], left: Odds[Any], right: Odds[Any]) -> Odds[Any]:
    weights: dict[Any, int] = {}
    for a, chances_a in left.weights.items():
        for b, chances_b in right.weights.items():
            score = join(a, b)
            weights[score] = weights.get(score, 0) + chances_a * chances_b
    return Odds(weights, left.total * right.total)


def _ranks(keeping: syntax.RankKeeping, size: int) -> set[int]:
    """The ranks of the kept dice, the highest die being 0."""
    return set(keeping.order(range(size, 0, -1)))


def _dice(dice: syntax.DiceTerm) -> Odds[int]:
    if not dice.count:
        return Odds.certain(0)
    if dice.unique is not None or dice.exchanging is not None:
        return _differing(dice) if dice.unique is not None else _exchanged(dice)
    ranked = isinstance(dice.keeping, syntax.RankKeeping)
    if ranked and dice.exploding is not None and not dice.compounds:
        return keep_after_exploding(dice, _first_faces(dice))
    if dice.exploding is not None and dice.exploding.kind is syntax.Explosion.ONE_DIE:
        return _one_die_explodes(dice)
    if isinstance(dice.keeping, syntax.RankKeeping):
        one = _OneDie(replace(dice, counting=None))
        if isinstance(dice.keeping, syntax.Keeping) and dice.counting is None:
            return Keep(dice.keeping.count, dice.count * one, dice.keeping.highest).odds()
        source = DiceSource([(one.odds().weights, dice.count)])
        return sum_of_ranks(
            source, _ranks(dice.keeping, dice.count), None if dice.counting is None else dice.counting.score
        )
    one = _OneDie(dice)
    return one.odds() if dice.count == 1 else (dice.count * one).odds()


def _exchanged(dice: syntax.DiceTerm) -> Odds[int]:
    """The odds when some of the highest or lowest dice are rolled again: the others, and as many new dice."""
    exchanging = dice.exchanging
    assert exchanging is not None
    first = _first_faces(dice)
    if dice.exploding is not None:
        return _settled(dice, settled_by_exchange(dice, first))
    gone = _ranks(exchanging, dice.count)
    if isinstance(dice.keeping, syntax.RankKeeping):
        return keep_after_exchange(dice, first, gone, _ranks(dice.keeping, dice.count))
    die = Die(dice.values)
    stay = sum_of_ranks(DiceSource([(first.weights, dice.count)]), set(range(dice.count)) - gone, dice.score)
    return _join("+", stay, (exchanging.count * die.scored(lambda face: dice.score(die.scores[face - 1]))).odds())


def _differing(dice: syntax.DiceTerm) -> Odds[int]:
    """The odds of dice rerolled until all differ, which are faces drawn without replacement."""
    unique = dice.unique
    assert unique is not None
    plain = dice.rerolling is None and dice.exchanging is None and dice.exploding is None
    if unique.once or unique.on or not plain or len({*dice.values}) < dice.sides:
        return _settled(dice, settled_one_by_one(dice, _first_faces(dice)))
    ranked = dice.keeping if isinstance(dice.keeping, syntax.RankKeeping) else None
    ranks: Iterable[int] = range(dice.count) if ranked is None else _ranks(ranked, dice.count)
    return sum_of_ranks(CardSource(dict.fromkeys(dice.values, 1), (dice.count,)), set(ranks), dice.score)


def _settled(dice: syntax.DiceTerm, states: Mapping[tuple[int, ...], Fraction] | None) -> Odds[int]:
    """The odds of the score of dice whose rerolls depend on one another."""

    @cache
    def chain(value: int) -> Odds[int]:
        return _chain(dice, Odds.certain(value), (lambda shown: shown) if dice.compounds else dice.score)

    found = None if states is None else score_of_settled(dice, states, chain)
    if found is None:
        raise NotExact(f"the exact odds of {excerpt(canonical(dice))} take too long; it can be rolled")
    return found


class _OneDie(Die[int]):
    """One die with its rerolls, explosions and bounds, and the odds of the amount it adds to the total."""

    def __init__(self, dice: syntax.DiceTerm) -> None:
        super().__init__(dice.values)
        self.dice = replace(
            dice, count=1, keeping=dice.keeping if isinstance(dice.keeping, syntax.KeepingValues) else None
        )

    def roll_each(self, count: int, draw: Draw, /) -> list[int]:
        return [throw(self.dice, draw).score for _ in range(count)]

    @cached_property
    def _odds(self) -> Odds[int]:
        dice = self.dice
        first = _first_faces(dice)
        if dice.exploding is None:
            return first.map(dice.score)
        if dice.compounds:
            return _chain(dice, first, lambda value: value).map(dice.score)
        return _chain(dice, first, dice.score)


def odds_of_one(dice: syntax.DiceTerm) -> Odds[int]:
    """The odds of the amount that one die adds to the total, with its rerolls and explosions."""
    if dice.exploding is not None and dice.exploding.kind is syntax.Explosion.ONE_DIE:
        raise _not_offered(dice)
    refuse_costly(replace(dice, count=1), 5 * MAX_WORK)
    return _OneDie(dice).odds()


def _first_faces(dice: syntax.DiceTerm) -> Odds[int]:
    """The odds of a die's face after its rerolls and before it explodes."""
    die = Die(dice.values)
    if dice.rerolling is None:
        return die.odds()
    faces = [face for face, value in enumerate(die.scores, start=1) if dice.rerolls(value)]
    return reroll(die, faces, times=1 if dice.rerolling.once else None).odds()


def _chain(dice: syntax.DiceTerm, first: Odds[int], score: Callable[[int], int]) -> Odds[int]:
    """The odds of the total of one die and its further rolls, each worth `score(face)`.

    After every roll, dice that explode go on with their total so far; dice that stop count once for every combination
    of faces that the remaining rolls could have shown.
    """
    times = 0 if dice.exploding is None else dice.exploding.times
    faces = [(score(value - dice.penalty), dice.explodes(value)) for value in dice.values]
    finished: Weights = {}
    going: Weights = {}
    for value, chance in first.weights.items():
        totals = going if dice.explodes(value) else finished
        totals[score(value)] = totals.get(score(value), 0) + chance
    for exploded in range(1, times + 1):
        finished = {total: chance * dice.sides for total, chance in finished.items()}
        before, going = going, {}
        for total, chance in before.items():
            for worth, explodes in faces:
                totals = going if explodes and exploded < times else finished
                totals[total + worth] = totals.get(total + worth, 0) + chance
    return Odds(finished, first.total * dice.sides**times)


def _one_die_explodes(dice: syntax.DiceTerm) -> Odds[int]:
    """The odds with one further die if any die explodes: rolls of one die more, less those without an explosion."""
    first = _first_faces(dice)
    everything = first.map(dice.score)
    quiet: Weights = {}
    for value, chance in first.weights.items():
        if not dice.explodes(value):
            quiet[dice.score(value)] = quiet.get(dice.score(value), 0) + chance
    further = Die([dice.score(value) for value in dice.values]).odds()
    loud = dict(sum_odds([(Polynomial(everything.weights), dice.count)]).weights)
    weights: Weights = {}
    if quiet:
        for score, chance in sum_odds([(Polynomial(quiet), dice.count)]).weights.items():
            weights[score] = chance * dice.sides
            loud[score] -= chance
    loud = {score: chance for score, chance in loud.items() if chance}
    if loud:
        for score, chance in sum_odds([(Polynomial(loud), 1), (Polynomial(further.weights), 1)]).weights.items():
            weights[score] = weights.get(score, 0) + chance
    return Odds(weights, first.total**dice.count * dice.sides)


def _keep_members(node: syntax.Node, members: list[Odds[int]], keeping: syntax.RankKeeping) -> Odds[int]:
    """The odds of the sum of the kept ones among unlike parts."""
    if isinstance(keeping, syntax.Keeping):
        return _keep_best(members, keeping)
    if len(members) > _MOST_MEMBERS or sum(map(len, members)) > _MOST_SCORES:
        raise _not_offered(node)
    source = DiceSource([(one.weights, 1) for one in members])
    return sum_of_ranks(source, _ranks(keeping, len(members)))


def _keep_best(members: list[Odds[int]], keeping: syntax.Keeping) -> Odds[int]:
    """The sum of the highest or lowest of unlike parts.

    Consider the worst kept score v, as `Keep` does. Each part beats v, shows v, or is worse; member by
    member we carry, for how many beat v and how many show it, the polynomial of the sum of the better
    ones. Rolls where fewer than `count` beat v, and enough show it, have v as their worst kept score.
    """
    total = prod(one.total for one in members)
    count = keeping.count
    if count == 0:
        return Odds.certain(0)
    sign = 1 if keeping.highest else -1
    weights = [{score * sign: w for score, w in one.weights.items()} for one in members]
    scores = sorted(set().union(*weights), reverse=True)
    floor = scores[-1]
    width = slot_width(total)
    better = [0] * len(members)  # polynomials of the scores above v, in x^(score - floor)
    worse = [one.total for one in members]
    packed = 0
    for v in scores:
        exact = [one.get(v, 0) for one in weights]
        worse = [w - e for w, e in zip(worse, exact, strict=True)]
        packed += _worst_kept(v - floor, count, list(zip(better, exact, worse, strict=True)), 8 * width)
        better = [b + (e << ((v - floor) * 8 * width)) for b, e in zip(better, exact, strict=True)]
    coefficients = unpack(packed, (scores[0] - floor) * count + 1, width)
    return Odds({sign * (at + floor * count): w for at, w in enumerate(coefficients) if w}, total)


def _worst_kept(v: int, count: int, members: list[tuple[int, int, int]], bits: int) -> int:
    """The packed sums of all rolls whose worst kept score is v; members as (better, exact, worse)."""
    states = {(0, 0): 1}  # (how many beat v, how many show v, at most count) -> polynomial
    for better, exact, worse in members:
        carried: dict[tuple[int, int], int] = {}
        for (above, shown), polynomial in states.items():
            ways = [((above, shown), worse), ((above, min(shown + 1, count)), exact)]
            if above + 1 < count:
                ways.append(((above + 1, shown), better))
            for state, factor in ways:
                if factor:
                    carried[state] = carried.get(state, 0) + polynomial * factor
        states = carried
    return sum(
        polynomial << (v * (count - above) * bits)
        for (above, shown), polynomial in states.items()
        if above + shown >= count
    )
