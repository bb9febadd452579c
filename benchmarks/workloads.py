"""The rolls whose exact odds are measured: our rule and kernel, and every form of the peers."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import ours
import with_dyce
import with_icepool
from measure import Form
from rulewright.dice import Odds, doubles, highest, highest_and_total, keep_highest
from rulewright.readings import odds

__all__ = ["KERNEL", "NATURAL", "OURS", "Workload", "workloads"]

OURS, KERNEL, NATURAL = "ours", "our kernel", "icepool, natural"


@dataclass(frozen=True)
class Workload:
    """One roll. `of_kernel` turns the kernel's odds into the weights of the rule's outcomes."""

    name: str
    rule: Callable[..., Any]
    args: tuple[int, ...]
    kernel: Callable[[], Any]
    natural: Callable[..., Any]
    fast: tuple[Form, ...]
    of_kernel: Callable[["Workload", Any], Mapping[Any, int]]

    @property
    def forms(self) -> list[Form]:
        """Every way to the answer, ours first."""
        return [
            Form(OURS, lambda: odds(self.rule, *self.args)),
            Form(KERNEL, self.kernel),
            Form(NATURAL, partial(self.natural, *self.args)),
            *(replace(form, run=lambda *dice, run=form.run: run(*dice, *self.args)) for form in self.fast),
        ]


class _GivenScores:
    """Dice that answer a rule with the scores they are given."""

    options = None

    def __init__(self, scores: Iterable[Any]) -> None:
        self._scores = iter(scores)

    def pool(self, name: str, throw: Any, /) -> Any:
        return next(self._scores)

    def note(self, name: str, value: object, /, *cites: str) -> None:
        """Does nothing."""


def _one_throw(workload: Workload, kernel: Odds[Any]) -> dict[Any, int]:
    return _weigh(workload, (((score,), weight) for score, weight in kernel.weights.items()))


def _two_throws(workload: Workload, kernel: tuple[Odds[Any], list[Odds[int]]]) -> dict[Any, int]:
    hands, beaten = kernel
    return _weigh(
        workload,
        (
            ((hand, number), weight * ways)
            for hand, weight in hands.weights.items()
            for number, ways in beaten[hand.total - 2].weights.items()
        ),
    )


def _weigh(workload: Workload, paths: Iterable[tuple[tuple[Any, ...], int]]) -> dict[Any, int]:
    weights: dict[Any, int] = {}
    for scores, weight in paths:
        outcome = workload.rule(_GivenScores(scores), *workload.args)
        weights[outcome] = weights.get(outcome, 0) + weight
    return weights


def workloads() -> list[Workload]:
    return [
        *(_opposed(skill, difficulty) for skill, difficulty in ((3, 2), (6, 4), (12, 10), (30, 30))),
        *(_leveled(number, penalty, target) for number, penalty, target in ((4, 1, 10), (12, 4, 25), (100, 20, 250))),
        _keep_two(bonus=1, target=15),
        _clash(bonus=2),
        *(_light_dark(light, dark) for light, dark in ((2, 3), (4, 10))),
        _burst(number=20),
    ]


def _opposed(skill: int, difficulty: int) -> Workload:
    return Workload(
        f"opposed pools {skill}v{difficulty}",
        ours.opposed,
        (skill, difficulty),
        lambda: (skill * ours.SKILL + difficulty * ours.DIFFICULTY).odds(),
        with_icepool.natural_opposed,
        (
            Form("icepool: one by one", with_icepool.opposed_one_by_one, with_icepool.coded_dice),
            Form("icepool: halves", with_icepool.opposed_halves, with_icepool.coded_dice),
            Form("icepool: ones apart", with_icepool.opposed_ones_apart, with_icepool.plain_successes, by_hand=True),
            Form("dyce: with @", with_dyce.opposed_with_at, with_dyce.coded_dice),
            Form("dyce: halves", with_dyce.opposed_halves, with_dyce.coded_dice),
            Form("dyce: two by two", with_dyce.opposed_two_by_two, with_dyce.coded_dice),
            Form("dyce: ones apart", with_dyce.opposed_ones_apart, with_dyce.plain_successes, by_hand=True),
        ),
        _one_throw,
    )


def _leveled(number: int, penalty: int, target: int) -> Workload:
    return Workload(
        f"reroll ones {number}d6 - {penalty}d6",
        ours.leveled,
        (number, penalty, target),
        lambda: (number * ours.STEADY + penalty * ours.PENALTY).odds(),
        with_icepool.natural_leveled,
        (
            Form("icepool: with @", with_icepool.leveled_with_at, with_icepool.steady_and_d6),
            Form("icepool: handfuls", with_icepool.leveled_handfuls, with_icepool.steady_and_d6),
            Form("dyce: with @", with_dyce.leveled_with_at, with_dyce.steady_and_d6),
            Form("dyce: halves", with_dyce.leveled_halves, with_dyce.steady_and_d6),
            Form("dyce: handfuls", with_dyce.leveled_handfuls, with_dyce.steady_and_d6),
        ),
        _one_throw,
    )


def _keep_two(bonus: int, target: int) -> Workload:
    return Workload(
        "3d12 keep two, doubles",
        ours.keep_two,
        (bonus, target),
        lambda: doubles(keep_highest(2, 3 * ours.D12)).odds(),
        with_icepool.natural_keep_two,
        (
            Form("icepool: expanded", with_icepool.keep_two_expanded, with_icepool.d12),
            Form("icepool: evaluator", with_icepool.keep_two_evaluated, with_icepool.d12),
            Form("dyce: rolls", with_dyce.keep_two_rolls, with_dyce.d12),
            Form("dyce: order statistics", with_dyce.keep_two_order, with_dyce.d12, by_hand=True),
        ),
        _one_throw,
    )


def _clash(bonus: int) -> Workload:
    scores = range(2 + bonus, 13 + bonus)
    return Workload(
        "2d6 doubles against two d12s",
        ours.clash,
        (bonus,),
        lambda: (doubles(2 * ours.D6).odds(), [(2 * ours.BEATS[score]).odds() for score in scores]),
        with_icepool.natural_clash,
        (
            Form("dyce: expand", with_dyce.clash_expanded, with_dyce.clash_dice),
            Form("icepool: by hands", with_icepool.clash_by_hands, with_icepool.clash_dice, by_hand=True),
            Form("dyce: by hands", with_dyce.clash_by_hands, with_dyce.clash_dice, by_hand=True),
            Form("dyce: order statistics", with_dyce.clash_by_order, with_dyce.d6_and_d12, by_hand=True),
        ),
        _two_throws,
    )


def _light_dark(light: int, dark: int) -> Workload:
    return Workload(
        f"light/dark {light}/{dark} with Ego",
        ours.light_dark,
        (light, dark),
        lambda: highest_and_total(light * ours.LIGHT + dark * ours.DARK).odds(),
        with_icepool.natural_light_dark,
        (
            Form("icepool: one sum", with_icepool.light_dark_sum, with_icepool.sixes_and_risks),
            Form("icepool: by rank", with_icepool.light_dark_by_rank, with_icepool.ranks, by_hand=True),
            Form("dyce: one sum", with_dyce.light_dark_sum, with_dyce.sixes_and_risks),
            Form("dyce: by rank", with_dyce.light_dark_by_rank, with_dyce.ranks, by_hand=True),
        ),
        _one_throw,
    )


def _burst(number: int) -> Workload:
    return Workload(
        f"highest of {number} exploding d6",
        ours.best_burst,
        (number,),
        lambda: highest(number * ours.BURST).odds(),
        with_icepool.natural_burst,
        (
            Form("icepool: highest", with_icepool.burst_highest, with_icepool.exploding_die),
            Form("dyce: order statistic", with_dyce.burst_highest, with_dyce.exploding_die),
        ),
        _one_throw,
    )
