"""Duels: who wins, how long it takes, what is left of each side, and the worth of one more point of a parameter."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game import Game
from rulewright.game.fight_step import NO_WINNER
from rulewright.game.fights import Bout, Duel
from rulewright.lab.intervals import difference, mean, share
from rulewright.lab.sweep import changed, settings
from rulewright.readings import Budget, OverBudget, Pricing, Undecided, first_within, odds
from rulewright.rules import BadInput, Refused, Repeat
from rulewright.rules.rule import Bound

if TYPE_CHECKING:
    from rulewright.readings.simulate import Simulated


_UNDECIDED, _NEVER = "undecided", "never ends"
_RUNS = 40_000


class DuelResult(Struct, frozen=True):
    """How a duel goes: each side's chance to win, the chance that neither does, the mean length, and what is left.

    Of the chance that neither wins, `undecided` is the part that the limit of turns ended (`limit` names it), and
    `never_ends` the part that reaches a state from which no end can be reached.
    Numbers are fractions, float64 or 95% intervals, as `method` says: exact, in float64, or simulated.
    """

    method: Literal["exact", "float64", "simulated"]
    runs: int | None
    wins: Mapping[str, Any]
    length: Any
    left: Mapping[str, Any]
    undecided: Any = 0
    limit: str = ""
    never_ends: Any = 0


def fight_out(
    game: Game,
    roll: str,
    params: Mapping[str, Any],
    options: Mapping[str, Any] | None = None,
    *,
    seconds: float | None = None,
    exact: bool = True,
    pricing: Pricing[Any] | None = None,
    with_length: bool = True,
    fall_back: bool = True,
) -> DuelResult:
    """Solves a duel by the most exact method that finishes in `seconds`: exactly, in float64, or by simulation.

    Without `exact` fractions are left out. Without `fall_back` only the first method is tried, and raises
    `OverBudget` if it takes too long. Several duels can share a `pricing`, so that rules they have in common are priced
    once; its options then apply to all. Without `with_length` the mean length, which takes time, is left out.
    """
    duel = game.duel(roll)
    if pricing is None:
        pricing = Pricing(game.table_options(options), exact=exact)
    begin = Bound(duel.begin, game.roll(roll).arguments(params, pricing.options))

    limit = _limit_of(duel, dict(settings(game.roll(roll), params)))

    def worked_out(budget: Budget, exact: bool) -> DuelResult:
        numbers = pricing.leaving_open((), exact)
        numbers.budget = budget
        return replace(_worked_out(duel, begin, numbers, with_length), limit=limit)

    def as_fractions(budget: Budget) -> DuelResult:
        return worked_out(budget, exact=True)

    def in_float64(budget: Budget) -> DuelResult:
        return worked_out(budget, exact=False)

    def by_simulation(budget: Budget) -> DuelResult:
        return replace(simulated_fights(duel, begin, pricing.options, budget), limit=limit)

    methods = [as_fractions, in_float64, by_simulation] if exact else [in_float64, by_simulation]
    return first_within(seconds, *(methods if fall_back else methods[:1]))


def _limit_of(duel: Duel, given: Mapping[str, Any]) -> str:
    """The limit of a duel's length in words."""
    most = given.get(duel.limit)
    return "" if most is None else f"after {most} {duel.limit.removeprefix('max_')} ({duel.limit}={most})"


def _worked_out(duel: Duel, begin: Callable[[Any], Bout], pricing: Pricing[Any], with_length: bool) -> DuelResult:
    number: Callable[[Fraction], Any] = Fraction if pricing.exact else float
    wins: dict[str, Any] = dict.fromkeys((*duel.sides, NO_WINNER, _UNDECIDED, _NEVER), number(Fraction(0)))
    left: dict[str, Any] = dict.fromkeys(duel.sides if duel.measured else (), number(Fraction(0)))
    length: Any = number(Fraction(0))
    for bout, chance in odds(begin, options=pricing.options, budget=pricing.budget).items():
        flow = pricing.flow(bout.fight, (bout.start, *bout.context), {})
        share = number(chance) / flow.total
        weights: Counter[str] = Counter()
        amounts: Counter[str] = Counter()
        for end, weight in flow.weights.items():
            for counted in _counted(duel, end, end in flow.never):
                weights[counted] += weight
            if duel.measured is not None:
                for side, amount in zip(duel.sides, duel.measured(end, *bout.context), strict=True):
                    amounts[side] += weight * amount
        for counts, totals in ((weights, wins), (amounts, left)):
            for side, weight in counts.items():
                totals[side] += share * weight
        if with_length:
            on_the_way = [often for at, often in flow.visits().items() if at not in flow.weights and duel.counts(at)]
            length += number(chance) * sum(on_the_way)
    undecided, never = wins.pop(_UNDECIDED), wins.pop(_NEVER)
    method: Literal["exact", "float64"] = "exact" if pricing.exact else "float64"
    mean_length = length if with_length else None
    return DuelResult(method, None, wins, mean_length, left, undecided, never_ends=never)


