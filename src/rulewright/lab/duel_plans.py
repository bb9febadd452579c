"""Compares the plans of a duel, where best play takes too long to solve: how often a side wins with each."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from time import monotonic
from typing import Any

from msgspec import Struct

from rulewright.game import Game
from rulewright.lab.duels import DuelResult, fight_out, simulated_fights
from rulewright.lab.sweep import changed, choices
from rulewright.readings import Budget, OverBudget, Pricing
from rulewright.rules import BadInput, Refused
from rulewright.rules.rule import Bound


class PlanResult(Struct, frozen=True):
    """A plan of a side, and the result of the duel when the side follows it."""

    who: str
    plan: str
    result: DuelResult


def compare_plans(
    game: Game, roll: str, params: Mapping[str, Any], options: Mapping[str, Any] | None = None, seconds: float = 5.0
) -> list[PlanResult]:
    """The result of a duel with each fixed plan of each side that has best play; other parameters stay as given.

    Half of the time is for solving; what is not solved by then is simulated. Plans that a rule refuses, and plans for
    which the time is too short, are left out.
    """
    duel, pricing = game.duel(roll), Pricing(game.table_options(options), exact=False)
    plans = [(side, *plan) for side, best in duel.best.items() for plan in _plans(game, roll, best)]
    now = monotonic()
    half, end = now + seconds / 2, now + seconds
    found: list[PlanResult] = []
    unsolved: list[tuple[str, str, Bound[Any]]] = []
    for side, path, plan in plans:
        given = changed(params, path, plan)
        left = max(0.0, half - monotonic())
        try:
            result = fight_out(game, roll, given, seconds=left, pricing=pricing, with_length=False, fall_back=False)
            found.append(PlanResult(side, plan, result))
        except OverBudget:
            unsolved.append((side, plan, Bound(duel.begin, game.roll(roll).arguments(given, pricing.options))))
        except Refused:
            continue
    for number, (side, plan, begin) in enumerate(unsolved):
        if found and monotonic() >= end:
            break
        share = max(0.0, end - monotonic()) / (len(unsolved) - number)
        with suppress(OverBudget, Refused, BadInput):  # such as a side whose best play is not found in time
            result = simulated_fights(duel, begin, pricing.options, Budget(None, share))
            found.append(PlanResult(side, plan, result))
    return found


def _plans(game: Game, roll: str, best: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The parameter that makes a side play its best, with each of its other values."""
    for path, listed in choices(game.roll(roll)):
        wanted: Any = best
        for name in path.split("."):
            wanted = wanted.get(name) if isinstance(wanted, Mapping) else None
        yield from ((path, plan) for plan in listed if isinstance(wanted, str) and plan != wanted)
