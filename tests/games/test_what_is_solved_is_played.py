"""What is solved is what is played: in random fights of one against one the table's next action has the odds of the
solver's next step, outcome by outcome, in every game that has fight rules."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.game import Game, find_game, installed_games
from rulewright.game.fight_step import Act, FightRules, labels
from rulewright.game.fights import Bout, Move
from rulewright.game.table_plans import planned_moves
from rulewright.lab.fights import sides_by_plan
from rulewright.lab.table_advice import advise_turn
from rulewright.readings import Budget, OverBudget, Solution, solve
from rulewright.testing import checks_of
from rulewright.testing.fights import Moment, fight_between, moments, not_compared
from rulewright.testing.scenes import acted

GAMES = [game for game in map(find_game, installed_games()) if game.fights is not None]
SIDES = {"Ada": "heroes", "Bo": "foes"}
FIGHTS, MOST_MOVES, EXACT_PATHS = 6, 500, 150_000
MANY_POSITIONS: set[str] = set()

every_fight = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def moments_of(game: Game, seed: int) -> Iterator[Moment]:
    """The scenes of a fight between two random characters who do anything legal."""
    random, options = Random(f"{game.slug} {seed}"), game.table_options()
    yield from moments(game, options, fight_between(game, options, SIDES, random), SIDES, random)


def solvable_moments_of(game: Game, seed: int) -> Iterator[Moment]:
    """The same; where fights are too large to be solved, the scenes near the end of one fought by plan."""
    rules: FightRules[Any, Any] = game.fights  # type: ignore[assignment]  # every game here has them
    first = next(moments_of(game, seed))
    if rules.is_small(first.options, first.position, first.roster):
        yield from moments_of(game, seed)
        return
    scene, random = first.scene, Random(seed)
    for _ in range(MOST_MOVES):
        moment = Moment(game, first.options, scene, SIDES)
        if moment.position.end:
            return
        if moment.position.left and rules.is_small(moment.options, moment.position, moment.roster):
            yield moment
        who = moment.turn
        foes = [name for name in SIDES if name != who]
        wanted = planned_moves(rules, next(iter(rules.plans)), scene, moment.options, who, foes)
        move = next(one for one in wanted if game.refusal(one.action, scene, one.params, moment.options) is None)
        scene = acted(game, scene, moment.options, move.action, move.params, random)


@every_fight
@pytest.mark.parametrize("seed", range(FIGHTS))
def test_the_next_action_at_the_table_has_the_odds_of_the_next_step(game: Game, seed: int) -> None:
    compared = 0
    for moment in moments_of(game, seed):
        assert list(moment.differences()) == []
        compared += max(1, len(moment.acts))
    assert compared >= 3


def solved(game: Game, bout: Bout, moment: Moment) -> Solution[Any]:
    """Best play from a moment on: exact, or in float64 for the fights of a game that have too many positions."""
    for exact in (True, False):
        if not exact or game.slug not in MANY_POSITIONS:
            try:
                return solve(
                    bout.fight,
                    moment.position,
                    moment.roster,
                    options=moment.options,
                    exact=exact,
                    budget=Budget(EXACT_PATHS, None) if exact else None,
                )
            except OverBudget:
                MANY_POSITIONS.add(game.slug)
    raise AssertionError("no best play in float64 either")


@every_fight
@pytest.mark.parametrize("seed", range(FIGHTS))
def test_the_advice_at_the_table_is_the_best_choice_of_the_solver(game: Game, seed: int) -> None:
    setup = sides_by_plan(game, game.table_options(), {side: [name] for name, side in SIDES.items()})
    compared = 0
    for moment in solvable_moments_of(game, seed):
        acts = moment.acts
        if len(acts) < 2:
            continue
        compared += 1
        bout = moment.rules.bout(moment.position, moment.roster)
        solution = solved(game, bout, moment)
        decision = solution.decisions_at(moment.position)[0]
        advice = advise_turn(setup, moment.scene, budget=Budget(None, 60.0))
        assert advice.method == "float64"
        assert (advice.who, advice.tried[0].choice) == (moment.who, decision.best)
        worth = dict(decision.worth)
        assert {one.choice: one.wins[1] for one in advice.tried} == pytest.approx(worth, abs=1e-9)
        best = next(act for act in acts if labels(acts)[acts.index(act)] == decision.best)
        assert Move(advice.tried[0].action, advice.tried[0].params) == best.move(moment.who)
    if not compared:
        pytest.skip("no fight small enough to be solved came up")


@every_fight
def test_a_step_that_differs_from_the_table_is_a_fault_with_its_line(game: Game) -> None:
    rules: FightRules[Any, Any] = game.fights  # type: ignore[assignment]  # every game here has them

    def twice(dice: Any, position: Any, roster: Any, act: Act) -> Any:
        once, _ = rules.perform(dice, position, roster, act)
        return rules.perform(dice, once, roster, act)

    (check,) = [one for one in checks_of(replace(game, fights=replace(rules, perform=twice))) if one.name == "duels"]
    found = [one for one in check.faults() if "the table's action" in one.reason]
    assert found
    assert (found[0].file, found[0].line) == (__file__, twice.__code__.co_firstlineno)


@every_fight
def test_an_act_that_the_table_refuses_is_a_fault(game: Game) -> None:
    rules: FightRules[Any, Any] = game.fights  # type: ignore[assignment]  # every game here has them

    def dancing(options: Any, position: Any, roster: Any) -> Any:
        return (*rules.acts(options, position, roster), Act("dance", ()))

    (check,) = [one for one in checks_of(replace(game, fights=replace(rules, acts=dancing))) if one.name == "duels"]
    assert any("which the table refuses: unknown action: dance" in one.reason for one in check.faults())


@every_fight
def test_a_duel_with_a_step_of_its_own_is_a_fault(game: Game) -> None:
    rules: FightRules[Any, Any] = game.fights  # type: ignore[assignment]  # every game here has them
    other = replace(game, fights=replace(rules, measure="luck"))  # other rules than those that its duels are made of
    (check,) = [one for one in checks_of(other) if one.name == "duels"]
    assert {one.what for one in check.faults()} == {f"duel {duel.roll}" for duel in game.duels if not duel.apart}


def test_duels_without_fight_rules_are_named() -> None:
    with_duels = [game for game in GAMES if game.duels]
    assert with_duels
    for game in with_duels:
        assert not_compared(game) == []
        assert not_compared(replace(game, fights=None)) == [duel.roll for duel in game.duels]