def _counted(duel: Duel, end: Any, never: bool) -> Iterator[str]:
    """The winner of a final state, or the reason why it has none."""
    winner = None if never else duel.winner(end)
    yield winner or NO_WINNER
    if never:
        yield _NEVER
    elif winner is None and duel.undecided(end):
        yield _UNDECIDED


def simulated_fights(
    duel: Duel,
    begin: Callable[[Any], Bout],
    options: Any,
    budget: Budget | None = None,
    runs: int = _RUNS,
    seed: int = 0,
) -> DuelResult:
    """The result of simulated duels: every number is an interval, and `runs` counts the duels that fit the budget."""
    from rulewright.readings.simulate import simulate

    @cache
    def counting(fight: Repeat[Any, Any, Any]) -> Repeat[Any, Any, Any]:
        """The fight with its length and its number of steps added to the state, so that no state is visited twice.

        A simulation that returns to a state checks whether an end can be reached from there; in a state that counts up
        without end that check would not finish.
        """

        def step(dice: Any, at: tuple[Any, int, int], *context: Any) -> tuple[Any, int, int]:
            state, counted, steps = at
            return dice.call(fight.step, state, *context), counted + duel.counts(state), steps + 1

        return Repeat(step, lambda at: fight.until(at[0]), {})

    def fought(dice: Any) -> tuple[tuple[str, ...], int, tuple[int, ...]]:
        bout = begin(dice)
        end, counted, _ = dice.call(counting(bout.fight), (bout.start, 0, 0), *bout.context)
        left = duel.measured(end, *bout.context) if duel.measured is not None else (0, 0)
        return tuple(_counted(duel, end, not bout.fight.until(end))), counted, left

    try:
        found = simulate(fought, options=options, runs=runs, seed=seed, budget=budget)
    except Undecided:
        raise BadInput("too large: best play was not found in the time allowed") from None
    except OverBudget:
        raise BadInput("too large: not one duel was simulated in the time allowed") from None
    winners = Counter[str]()
    for end, count in found.counts.items():
        for counted in end[0]:
            winners[counted] += count
    wins = {side: share(winners[side], found.runs) for side in (*duel.sides, NO_WINNER)}
    left = {
        side: mean(_counts(found, lambda end, at=at: end[2][at]))  # type: ignore[misc]  # bound at once
        for at, side in enumerate(duel.sides if duel.measured else ())
    }
    neither = [share(winners[why], found.runs) if winners[why] else 0 for why in (_UNDECIDED, _NEVER)]
    length = mean(_counts(found, lambda end: end[1]))
    return DuelResult("simulated", found.runs, wins, length, left, neither[0], never_ends=neither[1])


def _counts(found: "Simulated[Any]", value: Callable[[Any], int]) -> Counter[int]:
    """How often each value came up."""
    counts: Counter[int] = Counter()
    for end, count in found.counts.items():
        counts[value(end)] += count
    return counts


class DuelChange(Struct, frozen=True):
    """The difference between two duels: exact where both are exact, else with 95% intervals."""

    wins: Mapping[str, Any]
    length: Any
    left: Mapping[str, Any]


class RaisedParameter(Struct, frozen=True):
    """A duel with one parameter raised: its result and the change, or why it cannot be raised."""

    parameter: str
    before: Any
    after: Any
    fought: DuelResult | None
    change: DuelChange | None
    refused: str = ""


def what_a_point_is_worth(
    game: Game,
    roll: str,
    params: Mapping[str, Any],
    options: Mapping[str, Any] | None = None,
    *,
    seconds: float | None = None,
    fought: DuelResult | None = None,
) -> Iterator[RaisedParameter]:
    """The duel with each parameter raised by one in turn; `fought` is its result unchanged, if known.

    If that had to be simulated, the others are simulated right away.
    """
    duel = game.duel(roll)
    pricing: Pricing[Any] = Pricing(game.table_options(options))
    if fought is None:
        fought = fight_out(game, roll, params, options, seconds=seconds, pricing=pricing)
    for number, (path, value) in enumerate(settings(game.roll(roll), params), 1):
        more = duel.one_more(value)
        if more is None:
            continue
        raised = changed(params, path, more)
        try:
            if fought.method == "simulated":
                begin = Bound(duel.begin, game.roll(roll).arguments(raised, pricing.options))
                # A seed of its own: two independent duels, so that their difference has an interval.
                then = simulated_fights(duel, begin, pricing.options, Budget(None, seconds), seed=number)
            else:
                then = fight_out(game, roll, raised, options, seconds=seconds, pricing=pricing)
        except (BadInput, Refused) as refused:
            yield RaisedParameter(path, value, more, None, None, str(refused))
            continue
        yield RaisedParameter(path, value, more, then, _change(fought, then))


def _change(before: DuelResult, after: DuelResult) -> DuelChange:
    return DuelChange(
        {side: difference(before.wins[side], after.wins[side]) for side in before.wins},
        difference(before.length, after.length),
        {side: difference(before.left[side], after.left[side]) for side in before.left},
    )
